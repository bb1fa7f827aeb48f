"""The card room for many at once, over SSH: the server, who comes in, and what they may do."""
