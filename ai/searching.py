"""The player that searches: a rule of thumb, checked by expectation over sampled worlds.

What it needs of a rule set is a ``Method``. It leaves the rule of thumb only for a choice that
gains more than ``caution`` standard errors in the same worlds: without that, noise makes a search
over few worlds weaker than the rule it started from.
"""

from __future__ import annotations

import time
from typing import Final, Protocol

from ai.player import Budget, Candidate, Thought, Why
from ai.search.expectation import Weighed, Worlds, expect
from ai.search.policy import Policy, Utility
from ai.thumb import forced
from engine.game import View
from engine.rng import Rng

# How many candidates a reason names.
NAMED: Final = 8
# The unit of expected results: the share of the first place.
UNIT: Final = "win"


class Method(Protocol):
    """How a rule set is searched. Every part sees the view of the seat that chooses, no more."""

    def thumb(self, view: View, rng: Rng) -> Thought:
        """The choice without search, and its reason."""
        ...

    def candidates(self, view: View, first: int, rng: Rng) -> list[int]:
        """The choices to weigh, ``first`` (the choice without search) first. With fewer than two
        the choice is made without search."""
        ...

    def worlds(self, view: View) -> Worlds:
        """Where imagined positions come from, weighted by what the others did."""
        ...

    def policy(self, view: View) -> Policy:
        """Who plays on in imagined positions."""
        ...

    def utility(self, view: View) -> Utility:
        """What their ends are worth."""
        ...

    def horizon(self, view: View) -> int:
        """After how many choices a playout is cut off; 0: never."""
        ...


class SearchingPlayer:
    """worlds: sampled worlds a choice. caution: standard errors by which a choice must gain.
    halvings: how often the worse half of the candidates is dropped."""

    def __init__(
        self, method: Method, worlds: int, caution: float = 1.0, halvings: int = 2
    ) -> None:
        self._method = method
        self._worlds = worlds
        self._caution = caution
        self._halvings = halvings

    @property
    def method(self) -> Method:
        """How it searches."""
        return self._method

    def choose(self, view: View, budget: Budget, rng: Rng) -> Thought:
        if view.legal_count() == 1:
            return forced(view)
        deadline = 0.0 if budget.seconds is None else time.monotonic() + budget.seconds
        method = self._method
        first = method.thumb(view, rng)
        candidates = method.candidates(view, first.action, rng)
        if len(candidates) < 2:
            return first
        weighed = expect(
            method.worlds(view),
            view.seat,
            candidates,
            method.policy(view),
            method.utility(view),
            rng,
            self._worlds,
            method.horizon(view),
            deadline,
            self._halvings,
        )
        chosen = decided(weighed, first.action, self._caution)
        cut = deadline > 0.0 and weighed[0].worlds < self._worlds
        return Thought(chosen.action, searched(weighed, chosen, first.action, cut))


def decided(weighed: list[Weighed], first: int, caution: float) -> Weighed:
    """The best of ``weighed`` (best first), or ``first`` if the gain over it is not sure enough."""
    best = weighed[0]
    for one in weighed:
        if one.action == first:
            sure = best.mean - one.mean > caution * one.gain_error
            return best if sure and one.worlds > 1 else one
    return best


def searched(weighed: list[Weighed], chosen: Weighed, first: int, cut: bool) -> Why:
    """The reason of a choice that was searched: what each candidate is expected to bring."""
    total = sum(one.worlds for one in weighed) or 1
    named = [chosen, *[one for one in weighed if one.action != chosen.action]][:NAMED]
    candidates = tuple(
        Candidate(one.action, one.mean, one.spread, one.worlds / total) for one in named
    )
    code = "searched.thumb" if chosen.action == first else "searched.better"
    values: dict[str, object] = {"worlds": chosen.worlds, "unit": UNIT}
    if cut:
        values["cut"] = 1
    return Why(code, values, candidates)
