"""General's War squads by expectation: every squad against what sampled enemies would send."""

from __future__ import annotations

import time
from math import exp, sqrt

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ai.heuristics.generals_war_squads import Squads
from ai.heuristics.generals_war_strong import (
    GOAL,
    Habit,
    Stakes,
    first_guess,
    leaning,
    squad_code,
    standing,
)
from ai.heuristics.generals_war_worth import by_value
from ai.search.expectation import Weighed, Worlds
from engine.generals_war.state import WarState
from engine.generals_war.view import WarView
from engine.rng import Rng


def against(stakes: Stakes, mine: Squads, theirs: Squads, mix: vec[float]) -> vec[float]:
    """The chance to come first by squad of ``mine``, if the enemy sends ``theirs`` as ``mix``
    says. ``stakes.rest`` is set."""
    rest = stakes.rest
    won = stakes.won
    foe_won = stakes.foe_won
    many = i64(len(theirs.sums))
    kept = vec[float]([0.0] * many)
    lost = vec[float]([0.0] * many)
    n: i64 = 0
    while n < many:
        kept[n] = exp(theirs.kept[n])
        lost[n] = foe_won[0] * exp(theirs.kept_lost[n])
        n += 1
    count = i64(len(mine.sums))
    found = vec[float]([0.0] * count)
    n = 0
    while n < count:
        value = mine.sums[n]
        own = exp(mine.kept[n])
        beaten = won[0] * exp(mine.kept_lost[n])
        killed = stakes.here + mine.aces[n] >= 2
        total = 0.0
        m: i64 = 0
        while m < many:
            part = mix[m]
            if part > 1e-4:
                other = theirs.sums[m]
                if other < value:
                    factor = won[value + other]
                    if factor == GOAL or stakes.foe_here + theirs.aces[m] >= 2:
                        total += part
                    else:
                        factor *= own
                        total += part * factor / (factor + lost[m] + rest)
                elif other > value:
                    factor = foe_won[value + other]
                    if not killed and factor != GOAL:
                        total += part * beaten / (beaten + factor * kept[m] + rest)
                else:
                    factor = won[0] * own
                    total += part * factor / (factor + foe_won[0] * kept[m] + rest)
            m += 1
        found[n] = total
        n += 1
    return found


@mypyc_attr(native_class=True)
class SquadSearch:
    """The squads of a view's seat against ``enemy``, weighed world by world.

    heat: how the enemy leans to what it takes for its best squads.
    """

    def __init__(
        self, view: WarView, enemy: i64, worlds: Worlds, habit: Habit, heat: float
    ) -> None:
        public = view.public
        seat: i64 = view.seat
        self.public = public
        self.seat = seat
        self.enemy = enemy
        self.worlds = worlds
        self.habit = habit
        self.heat = heat
        self.stakes = Stakes(public, seat, enemy)
        self.foe_stakes = Stakes(public, enemy, seat)
        self.mine = self.stakes.squads(view.hand)
        self.weights = vec[float](capacity=64)
        self.values = vec[float](capacity=1024)
        self.tried: i64 = 0

    def run(self, rng: Rng, most: i64, deadline: float) -> None:
        """Tries the squads in ``most`` worlds, or until ``deadline`` (0: none); in one at least."""
        stakes = self.stakes
        while self.tried < most:
            if deadline > 0.0 and self.tried > 0 and time.monotonic() >= deadline:
                break
            world = self.worlds.draw(rng)
            assert isinstance(world, WarState)
            hand = world.hands[self.enemy]
            theirs = self.foe_stakes.squads(hand)
            guess = first_guess(self.habit, self.public, self.foe_stakes, theirs, hand)
            stakes.rest = self._rest(world)
            values = against(stakes, self.mine, theirs, leaning(guess, self.heat))
            self.weights = append(self.weights, self.worlds.weight())
            for value in values:
                self.values = append(self.values, value)
            self.tried += 1

    def _rest(self, world: WarState) -> float:
        public = self.public
        total = 0.0
        n: i64 = 0
        while n < public.players:
            if n != self.seat and n != self.enemy and public.place[n] == 0:
                total += standing(public, self.stakes.worth, n, by_value(world.hands[n]))
            n += 1
        return total

    def found(self) -> list[Weighed]:
        """The squads, best first."""
        count = i64(len(self.mine.sums))
        tried = self.tried
        mass = 0.0
        for weight in self.weights:
            mass += weight
        means = vec[float]([0.0] * count)
        best: i64 = 0
        n: i64 = 0
        while n < count:
            total = 0.0
            at: i64 = 0
            while at < tried:
                total += self.weights[at] * self.values[at * count + n]
                at += 1
            means[n] = total / mass
            if means[n] > means[best]:
                best = n
            n += 1
        found: list[Weighed] = []
        n = 0
        while n < count:
            square = 0.0
            gain = 0.0
            at = 0
            while at < tried:
                weight = self.weights[at]
                off = self.values[at * count + n] - means[n]
                square += weight * weight * off * off
                other = self.values[at * count + best] - means[best]
                gain += weight * weight * (off - other) * (off - other)
                at += 1
            scale = 0.0
            if tried > 1:
                scale = float(int(tried)) / float(int(tried - 1))
            code = int(squad_code(self.mine.masks[n]))
            spread = sqrt(square * scale) / mass
            found.append(Weighed(code, means[n], spread, sqrt(gain * scale) / mass, int(tried)))
            n += 1
        found.sort(key=lambda one: -one.mean)
        return found
