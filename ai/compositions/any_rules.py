"""The upper levels of a rule set that has none of its own: tree search over sampled worlds."""

from __future__ import annotations

import time
from typing import Final

from ai.player import Budget, Candidate, Player, Thought, Why
from ai.search.expectation import UniformWorlds
from ai.search.ismcts import search
from ai.search.policies import ViewPolicy
from ai.search.policy import PlaceUtility, Policy, RandomPolicy
from ai.searching import NAMED, UNIT
from ai.thumb import Heuristic, forced
from engine.game import View
from engine.rng import Rng

# Simulations a choice: plug-ins may be plain Python, in which one takes a millisecond and more.
SERGEANT_SIMULATIONS: Final = 30
CAPTAIN_SIMULATIONS: Final = 100
GENERAL_SIMULATIONS: Final = 400
EXPLORATION: Final = 0.7
# A playout that long is worth the same to everybody.
MOST_CHOICES: Final = 1000


class AnyRules:
    """pick_for: the rules of thumb by which simulations are played out; None: at random."""

    def __init__(self, pick_for: Heuristic | None) -> None:
        self._policy: Policy = RandomPolicy() if pick_for is None else ViewPolicy(pick_for)

    def sergeant(self) -> Player:
        """A short search."""
        return TreePlayer(self._policy, SERGEANT_SIMULATIONS)

    def captain(self, worlds: int = 0) -> Player:
        """A longer one, a simulation a sampled world."""
        return TreePlayer(self._policy, worlds or CAPTAIN_SIMULATIONS)

    def general(self, worlds: int = 0) -> Player:
        """A long one."""
        return TreePlayer(self._policy, worlds or GENERAL_SIMULATIONS)


class TreePlayer:
    """Makes the choice that a tree search over uniformly sampled worlds visits most."""

    def __init__(self, policy: Policy, simulations: int) -> None:
        self._policy = policy
        self._simulations = simulations

    def choose(self, view: View, budget: Budget, rng: Rng) -> Thought:
        if view.legal_count() == 1:
            return forced(view)
        deadline = 0.0 if budget.seconds is None else time.monotonic() + budget.seconds
        found = search(
            UniformWorlds(view),
            view.seat,
            self._policy,
            PlaceUtility(),
            rng,
            self._simulations,
            EXPLORATION,
            MOST_CHOICES,
            deadline,
        )
        made = sum(one.visits for one in found)
        candidates = tuple(
            Candidate(one.action, one.mean, None, one.visits / made) for one in found[:NAMED]
        )
        values: dict[str, object] = {"worlds": made, "unit": UNIT}
        if deadline > 0.0 and made < self._simulations:
            values["cut"] = 1
        return Thought(found[0].action, Why("searched.tree", values, candidates))
