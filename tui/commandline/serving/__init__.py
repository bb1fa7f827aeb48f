"""What the host does about a server, besides running it."""
