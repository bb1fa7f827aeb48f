"""General's War by price: a squad for what the battle brings, less what its cards are worth later.

Muster every ace at once. Challenge the smallest hand. A squad is priced against the sums that
hands of the enemy's size usually send.
"""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ai.heuristics.generals_war import smallest_hand
from ai.heuristics.generals_war_squads import Squads, hand_worth, squads_of, typical
from ai.heuristics.generals_war_worth import Worth, by_value
from engine import bits
from engine.actions import CHALLENGE, MUSTER, READY, SQUAD, with_card, with_seat
from engine.game import View
from engine.generals_war.public import (
    ACES,
    CHALLENGING,
    MUSTERING,
    SQUAD_SIZE,
    WarPublic,
    value_of,
)
from engine.generals_war.view import WarView
from engine.rng import Rng

SUMS: Final = 40
# In place of a factor: the target is reached.
GOAL: Final = -1.0


@mypyc_attr(native_class=True)
class Stakes:
    """What a battle is about, as ``seat`` sees it against ``enemy``.

    here, lost: generals that the seat lost to this enemy, and the most to any one; foe_here,
    foe_lost: the same for the enemy. drawn: cards each draws afterwards, about. won, foe_won: what
    the won pile is worth to either side, as a factor, with so many points more; GOAL where they
    reach the target. rest: the sum of the factors of all who are not in this battle.
    """

    def __init__(self, public: WarPublic, seat: i64, enemy: i64) -> None:
        players = public.players
        self.seat = seat
        self.enemy = enemy
        self.pot = value_of(public.table[seat]) + value_of(public.table[enemy])
        aces = bits.count(public.table[seat] & ACES)
        foe_aces = bits.count(public.table[enemy] & ACES)
        self.here = public.killed[enemy * players + seat] + aces
        self.foe_here = public.killed[seat * players + enemy] + foe_aces
        self.lost = self.here
        self.foe_lost = self.foe_here
        left = public.reserve - 2 * SQUAD_SIZE
        other: i64 = 0
        while other < players:
            if public.killed[other * players + seat] > self.lost:
                self.lost = public.killed[other * players + seat]
            if public.killed[other * players + enemy] > self.foe_lost:
                self.foe_lost = public.killed[other * players + enemy]
            if public.place[other] == 0:
                left += public.sizes[other]
            other += 1
        self.drawn = public.reserve // 2
        if self.drawn > SQUAD_SIZE:
            self.drawn = SQUAD_SIZE
        self.size = public.sizes[seat]
        self.foe_size = public.sizes[enemy]
        self.worth = Worth(players, public.target, left)
        self.won = self._factors(value_of(public.won[seat]), public.target)
        self.foe_won = self._factors(value_of(public.won[enemy]), public.target)
        self.rest = 0.0

    def _factors(self, points: i64, target: i64) -> vec[float]:
        found = vec[float]([0.0] * (2 * SUMS))
        found[0] = exp(self.worth.purse(points))
        pot: i64 = 6
        while pot < 2 * SUMS:
            after = points + self.pot + pot
            if after >= target:
                found[pot] = GOAL
            else:
                found[pot] = exp(self.worth.purse(after))
            pot += 1
        return found

    def squads(self, hand: i64) -> Squads:
        """The seat's squads from ``hand``."""
        return squads_of(hand, self.worth, self.drawn, self.lost, self.here)

    def foe_squads(self, hand: i64) -> Squads:
        """The enemy's squads from ``hand``."""
        return squads_of(hand, self.worth, self.drawn, self.foe_lost, self.foe_here)


@mypyc_attr(native_class=True)
class Habit:
    """What sums are usual: of hands of five, and how they change for each further card.

    Either as a dump (of low cards) or in earnest. dump: the share of dumps for five cards, and its
    change. mean, spread: of what is sent in earnest. low, low_spread: of dumps.
    """

    def __init__(self, numbers: list[float]) -> None:
        self.dump = numbers[0]
        self.dump_more = numbers[1]
        self.mean = numbers[2]
        self.mean_more = numbers[3]
        self.spread = numbers[4]
        self.spread_more = numbers[5]
        self.low = numbers[6]
        self.low_spread = numbers[7]

    def usual(self, size: i64) -> vec[float]:
        """How likely each sum is from a hand of ``size``, by sum."""
        more = float(int(size - 5))
        if more < -2.0:
            more = -2.0
        if more > 15.0:
            more = 15.0
        share = self.dump + self.dump_more * more
        if share < 0.02:
            share = 0.02
        found = vec[float]([0.0] * SUMS)
        _add_bell(
            found,
            1.0 - share,
            self.mean + self.mean_more * more,
            self.spread + self.spread_more * more,
        )
        _add_bell(found, share, self.low, self.low_spread)
        return found


def _add_bell(found: vec[float], share: float, mean: float, spread: float) -> None:
    total = 0.0
    n: i64 = 3
    bell = vec[float]([0.0] * SUMS)
    while n < SUMS:
        off = (float(int(n)) - mean) / spread
        bell[n] = exp(-0.5 * off * off)
        total += bell[n]
        n += 1
    n = 3
    while n < SUMS:
        found[n] += share * bell[n] / total
        n += 1


# About what sergeants do in self-play: with two they save their cards in a third of the battles.
# With four it pays to expect enemies in earnest.
TWO_HABIT: Final = [0.33, -0.01, 28.0, 0.25, 4.0, -0.1, 10.0, 4.0]
FOUR_HABIT: Final = [0.1, -0.01, 28.0, 0.3, 4.0, -0.1, 10.0, 4.0]


