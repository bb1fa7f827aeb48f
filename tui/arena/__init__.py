"""The arena within the card room: a line-up put together, and run in the background."""
