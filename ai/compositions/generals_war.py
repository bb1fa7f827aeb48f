"""The levels of General's War: how prices, beliefs and the search for squads go together."""

from __future__ import annotations

import time
from typing import Final

from ai.beliefs.generals_war import WarWorlds
from ai.heuristics.generals_war_strong import FOUR_HABIT, TWO_HABIT, Habit, pick
from ai.player import Budget, Player, Thought, Why
from ai.reasons import reason
from ai.search.expectation import Weighed
from ai.search.war_squads import SquadSearch
from ai.searching import searched
from ai.thumb import forced
from engine.actions import SQUAD, cards_of, kind_of
from engine.game import View
from engine.generals_war.public import BATTLE, CHALLENGING, squad_mask, value_of
from engine.generals_war.view import WarView
from engine.rng import Rng

CAPTAIN_WORLDS: Final = 16
GENERAL_WORLDS: Final = 160
# How enemies lean to the squads they take for the best: e times likelier by this much of a chance.
HEAT: Final = 0.01
# The same for the squads that they are known to have sent.
PAST_HEAT: Final = 0.02
# A squad of less is not sent to win.
IN_EARNEST: Final = 15


def habit(players: int) -> Habit:
    """What is usual at a table of so many."""
    return Habit(TWO_HABIT if players == 2 else FOUR_HABIT)


class PricePlayer:
    """Squads by price; with two musters all, with four nothing; challenges the smallest hand."""

    def choose(self, view: View, budget: Budget, rng: Rng) -> Thought:
        if view.legal_count() == 1:
            return forced(view)
        return by_price(view, rng)


class SquadPlayer:
    """Plays as ``PricePlayer``, but squads and challenges are weighed over sampled worlds."""

    def __init__(self, worlds: int) -> None:
        self._worlds = worlds

    def choose(self, view: View, budget: Budget, rng: Rng) -> Thought:
        if view.legal_count() == 1:
            return forced(view)
        deadline = 0.0 if budget.seconds is None else time.monotonic() + budget.seconds
        assert isinstance(view, WarView)
        first = by_price(view, rng)
        phase = view.public.phase
        if phase == BATTLE:
            public = view.public
            enemy = public.first if public.second == view.seat else public.second
            weighed = self._squads(view, int(enemy), rng, deadline)
        elif phase == CHALLENGING:
            weighed = self._challenges(view, rng, deadline)
        else:
            return first
        chosen = weighed[0]
        cut = deadline > 0.0 and chosen.worlds < self._worlds
        return Thought(chosen.action, searched(weighed, chosen, first.action, cut))

    def _squads(self, view: WarView, enemy: int, rng: Rng, deadline: float) -> list[Weighed]:
        usual = habit(int(view.public.players))
        search = SquadSearch(view, enemy, WarWorlds(view, usual, PAST_HEAT), usual, HEAT)
        search.run(rng, self._worlds, deadline)
        return search.found()

    def _challenges(self, view: WarView, rng: Rng, deadline: float) -> list[Weighed]:
        """Every enemy, at what the best squad against it brings."""
        found: list[Weighed] = []
        stream = rng.fork()
        for action in view.legal_actions():
            best = self._squads(view, action >> 5 & 7, stream.clone(), deadline)[0]
            found.append(best._replace(action=action))
        found.sort(key=lambda one: -one.mean)
        return found


def by_price(view: View, rng: Rng) -> Thought:
    """The choice by price, and its reason."""
    assert isinstance(view, WarView)
    action = int(pick(habit(int(view.public.players)), view.public, view.seat, view.hand, rng))
    if kind_of(action) != SQUAD:
        return Thought(action, reason(action))
    earnest = value_of(squad_mask(action)) >= IN_EARNEST
    code = "strong.squad.price" if earnest else "strong.squad.save"
    return Thought(action, Why(code, {"cards": cards_of(action)}))


def sergeant() -> Player:
    """Squads by price."""
    return PricePlayer()


def captain(worlds: int = 0) -> Player:
    """The best answer to what a few sampled enemies would send."""
    return SquadPlayer(worlds or CAPTAIN_WORLDS)


def general(worlds: int = 0) -> Player:
    """The same over many worlds."""
    return SquadPlayer(worlds or GENERAL_WORLDS)
