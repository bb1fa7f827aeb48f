"""Statistics: each finished game once, damaged ones set aside, never a crash."""

from __future__ import annotations

import random
import sqlite3
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from engine.registry import rule_set
from saves.schema import Result, SavedGame, Seat
from saves.statistics import FILE, MIXED, Line, Statistics, StatisticsFault, left_out
from tests.support.saving import changed, some_save

PERSON = Seat("person")


def finished(
    rules: str = "generals-war",
    players: int = 2,
    *,
    number: int = 0,
    level: str = "corporal",
    place: int = 1,
    score: int = 100,
    **more: object,
) -> SavedGame:
    """A game in which the person at seat 0 took ``place``, and the others the rest in turn."""
    others = [at for at in range(1, players + 1) if at != place]
    saved = changed(
        some_save(rules, players),
        id=f"{number:016d}",
        result=Result((place, *others), (score, *[10] * (players - 1)), "target"),
        seats=(PERSON, *[Seat("level", level)] * (players - 1)),
        asked=(),
        pending=(),
        changed=1_700_000_000 + number,
    )
    return changed(saved, **more)


@pytest.fixture
def statistics(tmp_path: Path) -> Statistics:
    return Statistics(tmp_path / "data")


def test_games_are_counted_by_rule_set_seats_and_level(statistics: Statistics) -> None:
    for number, (place, score) in enumerate([(1, 120), (2, 80), (1, 90)]):
        found = statistics.record(finished(number=number, place=place, score=score))
        assert (found.new, found.fault) == (True, None)
    statistics.record(finished(number=10, players=4, place=3, score=50))
    statistics.record(finished(number=11, level="recruit", place=2, score=7))
    lines, fault = statistics.lines()
    assert fault is None
    assert lines == [
        Line("generals-war", 2, "corporal", 3, (2, 1), 290, 120, 80),
        Line("generals-war", 2, "recruit", 1, (0, 1), 7, 7, 7),
        Line("generals-war", 4, "corporal", 1, (0, 0, 1, 0), 50, 50, 50),
    ]
    assert lines[0].won == 2


def test_a_table_of_several_levels_is_mixed(statistics: Statistics) -> None:
    seats = (PERSON, Seat("level", "recruit"), Seat("level", "corporal"), Seat("level", "recruit"))
    statistics.record(finished(players=4, seats=seats))
    ((line,), _) = statistics.lines()
    assert line.level == MIXED


def test_a_game_is_recorded_once(statistics: Statistics) -> None:
    game = finished()
    assert statistics.record(game).new
    again = changed(game, result=Result((2, 1), (0, 200), "target"))
    assert not statistics.record(again).new
    ((line,), _) = statistics.lines()
    assert (line.games, line.places, line.best) == (1, (1, 0), 100)


def test_games_that_say_nothing_about_ones_play_are_kept_and_not_counted(
    statistics: Statistics,
) -> None:
    kinds: dict[str, dict[str, object]] = {
        "practice": {"practice": True},
        "hot-seat": {"seats": (PERSON, PERSON)},
        "imported": {"imported": True},
        "minded": {"seats": (Seat("person", minding="recruit"), Seat("level", "corporal"))},
    }
    for number, (why, values) in enumerate(kinds.items()):
        game = finished(number=number, **values)  # type: ignore[arg-type]
        assert left_out(game) == why
        assert statistics.record(game).new
    assert left_out(finished(foreign=1)) == "imported"
    games, _ = statistics.games()
    assert [game.left_out for game in games] == list(kinds)[::-1]
    assert [game.place for game in games] == [1, 1, 0, 1]
    assert statistics.lines() == ([], None)


def test_what_is_no_finished_game_of_a_person_is_not_recorded(statistics: Statistics) -> None:
    assert not statistics.record(some_save("generals-war", 2)).new
    assert not statistics.record(finished(seats=(Seat("level", "recruit"),) * 2)).new
    assert not statistics.path.exists()
    assert statistics.lines() == ([], None)
    assert statistics.games() == ([], None)


def test_games_are_listed_latest_first(statistics: Statistics) -> None:
    for number in (3, 1, 2):
        statistics.record(finished(number=number, score=number))
    games, _ = statistics.games()
    assert [game.score for game in games] == [3, 2, 1]
    assert games[0].ended == 1_700_000_003
    assert games[0].rules == "generals-war"
    assert games[0].choices == finished().choices


