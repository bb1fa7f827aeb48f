"""The kinds of enemies there are at a General's War table, and which squads each kind sends.

Those who go by price, as sergeants do; those who send their three highest cards, or their three
lowest, by rule of thumb; and those who send just any. Which kind an enemy is, its squads tell: of
those of earlier battles only the sums are looked at, which each kind sends as often as it does in
self-play (sergeants, captains and generals in equal parts; corporals and reference players; random
players; some thousand games a table); the last one is weighed by the whole hand that it came from
in the world that is looked at.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ai.heuristics.generals_war import thumb_squad
from ai.heuristics.generals_war_squads import Squads
from ai.heuristics.generals_war_strong import leaning
from engine.generals_war.public import SENDER, WarPublic, squad_mask, value_of

# How often those who play by rule of thumb keep to it. Else their squads lean to good prices, by
# so much heat that hardly one is ruled out.
SURE: Final = 0.85
ROUGH: Final = 0.1
# Of 1,000 squads, how many have a sum of 3 to 5, 6 to 8 and so on, the last 36 and more: of those
# who go by price, by rule of thumb, and at random; with two seats and with four.
STEP: Final = 3
PRICE_SUMS: Final = [
    [3, 50, 80, 119, 158, 115, 63, 40, 43, 103, 173, 53],
    [14, 68, 93, 99, 93, 81, 54, 63, 106, 169, 121, 39],
]
THUMB_SUMS: Final = [
    [1, 63, 77, 48, 30, 48, 156, 176, 166, 126, 69, 39],
    [2, 52, 71, 43, 24, 32, 127, 157, 161, 147, 114, 71],
]
ANY_SUMS: Final = [
    [3, 20, 47, 88, 138, 172, 172, 155, 106, 63, 28, 8],
    [3, 19, 50, 89, 141, 168, 170, 152, 109, 62, 30, 7],
]
# How far the sums are believed: squads of one seat are not independent of each other, and people
# are of no kind for sure.
TRUST: Final = 0.8
LEAST: Final = 0.01


@mypyc_attr(native_class=True)
class Kinds:
    """What each seat may be.

    thumb, loose: how likely a seat goes by rule of thumb, and sends just any squad, before anything
    is known of it, 0 to 1. by_thumb, by_chance: the same in the world that is looked at, one a
    seat. Until one is: by the sums of the squads before the last one.
    """

    def __init__(self, public: WarPublic, thumb: float, loose: float) -> None:
        self.mixed = thumb > 0.0 or loose > 0.0
        self.table: i64 = 0 if public.players == 2 else 1
        self.first_thumb = vec[float]([thumb] * public.players)
        self.first_loose = vec[float]([loose] * public.players)
        seat: i64 = 0
        while self.mixed and seat < public.players:
            self._learn(public, seat)
            seat += 1
        self.by_thumb = self.first_thumb[:]
        self.by_chance = self.first_loose[:]

    def _learn(self, public: WarPublic, seat: i64) -> None:
        """Takes in the sums of the seat's squads, but for the last battle's."""
        price = log(1.0 - self.first_thumb[seat] - self.first_loose[seat])
        thumb = log(self.first_thumb[seat] + 1e-9)
        loose = log(self.first_loose[seat] + 1e-9)
        for entry in public.sent:
            squad = entry & ((1 << SENDER) - 1)
            if entry >> SENDER == seat and squad != public.last[seat]:
                place = bin_of(value_of(squad))
                price += TRUST * log(float(PRICE_SUMS[self.table][place]))
                thumb += TRUST * log(float(THUMB_SUMS[self.table][place]))
                loose += TRUST * log(float(ANY_SUMS[self.table][place]))
        top = max(price, thumb, loose)
        parts = [exp(price - top), exp(thumb - top), exp(loose - top)]
        total = parts[0] + parts[1] + parts[2]
        self.first_thumb[seat] = LEAST + (1.0 - 3.0 * LEAST) * parts[1] / total
        self.first_loose[seat] = LEAST + (1.0 - 3.0 * LEAST) * parts[2] / total

    def begin(self) -> None:
        """Another world is looked at: nothing is known of the last squads yet."""
        n: i64 = 0
        while n < i64(len(self.by_thumb)):
            self.by_thumb[n] = self.first_thumb[n]
            self.by_chance[n] = self.first_loose[n]
            n += 1

    def expected(
        self, seat: i64, guess: vec[float], squads: Squads, hand: i64, heat: float
    ) -> vec[float]:
        """How likely ``seat`` sends each of the squads of ``hand`` in the world that is looked at.
        guess: their prices. heat: how those who go by price lean to them (``leaning``)."""
        found = leaning(guess, heat)
        if self.mixed:
            thumb = by_rule(guess, squads, hand)
            loose = by_lot(squads)
            price = 1.0 - self.by_thumb[seat] - self.by_chance[seat]
            n: i64 = 0
            while n < i64(len(found)):
                found[n] = (
                    price * found[n]
                    + self.by_thumb[seat] * thumb[n]
                    + self.by_chance[seat] * loose[n]
                )
                n += 1
        return found

    def seen(
        self,
        seat: i64,
        sent: i64,
        guess: vec[float],
        squads: Squads,
        hand: i64,
        heat: float,
        doubt: float,
    ) -> float:
        """How likely ``seat`` sent ``sent`` from ``hand``, with ``doubt`` added; what it may be
        follows. guess, squads, heat: as in ``expected``."""
        at: i64 = 0
        count = i64(len(guess))
        while at < count and not squads.like(at, sent):
            at += 1
        price = doubt
        if at < count:
            price += leaning(guess, heat)[at]
        if not self.mixed:
            return price
        thumb = doubt
        loose = doubt
        if at < count:
            thumb += by_rule(guess, squads, hand)[at]
            loose += by_lot(squads)[at]
        thumb *= self.first_thumb[seat]
        loose *= self.first_loose[seat]
        price *= 1.0 - self.first_thumb[seat] - self.first_loose[seat]
        total = price + thumb + loose
        self.by_thumb[seat] = thumb / total
        self.by_chance[seat] = loose / total
        return total


def bin_of(value: i64) -> i64:
    """Where the sum ``value`` stands in the tables of sums."""
    place = (value - 3) // STEP
    return min(11, place)


def by_rule(guess: vec[float], squads: Squads, hand: i64) -> vec[float]:
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


def by_lot(squads: Squads) -> vec[float]:
    """How likely each squad is sent by who takes just any: as often as its sum comes."""
    count = i64(len(squads.sums))
    found = vec[float]([0.0] * count)
    total = 0.0
    n: i64 = 0
    while n < count:
        found[n] = float(ANY_SUMS[0][bin_of(squads.sums[n])])
        total += found[n]
        n += 1
    n = 0
    while n < count:
        found[n] /= total
        n += 1
    return found
