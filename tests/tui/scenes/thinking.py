"""What levels think with in scenes: no figure depends on the machine or on how well they play."""

from __future__ import annotations

from collections.abc import Sequence

from ai.player import NO_LIMIT, Budget, Candidate, Thought, Why
from ai.weigher import read_weigher
from ai.weighing import is_weigher
from engine.game import View
from engine.rng import Rng


class Even:
    """Thinks alike on every machine, at once: figures that rise with the code of the choice."""

    async def start(self) -> None:
        pass

    async def stop(self) -> None:
        pass

    async def choose(self, view: View, level: str, rng: Rng, budget: Budget = NO_LIMIT) -> Thought:
        actions: Sequence[int] = view.legal_actions()[:4]
        if is_weigher(level):
            actions = read_weigher(level).actions
        figures = [Candidate(action, 0.2 + (action % 97) / 200, 0.02) for action in actions]
        figures.sort(key=lambda one: -(one.expected or 0.0))
        why = Why("searched.better", {"worlds": 150, "unit": "win"}, tuple(figures))
        return Thought(figures[0].action, why)
