"""Who plays on in imagined positions of Battalion, and what those are worth when cut off."""

from __future__ import annotations

from math import exp

from mypy_extensions import i64, mypyc_attr

from ai.heuristics import battalion_cover_strong, battalion_twins_strong
from ai.heuristics.battalion_cover_strong import CoverStyle
from ai.heuristics.battalion_twins_strong import TwinsStyle
from ai.search.policy import Policy, Utility
from engine.battalion import hands as held
from engine.battalion.public import DEFENDING, OVER
from engine.battalion.state import BattalionState
from engine.battalion_cover.public import CoverPublic
from engine.battalion_twins.public import TwinsPublic
from engine.game import State
from engine.rng import Rng


@mypyc_attr(native_class=True)
class BattlePolicy(Policy):
    """Plays a battle to its end at one go, so that playouts are cut off between battles."""

    def play(self, state: State, seat: i64, rng: Rng) -> None:
        assert isinstance(state, BattalionState)
        state.play(seat, self.choose(state, seat, rng), None)
        while state.public.phase == DEFENDING:
            defender = state.public.turn
            state.play(defender, self.choose(state, defender, rng), None)


@mypyc_attr(native_class=True)
class StrongTwins(BattlePolicy):
    """battalion-twins by expected chips."""

    def __init__(self, style: TwinsStyle) -> None:
        self.style = style

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, BattalionState)
        public = state.public
        assert isinstance(public, TwinsPublic)
        return battalion_twins_strong.pick(
            self.style, public, seat, state.hands, seat * held.HAND, rng
        )


@mypyc_attr(native_class=True)
class StrongCover(BattlePolicy):
    """battalion-cover by priced attacks."""

    def __init__(self, style: CoverStyle) -> None:
        self.style = style

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, BattalionState)
        public = state.public
        assert isinstance(public, CoverPublic)
        return battalion_cover_strong.pick(
            self.style, public, seat, state.hands, seat * held.HAND, rng
        )


@mypyc_attr(native_class=True)
class ChipsUtility(Utility):
    """The share of the first place: as it is at the end, before it softmax(chips / ``scale``)."""

    def __init__(self, scale: float) -> None:
        self.scale = scale

    def values(self, state: State) -> list[float]:
        assert isinstance(state, BattalionState)
        public = state.public
        values: list[float] = []
        total = 0.0
        if public.phase == OVER:
            for place in public.place:
                share = 1.0 if place == 1 else 0.0
                values.append(share)
                total += share
        else:
            for chips in public.chips:
                share = exp(float(int(chips)) / self.scale)
                values.append(share)
                total += share
        return [share / total for share in values]
