"""Codes and snapshots that nobody should send are refused by name, whatever they hold."""

from __future__ import annotations

import copy
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import ASSAULT, ATTACK, DEFEND, sorted_action
from engine.chance import FastChance
from engine.game import State
from engine.refusals import BadSnapshot, BrokenState
from engine.registry import rule_set
from engine.rng import rng_from
from tests.support.random_games import any_position

both = pytest.mark.parametrize("rules", ["battalion-twins", "battalion-cover"])
codes = st.one_of(
    st.integers(0, 2**62),
    st.integers(-(2**20), 2**20),
    # A kind, a target, a size and anything after them.
    st.builds(
        lambda kind, target, size, rest: kind | target << 5 | size << 8 | rest << 12,
        st.integers(0, 31),
        st.integers(0, 7),
        st.integers(0, 15),
        st.integers(0, 2**20),
    ),
)


@cache
def position(rules: str, seed: int) -> tuple[State, tuple[int, ...]]:
    """A position of some random game and what its seat may choose."""
    state = any_position(rule_set(rules).game(3 + seed % 3), seed)
    return state, tuple(state.legal_actions(state.actors()[0]))


@both
def test_a_defence_without_an_attack_is_refused_by_name(rules: str) -> None:
    state = next(
        position(rules, seed)[0]
        for seed in range(31)
        if position(rules, seed)[0].snapshot()["phase"] == "defend"
    )
    nothing = {"attacks": 0, "battle": [-1, -1], "attack": "", "answers": [], "last_suit": ""}
    with pytest.raises(BrokenState):
        state.game.restore({**state.snapshot(), **nothing}, FastChance(rng_from(0)))


def names_more_than_its_cards(action: int) -> bool:
    """Whether ranks stand behind those that the size of the code counts."""
    suited = action & 31 in (ATTACK, ASSAULT, DEFEND)
    return suited and action >> (14 + 4 * (action >> 8 & 15)) != 0


@both
@given(seed=st.integers(0, 30), action=codes, bit=st.integers(0, 61))
def test_a_code_is_allowed_if_and_only_if_it_is_one_of_the_choices(
    rules: str, seed: int, action: int, bit: int
) -> None:
    state, legal = position(rules, seed)
    for tried in (action, legal[seed % len(legal)] ^ (1 << bit)):
        expected = (
            tried >= 0 and sorted_action(tried) in legal and not names_more_than_its_cards(tried)
        )
        assert (state.refusal(state.actors()[0], tried) is None) == expected


@both
@given(data=st.data())
def test_a_changed_snapshot_is_refused_by_name_or_plays_to_its_end(
    rules: str, data: st.DataObject
) -> None:
    seed = data.draw(st.integers(0, 10)) * 3
    state = position(rules, seed)[0]
    game = state.game
    rng = rng_from("hostile", seed)
    snapshot = copy.deepcopy(state.snapshot())
    other = position(rules, seed + 3)[0].snapshot()
    for field in data.draw(st.lists(st.sampled_from(sorted(snapshot)), min_size=1, max_size=3)):
        value = snapshot[field]
        junk = st.sampled_from([None, -1, 0, 1, 2, 3, 99, "", "QS", [], {}, True, other[field]])
        if isinstance(value, list) and value and data.draw(st.booleans()):
            value[data.draw(st.integers(0, len(value) - 1))] = data.draw(junk)
        else:
            snapshot[field] = data.draw(junk)
    try:
        state = game.restore(snapshot, FastChance(rng))
    except (BadSnapshot, BrokenState):
        return
    for _ in range(3000):
        if state.is_over():
            state.check()
            return
        state.view(0).dump()
        state.play_random(state.next_actor(), rng)
    raise AssertionError("the game does not end")
