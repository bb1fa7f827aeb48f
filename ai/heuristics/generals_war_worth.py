"""What points and cards of General's War are worth at a stage of the war.

A seat's *worth* is a number in log-odds: of two seats the one whose worth is higher by 1 is e times
likelier to come first, and a seat's chance is its share of the exponentials. It is a model, fitted
to positions right after a battle in self-play; cards that are still to be drawn count as the cards
of a middling draw.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

# Order of the weights: a point; a point above target - 60; a point above target - 35; a general
# lost to one enemy; a card; an ace; an ace for each general lost; the values of the three highest
# cards, of the next three, of all others. Then the same ten for the share of the pack that is not
# out of play, with which the weight grows.
TERMS: Final = 10
# Target and weights, by rising target.
TWO: Final[list[tuple[int, list[float]]]] = [
    (
        200,
        [
            0.02346,
            -0.05798,
            0.23788,
            -0.00036,
            -0.06403,
            -0.11213,
            -0.02807,
            0.147,
            0.04774,
            -0.00055,
            -0.00865,
            0.17855,
            -0.56374,
            -0.51978,
            -0.02458,
            -0.08865,
            -0.03763,
            -0.09729,
            -0.00618,
            0.02438,
        ],
    ),
]
FOUR: Final[list[tuple[int, list[float]]]] = [
    (
        80,
        [
            0.02694,
            0.01067,
            -0.02803,
            0.01892,
            0.14135,
            -0.06739,
            0.21713,
            0.20465,
            -0.00855,
            -0.02951,
            -0.00373,
            0.00462,
            -0.00083,
            0.02763,
            -0.75434,
            0.02324,
            -0.55022,
            -0.11568,
            0.01291,
            0.13234,
        ],
    ),
]
# The cards of a middling draw of 1, 2 or 3, highest first.
MIDDLING: Final = [[], [7.0], [9.0, 5.0], [10.0, 7.0, 4.0]]
GOALS_GENERALS: Final = 2


@mypyc_attr(native_class=True)
class Worth:
    """The model's numbers at one stage. target: points that win. left: cards in hands and reserve
    after the battle at hand."""

    def __init__(self, players: i64, target: i64, left: i64) -> None:
        weights = _weights(TWO if players == 2 else FOUR, target)
        share = float(int(left)) / 52.0
        found = [weights[n] + share * weights[TERMS + n] for n in range(TERMS)]
        self.target = target
        self.point = found[0]
        self.near = found[1]
        self.close = found[2]
        self.general = found[3]
        self.card = found[4]
        self.ace = found[5]
        self.ace_lost = found[6]
        self.first = found[7]
        self.second = found[8]
        self.rest = found[9]

    def purse(self, points: i64) -> float:
        """The worth of a won pile of ``points``."""
        found = self.point * float(int(points))
        over = points - self.target + 60
        if over > 0:
            found += self.near * float(int(over))
            over -= 25
            if over > 0:
                found += self.close * float(int(over))
        return found

    def fixed(self, size: i64, aces: i64, lost: i64) -> float:
        """The worth of a hand but for its values: ``size`` cards, cards to be drawn among them,
        ``aces`` of them; its seat lost ``lost`` generals to one enemy."""
        worth = self.card * float(int(size)) + self.general * float(int(lost))
        return worth + (self.ace + self.ace_lost * float(int(lost))) * float(int(aces))


def _weights(table: list[tuple[int, list[float]]], target: i64) -> list[float]:
    """The weights for ``target``: between those of the two next targets in the table."""
    low, weights = table[0]
    if target <= low:
        return weights
    for high, above in table[1:]:
        if target <= high:
            part = float(int(target - low)) / float(int(high - low))
            return [a + part * (b - a) for a, b in zip(weights, above, strict=True)]
        low, weights = high, above
    return weights


def by_value(hand: i64) -> vec[i64]:
    """The cards of ``hand``, the most valuable first, aces last; of equal ranks in card order."""
    cards = vec[i64](capacity=26)
    turn: i64 = 11
    while turn >= -1:
        card = turn
        if turn < 0:
            card = 12
        while card < 52:
            if (hand >> card) & 1 != 0:
                cards = append(cards, card)
            card += 13
        turn -= 1
    return cards
