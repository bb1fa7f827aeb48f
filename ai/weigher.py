"""Weighs given choices in the same sampled worlds, from one view and nothing else."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from ai.beliefs.generals_war import WarWorlds
from ai.compositions.generals_war import PAST_HEAT, habit
from ai.heuristics.generals_war_strong import Habit, pick
from ai.levels import heuristic, level
from ai.player import Budget, Candidate, Thought, UnknownPlayer, Why
from ai.search.expectation import UniformWorlds, Worlds, expect
from ai.search.policies import ViewPolicy, thumb_policy
from ai.search.policy import PlaceUtility, Policy, RandomPolicy, Utility
from ai.searching import UNIT, Method, SearchingPlayer
from ai.weighing import PREFIX, strongest
from engine.game import Game, State, View
from engine.generals_war.state import WarState
from engine.generals_war.view import WarView
from engine.rng import Rng

CODE: Final = "weighed"
MOST_WORLDS: Final = 100_000
# A playout of a rule set without a method of its own is worth the same to all after so many
# choices.
LONG: Final = 2000


def read_weigher(text: str) -> Weigher:
    """The weigher written as ``text``. Raises UnknownPlayer."""
    try:
        _, worlds, codes = text.split(":")
        actions = [int(code, 16) for code in codes.split(",")]
        number = int(worlds)
    except ValueError:
        raise UnknownPlayer("malformed-player", text=text[:80], part=PREFIX) from None
    if not 1 <= number <= MOST_WORLDS:
        raise UnknownPlayer("malformed-player", text=text[:80], part=worlds[:20])
    return Weigher(number, actions)


class Weigher:
    """Expected shares of the first place of given choices, in the same sampled worlds.

    It answers with the best of those that the rules allow; ``Why.candidates`` has them all, best
    first, and ``Candidate.spread`` the standard error of the difference to the best (of the best
    itself, that of its own mean).
    """

    def __init__(self, worlds: int, actions: Sequence[int]) -> None:
        self.worlds = worlds
        self.actions = list(actions)

    def choose(self, view: View, budget: Budget, rng: Rng) -> Thought:
        deadline = 0.0 if budget.seconds is None else time.monotonic() + budget.seconds
        allowed = [action for action in self.actions if view.refusal(action) is None]
        if not allowed:
            allowed = [int(view.legal_nth(0))]
        worlds, policy, utility, horizon = _means(view)
        found = expect(
            worlds, view.seat, allowed, policy, utility, rng, self.worlds, horizon, deadline
        )
        candidates = tuple(
            Candidate(one.action, one.mean, one.gain_error if at else one.spread, 1 / len(found))
            for at, one in enumerate(found)
        )
        values: dict[str, object] = {"worlds": found[0].worlds, "unit": UNIT}
        return Thought(found[0].action, Why(CODE, values, candidates))


def _means(view: View) -> tuple[Worlds, Policy, Utility, int]:
    """What the strongest level searches with; where that is not told, uniform worlds that are
    played to their end by rules of thumb."""
    method = _method(view.game)
    if method is not None:
        return (
            method.worlds(view),
            method.policy(view),
            method.utility(view),
            method.horizon(view),
        )
    if isinstance(view, WarView):
        usual = habit(view.game.players)
        return WarWorlds(view, usual, PAST_HEAT), PricePolicy(usual), PlaceUtility(), LONG
    policy = thumb_policy(view.game.rules)
    if isinstance(policy, RandomPolicy):
        with contextlib.suppress(UnknownPlayer):
            policy = ViewPolicy(heuristic(view.game.rules))
    return UniformWorlds(view), policy, PlaceUtility(), LONG


class PricePolicy(Policy):
    """General's War as the sergeant plays it."""

    def __init__(self, usual: Habit) -> None:
        self.usual = usual

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, WarState)
        return pick(self.usual, state.public, seat, state.hands[seat], rng)


def _method(game: Game) -> Method | None:
    player = level(strongest(game), game)
    return player.method if isinstance(player, SearchingPlayer) else None
