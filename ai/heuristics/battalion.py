"""What the rules of thumb of both Battalion games share, over hands as counts."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from engine import bits
from engine.battalion import hands as held
from engine.rng import Rng


def all_of_suit(hands: vec[i64], base: i64, suit: i64, head: i64) -> i64:
    """The choice of every card of ``suit`` in the hand at ``base``; ``head``: kind and seat."""
    return held.subset_code(hands, base, suit, held.subsets(hands, base, suit) - 1, head)


def suit_points(hands: vec[i64], base: i64, suit: i64) -> i64:
    """Battle points of a suit: 1 a card, 2 for each of a pair of twins (rules, twins)."""
    points = hands[base + held.LENGTHS + suit]
    twins = bits.suit_of(hands[base + held.TWINS], suit)
    while twins != 0:
        points += 2 * (hands[base + suit * 13 + i64(bits.LOWEST[twins])] // 2)
        twins &= twins - 1
    return points


def richest(chips: vec[i64], seat: i64, rng: Rng) -> i64:
    """The seat with most chips besides ``seat``; of equal ones any."""
    best: i64 = -1
    most: i64 = -1
    equal: i64 = 0
    other: i64 = 0
    players = i64(len(chips))
    while other < players:
        if other != seat:
            if chips[other] > most:
                best = other
                most = chips[other]
                equal = 1
            elif chips[other] == most:
                equal += 1
                if rng.below(equal) == 0:
                    best = other
        other += 1
    return best
