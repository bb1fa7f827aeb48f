"""messdeck's games in the form of other projects' interfaces; each needs an extra."""
