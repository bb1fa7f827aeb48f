"""What the reference players share."""

from __future__ import annotations

from collections.abc import Callable

from ai.player import Budget, Thought
from engine.game import View
from engine.rng import Rng


class ReferencePlayer:
    """A heuristic in plain Python, kept as it is: what it was measured against stays the same
    when the levels change. Whatever its heuristic says that is not allowed (it knows the default
    options best) becomes the first choice that is."""

    def __init__(self, pick: Callable[[View], int]) -> None:
        self._pick = pick

    def choose(self, view: View, budget: Budget, rng: Rng) -> Thought:
        if view.legal_count() == 1:
            return Thought(int(view.legal_nth(0)))
        action = self._pick(view)
        if view.refusal(action) is not None:
            action = int(view.legal_nth(0))
        return Thought(int(action))


def cards_held(view: View) -> list[int]:
    """The cards of a Battalion hand, in card order. (Handing its vector to a compiled function
    would cost memory that is never freed.)"""
    hand = view.hand  # type: ignore[attr-defined]
    return [card for card in range(52) for _ in range(int(hand[card]))]


def by_suit(cards: list[int]) -> list[list[int]]:
    """The cards of each suit, ascending."""
    return [[card for card in sorted(cards) if card // 13 == suit] for suit in range(4)]
