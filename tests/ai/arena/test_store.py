"""The store: going on where it stood, adding deals, and files that are something else."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ai.arena.play import GamePlayed
from ai.arena.report import ArenaResult
from ai.arena.run import ArenaSetup, record_of, run_arena
from ai.arena.store import Store, StoreFault

ROOT = Path(__file__).resolve().parents[3]
WAR = ArenaSetup("generals-war", ("corporal", "recruit"), 2, 6, "store", keep_logs=True)


def run(path: Path, setup: ArenaSetup) -> ArenaResult:
    with Store(path) as store:
        return run_arena(setup, store=store)


def rows(path: Path) -> list[tuple[Any, ...]]:
    """All that a store holds but the times, in the order in which it holds it."""
    with sqlite3.connect(path) as db:
        return db.execute(
            "SELECT t.rules, t.version, t.options, t.seats, t.lineup, t.seed, t.seconds, deal, "
            "seating, dealer, names, places, scores, ending, forfeits, choices, record "
            "FROM games JOIN tournaments t ON t.id = tournament"
        ).fetchall()


def untimed(result: ArenaResult) -> object:
    """A result without its times."""
    return replace(
        result,
        players=tuple(replace(one, ms_mean=None, ms_p99=None) for one in result.players),
    )


def test_more_deals_are_added_to_what_is_there_and_count_as_if_played_at_once(
    tmp_path: Path,
) -> None:
    run(tmp_path / "two", WAR)
    added = run(tmp_path / "two", replace(WAR, deals=10))
    whole = run(tmp_path / "one", replace(WAR, deals=10))
    assert untimed(added) == untimed(whole) == untimed(run_arena(replace(WAR, deals=10)))
    assert rows(tmp_path / "two") == rows(tmp_path / "one")
    assert [(row[7], row[8]) for row in rows(tmp_path / "one")] == [
        (deal, seating) for deal in range(10) for seating in (0, 1)
    ]


def test_what_is_stored_is_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = run(tmp_path / "store", WAR)
    monkeypatch.setattr("ai.arena.setup.play_game", lambda *_, **__: pytest.fail("played again"))
    assert untimed(run(tmp_path / "store", WAR)) == untimed(first)
    fewer = run(tmp_path / "store", replace(WAR, deals=2))
    assert fewer.games == 4


def test_a_gap_is_filled_and_half_a_set_is_played_again(tmp_path: Path) -> None:
    run(tmp_path / "whole", WAR)
    run(tmp_path / "holes", WAR)
    with sqlite3.connect(tmp_path / "holes") as db:
        db.execute("DELETE FROM games WHERE deal = 2 OR (deal = 4 AND seating = 0)")
    run(tmp_path / "holes", WAR)
    assert rows(tmp_path / "holes") == rows(tmp_path / "whole")


@pytest.mark.parametrize(
    "other",
    [
        {"options": {"target": 100}},
        {"players": ("corporal", "random")},
        {"seed": "another"},
        {"seats": 4},
        {"seconds": 5.0},
    ],
    ids=lambda other: next(iter(other)),
)
def test_what_makes_other_games_is_another_tournament(
    other: dict[str, Any], tmp_path: Path
) -> None:
    run(tmp_path / "store", WAR)
    run(tmp_path / "store", replace(WAR, **other))
    with Store(tmp_path / "store", create=False) as store:
        assert [one.games // one.seatings for one in store.tournaments()] == [6, 6]


def test_stored_records_are_those_that_were_played(tmp_path: Path) -> None:
    played: list[GamePlayed] = []
    with Store(tmp_path / "store") as store:
        run_arena(WAR, on_game=played.append, store=store)
    again: list[GamePlayed] = []
    with Store(tmp_path / "store", logs=True) as store:
        run_arena(WAR, on_game=again.append, store=store)
        (tournament,) = store.tournaments()
        lines = list(store.records(tournament))
    assert lines == [record_of(WAR, game).to_line() for game in played]
    assert lines == [record_of(WAR, game).to_line() for game in again]


def test_a_test_stops_at_the_same_set_with_what_was_stored(tmp_path: Path) -> None:
    setup = replace(WAR, deals=200, sprt=(0.5, 0.8))
    whole = run_arena(setup)
    assert whole.sprt is not None
    assert whole.sprt.verdict != "inconclusive"
    run(tmp_path / "store", replace(WAR, deals=7))
    assert untimed(run(tmp_path / "store", setup)) == untimed(whole)
    assert untimed(run(tmp_path / "store", replace(setup, jobs=2))) == untimed(whole)
    assert len(rows(tmp_path / "store")) == whole.games


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda path: path.write_bytes(b"no database at all, but a text\n" * 100), "foreign"),
        (lambda path: sqlite3.connect(path).executescript("CREATE TABLE a (b)"), "foreign"),
        (lambda path: newer(path), "newer"),
        (lambda path: cut(path), "damaged"),
        (lambda path: path.mkdir(), "unusable"),
    ],
    ids=["text", "foreign", "newer", "cut", "folder"],
)
def test_another_file_is_a_code_and_stays_as_it_is(make: Any, code: str, tmp_path: Path) -> None:
    path = tmp_path / "store"
    make(path)
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(StoreFault) as caught:
        run(path, WAR)
    assert caught.value.code == f"store-{code}"
    assert caught.value.values["path"] == str(path)
    assert (path.read_bytes() if path.is_file() else b"") == before


def newer(path: Path) -> None:
    run(path, replace(WAR, deals=1))
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")


def cut(path: Path) -> None:
    run(path, replace(WAR, deals=20))
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (path.stat().st_size - 4096))


def test_a_missing_store_is_not_made_by_reading(tmp_path: Path) -> None:
    with pytest.raises(StoreFault) as caught:
        Store(tmp_path / "none", create=False)
    assert caught.value.code == "store-missing"
    assert not (tmp_path / "none").exists()


RUN = """
import sys
folder, deals, jobs, *sys.path[:] = sys.argv[1:]
from dataclasses import replace
from pathlib import Path
from ai.arena import store
from tests.ai.arena.test_store import WAR, run
if __name__ == "__main__":
    store.KEPT_EVERY = 0.02
    run(Path(folder), replace(WAR, deals=int(deals), jobs=int(jobs)))
