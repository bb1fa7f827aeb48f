"""Who plays on in imagined positions of General's War."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from ai.heuristics import generals_war_strong
from ai.heuristics.generals_war_strong import Habit
from ai.search.policy import Policy
from engine.game import State
from engine.generals_war.state import WarState
from engine.rng import Rng


@mypyc_attr(native_class=True)
class StrongWar(Policy):
    """General's War by price."""

    def __init__(self, habit: Habit) -> None:
        self.habit = habit

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, WarState)
        return generals_war_strong.pick(self.habit, state.public, seat, state.hands[seat], rng)