def test_only_the_owner_may_read_them(statistics: Statistics) -> None:
    statistics.record(finished())
    assert stat.S_IMODE(statistics.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(statistics.path.parent.stat().st_mode) == 0o700


def filled(statistics: Statistics, games: int = 25) -> bytes:
    for number in range(games):
        statistics.record(finished(number=number, score=number))
    return statistics.path.read_bytes()


@pytest.mark.parametrize("kind", ["rubbish", "cut", "other", "tables", "value", "text", "version"])
def test_damaged_statistics_are_set_aside_and_begun_anew(statistics: Statistics, kind: str) -> None:
    data = filled(statistics)
    path = statistics.path
    if kind == "rubbish":
        path.write_bytes(b"these are no statistics at all" * 100)
    elif kind == "cut":
        path.write_bytes(data[: len(data) // 2])
    else:
        database = sqlite3.connect(path)
        statement = {
            "other": "PRAGMA user_version = 0",
            "tables": "DROP TABLE seats",
            "value": "UPDATE seats SET place = 'first'",
            "text": "UPDATE games SET rules = x'ff00'",
            "version": "PRAGMA user_version = -3",
        }[kind]
        database.execute(statement)
        database.commit()
        database.close()
    damaged = path.read_bytes()
    games, fault = statistics.games()
    assert games == []
    assert fault is not None
    assert fault.code == "set-aside"
    kept = Path(str(fault.values["path"]))
    assert kept.parent == path.parent
    assert kept.read_bytes() == damaged
    assert not path.exists()
    assert statistics.record(finished(number=99)) == statistics.record(finished(number=98))
    games, fault = statistics.games()
    assert fault is None
    assert len(games) == 2


def test_recording_sets_damage_aside_and_still_records(statistics: Statistics) -> None:
    filled(statistics, 3)
    for number in range(1, 4):
        statistics.path.write_bytes(b"\0" * 5000 + b"x")
        found = statistics.record(finished(number=50 + number))
        assert found.new
        assert found.fault is not None
        assert str(found.fault.values["path"]).endswith(f"statistics-damaged-{number}")
    assert len(statistics.games()[0]) == 1


def test_flipped_bits_never_crash_it(statistics: Statistics) -> None:
    data = filled(statistics)
    rng = random.Random(7)
    codes: set[str] = set()
    for _ in range(300):
        broken = bytearray(data)
        for _ in range(rng.choice([1, 1, 3, 20])):
            broken[rng.randrange(len(broken) if rng.random() < 0.5 else 400)] ^= 1 << rng.randrange(
                8
            )
        statistics.path.write_bytes(bytes(broken))
        try:
            lines, fault = statistics.lines()
            codes.add(fault.code if fault else "read")
            assert all(isinstance(line, Line) for line in lines)
        except StatisticsFault as error:
            codes.add(error.code)
        for aside in statistics.path.parent.glob("statistics-damaged-*"):
            aside.unlink()
    assert {"set-aside", "read"} <= codes


def test_statistics_of_something_newer_are_left_alone(statistics: Statistics) -> None:
    filled(statistics, 2)
    database = sqlite3.connect(statistics.path)
    database.execute("PRAGMA user_version = 2")
    database.commit()
    database.close()
    before = statistics.path.read_bytes()
    for call in (statistics.lines, statistics.games, lambda: statistics.record(finished(number=9))):
        with pytest.raises(StatisticsFault) as found:
            call()
        assert found.value.code == "newer-statistics"
        assert found.value.values == {"version": 2, "known": 1}
    assert statistics.path.read_bytes() == before


def test_a_folder_in_the_way_is_told(statistics: Statistics) -> None:
    statistics.path.mkdir(parents=True)
    with pytest.raises(StatisticsFault) as found:
        statistics.record(finished())
    assert found.value.values == {"reason": "folder"}


def test_a_lock_that_is_never_freed_is_told(
    statistics: Statistics, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("saves.statistics.BUSY_SECONDS", 0.1)
    filled(statistics, 1)
    other = sqlite3.connect(statistics.path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StatisticsFault) as found:
        statistics.record(finished(number=5))
    assert found.value.values == {"reason": "busy"}
    other.execute("ROLLBACK")
    other.close()
    assert statistics.record(finished(number=5)).new


def test_several_threads_record_at_once(statistics: Statistics) -> None:
    found: list[bool] = []

    def record(start: int) -> None:
        for number in range(12):
            found.append(statistics.record(finished(number=(start + number) % 12)).new)

    threads = [threading.Thread(target=record, args=(start,)) for start in (0, 3, 6, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found.count(True) == 12
    assert len(statistics.games()[0]) == 12


WRITER = """
import sys
from pathlib import Path
from saves.statistics import Statistics
from tests.saves.test_statistics import finished
statistics = Statistics(Path(sys.argv[1]))
print("ready", flush=True)
for number in range(100000):
    statistics.record(finished(number=number))
    print(number, flush=True)
"""


def test_killed_while_recording_nothing_told_is_lost(statistics: Statistics) -> None:
    root = str(Path(__file__).resolve().parents[2])
    for turn in range(3):
        process = subprocess.Popen(
            [sys.executable, "-c", f"import sys; sys.path.append({root!r})\n{WRITER}",
             str(statistics.path.parent)],
            stdout=subprocess.PIPE,
        )  # fmt: skip
        assert process.stdout is not None
        known = len(statistics.games()[0])
        while (told := process.stdout.readline()) and (
            told == b"ready\n" or int(told) < known + 3 + turn
        ):
            pass
        process.kill()
        rest = process.stdout.read().split()
        process.stdout.close()
        process.wait()
        games, fault = statistics.games()
        assert fault is None
        last = max([int(told), *[int(number) for number in rest]])
        assert {f"{number:016d}" for number in range(last + 1)} <= {game.id for game in games}


def test_the_file_is_named_in_the_data_folder(tmp_path: Path) -> None:
    assert Statistics(tmp_path).path == tmp_path / FILE


def test_a_rule_set_that_is_gone_can_still_be_counted(statistics: Statistics) -> None:
    statistics.record(finished(rules="generals-war"))
    game = changed(finished(number=2), rules="no-longer-there")
    statistics.record(game)
    assert {line.rules for line in statistics.lines()[0]} == {"generals-war", "no-longer-there"}
    assert "no-longer-there" not in rule_set("generals-war").id
