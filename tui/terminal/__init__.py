"""What goes out to a terminal, and the terminal's manners."""