"""


def count(path: Path) -> int:
    """The games in a store, which may not be there yet."""
    if not path.exists() or not path.stat().st_size:
        return 0
    try:
        return len(rows(path))
    except sqlite3.OperationalError:  # just being made
        return 0


def killed_again_and_again(
    path: Path, deals: int, jobs: int, times: int, longest: float
) -> list[int]:
    """Runs and kills, then runs to the end; how many games were stored after each kill.

    Every other kill waits until the run has added to the store, however slow the machine is.
    """
    paths = [path or os.getcwd() for path in sys.path] + [str(ROOT)]
    command = [sys.executable, "-c", RUN, str(path), str(deals), str(jobs), *paths]
    moment = random.Random(7)
    stored: list[int] = []
    for kill in range(times):
        arena = subprocess.Popen(command)
        if kill % 2:
            before = count(path)
            while count(path) == before and arena.poll() is None:
                time.sleep(0.01)
            time.sleep(moment.uniform(0.0, 0.1))
        else:
            time.sleep(moment.uniform(0.3, longest))
        arena.kill()
        arena.wait()
        stored.append(count(path))
    subprocess.run(command, check=True)
    return stored


def test_killed_and_run_again_it_ends_as_if_nothing_had_been(tmp_path: Path) -> None:
    run(tmp_path / "whole", replace(WAR, deals=60))
    killed_again_and_again(tmp_path / "killed", 60, 1, 3, 1.2)
    assert rows(tmp_path / "killed") == rows(tmp_path / "whole")
    setup = replace(WAR, deals=60)
    assert untimed(run(tmp_path / "killed", setup)) == untimed(run(tmp_path / "whole", setup))


@pytest.mark.soak
@pytest.mark.parametrize("jobs", [1, 2])
def test_killed_at_ten_moments_of_300_games(jobs: int, tmp_path: Path) -> None:
    setup = replace(WAR, deals=150)
    began = time.monotonic()
    whole = run(tmp_path / "whole", setup)
    took = time.monotonic() - began
    stored = killed_again_and_again(tmp_path / "killed", 150, jobs, 10, 1.0 + took / 5)
    assert len(set(stored)) > 3
    assert rows(tmp_path / "killed") == rows(tmp_path / "whole")
    assert untimed(run(tmp_path / "killed", setup)) == untimed(whole)
