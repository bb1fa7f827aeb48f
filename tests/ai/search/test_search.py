"""Playouts, expectation and tree search on positions whose best choice is known."""

from __future__ import annotations

import time

import pytest

from ai.search.expectation import UniformWorlds, expect, weigh
from ai.search.ismcts import search
from ai.search.playout import play_out, random_playouts
from ai.search.policy import PlaceUtility, RandomPolicy
from engine.chance import FastChance, SeededChance, seed_from_text
from engine.game import State
from engine.registry import rule_set
from engine.rng import rng_from
from tests.support.dealing import begin, do
from tests.support.random_games import TABLE_IDS, TABLES

# Seat 1 wins at once with its two kings and the queen: the target is reached.
WIN = ("2S 3S 4S 5S 6S", "KH KD QH 2H 3H")


def winning() -> State:
    game = rule_set("generals-war").game(2, {"target": 45})
    return do(begin(game, WIN), "1 ready", "0 ready")


def squad(state: State, text: str) -> int:
    return state.game.parse_action(text)[1]


def test_expectation_finds_the_winning_squad() -> None:
    state = winning()
    candidates = state.legal_actions(1)
    rng = rng_from("expectation")
    view = state.view(1)
    found = expect(UniformWorlds(view), 1, candidates, RandomPolicy(), PlaceUtility(), rng, 60, 0)
    assert len(found) == len(candidates)
    assert found[0].action == squad(state, "1 squad QH KH KD")
    assert found[0].mean > 0.9
    assert found[0].worlds == 60
    assert found[0].gain_error == 0.0
    assert [one.mean for one in found] == sorted([one.mean for one in found], reverse=True)


def test_tree_search_visits_the_winning_squad_most() -> None:
    state = winning()
    found = search(
        UniformWorlds(state.view(1)),
        1,
        RandomPolicy(),
        PlaceUtility(),
        rng_from("tree"),
        600,
        0.7,
        0,
    )
    assert found[0].action == squad(state, "1 squad QH KH KD")
    assert sum(one.visits for one in found) == 600


def test_a_search_repeats_exactly() -> None:
    state = winning()
    one, two = (
        search(
            UniformWorlds(state.view(1)),
            1,
            RandomPolicy(),
            PlaceUtility(),
            rng_from("r"),
            100,
            0.7,
            0,
        )
        for _ in range(2)
    )
    assert one == two


def test_after_the_deadline_one_world_is_still_played() -> None:
    state = winning()
    past = time.monotonic() - 1.0
    found = expect(
        UniformWorlds(state.view(1)),
        1,
        state.legal_actions(1)[:2],
        RandomPolicy(),
        PlaceUtility(),
        rng_from("late"),
        500,
        0,
        past,
    )
    assert [one.worlds for one in found] == [1, 1]
    visited = search(
        UniformWorlds(state.view(1)),
        1,
        RandomPolicy(),
        PlaceUtility(),
        rng_from("late"),
        5000,
        0.7,
        0,
        past,
    )
    assert 1 <= sum(one.visits for one in visited) <= 16


def test_candidates_are_compared_in_pairs() -> None:
    # B is better than A by exactly 0.1 in every world, though worlds differ widely.
    worlds = [0.1, 0.9, 0.4, 0.6]
    better, worse = weigh([1, 2], [1.0] * 4, [worlds, [value + 0.1 for value in worlds]])
    assert (better.action, worse.action) == (2, 1)
    assert better.mean == pytest.approx(0.6)
    assert worse.gain_error == pytest.approx(0.0, abs=1e-9)
    assert worse.spread > 0.1


def test_weights_shift_the_mean() -> None:
    (one,) = weigh([7], [3.0, 1.0], [[1.0, 0.0]])
    assert one.mean == pytest.approx(0.75)


@pytest.mark.parametrize(("name", "players"), TABLES, ids=TABLE_IDS)
def test_playouts_end_every_game_and_leave_the_start_alone(name: str, players: int) -> None:
    game = rule_set(name).game(players)
    state = game.start(0, SeededChance(seed_from_text("playouts")))
    before = state.snapshot()
    assert random_playouts(state, 2, rng_from("playouts")) > 2
    assert state.snapshot() == before
    copy = state.clone()
    copy.chance = FastChance(rng_from("cut"))
    assert play_out(copy, RandomPolicy(), rng_from("cut"), 5) == 5
    assert not copy.is_over()
    values = PlaceUtility().values(copy)
    assert values == [1 / players] * players


@pytest.mark.parametrize(("name", "players"), TABLES, ids=TABLE_IDS)
def test_tree_search_serves_any_rule_set(name: str, players: int) -> None:
    game = rule_set(name).game(players)
    rng = rng_from("any rule set", name)
    state = game.start(0, SeededChance(seed_from_text("any")))
    for _ in range(3):
        seat = state.actors()[-1]
        found = search(
            UniformWorlds(state.view(seat)), seat, RandomPolicy(), PlaceUtility(), rng, 30, 0.7, 60
        )
        assert found
        assert {one.action for one in found} <= set(state.legal_actions(seat))
        assert all(0.0 <= one.mean <= 1.0 for one in found)
        state.play(seat, found[0].action, None)


def test_halving_drops_the_worse_half_and_never_the_first_candidate() -> None:
    state = winning()
    candidates = state.legal_actions(1)
    worst_first = [squad(state, "1 squad 2H 3H QH"), *candidates]
    found = expect(
        UniformWorlds(state.view(1)),
        1,
        worst_first,
        RandomPolicy(),
        PlaceUtility(),
        rng_from("halving"),
        80,
        0,
        0.0,
        2,
    )
    assert len(found) == len(worst_first)
    assert found[0].action == squad(state, "1 squad QH KH KD")
    whole = [one for one in found if one.worlds == 80]
    assert worst_first[0] in [one.action for one in whole]
    assert len(whole) == 3
    assert sorted({one.worlds for one in found}) == [26, 53, 80]
