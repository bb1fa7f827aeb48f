"""The baseline: every choice equally likely."""

from __future__ import annotations

from ai.player import Budget, Thought
from engine.game import View
from engine.rng import Rng


class RandomPlayer:
    """Chooses among all legal choices, each equally likely."""

    def choose(self, view: View, budget: Budget, rng: Rng) -> Thought:
        return Thought(random_action(view, rng))


def random_action(view: View, rng: Rng) -> int:
    """One of the choices of the view's seat; no number is drawn where there is only one."""
    total = view.legal_count()
    return int(view.legal_nth(rng.below(total) if total > 1 else 0))
