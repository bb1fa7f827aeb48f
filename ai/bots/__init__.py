"""Bots: players that are programs of their own, spoken to in JSON lines (``docs/bots.md``)."""
