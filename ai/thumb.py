"""Players by rule of thumb: the careful one, and the one who often does not look."""

from __future__ import annotations

from collections.abc import Callable

from ai.player import Budget, Player, Thought, Why
from ai.random_player import random_action
from ai.reasons import reason
from engine.game import View
from engine.rng import Rng

# The choice of the view's seat, which is asked now and has more than one.
Heuristic = Callable[[View, Rng], int]


class ThumbPlayer:
    """Follows the rules of thumb of one rule set."""

    def __init__(self, pick_for: Heuristic) -> None:
        self._pick_for = pick_for

    def choose(self, view: View, budget: Budget, rng: Rng) -> Thought:
        if view.legal_count() == 1:
            return forced(view)
        action = self._pick_for(view, rng)
        return Thought(action, reason(action))


class CarelessPlayer:
    """Plays as another one, but makes ``careless`` of ten choices without looking."""

    def __init__(self, inner: Player, careless: int) -> None:
        self._inner = inner
        self._careless = careless

    def choose(self, view: View, budget: Budget, rng: Rng) -> Thought:
        if view.legal_count() == 1:
            return forced(view)
        if rng.below(10) < self._careless:
            return Thought(random_action(view, rng), Why("careless", {}))
        return self._inner.choose(view, budget, rng)


def forced(view: View) -> Thought:
    """The only choice there is."""
    return Thought(int(view.legal_nth(0)), Why("forced", {}))
