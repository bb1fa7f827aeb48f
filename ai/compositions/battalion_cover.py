"""The levels of battalion-cover: how priced attacks, beliefs and search go together."""

from __future__ import annotations

from ai.beliefs.battalion import careful, keeping
from ai.beliefs.battalion_worlds import LeaningWorlds
from ai.compositions.battalion import BattalionMethod, StrongPlayer, with_cards
from ai.heuristics.battalion_cover_strong import CoverStyle, attacks_for, pick_for
from ai.player import Player, Thought, Why
from ai.reasons import reason
from ai.search.battalion_policies import StrongCover
from ai.search.expectation import Worlds
from ai.searching import SearchingPlayer
from engine.actions import DRAW_DISCARD
from engine.battalion.public import ATTACKING, BIDDING, DISCARDING, TAKING
from engine.battalion.view import BattalionView
from engine.game import View
from engine.rng import Rng

CAPTAIN_WORLDS = 60
GENERAL_WORLDS = 160
# Of a playout: battles a seat and battles more; and the chips by which a seat is e times likelier
# to win where it is cut off. Three or five battles in all are clearly worse.
TURNS = 2
BATTLES = 2
SCALE = 1.8
# With more seats than this the ranks of held cards are heeded.
FEW = 3
# More cards than that are not weighed in one attack, unless they are declared or all of a suit.
MOST_LAID = 4


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
        return [first, *[action for action in attacks_for(view, MOST_LAID) if action != first]]


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
    """Priced attacks, high cards kept, nothing declared."""
    return StrongPlayer(CoverMethod(priced()))


def captain(worlds: int = 0) -> Player:
    """The same, with a little search."""
    return SearchingPlayer(CoverMethod(priced()), worlds or CAPTAIN_WORLDS)


def general(worlds: int = 0) -> Player:
    """The same, searching in earnest."""
    return SearchingPlayer(CoverMethod(priced()), worlds or GENERAL_WORLDS)
