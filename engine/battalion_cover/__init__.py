"""Battalion, cards are covered one by one (``docs/rules/en/battalion-cover.md``)."""
