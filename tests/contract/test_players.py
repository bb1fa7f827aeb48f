"""Every player at every table: what a player promises, whoever it is."""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Iterator
from itertools import count

import pytest

from ai.levels import PlayerSpec, level, levels, levels_for, parse_player
from ai.player import NO_LIMIT, player_rng
from engine import build
from engine.game import State
from engine.registry import rule_set, rule_sets
from engine.rng import rng_from
from tests.support.random_games import TABLES, positions, tries

SEED = b"players".ljust(32, b".")
OURS = [name for name in rule_sets() if not name.startswith("test-")]
# Positions a table and player; `make soak` asks for more.
POSITIONS = int(os.environ.get("MESSDECK_PLAYER_POSITIONS", str(tries(60, 20))))
# Among so many there are some with a single choice.
FORCED_AMONG = 60
# Positions a rule set and player in which what is hidden is changed, and how often each.
SCRAMBLED = tries(100, 30)
HIDDEN_MOVES = 2
# What searches does so over so few worlds here that the tests take seconds.
FEW_WORLDS = 2


def spec_of(name: str) -> str:
    """The player of that name, on its shortest search."""
    options = {option.name for option in levels()[name].options}
    return PlayerSpec(name, (("worlds", FEW_WORLDS),) if "worlds" in options else ()).text


PLAYERS = [spec_of(name) for name in levels() if not name.startswith("test-")]


def plays(spec: str, name: str) -> bool:
    game = rule_set(name).game(rule_set(name).seats[0])
    return parse_player(spec).name in levels_for(game)


AT_TABLES = [
    pytest.param(name, players, spec, id=f"{name}-{players}-{spec}")
    for name, players in TABLES
    for spec in PLAYERS
    if plays(spec, name)
]
AT_RULES = [
    pytest.param(name, spec, id=f"{name}-{spec}")
    for name in OURS
    for spec in PLAYERS
    if plays(spec, name)
]


def spread(name: str, players: int, wanted: int) -> list[State]:
    """Positions from all over random games of one table, half-made rounds among them."""
    game = rule_set(name).game(players)
    found: list[State] = []
    seed = 0
    while len(found) < wanted:
        stride = 1 + int(rng_from("spread", name, players, seed).below(5))
        for at, state in enumerate(positions(game, f"players {seed}", dealer=seed % players)):
            if at > 200 or len(found) >= wanted:
                break
            if at % stride == 0 and not state.is_over():
                found.append(state.clone())
        seed += 1
    return found


@pytest.mark.parametrize(("name", "players", "spec"), AT_TABLES)
def test_choices_are_legal_and_depend_on_view_and_stream_alone(
    name: str, players: int, spec: str
) -> None:
    game = rule_set(name).game(players)
    player = level(spec, game)
    for at, state in enumerate(spread(name, players, POSITIONS)):
        for seat in state.actors():
            view = state.view(seat)
            before = view.dump()
            thought = player.choose(view, NO_LIMIT, player_rng(SEED, seat, at))
            assert view.refusal(thought.action) is None
            # Looking changed nothing, and who is asked again, from the dump, says the same.
            assert view.dump() == before
            again = game.load_view(json.loads(json.dumps(before)))
            other = level(spec, game)
            assert other.choose(again, NO_LIMIT, player_rng(SEED, seat, at)) == thought


@pytest.mark.parametrize(("name", "spec"), AT_RULES)
def test_what_a_seat_cannot_know_changes_no_choice_and_no_reason(name: str, spec: str) -> None:
    assert_nothing_hidden_counts(name, spec, SCRAMBLED)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "spec"), AT_RULES)
def test_what_a_seat_cannot_know_changes_no_choice_in_many_positions(name: str, spec: str) -> None:
    # Where that takes minutes and not hours, every level searches as it does at a table.
    own = parse_player(spec).name if build.build_name() == "compiled" else spec
    assert_nothing_hidden_counts(name, own, 2000)


def assert_nothing_hidden_counts(name: str, spec: str, wanted: int) -> None:
    """In ``wanted`` positions with something to choose, over all tables, choice and reason stay
    the same when what the seat cannot know is another."""
    module = importlib.import_module(f"tests.contract.scramble_{name.replace('-', '_')}")
    rng = rng_from("scrambled players", name)
    tables = rule_set(name).seats
    changed = 0
    for players in tables:
        player = level(spec, rule_set(name).game(players))
        left = -(-wanted // len(tables))
        for at, (state, seat) in enumerate(choosing(name, players)):
            here = player.choose(state.view(seat), NO_LIMIT, player_rng(SEED, seat, at))
            for _ in range(HIDDEN_MOVES):
                other, moved = module.scramble(state, seat, rng)
                changed += any(moved.values())
                there = player.choose(other.view(seat), NO_LIMIT, player_rng(SEED, seat, at))
                assert there == here
            left -= 1
            if left == 0:
                break
    assert changed > wanted // 2


def choosing(name: str, players: int) -> Iterator[tuple[State, int]]:
    """Positions from all over random games, and seats that have more than one choice there."""
    game = rule_set(name).game(players)
    for seed in count():
        stride = 1 + int(rng_from("choosing", name, players, seed).below(5))
        for at, state in enumerate(positions(game, f"choosing {seed}", dealer=seed % players)):
            if at > 300:
                break
            if at % stride == 0 and not state.is_over():
                for seat in state.actors():
                    if state.legal_count(seat) > 1:
                        yield state.clone(), seat


@pytest.mark.parametrize(("name", "spec"), AT_RULES)
def test_the_only_choice_there_is_is_made_without_a_random_number(name: str, spec: str) -> None:
    found = 0
    for players in rule_set(name).seats:
        player = level(spec, rule_set(name).game(players))
        for state in spread(name, players, FORCED_AMONG):
            for seat in state.actors():
                view = state.view(seat)
                if view.legal_count() == 1:
                    rng = player_rng(SEED, seat, 0)
                    fresh = rng.clone()
                    assert player.choose(view, NO_LIMIT, rng).action == view.legal_actions()[0]
                    assert rng.word() == fresh.word()
                    found += 1
    assert found > 0
