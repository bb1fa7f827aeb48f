"""Screens of the house: the lobby, and the tables that several people share."""
