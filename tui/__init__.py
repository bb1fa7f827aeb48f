"""The command line, the screens and the server: all words for people are made here."""
