"""The levels of battalion-twins: how expected chips, beliefs and search go together."""

from __future__ import annotations

from ai.beliefs.battalion import attentive, careful
from ai.compositions.battalion import BattalionMethod, StrongPlayer, with_target
from ai.heuristics.battalion_twins_strong import TwinsStyle, attacks_for, pick_for
from ai.player import Player, Thought
from ai.reasons import reason
from ai.search.battalion_policies import StrongTwins
from ai.searching import SearchingPlayer
from engine.battalion.public import ATTACKING
from engine.battalion.view import BattalionView
from engine.game import View
from engine.rng import Rng

CAPTAIN_WORLDS = 8
GENERAL_WORLDS = 150
# Battles of a playout, the one that is weighed included, and the chips of a playout that was cut
# off by which a seat is e times likelier to win.
BATTLES = 3
SCALE = 9.0


def plain() -> TwinsStyle:
    """Heeds who laid no more of a suit in defence."""
    return TwinsStyle(careful(), 0.0, 0.0)


def inferring() -> TwinsStyle:
    """Heeds what was thrown away and taken as well."""
    return TwinsStyle(attentive(), 0.0, 0.0)


class TwinsMethod(BattalionMethod):
    """How battalion-twins is searched: attacks only."""

    def __init__(self, style: TwinsStyle, battles: int = BATTLES, scale: float = SCALE) -> None:
        super().__init__(style.leaning, StrongTwins(style), battles, scale)
        self._style = style

    def thumb(self, view: View, rng: Rng) -> Thought:
        assert isinstance(view, BattalionView)
        action = pick_for(self._style, view, rng)
        if view.public.phase == ATTACKING:
            return Thought(action, with_target("strong.attack.chips", action))
        return Thought(action, reason(action))

    def candidates(self, view: View, first: int, rng: Rng) -> list[int]:
        assert isinstance(view, BattalionView)
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
    """The same, searching in earnest."""
    return SearchingPlayer(TwinsMethod(inferring(), battles=5), worlds or GENERAL_WORLDS)
