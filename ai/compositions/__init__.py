"""The levels of each rule set: what heuristics, beliefs and searches they are made of."""
