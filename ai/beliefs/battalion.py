"""What the others at a Battalion table probably hold, from the signs that everybody sees.

A *lean* says how much likelier than by chance an unseen card of a seat is of a suit. It is a model,
fitted to self-play: who threw a suit away in acquisition has little of it, who took it face up has
more, and who laid what it had of a suit in defence has none but what came since.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engine.battalion import signs as sign
from engine.battalion.public import BattalionPublic


@mypyc_attr(native_class=True)
class Leaning:
    """The model's numbers.

    thrown: lean of a suit of which a seat threw 0, 1, 2, 3 or more cards in acquisition, its other
    cards being as it chose them. lacking: whether a suit not followed in defence counts. spent:
    whether an attack is taken for all that the seat had of the suit. ranks: how much likelier than
    by chance an unseen card that is held is of rank 0 to 12, in hundredths.
    """

    def __init__(self, thrown: list[float], lacking: bool, spent: bool, ranks: list[int]) -> None:
        self.none = thrown[0]
        self.one = thrown[1]
        self.two = thrown[2]
        self.three = thrown[3]
        self.spent = spent
        self.ranks = vec[i64](ranks)
        self.lacking = lacking

    def lean(self, public: BattalionPublic, seat: i64, suit: i64, hidden: i64) -> float:
        """How much likelier than by chance one of ``hidden`` unseen cards of ``seat`` is of
        ``suit``."""
        if hidden <= 0:
            return 1.0
        signs = public.signs
        base = seat * sign.SIGNS
        since = signs[base + (sign.SPENT if self.spent else sign.SINCE) + suit]
        if self.lacking and since < hidden:
            return float(int(since)) / float(int(hidden))
        thrown = signs[base + sign.THROWN + suit]
        chosen = self.none
        if thrown == 1:
            chosen = self.one
        elif thrown == 2:
            chosen = self.two
        elif thrown > 2:
            chosen = self.three
        fresh = float(int(signs[base + sign.FRESH])) / float(int(sign.CARD * hidden))
        if fresh > 1.0:
            fresh = 1.0
        return fresh + (1.0 - fresh) * chosen


EVEN: Final = [1.0, 1.0, 1.0, 1.0]
FLAT: Final = [100] * 13
# Measured in self-play of battalion-twins: cards held from acquisition, by suit cards thrown.
CHOSEN: Final = [1.48, 0.45, 0.2, 0.06]
# Measured in self-play of battalion-cover: low cards were thrown away, the highest are laid first.
KEPT: Final = [55, 75, 85, 105, 120, 127, 128, 127, 128, 112, 102, 95, 83]


def careful() -> Leaning:
    """Heeds defences only."""
    return Leaning(EVEN, True, False, FLAT)


def attentive() -> Leaning:
    """Heeds attacks as well, and what was thrown away."""
    return Leaning(CHOSEN, True, True, FLAT)


def keeping() -> Leaning:
    """Heeds defences, and that low cards are thrown away and the highest laid first."""
    return Leaning(EVEN, True, False, KEPT)
