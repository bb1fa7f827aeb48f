"""Levels: how players are written, what each one is, and that they never go wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai import levels as levels_module
from ai.levels import (
    LEVELS,
    Level,
    PlayerSpec,
    heuristic,
    level,
    levels,
    levels_for,
    parse_player,
)
from ai.player import NO_LIMIT, UnknownPlayer, player_rng
from ai.random_player import RandomPlayer
from ai.reasons import CODES
from engine.chance import SeededChance, seed_from_text
from engine.game import Game
from engine.options import Option
from engine.refusals import OptionFault
from engine.registry import rule_set
from tests.support.random_games import TABLE_IDS, TABLES, games, tries

ROOT = Path(__file__).resolve().parents[2]
BY_THUMB = ("recruit", "corporal")
# Every level, those that search over so few worlds that whole games take a moment.
QUICK = ("random", "recruit", "corporal", "sergeant", "captain:worlds=2", "general:worlds=3")


def test_levels_are_listed_weakest_first() -> None:
    assert LEVELS == ("random", "recruit", "corporal", "sergeant", "captain", "general")
    assert tuple(levels())[: len(LEVELS)] == LEVELS


@pytest.fixture
def colonel(monkeypatch: pytest.MonkeyPatch) -> None:
    """A level with options, as a plug-in would register it."""
    options = (
        Option("worlds", 64, low=1, high=4096, unit="worlds"),
        Option("style", "calm", choices=("calm", "bold")),
    )
    known = {**levels(), "colonel": Level("colonel", options, lambda game, given: RandomPlayer())}
    monkeypatch.setattr(levels_module, "levels", lambda: known)


@pytest.mark.usefixtures("colonel")
@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("corporal", PlayerSpec("corporal")),
        (" recruit ", PlayerSpec("recruit")),
        ("captain", PlayerSpec("captain")),
        ("general:worlds=2000", PlayerSpec("general", (("worlds", 2000),))),
        ("colonel", PlayerSpec("colonel")),
        ("colonel:worlds=200", PlayerSpec("colonel", (("worlds", 200),))),
        (
            "colonel:style=bold:worlds=0200",
            PlayerSpec("colonel", (("worlds", 200), ("style", "bold"))),
        ),
    ],
)
def test_a_player_is_read_as_written(text: str, spec: PlayerSpec) -> None:
    assert parse_player(text) == spec
    assert parse_player(spec.text) == spec


@pytest.mark.usefixtures("colonel")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unknown-player"),
        ("major", "unknown-player"),
        ("Corporal", "unknown-player"),
        ("colonel:worlds", "malformed-player"),
        ("colonel:=3", "malformed-player"),
        ("colonel:", "malformed-player"),
        ("colonel:worlds=3:worlds=4", "malformed-player"),
        ("colonel:words=3", "unknown-option"),
        ("corporal:worlds=3", "no-options"),
        ("sergeant:worlds=3", "no-options"),
        ("captain:worlds=100001", "out-of-range"),
        ("general:worlds=-1", "out-of-range"),
        ("general:simulations=9", "unknown-option"),
        ("colonel:worlds=0", "out-of-range"),
        ("colonel:worlds=many", "not-a-whole-number"),
        ("colonel:style=mad", "not-a-choice"),
        ("x" * 1000, "player-too-long"),
    ],
)
def test_a_player_that_is_not_written_well_is_a_code(text: str, code: str) -> None:
    with pytest.raises((UnknownPlayer, OptionFault)) as caught:
        parse_player(text)
    assert caught.value.code == code


@given(st.text(alphabet="acinoprtuel:=, 019-\n\x00é", max_size=30))
def test_no_text_breaks_the_reading_of_players(text: str) -> None:
    try:
        spec = parse_player(text)
    except (UnknownPlayer, OptionFault):
        return
    assert parse_player(spec.text) == spec


@pytest.mark.parametrize(("name", "players"), TABLES, ids=TABLE_IDS)
def test_every_level_plays_every_table(name: str, players: int) -> None:
    listed = levels_for(rule_set(name).game(players))
    assert listed[: len(LEVELS)] == LEVELS


def test_rules_without_rules_of_thumb_are_left_to_chance_and_tree_search() -> None:
    game = rule_set("generals-war").game(2)
    other = Game("whist", 1, 2, game.options, game.kinds, "", "points")
    with pytest.raises(UnknownPlayer) as caught:
        heuristic("whist")
    assert caught.value.code == "no-heuristic"
    with pytest.raises(UnknownPlayer) as caught:
        level("corporal", other)
    assert caught.value.code == "cannot-play"
    assert caught.value.values["name"] == "corporal"
    assert caught.value.values["known"] == levels_for(other)
    assert levels_for(other) == ("random", "sergeant", "captain", "general")


def choices(game: Game, specs: list[str], seed: str, most: int = 4000) -> list[int]:
    """The choices of a whole game between the players of ``specs``, one a seat."""
    secret = seed_from_text(seed)
    players = [level(spec, game) for spec in specs]
    numbers = [0] * game.players
    state = game.start(0, SeededChance(secret))
    made: list[int] = []
    while not state.is_over() and len(made) < most:
        for seat in state.actors():
            view = state.view(seat)
            thought = players[seat].choose(view, NO_LIMIT, player_rng(secret, seat, numbers[seat]))
            numbers[seat] += 1
            assert view.refusal(thought.action) is None
            if thought.why is not None:
                assert set(thought.why.values) == set(CODES[thought.why.code])
            state.apply(seat, thought.action)
            made.append(thought.action)
    assert state.is_over() or len(made) >= most
    return made


@pytest.mark.parametrize("spec", BY_THUMB)
@pytest.mark.parametrize(("name", "players"), TABLES, ids=TABLE_IDS)
@settings(max_examples=25)
@given(data=st.data())
def test_no_choice_is_ever_refused_with_any_options(
    name: str, players: int, spec: str, data: st.DataObject
) -> None:
    game = data.draw(games(rule_set(name), players))
    seed = data.draw(st.integers(0, 10**6))
    choices(game, [spec] * players, f"odd {seed}", most=600)


@pytest.mark.parametrize(("name", "players"), TABLES, ids=TABLE_IDS)
def test_levels_play_whole_games_together(name: str, players: int) -> None:
    game = rule_set(name).game(players)
    playing = [spec for spec in QUICK if spec.partition(":")[0] in levels_for(game)]
    for number in range(tries(3, 1)):
        specs = [playing[(2 * number + seat) % len(playing)] for seat in range(players)]
        choices(game, specs, f"together {number}", most=10**6)


def test_a_recruit_is_a_corporal_who_does_not_look_four_times_in_ten() -> None:
    game = rule_set("generals-war").game(2)
    state = game.start(0, SeededChance(seed_from_text("recruit")))
    while state.legal_count(state.next_actor()) < 56:
        state.play(state.next_actor(), state.legal_actions(state.actors()[0])[0], None)
    view = state.view(state.actors()[0])
    recruit, corporal = level("recruit", game), level("corporal", game)
    careless = 0
    for number in range(2000):
        rng = player_rng(b"recruit", 0, number)
        thought = recruit.choose(view, NO_LIMIT, rng.clone())
        assert thought.why is not None
        if thought.why.code == "careless":
            careless += 1
        else:
            assert thought.action == corporal.choose(view, NO_LIMIT, rng).action
    assert 730 < careless < 870  # three standard errors around 800


CHOICES = """
import sys
sys.path[:] = sys.argv[1:]
from tests.ai.test_levels import all_choices
print(all_choices())
"""


def all_choices() -> list[list[int]]:
    """A game of every table, of levels mixed."""
    return [
        choices(
            rule_set(name).game(players),
            [BY_THUMB[seat % 2] for seat in range(players)],
            "everywhere",
            most=300,
        )
        for name, players in TABLES
    ]


def test_the_same_seed_gives_the_same_choices_in_any_process() -> None:
    paths = [path or os.getcwd() for path in sys.path] + [str(ROOT)]
    here = str(all_choices())
    for hash_seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", CHOICES, *paths],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == here
