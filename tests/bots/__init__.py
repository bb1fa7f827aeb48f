"""Bots: one that plays, and some that go wrong, each in its way."""
