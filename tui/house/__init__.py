"""The house: tables that several people share, each at a screen of their own."""
