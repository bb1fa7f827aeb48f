"""The levels of battalion-cover: how high cards, prices, beliefs and search go together."""

from __future__ import annotations

from ai.beliefs.battalion import careful, keeping
from ai.beliefs.battalion_worlds import LeaningWorlds
from ai.compositions.battalion import BattalionMethod, with_cards
from ai.heuristics.battalion_cover_strong import CoverStyle, attacks_for, highest_for, pick_for
from ai.player import Budget, Player, Thought, Why
from ai.reasons import reason
from ai.search.battalion_policies import StrongCover
from ai.search.expectation import Worlds
from ai.searching import SearchingPlayer
from ai.thumb import forced
from engine.actions import DRAW_DISCARD
from engine.battalion.public import ATTACKING, BIDDING, DISCARDING, TAKING
from engine.battalion.view import BattalionView
from engine.game import View
from engine.rng import Rng

CAPTAIN_WORLDS = 16
GENERAL_WORLDS = 260
# Standard errors that a captain gains on the best price at least: over so few worlds the best of
# several looks better than it is.
CAPTAIN_CAUTION = 2.0
# Of a playout: battles a seat and battles more; and the chips by which a seat is e times likelier
# to win where it is cut off. Three or five battles in all are clearly worse.
TURNS = 2
BATTLES = 2
SCALE = 1.8
# With more seats than this the ranks of held cards are heeded.
FEW = 3
# So many attacks are weighed, those of the best prices.
WEIGHED = 8


def priced() -> CoverStyle:
    """Attacks by price."""
    return CoverStyle(careful(), 0.3, 0.6, 8)


class CoverMethod(BattalionMethod):
    """How battalion-cover is searched: attacks only."""

    _ranked = keeping()

    def __init__(self, style: CoverStyle) -> None:
        super().__init__(style.leaning, StrongCover(style), TURNS, BATTLES, SCALE)
        self._style = style

    def thumb(self, view: View, rng: Rng) -> Thought:
        assert isinstance(view, BattalionView)
        action = pick_for(self._style, view, rng)
        return Thought(action, _why(view.public.phase, action))

    def worlds(self, view: View) -> Worlds:
        """With four seats and more it pays to heed which ranks are kept; with three it does not
        (docs/strength.md)."""
        assert isinstance(view, BattalionView)
        leaning = self._ranked if view.public.players > FEW else self._leaning
        return LeaningWorlds(view, leaning)

    def candidates(self, view: View, first: int, rng: Rng) -> list[int]:
        assert isinstance(view, BattalionView)
        if view.public.phase != ATTACKING:
            return [first]
        found = attacks_for(self._style, view, WEIGHED)
        return [first, *[action for action in found if action != first]]


class HighCardsPlayer:
    """Keeps high cards and declares nothing, as those above it do, but attacks with the two highest
    cards of a suit: rather of one that the neighbour lacks, at whatever price."""

    def __init__(self) -> None:
        self._style = priced()

    def choose(self, view: View, budget: Budget, rng: Rng) -> Thought:
        if view.legal_count() == 1:
            return forced(view)
        assert isinstance(view, BattalionView)
        if view.public.phase == ATTACKING:
            action = highest_for(self._style, view)
            return Thought(action, with_cards("strong.attack.highest", action))
        action = pick_for(self._style, view, rng)
        return Thought(action, _why(view.public.phase, action))


def _why(phase: int, action: int) -> Why:
    if phase == ATTACKING:
        return with_cards("strong.attack.price", action)
    if phase == DISCARDING:
        return with_cards("strong.discard.low", action)
    if phase == TAKING and action == DRAW_DISCARD:
        return Why("strong.draw.high", {})
    if phase == BIDDING:
        return Why("strong.bid.never", {})
    return reason(action)


def sergeant() -> Player:
    """The two highest of a suit, high cards kept, nothing declared."""
    return HighCardsPlayer()


def captain(worlds: int = 0) -> Player:
    """Attacks by price, heeding what the neighbour lacks, and a little search."""
    return SearchingPlayer(CoverMethod(priced()), worlds or CAPTAIN_WORLDS, CAPTAIN_CAUTION)


def general(worlds: int = 0) -> Player:
    """The same, searching in earnest."""
    return SearchingPlayer(CoverMethod(priced()), worlds or GENERAL_WORLDS)
