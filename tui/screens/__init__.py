"""The screens of the card room."""
