"""A rule set in plain Python plays on this build as ours do, and so do players' own parts."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator

import pytest

from ai.levels import levels_for
from ai.search.expectation import UniformWorlds, Worlds, expect
from ai.search.ismcts import search
from ai.search.playout import play_out, random_playouts
from ai.search.policies import ViewPolicy, thumb_policy
from ai.search.policy import PlaceUtility, Policy, RandomPolicy, Utility
from engine.actions import FIGHT, card_of, kind_of
from engine.chance import SeededChance, seed_from_text
from engine.game import State, View
from engine.registry import rule_sets
from engine.rng import Rng, rng_from
from tests.contract import test_rule_sets
from tests.support.high_card import RULES, HighCardState

Promise = Callable[[str, int], None]
# Everything that is promised of a rule set at a table.
PROMISES: list[Promise] = [
    found
    for name, found in vars(test_rule_sets).items()
    if name.startswith("test_") and {"name", "players"} <= set(inspect.signature(found).parameters)
]


@pytest.fixture
def plugged() -> Iterator[None]:
    """The plug-in is registered, as by its entry point."""
    assert RULES.id not in rule_sets()
    rule_sets()[RULES.id] = RULES
    yield
    del rule_sets()[RULES.id]


@pytest.mark.usefixtures("plugged")
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_a_plug_in_keeps_every_promise_of_a_rule_set(promise: Promise, players: int) -> None:
    promise(name=RULES.id, players=players)  # type: ignore[call-arg]


def test_all_promises_were_found() -> None:
    assert len(PROMISES) >= 10


def start(players: int = 3) -> State:
    return RULES.game(players).start(0, SeededChance(seed_from_text("plug-in")))


class HighestFirst(Policy):
    """The highest card held."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return max(state.legal_actions(seat), key=lambda action: card_of(action) % 13)


class Points(Utility):
    """Each seat's share of the points."""

    def values(self, state: State) -> list[float]:
        assert isinstance(state, HighCardState)
        total = sum(state.public.points)
        return [points / total if total else 0.0 for points in state.public.points]


class Weighted(Worlds):
    """Worlds in which the others hold high cards count more."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.drawn = 0

    def draw(self, rng: Rng) -> State:
        self.drawn += 1
        return self.view.sample(rng)

    def weight(self) -> float:
        return 1.0 + self.drawn % 2


def highest_by_view(view: View, rng: Rng) -> int:
    return max(view.legal_actions(), key=lambda action: card_of(action) % 13)


def test_playouts_run_in_the_kernels_and_leave_the_start_alone() -> None:
    state = start()
    before = state.snapshot()
    assert random_playouts(state, 20, rng_from("plug-in")) > 20 * 3
    assert state.snapshot() == before
    ends = []
    for policy in (HighestFirst(), ViewPolicy(highest_by_view)):
        copy = state.clone()
        play_out(copy, policy, rng_from("highest"), 0)
        ends.append(copy.snapshot())
    assert ends[0] == ends[1]
    assert isinstance(thumb_policy(RULES.id), RandomPolicy)


def test_expectation_weighs_the_choices_of_a_plug_in_with_parts_in_plain_python() -> None:
    state = start()
    seat = state.actors()[0]
    candidates = state.legal_actions(seat)
    worlds = Weighted(state.view(seat))
    found = expect(worlds, seat, candidates, HighestFirst(), Points(), rng_from("e"), 40, 0)
    assert worlds.drawn == 40
    assert {one.action for one in found} == set(candidates)
    assert 0.0 < found[0].mean < 1.0
    again = expect(
        Weighted(state.view(seat)), seat, candidates, HighestFirst(), Points(), rng_from("e"), 40, 0
    )
    assert again == found


def test_tree_search_serves_a_plug_in() -> None:
    state = RULES.game(2, {"hand": 2}).start(0, SeededChance(seed_from_text("two rounds")))
    while kind_of(state.legal_actions(state.actors()[0])[0]) == FIGHT:
        state.play_random(state.next_actor(), rng_from("lay"))
    seat = state.actors()[0]
    found = search(
        UniformWorlds(state.view(seat)),
        seat,
        RandomPolicy(),
        PlaceUtility(),
        rng_from("tree"),
        400,
        0.7,
        0,
    )
    assert {one.action for one in found} == set(state.legal_actions(seat))
    assert sum(one.visits for one in found) == 400


def test_the_levels_play_a_plug_in_as_far_as_they_need_no_rules_of_thumb() -> None:
    assert "random" in levels_for(RULES.game(2))
