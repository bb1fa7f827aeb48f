"""The levels of Fight for the Lead: how chances, beliefs and search go together.

Every kind of choice is searched: in each sampled world the deal is played on by chances, where two
seats play to its tricks only, which are then solved with all cards known.
"""

from __future__ import annotations

from ai.beliefs.fight_for_the_lead import LeadModel, LikelyWorlds
from ai.compositions.battalion import StrongPlayer, with_cards
from ai.heuristics.fight_for_the_lead_strong import LeadStyle, pick_for
from ai.player import Budget, Player, Thought, Why
from ai.reasons import reason
from ai.search.expectation import Worlds
from ai.search.lead_deal import DealPolicy, MatchUtility
from ai.search.policy import Policy, Utility
from ai.searching import SearchingPlayer
from engine.actions import ENTER
from engine.fight_for_the_lead.terms import ENTERING, EXCHANGING, FIGHTING, LAPSES, TRICKS
from engine.fight_for_the_lead.view import LeadView
from engine.game import View
from engine.rng import Rng

# With two seats far fewer do for the captain: over 120 it is as strong there as the general.
CAPTAIN_WORLDS_OF_TWO = 30
CAPTAIN_WORLDS = 120
GENERAL_WORLDS = 800
TRIES = 6
PHASES = (ENTERING, FIGHTING, EXCHANGING, TRICKS)
# Fitted to self-play: chances of the first place by chips before each deal.
SCALE_OF_TWO = (-5.0, 7.0)
SCALE_OF_MORE = (0.78, 0.85)


class LeadMethod:
    """How Fight for the Lead is searched.

    tries: deals to a seat for each that a world keeps. two, more: the scale of a match's worth, for
    two seats and for more (``MatchUtility``). phases: of the choices that are searched.
    """

    def __init__(
        self,
        style: LeadStyle,
        model: LeadModel,
        tries: int = TRIES,
        two: tuple[float, float] = SCALE_OF_TWO,
        more: tuple[float, float] = SCALE_OF_MORE,
        phases: tuple[int, ...] = PHASES,
    ) -> None:
        self._style = style
        self._model = model
        self._tries = tries
        self._policy = DealPolicy(style)
        self._utility = MatchUtility(two, more)
        self._phases = phases

    def thumb(self, view: View, rng: Rng) -> Thought:
        assert isinstance(view, LeadView)
        action = pick_for(view, self._style, rng)
        return Thought(action, _why(view, action))

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


def _why(view: LeadView, action: int) -> Why:
    public = view.public
    if public.phase == FIGHTING:
        return with_cards("strong.fight.spare", action)
    if public.phase == TRICKS and public.laid == 0:
        return with_cards("strong.lead.likeliest", action)
    if public.phase == ENTERING and action == ENTER and public.debts[view.seat] > 0:
        return Why("strong.enter.last" if public.terms.debt == LAPSES else "thumb.enter", {})
    return reason(action)


def heeding() -> LeadModel:
    """Heeds fight cards and what was played; exchanges tell too little (``docs/strength.md``)."""
    return LeadModel(True, False, True)


def sergeant() -> Player:
    """By chances."""
    return StrongPlayer(LeadMethod(LeadStyle(), heeding()))


class TablePlayer:
    """two: who plays at tables of two. more: who plays at larger ones."""

    def __init__(self, two: Player, more: Player) -> None:
        self._two = two
        self._more = more

    def choose(self, view: View, budget: Budget, rng: Rng) -> Thought:
        player = self._two if view.game.players == 2 else self._more
        return player.choose(view, budget, rng)


def captain(worlds: int = 0) -> Player:
    """Heeds what the others did, and searches a little."""
    method = LeadMethod(LeadStyle(), heeding())
    return TablePlayer(
        SearchingPlayer(method, worlds or CAPTAIN_WORLDS_OF_TWO),
        SearchingPlayer(method, worlds or CAPTAIN_WORLDS),
    )


def general(worlds: int = 0) -> Player:
    """The same, searching in earnest."""
    return SearchingPlayer(LeadMethod(LeadStyle(), heeding()), worlds or GENERAL_WORLDS)
