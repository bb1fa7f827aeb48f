"""What the levels of both Battalion games share."""

from __future__ import annotations

from ai.beliefs.battalion import Leaning
from ai.beliefs.battalion_worlds import LeaningWorlds
from ai.player import Budget, Player, Thought, Why
from ai.search.battalion_policies import BattlePolicy, ChipsUtility
from ai.search.expectation import Worlds
from ai.search.policy import Policy, Utility
from ai.searching import Method
from ai.thumb import forced
from engine.actions import cards_of, target_of
from engine.battalion.public import DISCARDING, TAKING
from engine.battalion.view import BattalionView
from engine.game import View
from engine.rng import Rng


class BattalionMethod:
    """How a Battalion game is searched, the heuristic and its candidates left open.

    turns, battles: a playout has ``turns`` battles a seat and ``battles`` more, the one that is
    weighed included. scale: chips by which a seat is e times likelier to win where a playout is
    cut off.
    """

    def __init__(
        self, leaning: Leaning, policy: BattlePolicy, turns: int, battles: int, scale: float
    ) -> None:
        self._leaning = leaning
        self._policy = policy
        self._utility = ChipsUtility(scale)
        self._turns = turns
        self._battles = battles

    def worlds(self, view: View) -> Worlds:
        assert isinstance(view, BattalionView)
        return LeaningWorlds(view, self._leaning)

    def policy(self, view: View) -> Policy:
        return self._policy

    def utility(self, view: View) -> Utility:
        return self._utility

    def horizon(self, view: View) -> int:
        assert isinstance(view, BattalionView)
        public = view.public
        battles = self._turns * int(public.players) + self._battles
        if public.phase == TAKING or public.phase == DISCARDING:
            # What is left of acquisition, two choices a turn, and of the bidding comes first.
            left = 2 * int(public.turns_left) - (1 if public.phase == DISCARDING else 0)
            return left + int(public.players) + battles
        return battles


class PhasedPlayer:
    """early: who plays acquisition. late: who plays the rest."""

    def __init__(self, early: Player, late: Player) -> None:
        self.early = early
        self.late = late

    def choose(self, view: View, budget: Budget, rng: Rng) -> Thought:
        assert isinstance(view, BattalionView)
        acquiring = view.public.phase == TAKING or view.public.phase == DISCARDING
        return (self.early if acquiring else self.late).choose(view, budget, rng)


def acquired(view: BattalionView, first: int) -> list[int]:
    """The choices of acquisition, ``first`` first: what to take, or which card to throw away."""
    return [first, *[action for action in view.legal_actions() if action != first]]


class StrongPlayer:
    """Plays a method's choice without search."""

    def __init__(self, method: Method) -> None:
        self._method = method

    def choose(self, view: View, budget: Budget, rng: Rng) -> Thought:
        if view.legal_count() == 1:
            return forced(view)
        return self._method.thumb(view, rng)


def with_cards(code: str, action: int) -> Why:
    """A reason that names the cards chosen."""
    return Why(code, {"cards": cards_of(action)})


def with_target(code: str, action: int) -> Why:
    """A reason that names the seat attacked and the cards."""
    return Why(code, {"seat": int(target_of(action)), "cards": cards_of(action)})
