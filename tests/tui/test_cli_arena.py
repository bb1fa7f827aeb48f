"""``messdeck arena``: a table or one JSON object, and records that the referee accepts."""

from __future__ import annotations

import contextlib
import csv
import fcntl
import json
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from ai.arena.report import ArenaResult, PlayerResult
from ai.arena.store import Store, StoreFault
from engine.records import check_record
from engine.registry import rule_set, rule_sets
from tests.support.command_line import ROOT, Line, one_sentence, process
from tui.commandline.helping import cells
from tui.commandline.pitting.standings import rows_of, table_lines
from tui.words import Words
from tui.words.catalogue import languages


@pytest.fixture
def line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Line:
    return Line(capsys, monkeypatch)


KEYS = {
    "name", "games", "share", "share_low", "share_high", "mean", "mean_low", "mean_high",
    "ms_mean", "rating", "rating_low", "rating_high", "forfeits", "ms_p99",
}  # fmt: skip


@pytest.mark.parametrize("rules", list(rule_sets()))
def test_the_arena_prints_one_json_object(rules: str, line: Line) -> None:
    ran = line("arena", rules, "--deals", 2, "--jobs", 1, "--json")
    assert ran.status == 0
    assert ran.err == ""
    assert ran.out.count("\n") == 1
    found = json.loads(ran.out)
    assert list(found) == [
        "rules", "options", "seats", "deals", "games", "players", "los", "sprt", "seed", "version",
    ]  # fmt: skip
    assert found["rules"] == rules
    assert (found["seed"], found["version"]) == ("1", rule_set(rules).version)
    assert found["deals"] == 2
    assert [player["name"] for player in found["players"]] == ["corporal", "recruit"]
    for player in found["players"]:
        assert set(player) == KEYS


def test_its_records_are_valid_and_the_same_for_the_same_seed(tmp_path: Path, line: Line) -> None:
    def games(name: str, seed: str) -> list[str]:
        path = tmp_path / name
        ran = line(
            "arena", "war", "--seats", 4, "--players", "corporal,random", "--deals", 3,
            "--jobs", 1, "--option", "target=60", "--seed", seed, "--records", path,
        )  # fmt: skip
        assert ran.status == 0
        return path.read_text("utf-8").splitlines()

    first = games("a", "one")
    assert len(first) == 12
    for text in first:
        checked = check_record(json.loads(text))
        assert checked.finished
        assert checked.record.game.options == {"target": 60}
    assert games("b", "one") == first
    assert games("c", "two") != first


def test_its_table_has_a_row_a_player_in_line(line: Line) -> None:
    ran = line("arena", "cover", "--deals", 2, "--jobs", 1)
    lines = ran.out.splitlines()
    assert lines[0] == "Battalion: cover, 3 seats, 2 deals, 6 games, seed 1"
    assert lines[1].startswith("Options: chips 10, rounds 3, refill ten")
    titles, *rows = lines[3:6]
    assert titles.split()[0] == "player"
    assert [row.split()[0] for row in rows] == ["corporal", "recruit"]
    assert {len(row) for row in rows} == {len(titles)}
    assert "fair share of first places is 33.3 %" in ran.out


ROWS = [
    PlayerResult(
        name, 60, 0.533, 0.340, 0.726, 14.8, 10.0, 19.6, 0.0774, 59.0, -40.0, 125.0, 0, 0.0945
    )
    for name in ("sergeant", "corporal", "a name of as many as forty signs, all told")
]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("players", [ROWS[:2], ROWS], ids=["short", "long"])
def test_on_a_terminal_no_row_of_the_standings_is_wider_than_it(
    players: list[PlayerResult], language: str
) -> None:
    words = Words(language)
    result = ArenaResult("battalion-cover", {}, 3, 10, 30, tuple(players), 0.93, None)
    lines = table_lines(words, result, "1", width=80)
    assert max(cells(text) for text in lines) <= 80
    whole = "\n".join(lines)
    for cell in {cell for row in rows_of(words, result) for cell in row}:
        assert cell in whole
    # A row a player in each table, and all in one where there is room.
    assert whole.count("sergeant  ") == 2 + (players is ROWS)
    assert "\n".join(table_lines(words, result, "1", width=200)).count("sergeant  ") == 1
    assert "\n".join(table_lines(words, result, "1")).count("sergeant  ") == 1


