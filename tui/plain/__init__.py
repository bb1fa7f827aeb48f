"""A game in lines of text and a prompt, for screen readers, plain terminals and bad lines."""
