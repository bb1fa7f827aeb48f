"""Playouts by rule of thumb: every seat of an imagined position plays as a corporal would.

One policy a rule set, each no more than a door to the rules of thumb in ``ai.heuristics``: it hands
them the public part and the cards of the seat that is asked, so what the others hold plays no part.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy_extensions import i64, mypyc_attr

from ai.heuristics import battalion_cover, battalion_twins, fight_for_the_lead, generals_war
from ai.search.policy import Policy, RandomPolicy
from engine.battalion import hands as held
from engine.battalion.state import BattalionState
from engine.battalion_cover.public import CoverPublic
from engine.battalion_twins.public import TwinsPublic
from engine.fight_for_the_lead.state import LeadState
from engine.game import State, View
from engine.generals_war.state import WarState
from engine.rng import Rng


@mypyc_attr(native_class=True)
class TwinsPolicy(Policy):
    """battalion-twins by rule of thumb."""

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, BattalionState)
        public = state.public
        assert isinstance(public, TwinsPublic)
        return battalion_twins.pick(public, seat, state.hands, seat * held.HAND, rng)


@mypyc_attr(native_class=True)
class CoverPolicy(Policy):
    """battalion-cover by rule of thumb."""

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, BattalionState)
        public = state.public
        assert isinstance(public, CoverPublic)
        return battalion_cover.pick(public, seat, state.hands, seat * held.HAND, rng)


@mypyc_attr(native_class=True)
class LeadPolicy(Policy):
    """Fight for the Lead by rule of thumb."""

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, LeadState)
        return fight_for_the_lead.pick(state.public, seat, state.hand(seat), rng)


@mypyc_attr(native_class=True)
class WarPolicy(Policy):
    """General's War by rule of thumb."""

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, WarState)
        return generals_war.pick(state.public, seat, state.hands[seat], rng)


@mypyc_attr(native_class=True)
class ViewPolicy(Policy):
    """Rules of thumb of a plug-in, which choose by a view: a view a choice, so it is not fast."""

    def __init__(self, pick_for: Callable[[View, Rng], int]) -> None:
        self.pick_for = pick_for

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        if state.legal_count(seat) == 1:
            return state.legal_nth(seat, 0)
        return self.pick_for(state.view(int(seat)), rng)


def thumb_policy(rules: str) -> Policy:
    """The rules of thumb of a rule set of ours; random choices for any other."""
    if rules == "battalion-twins":
        return TwinsPolicy()
    if rules == "battalion-cover":
        return CoverPolicy()
    if rules == "fight-for-the-lead":
        return LeadPolicy()
    if rules == "generals-war":
        return WarPolicy()
    return RandomPolicy()