def prices(
    stakes: Stakes, squads: Squads, sums: vec[float], kept: vec[float], lost: vec[float]
) -> vec[float]:
    """The chance to come first by squad, if the enemy's sums are as likely as ``sums`` says.

    kept, lost: what the rest of the enemy's hand is worth then, as a factor, by the sum sent: if
    that wins, and if it loses.
    """
    count = i64(len(squads.sums))
    found = vec[float]([0.0] * count)
    rest = stakes.rest
    won = stakes.won
    foe_won = stakes.foe_won
    n: i64 = 0
    while n < count:
        value = squads.sums[n]
        mine = exp(squads.kept[n])
        beaten = won[0] * exp(squads.kept_lost[n])
        killed = stakes.here + squads.aces[n] >= 2
        total = 0.0
        other: i64 = 3
        while other < SUMS:
            part = sums[other]
            if part == 0.0:
                other += 1
                continue
            if other < value:
                factor = won[value + other]
                if factor == GOAL:
                    total += part
                else:
                    factor *= mine
                    total += part * factor / (factor + foe_won[0] * lost[other] + rest)
            elif other > value:
                factor = foe_won[value + other]
                if not killed and factor != GOAL:
                    total += part * beaten / (beaten + factor * kept[other] + rest)
            else:
                factor = won[0] * mine
                total += part * factor / (factor + foe_won[0] * kept[other] + rest)
            other += 1
        found[n] = total
        n += 1
    return found


def hidden_from(public: WarPublic, seat: i64, hand: i64) -> i64:
    """The cards of which ``seat``, who holds ``hand``, does not know where they are. Its own squad
    is taken for unseen once it lies face down: who asks has not laid one."""
    seen = hand | public.lost
    n: i64 = 0
    while n < public.players:
        seen |= public.won[n] | public.table[n] | public.known[n]
        n += 1
    return public.pack & ~seen


def bystanders(public: WarPublic, stakes: Stakes, cards: vec[i64]) -> float:
    """The factors of all who are not in the battle, with middling hands out of ``cards``."""
    total = 0.0
    n: i64 = 0
    while n < public.players:
        if n != stakes.seat and n != stakes.enemy and public.place[n] == 0:
            total += standing(public, stakes.worth, n, typical(cards, public.sizes[n]))
        n += 1
    return total


def standing(public: WarPublic, worth: Worth, seat: i64, cards: vec[i64]) -> float:
    """What ``seat`` is worth, as a factor, with a hand of ``cards``, sorted by value."""
    lost: i64 = 0
    n: i64 = 0
    while n < public.players:
        if public.killed[n * public.players + seat] > lost:
            lost = public.killed[n * public.players + seat]
        n += 1
    purse = worth.purse(value_of(public.won[seat]))
    none: i64 = 0
    return exp(purse + hand_worth(cards, worth, none, lost))


def first_guess(
    habit: Habit, public: WarPublic, stakes: Stakes, squads: Squads, hand: i64
) -> vec[float]:
    """The chance to come first by squad, by what is usual. ``stakes.rest`` is set."""
    cards = by_value(hidden_from(public, stakes.seat, hand))
    stakes.rest = bystanders(public, stakes, cards)
    guess = exp(
        hand_worth(
            typical(cards, stakes.foe_size - SQUAD_SIZE),
            stakes.worth,
            stakes.drawn,
            stakes.foe_lost,
        )
    )
    level = vec[float]([guess] * SUMS)
    return prices(stakes, squads, habit.usual(stakes.foe_size), level, level)


def leaning(values: vec[float], heat: float) -> vec[float]:
    """How likely each is chosen by who prefers higher ``values``: e times likelier by ``heat``."""
    count = i64(len(values))
    found = vec[float]([0.0] * count)
    best = values[0]
    for value in values:
        if value > best:
            best = value
    total = 0.0
    n: i64 = 0
    while n < count:
        found[n] = exp((values[n] - best) / heat)
        total += found[n]
        n += 1
    n = 0
    while n < count:
        found[n] /= total
        n += 1
    return found


def best_of(values: vec[float]) -> i64:
    """The index of the highest value, the first of equal ones."""
    best: i64 = 0
    n: i64 = 1
    while n < i64(len(values)):
        if values[n] > values[best]:
            best = n
        n += 1
    return best


def squad_code(mask: i64) -> i64:
    """The choice that sends the three cards of ``mask``."""
    code: i64 = SQUAD | (3 << 8)
    shift: i64 = 12
    while mask != 0:
        code |= bits.lowest(mask) << shift
        mask &= mask - 1
        shift += 6
    return code


def pick(habit: Habit, public: WarPublic, seat: i64, hand: i64, rng: Rng) -> i64:
    """The choice of ``seat``, which is asked now and holds the cards of the mask ``hand``."""
    if public.phase == MUSTERING:
        aces = hand & ACES & ~public.announced
        return READY if aces == 0 else with_card(MUSTER, bits.lowest(aces))
    if public.phase == CHALLENGING:
        return with_seat(CHALLENGE, smallest_hand(public, seat, rng))
    enemy = public.second
    if seat == enemy:
        enemy = public.first
    stakes = Stakes(public, seat, enemy)
    squads = stakes.squads(hand)
    return squad_code(squads.masks[best_of(first_guess(habit, public, stakes, squads, hand))])


def pick_for(view: View, rng: Rng) -> int:
    """The choice of the view's seat, which is asked now."""
    assert isinstance(view, WarView)
    return int(
        pick(
            Habit(TWO_HABIT if view.public.players == 2 else FOUR_HABIT),
            view.public,
            view.seat,
            view.hand,
            rng,
        )
    )