def test_the_width_of_the_terminal_is_asked_for_and_none_where_it_is_piped() -> None:
    command = [sys.executable, "-m", "tui.cli", "arena", "cover", "--deals", "6", "--jobs", "1"]
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    try:
        subprocess.run(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=subprocess.DEVNULL,
            env=environment,
            timeout=60,
            check=True,
        )
    finally:
        os.close(theirs)
    shown = ""
    with open(ours, "rb", buffering=0) as screen, contextlib.suppress(OSError):  # at its end
        while data := screen.read(65536):
            shown += data.decode()
    assert max(len(text) for text in shown.splitlines()) <= 80
    assert shown.count("\ncorporal  ") == 2
    piped = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    assert piped.count("\ncorporal  ") == 1


def test_times_have_as_many_digits_as_tell_something() -> None:
    players = [
        PlayerResult("random", 4, *([None] * 6), mean, None, None, None, 0, slow)
        for mean, slow in ((0.0034, 0.0041), (0.46, 12.3))
    ]
    result = ArenaResult("generals-war", {}, 2, 2, 4, tuple(players), None, None)
    times = [row[5:7] for row in rows_of(Words(), result)[1:]]
    assert times == [("0.0034", "0.0041"), ("0.46", "12.30")]


@pytest.mark.parametrize(
    ("los", "said"),
    [(0.5, ""), (0.55, ""), (0.93, "Ann is the better one with 93.0"),
     (0.02, "Bea is the better one with 98.0")],
)  # fmt: skip
def test_nobody_is_called_the_better_one_of_two_that_are_alike(los: float, said: str) -> None:
    players = tuple(
        PlayerResult(name, 4, *([None] * 6), 0.1, None, None, None, 0, 0.1)
        for name in ("Ann", "Bea")
    )
    result = ArenaResult("generals-war", {}, 2, 2, 4, players, los, None)
    told = "\n".join(table_lines(Words(), result, "1"))
    assert ("better one" in told) == bool(said)
    assert said in told


def test_no_deals_give_a_table_without_figures(line: Line) -> None:
    ran = line("arena", "war", "--deals", 0, "--jobs", 1)
    assert ran.status == 0
    assert "nan" not in ran.out.lower()
    assert "None" not in ran.out


