"""The levels of Fight for the Lead: how chances, beliefs and search go together."""

from __future__ import annotations

from ai.beliefs.fight_for_the_lead import LeadModel, LikelyWorlds
from ai.compositions.battalion import StrongPlayer
from ai.heuristics.fight_for_the_lead_strong import LeadStyle, pick_for
from ai.player import Player, Thought
from ai.reasons import reason
from ai.search.expectation import Worlds
from ai.search.lead_deal import DealPolicy, MatchUtility
from ai.search.policy import Policy, Utility
from ai.searching import SearchingPlayer
from engine.fight_for_the_lead.view import LeadView
from engine.game import View
from engine.rng import Rng

CAPTAIN_WORLDS = 40
GENERAL_WORLDS = 300
PHASES = (0, 1, 2, 3)


class LeadMethod:
    """How Fight for the Lead is searched."""

    def __init__(
        self,
        style: LeadStyle,
        model: LeadModel,
        tries: int = 6,
        two: tuple[float, float] = (-5.0, 7.0),
        more: tuple[float, float] = (0.78, 0.85),
        phases: tuple[int, ...] = PHASES,
    ) -> None:
        self._style = style
        self._model = model
        self._tries = tries
        self._policy = DealPolicy(style)
        self._utility = MatchUtility(two, more)
        self._phases = phases

    def thumb(self, view: View, rng: Rng) -> Thought:
        action = pick_for(view, self._style, rng)
        return Thought(action, reason(action))

    def candidates(self, view: View, first: int, rng: Rng) -> list[int]:
        assert isinstance(view, LeadView)
        if view.public.phase not in self._phases:
            return [first]
        return [first, *[action for action in view.legal_actions() if action != first]]

    def worlds(self, view: View) -> Worlds:
        assert isinstance(view, LeadView)
        return LikelyWorlds(view, self._model, self._tries)

    def policy(self, view: View) -> Policy:
        return self._policy

    def utility(self, view: View) -> Utility:
        return self._utility

    def horizon(self, view: View) -> int:
        return 1


def sergeant() -> Player:
    """By chances."""
    return StrongPlayer(LeadMethod(LeadStyle(), LeadModel(True, True, True)))


def captain(worlds: int = 0) -> Player:
    """Heeds what the others did, and searches a little."""
    return SearchingPlayer(
        LeadMethod(LeadStyle(), LeadModel(True, True, True)), worlds or CAPTAIN_WORLDS
    )


def general(worlds: int = 0) -> Player:
    """The same, searching in earnest."""
    return SearchingPlayer(
        LeadMethod(LeadStyle(), LeadModel(True, True, True)), worlds or GENERAL_WORLDS
    )
