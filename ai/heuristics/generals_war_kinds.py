"""The kinds of enemies there are at a General's War table, and which squads each kind sends.

Those who go by price, as sergeants do; and those who send their three highest cards, or their three
lowest, by rule of thumb. What an enemy was seen to send says which kind it is.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ai.heuristics.generals_war import thumb_squad
from ai.heuristics.generals_war_squads import Squads
from ai.heuristics.generals_war_strong import leaning
from engine.generals_war.public import squad_mask

# How often those who play by rule of thumb keep to it. Else their squads lean to good prices, by
# so much heat that hardly one is ruled out.
SURE: Final = 0.85
ROUGH: Final = 0.1


@mypyc_attr(native_class=True)
class Kinds:
    """thumb: how likely the enemy goes by rule of thumb, before anything is known of it, 0 to 1.
    now: the same in the world that was looked at last."""

    def __init__(self, thumb: float) -> None:
        self.thumb = thumb
        self.now = thumb

    def expected(self, guess: vec[float], squads: Squads, hand: i64, heat: float) -> vec[float]:
        """How likely each of the squads of ``hand`` is sent in the world that was looked at last.
        guess: their prices. heat: how those who go by price lean to them (``leaning``)."""
        found = leaning(guess, heat)
        if self.now > 0.0:
            other = by_thumb(guess, squads, hand)
            n: i64 = 0
            while n < i64(len(found)):
                found[n] += self.now * (other[n] - found[n])
                n += 1
        return found

    def seen(
        self, sent: i64, guess: vec[float], squads: Squads, hand: i64, heat: float, doubt: float
    ) -> float:
        """How likely ``sent`` was sent from ``hand``, with ``doubt`` added; ``now`` follows it.
        guess, squads, heat: as in ``expected``."""
        at: i64 = 0
        count = i64(len(guess))
        while at < count and not squads.like(at, sent):
            at += 1
        price = doubt
        if at < count:
            price += leaning(guess, heat)[at]
        if self.thumb <= 0.0:
            return price
        rule = doubt
        if at < count:
            rule += by_thumb(guess, squads, hand)[at]
        rule *= self.thumb
        total = rule + (1.0 - self.thumb) * price
        self.now = rule / total
        return total


def by_thumb(guess: vec[float], squads: Squads, hand: i64) -> vec[float]:
    """How likely each of the squads of ``hand`` is sent by rule of thumb. guess: their prices."""
    found = leaning(guess, ROUGH)
    squad = squad_mask(thumb_squad(hand))
    n: i64 = 0
    while n < i64(len(found)):
        found[n] *= 1.0 - SURE
        if squads.like(n, squad):
            found[n] += SURE
        n += 1
    return found
