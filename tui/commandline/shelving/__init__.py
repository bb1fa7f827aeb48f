"""Commands about saved games, and how a saved game is named on the command line."""
