"""The command line: one module a command, each made for the words of one run."""
