"""The levels of battalion-twins: how expected chips, beliefs and search go together."""

from __future__ import annotations

from ai.beliefs.battalion import attentive, careful
from ai.compositions.battalion import (
    BattalionMethod,
    PhasedPlayer,
    StrongPlayer,
    acquired,
    with_target,
)
from ai.heuristics.battalion_twins_strong import TwinsStyle, attacks_for, pick_for
from ai.player import Player, Thought
from ai.reasons import reason
from ai.search.battalion_policies import StrongTwins
from ai.searching import SearchingPlayer
from engine.battalion.public import ATTACKING, DISCARDING, TAKING
from engine.battalion.view import BattalionView
from engine.game import View
from engine.rng import Rng

CAPTAIN_WORLDS = 4
GENERAL_WORLDS = 120
# Battles of a playout, the one that is weighed included, and the chips by which a seat is e times
# likelier to win where it is cut off.
CAPTAIN_BATTLES = 3
GENERAL_BATTLES = 8
SCALE = 9.0
# Acquisition is weighed over a part of the worlds, in playouts with fewer battles.
ACQUISITION_PART = 4
ACQUISITION_BATTLES = 5


def plain() -> TwinsStyle:
    """Heeds who laid no more of a suit in defence."""
    return TwinsStyle(careful(), 0.0, 0.0)


def inferring() -> TwinsStyle:
    """Heeds what was thrown away and taken as well."""
    return TwinsStyle(attentive(), 0.0, 0.0)


class TwinsMethod(BattalionMethod):
    """How battalion-twins is searched: attacks, and acquisition if ``acquisition`` says so."""

    def __init__(
        self, style: TwinsStyle, battles: int = CAPTAIN_BATTLES, *, acquisition: bool = False
    ) -> None:
        super().__init__(style.leaning, StrongTwins(style), 0, battles, SCALE)
        self._acquisition = acquisition
        self._style = style

    def thumb(self, view: View, rng: Rng) -> Thought:
        assert isinstance(view, BattalionView)
        action = pick_for(self._style, view, rng)
        if view.public.phase == ATTACKING:
            return Thought(action, with_target("strong.attack.chips", action))
        return Thought(action, reason(action))

    def candidates(self, view: View, first: int, rng: Rng) -> list[int]:
        assert isinstance(view, BattalionView)
        if self._acquisition and view.public.phase in (TAKING, DISCARDING):
            return acquired(view, first)
        if view.public.phase != ATTACKING:
            return [first]
        return [first, *[action for action in attacks_for(view) if action != first]]


def sergeant() -> Player:
    """Expected chips, heeding who laid no more of a suit in defence."""
    return StrongPlayer(TwinsMethod(plain()))


def captain(worlds: int = 0) -> Player:
    """Heeds acquisition as well, and searches a little."""
    return SearchingPlayer(TwinsMethod(inferring()), worlds or CAPTAIN_WORLDS)


def general(worlds: int = 0) -> Player:
    """The same, searching in earnest, acquisition too."""
    worlds = worlds or GENERAL_WORLDS
    early = TwinsMethod(inferring(), ACQUISITION_BATTLES, acquisition=True)
    return PhasedPlayer(
        SearchingPlayer(early, max(1, worlds // ACQUISITION_PART)),
        SearchingPlayer(TwinsMethod(inferring(), GENERAL_BATTLES), worlds),
    )