def test_progress_is_shown_on_a_terminal_only_and_wiped_away(line: Line) -> None:
    ours, theirs = pty.openpty()
    try:
        done = subprocess.run(
            [sys.executable, "-m", "tui.cli", "arena", "war", "--deals", "3", "--jobs", "1"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=theirs,
            timeout=60,
            check=True,
        )
        shown = os.read(ours, 65536).decode()
    finally:
        os.close(theirs)
        os.close(ours)
    assert "\rdeal 3 of 3" in shown
    assert shown.endswith("\r")
    assert "deal 3 of 3" not in done.stdout.decode()
    assert line("arena", "war", "--deals", 1, "--jobs", 1).err == ""


@pytest.fixture
def store(tmp_path: Path, line: Line) -> Path:
    path = tmp_path / "games.sqlite"
    ran = line("arena", "war", "--deals", 12, "--jobs", 1, "--store", path, "--sprt", "0.5,0.7")
    assert ran.status == 0
    assert "Test of corporal: " in ran.out
    return path


def test_a_report_shows_standings_ratings_and_results_and_draws_them(
    store: Path, tmp_path: Path, line: Line
) -> None:
    picture = tmp_path / "war.svg"
    ran = line("report", "--store", store, "--svg", picture)
    assert ran.status == 0
    for text in ("rating", "Ratings, with 95 % intervals", "Results, from ", "place 1, %"):
        assert text in ran.out
    root = ET.fromstring(picture.read_text("utf-8"))
    assert root.tag.endswith("svg")
    texts = [node.text for node in root.iter() if node.tag.endswith("text")]
    assert {"corporal", "recruit"} <= set(texts)


def test_results_are_a_list_rows_or_objects(store: Path, line: Line) -> None:
    listed = line("results", "--store", store).out.splitlines()
    assert len(listed) == 2
    assert listed[1].split()[0] == "1"
    objects = [
        json.loads(text)
        for text in line("results", "--store", store, "--json").out.split("\n")[:-1]
    ]
    rows = list(csv.DictReader(line("results", "--store", store, "--csv").out.splitlines()))
    assert len(rows) == 2 * len(objects)
    for game in objects:
        for seat in (0, 1):
            row = rows[2 * (2 * game["deal"] + game["seating"]) + seat]
            assert row["player"] == game["names"][seat]
            assert int(row["place"]) == game["places"][seat]
            assert int(row["score"]) == game["scores"][seat]


def test_rows_and_objects_count_a_forfeit_as_the_standings_do(tmp_path: Path, line: Line) -> None:
    path = tmp_path / "games.sqlite"
    bot = f"bot:{sys.executable} {ROOT / 'tests' / 'bots' / 'crashes.py'}"
    ran = line(
        "arena", "cover", "--players", f"{bot},random", "--deals", 4, "--jobs", 1,
        "--store", path, "--json",
    )  # fmt: skip
    assert ran.status == 0
    counts = json.loads(ran.out)["players"][0]
    rows = list(csv.DictReader(line("results", "--store", path, "--csv").out.splitlines()))
    lost = [row for row in rows if row["forfeit"]]
    assert len(lost) == counts["forfeits"] > 0
    assert {row["place"] for row in lost} == {"3"}
    assert any(row["ended_place"] != "3" for row in lost)
    held = [row for row in rows if row["player"] == bot]
    mean = sum(int(row["score"]) for row in held) / len(held)
    assert mean == pytest.approx(counts["mean"])
    objects = [
        json.loads(text) for text in line("results", "--store", path, "--json").out.splitlines()
    ]
    said = [
        (str(game[f"{kind}places"][seat]), str(game[f"{kind}scores"][seat]))
        for game in objects for seat in range(3) for kind in ("", "ended_")
    ]  # fmt: skip
    assert said == [
        (row[f"{kind}place"], row[f"{kind}score"]) for row in rows for kind in ("", "ended_")
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("results", "--store", "{none}"), "There is no database"),
        (("report", "--store", "{text}"), "is no database of the arena"),
        (("results", "--store", "{games}", "--number", "9"), "There is no tournament “9”"),
        (("results", "--store", "{games}", "--csv", "--json"), "Choose one of"),
        (("arena", "war", "--players", "corporal:worlds=3"), "^corporal takes no options"),
        (("arena", "war", "--sprt", "half"), "--sprt must be two shares"),
        (("arena", "war", "--sprt", "0.6,0.5"), "must rise"),
        (("arena", "war", "--players", "bot:no-such-program"), "There is no program"),
        (("arena", "war", "--store", "{text}"), "is no database of the arena"),
    ],
)
def test_a_mistake_about_the_arena_gets_one_sentence(
    arguments: tuple[str, ...], said: str, store: Path, tmp_path: Path, line: Line
) -> None:
    (tmp_path / "text").write_text("no database, but a text of more than a hundred bytes\n" * 9)
    places = {"{none}": tmp_path / "none", "{text}": tmp_path / "text", "{games}": store}
    assert re.search(said, line.refused(*[places.get(word, word) for word in arguments]))


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_stopped_says_how_far_it_came_and_has_kept_it(
    number: signal.Signals, jobs: int, tmp_path: Path
) -> None:
    path = tmp_path / "games.sqlite"
    command = [sys.executable, "-m", "tui.cli", "arena", "war", "--players", "recruit,random"]
    running = subprocess.Popen(
        [*command, "--deals", "900000", "--jobs", str(jobs), "--store", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    )
    try:
        until = time.monotonic() + 60
        while stored(path) < 6:  # the first ones may be told of later than they are stored
            assert running.poll() is None
            assert time.monotonic() < until
            time.sleep(0.05)
        # Ctrl+C goes to all processes of a terminal's group, SIGTERM to the one that is named.
        send = os.killpg if number == signal.SIGINT else os.kill
        send(running.pid, number)
        out, err = running.communicate(timeout=30)
    finally:
        running.kill()
    assert (running.returncode, out) == (128 + number, "")
    said = re.fullmatch(r"Stopped after (\d+) deals; the same command goes on where it stood.",
                        one_sentence(err))  # fmt: skip
    assert said is not None
    assert 0 < int(said[1]) * 2 <= stored(path)
    listed = process("results", "--store", path).out
    assert f" {stored(path) // 2} of 900000 " in listed


def stored(path: Path) -> int:
    """How many games a store holds that another program may be writing."""
    try:
        with Store(path, create=False) as store:
            return sum(one.games for one in store.tournaments())
    except StoreFault:
        return 0


def test_where_it_is_piped_progress_is_lines(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.commandline.pitting.progress.SELDOM", 0.0)
    ran = line("arena", "war", "--deals", 3, "--jobs", 1)
    assert ran.err == "deal 1 of 3\ndeal 2 of 3\ndeal 3 of 3\n"
