"""Every screen of the card room, in the states it is seen in, to be drawn in any size and look."""
