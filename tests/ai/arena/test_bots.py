"""Bots in the arena: what they may see, and what becomes of a game when one goes wrong."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from ai.arena.play import GamePlayed
from ai.arena.run import ArenaSetup, deal_sets, record_of, run_arena
from engine.log import Choice
from engine.records import check_record
from engine.registry import rule_sets
from engine.replay import replay
from tests.support.odd_players import ended

ROOT = Path(__file__).resolve().parents[3]
BOTS = ROOT / "tests" / "bots"
EXAMPLE = "bot:" + shlex.join([sys.executable, "-S", str(ROOT / "examples" / "bot.py")])
WRONG = ("crashes", "stalls", "garbles", "cheats")


def bot(kind: str, folder: Path) -> str:
    return "bot:" + shlex.join([sys.executable, "-S", str(BOTS / f"{kind}.py"), str(folder)])


def processes(folder: Path) -> list[int]:
    """Every process that a bot noted."""
    return [int(path.stem) for path in folder.glob("*.bot")]


@pytest.mark.parametrize("rules", list(rule_sets()))
def test_the_example_bot_plays_every_rule_set_to_its_end(rules: str) -> None:
    seats = rule_sets()[rules].seats[-1]
    setup = ArenaSetup(rules, (EXAMPLE, "corporal"), seats, 1, "example", keep_logs=True)
    games = next(iter(deal_sets(setup)))[:2]
    for game in games:
        assert game.forfeits == ("",) * seats
        assert check_record(json.loads(record_of(setup, game).to_line())).finished


def test_bots_that_go_wrong_forfeit_their_game_and_no_other_one(tmp_path: Path) -> None:
    """They go wrong in the first deal only; there, each forfeits every game for its own reason."""
    names = [bot(kind, tmp_path) for kind in WRONG]
    setup = ArenaSetup(
        "fight-for-the-lead",
        (*names, "corporal"),
        5,
        2,
        "wrong",
        options={"chips": 4},
        seconds=1.5,
        jobs=2,
        keep_logs=True,
    )
    games: list[GamePlayed] = []
    result = run_arena(setup, on_game=games.append)
    assert len(games) == 10
    for game in games:
        assert check_record(json.loads(record_of(setup, game).to_line())).finished
        if game.deal == 1:
            assert game.forfeits == ("",) * 5
            continue
        reasons = [game.forfeits[game.names.index(name)].partition(":")[0] for name in names]
        assert reasons == ["crashed", "stalled", "garbage", "illegal"]
        assert game.forfeits[game.names.index("corporal")] == ""
    assert [player.forfeits for player in result.players] == [5, 5, 5, 5, 0]
    # Two sets: the first goes to the one that did not forfeit, with all of the first places.
    corporal = result.players[-1]
    second = [game.places[game.names.index("corporal")] for game in games if game.deal == 1]
    assert corporal.share == pytest.approx((1 + sum(place == 1 for place in second) / 5) / 2)
    found = processes(tmp_path)
    assert len(found) == 45  # one a bot and game, and the child of each that stalled
    assert all(map(ended, found))


def test_a_bot_is_shown_the_view_of_its_seat_of_one_game_and_nothing_else(tmp_path: Path) -> None:
    name = bot("plays", tmp_path)
    setup = ArenaSetup("generals-war", (name, "corporal"), 2, 2, "views", keep_logs=True)
    due: list[list[object]] = []
    for game in [game for games in deal_sets(setup) for game in games]:
        seat = game.names.index(name)
        record = record_of(setup, game)
        shown: list[object] = []
        steps = replay(record.game, record.dealer, record.log, keep=True).steps
        choices = [entry for entry in record.log if isinstance(entry, Choice)]
        for before, entry in zip(steps, choices, strict=False):
            if not before.state.missing():  # else one of a round that was asked before it
                asked = before.state
            if entry.seat == seat:
                shown.append(asked.view(seat).dump())
        due.append(shown)
    files = [path.read_text().splitlines() for path in tmp_path.glob("*.bot")]
    assert len(files) == 4  # a process a game: it cannot remember a deal
    sent = [[json.loads(line)["view"] for line in lines] for lines in files]
    key = str
    assert sorted(sent, key=key) == sorted(due, key=key)


def test_a_bot_gives_the_same_games_with_any_number_of_processes() -> None:
    setup = ArenaSetup("generals-war", (EXAMPLE, "corporal"), 2, 3, "jobs", keep_logs=True)
    two = ArenaSetup("generals-war", (EXAMPLE, "corporal"), 2, 3, "jobs", keep_logs=True, jobs=2)

    def logs(setup: ArenaSetup) -> list[object]:
        return [game.log for games in deal_sets(setup) for game in games]

    assert logs(setup) == logs(two)
