"""Players: they are handed views, and choose."""
