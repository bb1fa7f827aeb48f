"""What the others at a Battalion table probably hold, from the signs that everybody sees.

A *lean* says how much likelier than by chance an unseen card of a seat is of a suit. It is a model,
fitted to self-play: who threw a suit away in acquisition has little of it, who took it face up has
more, and who laid what it had of a suit in defence has none but what came since.
"""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from engine.battalion import signs as sign
from engine.battalion.public import BattalionPublic


@mypyc_attr(native_class=True)
class Leaning:
    """The model's numbers.

    thrown: lean of a suit of which a seat threw 0, 1, 2, 3 or more cards in acquisition, its other
    cards being as it chose them. taken: factor for each card of the suit taken face up. lacking:
    whether a suit not followed in defence counts.
    """

    def __init__(self, thrown: list[float], taken: float, lacking: bool) -> None:
        self.none = thrown[0]
        self.one = thrown[1]
        self.two = thrown[2]
        self.three = thrown[3]
        self.taken = taken
        self.lacking = lacking

    def lean(self, public: BattalionPublic, seat: i64, suit: i64, hidden: i64) -> float:
        """How much likelier than by chance one of ``hidden`` unseen cards of ``seat`` is of
        ``suit``."""
        if hidden <= 0:
            return 1.0
        signs = public.signs
        base = seat * sign.SIGNS
        since = signs[base + sign.SINCE + suit]
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
        taken = signs[base + sign.TAKEN + suit]
        while taken > 0:
            chosen *= self.taken
            taken -= 1
        fresh = float(int(signs[base + sign.FRESH])) / float(int(sign.CARD * hidden))
        if fresh > 1.0:
            fresh = 1.0
        return fresh + (1.0 - fresh) * chosen


def careful() -> Leaning:
    """Heeds defences only."""
    return Leaning([1.0, 1.0, 1.0, 1.0], 1.0, True)


def attentive() -> Leaning:
    """Heeds defences, and what was thrown away and taken."""
    return Leaning([1.5, 0.41, 0.14, 0.06], 1.27, True)
