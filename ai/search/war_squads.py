"""General's War squads by expectation: every squad against what sampled enemies would send."""

from __future__ import annotations

import time
from math import exp, sqrt
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ai.heuristics.generals_war_kinds import Kinds
from ai.heuristics.generals_war_squads import Squads
from ai.heuristics.generals_war_strong import (
    GOAL,
    Habit,
    Stakes,
    first_guess,
    squad_code,
    standing,
)
from ai.heuristics.generals_war_worth import by_value
from ai.search.expectation import Weighed, Worlds
from ai.search.regret import matrix_game
from engine.generals_war.state import WarState
from engine.generals_war.view import WarView
from engine.rng import Rng

# Squads that an enemy sends more rarely are left out.
_RARE: Final = 1e-4
# Rounds of regret matching for the mixture of near-best squads.
_ROUNDS: Final = 200


@mypyc_attr(native_class=True)
class Meeting:
    """The squads of one hand against those of another. ``stakes.rest`` is set."""

    def __init__(self, stakes: Stakes, mine: Squads, theirs: Squads) -> None:
        self.stakes = stakes
        self.mine = mine
        self.theirs = theirs
        many = i64(len(theirs.sums))
        self.kept = vec[float]([0.0] * many)
        self.lost = vec[float]([0.0] * many)
        n: i64 = 0
        while n < many:
            self.kept[n] = exp(theirs.kept[n])
            self.lost[n] = stakes.foe_won[0] * exp(theirs.kept_lost[n])
            n += 1

    def row(self, n: i64, mix: vec[float]) -> vec[float]:
        """The chance to come first with squad ``n`` against each of theirs that ``mix`` sends
        (elsewhere 0)."""
        stakes = self.stakes
        value = self.mine.sums[n]
        own = exp(self.mine.kept[n])
        still = stakes.won[0] * own
        beaten = stakes.won[0] * exp(self.mine.kept_lost[n])
        killed = stakes.here + self.mine.aces[n] >= 2
        count = i64(len(mix))
        found = vec[float]([0.0] * count)
        m: i64 = 0
        while m < count:
            if mix[m] > _RARE:
                other = self.theirs.sums[m]
                if other < value:
                    factor = stakes.won[value + other]
                    if factor == GOAL or stakes.foe_here + self.theirs.aces[m] >= 2:
                        found[m] = 1.0
                    else:
                        factor *= own
                        found[m] = factor / (factor + self.lost[m] + stakes.rest)
                elif other > value:
                    factor = stakes.foe_won[value + other]
                    if not killed and factor != GOAL:
                        factor *= self.kept[m]
                        found[m] = beaten / (beaten + factor + stakes.rest)
                else:
                    factor = stakes.foe_won[0] * self.kept[m]
                    found[m] = still / (still + factor + stakes.rest)
            m += 1
        return found

    def against(self, mix: vec[float]) -> vec[float]:
        """The chance to come first by squad, if the enemy sends its squads as ``mix`` says."""
        count = i64(len(self.mine.sums))
        found = vec[float]([0.0] * count)
        n: i64 = 0
        while n < count:
            cells = self.row(n, mix)
            total = 0.0
            m: i64 = 0
            while m < i64(len(mix)):
                total += mix[m] * cells[m]
                m += 1
            found[n] = total
            n += 1
        return found


@mypyc_attr(native_class=True)
class SquadSearch:
    """The squads of a view's seat against ``enemy``, weighed world by world.

    heat: how the enemy leans to what it takes for its best squads, if it goes by price. kinds:
    what it may be, as ``worlds`` tell of it with each draw (None: it goes by price).
    """

    def __init__(
        self,
        view: WarView,
        enemy: i64,
        worlds: Worlds,
        habit: Habit,
        heat: float,
        kinds: Kinds | None = None,
    ) -> None:
        public = view.public
        self.kinds = Kinds(public, 0.0, 0.0) if kinds is None else kinds
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
        self.hands = vec[i64](capacity=64)
        self.rests = vec[float](capacity=64)
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
            mix = self.kinds.expected(self.enemy, guess, theirs, hand, self.heat)
            values = Meeting(stakes, self.mine, theirs).against(mix)
            self.weights = append(self.weights, self.worlds.weight())
            for value in values:
                self.values = append(self.values, value)
            self.hands = append(self.hands, hand)
            self.rests = append(self.rests, stakes.rest)
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

    def mixed(self, actions: list[int], worlds: i64) -> list[float]:
        """How often to send each of these squads, so that who reads the seat gains little.

        A matrix game against the enemy as it was taken to play, and as one who knows which of the
        squads comes and sends its best answer, in the first ``worlds`` of those that were tried.
        """
        rows: list[int] = []
        for action in actions:
            n: i64 = 0
            while squad_code(self.mine.masks[n]) != action:
                n += 1
            rows.append(int(n))
        size = i64(len(rows))
        width = size + 1
        table = vec[float]([0.0] * (size * width))
        count = i64(len(self.mine.sums))
        if worlds > self.tried:
            worlds = self.tried
        at: i64 = 0
        mass = 0.0
        while at < worlds:
            weight = self.weights[at]
            mass += weight
            self.stakes.rest = self.rests[at]
            theirs = self.foe_stakes.squads(self.hands[at])
            meeting = Meeting(self.stakes, self.mine, theirs)
            many = i64(len(theirs.sums))
            every = vec[float]([1.0] * many)
            cells = vec[float]([0.0] * (size * many))
            i: i64 = 0
            while i < size:
                row: i64 = rows[i]
                found = meeting.row(row, every)
                m: i64 = 0
                while m < many:
                    cells[i * many + m] = found[m]
                    m += 1
                table[i * width] += weight * self.values[at * count + row]
                i += 1
            reader: i64 = 0
            while reader < size:
                answer: i64 = 0
                m = 1
                while m < many:
                    if cells[reader * many + m] < cells[reader * many + answer]:
                        answer = m
                    m += 1
                i = 0
                while i < size:
                    table[i * width + reader + 1] += weight * cells[i * many + answer]
                    i += 1
                reader += 1
            at += 1
        payoff: list[list[float]] = []
        i = 0
        while i < size:
            line: list[float] = []
            m = 0
            while m < width:
                line.append(table[i * width + m] / mass)
                m += 1
            payoff.append(line)
            i += 1
        return matrix_game(payoff, _ROUNDS)[0]
