"""What the two Battalion rule sets share: acquisition, stock and discard pile, bids, endings."""
