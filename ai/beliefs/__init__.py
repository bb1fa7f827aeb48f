"""What the other seats probably hold: worlds weighted by what they did."""
