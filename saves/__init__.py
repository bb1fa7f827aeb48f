"""States to files and back."""
