"""The environments for learners: PettingZoo's own tests, and what a seat may observe."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="messdeck[adapters] is not installed")

import numpy as np
from pettingzoo.test import api_test, seed_test

from ai.adapters import aec
from ai.adapters.encoding import FIELDS, HIGHEST, LOWEST, Encoder
from engine.registry import rule_set, rule_sets
from tests.support.random_games import TABLE_IDS, TABLES, positions


@pytest.fixture(autouse=True)
def warned() -> Iterator[None]:
    """PettingZoo warns where its tests are in doubt; a warning is a failure here."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.mark.parametrize(("name", "players"), TABLES, ids=TABLE_IDS)
def test_pettingzoos_test_of_environments_passes(
    name: str, players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    # What is said of every game with an action mask, PettingZoo's own among them.
    warnings.filterwarnings("ignore", message="Observation space for each agent probably")
    warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
    api_test(aec.env(name, players), num_cycles=150)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "players"), TABLES, ids=TABLE_IDS)
def test_pettingzoos_test_of_seeds_passes(name: str, players: int) -> None:
    seed_test(lambda: aec.env(name, players), num_cycles=60)


@pytest.mark.parametrize(("name", "players"), TABLES, ids=TABLE_IDS)
def test_every_view_has_a_row_within_the_space_and_shows_the_own_hand(
    name: str, players: int
) -> None:
    encoder = Encoder(name, players)
    space = aec.env(name, players).observation_space("seat_0")["observation"]
    at = 0
    for field in encoder.fields:
        if field.name == "hand":
            break
        at += field.size
    for number, state in enumerate(positions(rule_set(name).game(players), "rows")):
        if number % 7:
            continue
        for seat in range(players):
            dump = state.view(seat).dump()
            row = encoder.row(dump)
            assert space.contains(row)
            assert row.min() >= LOWEST
            assert row.max() <= HIGHEST
            assert row[at : at + 52].sum() == len(str(dump["hand"]).split())


def test_there_is_a_list_of_fields_for_every_rule_set() -> None:
    assert set(FIELDS) == set(rule_sets())


def finished(env: Any, seed: int) -> dict[str, float]:
    """Plays an environment to its end by lot; the rewards of all seats."""
    env.reset(seed=seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    luck = np.random.default_rng(seed)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        total[agent] += reward
        actions = np.flatnonzero(seen["action_mask"])
        env.step(None if over else int(luck.choice(actions)))
    return total


@pytest.mark.parametrize("name", list(rule_sets()))
def test_rewards_of_a_game_add_up_to_nothing_and_the_first_place_has_most(name: str) -> None:
    env = aec.env(name)
    for seed in range(3):
        total = finished(env, seed)
        assert sum(total.values()) == pytest.approx(0)
        assert max(total.values()) > 0


def test_in_a_simultaneous_round_nobody_observes_what_others_chose() -> None:
    """Whatever the first seat of a pair commits, the second one observes the same."""
    seen: list[list[float]] = []
    for choice in (0, 1):
        env = aec.raw_env("generals-war", 2)
        env.reset(seed=3)
        while not env._position().missing():
            first = env.agent_selection
            asked = env._position().actors()
            env.step(choice if len(asked) == 2 else 0)
        assert env.agent_selection != first
        seen.append(env.observe(env.agent_selection)["observation"].tolist())
    assert seen[0] == seen[1]


def test_an_action_that_is_none_of_the_choices_is_refused() -> None:
    env = aec.raw_env("generals-war", 2)
    env.reset(seed=1)
    mask = env.observe(env.agent_selection)["action_mask"]
    assert env.action_text(0)
    with pytest.raises(ValueError, match="no action"):
        env.step(int(mask.sum()))
