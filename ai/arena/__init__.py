"""The arena: players against each other, counted and rated."""
