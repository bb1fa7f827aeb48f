"""Games in and out: saves and records of other people."""

from __future__ import annotations

import json
from collections import deque
from pathlib import Path

import msgspec
import pytest

from engine.records import Record, RecordFault, check_record
from engine.registry import rule_set
from engine.rng import rng_from
from engine.table import Table
from saves.codec import MAX_BYTES, encode
from saves.exchange import (
    export_record,
    export_save,
    import_file,
    read_games,
    record_of,
    saved_of_record,
    write_export,
)
from saves.faults import SaveFault
from saves.restore import restore
from saves.schema import Seat
from saves.shelf import Shelf
from tests.support.random_games import TABLE_IDS, TABLES
from tests.support.saving import answer, changed, saved_of, seed_bytes, some_save, tables


def last_table(rules: str, players: int, seed: str, choices: int = 5000) -> Table:
    """A random game after so many choices, or at its end."""
    (table,) = deque(tables(rule_set(rules).game(players), seed, most=choices + 1), maxlen=1)
    return table


def record(rules: str, players: int, choices: int) -> Record:
    table = last_table(rules, players, "record", choices)
    names = [f"N{seat}\x1b" for seat in range(players)]
    return Record(table.game, table.dealer, names, list(table.log()), table.outcome())


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=TABLE_IDS)
def test_a_record_becomes_a_game_that_goes_on(tmp_path: Path, rules: str, players: int) -> None:
    """With the shuffles it has, and fresh ones from there on."""
    made = record(rules, players, 9)
    path = tmp_path / "a.json"
    path.write_text(made.to_line())
    shelf = Shelf(tmp_path / "data")
    (id_,) = import_file(shelf, path)
    opened = shelf.open(id_)
    table = opened.restored.table
    assert list(table.log()) == made.log
    assert opened.restored.saved.names[0] == "N0"
    assert {seat.kind for seat in opened.restored.saved.seats} == {"person"}
    rng = rng_from("on")
    for _ in range(400):
        if table.outcome() is None:
            answer(table, rng)
    opened.keeper.close()
    check_record(record_of(opened.restored).to_json())


def test_a_record_without_any_entry_becomes_a_fresh_game(tmp_path: Path) -> None:
    made = record(*TABLES[0], 0)
    made.log = []
    (one,) = read_games(made.to_line().encode())
    (other,) = read_games(made.to_line().encode())
    assert one.foreign == 0
    assert one.shuffles != other.shuffles
    assert restore(one).replayed


def test_many_records_of_a_file_are_taken_or_none(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "data")
    good = [record(*where, 5).to_line() for where in TABLES[:3]]
    path = tmp_path / "many.jsonl"
    path.write_text("\n".join(good) + "\n")
    assert len(import_file(shelf, path, None)) == len(good)
    bad = json.loads(good[1])
    bad["log"][-1] = "0 frobnicate"
    path.write_text("\n".join([good[0], json.dumps(bad), good[0]]))
    with pytest.raises(RecordFault) as found:
        import_file(shelf, path)
    assert found.value.values["line"] == 2
    assert len(shelf.entries()) == len(good)


def test_seats_are_assigned_on_import(tmp_path: Path) -> None:
    seats = (Seat("level", "recruit"),) * TABLES[0][1]
    (saved,) = read_games(record(*TABLES[0], 5).to_line().encode(), seats)
    assert saved.seats == seats
    (saved,) = read_games(encode(some_save(*TABLES[0])), seats)
    assert saved.seats == seats
    with pytest.raises(SaveFault):
        read_games(encode(some_save(*TABLES[0])), seats[:1])


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=TABLE_IDS)
def test_an_exported_save_comes_in_as_another_game(
    tmp_path: Path, rules: str, players: int
) -> None:
    shelf = Shelf(tmp_path / "data")
    id_ = shelf.put(some_save(rules, players))
    path = tmp_path / "out.save"
    write_export(path, export_save(shelf, id_))
    (other,) = import_file(shelf, path)
    assert other != id_
    assert changed(shelf.verify(other).saved, id=id_, imported=False) == shelf.verify(id_).saved


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=TABLE_IDS)
def test_an_exported_record_is_valid(tmp_path: Path, rules: str, players: int) -> None:
    shelf = Shelf(tmp_path)
    table = last_table(rules, players, "export")
    for saved in (some_save(rules, players), saved_of(table, seed_bytes("export"))):
        found = export_record(shelf, shelf.put(saved))
        assert check_record(json.loads(found.to_line())).finished == saved.finished


def test_an_export_does_not_write_over_a_file_unless_told(tmp_path: Path) -> None:
    path = tmp_path / "precious"
    path.write_bytes(b"precious")
    with pytest.raises(SaveFault) as found:
        write_export(path, b"new")
    assert found.value.code == "exists"
    assert path.read_bytes() == b"precious"
    write_export(path, b"new", replace=True)
    assert path.read_bytes() == b"new"
    with pytest.raises(SaveFault) as found:
        write_export(tmp_path / "no" / "folder", b"new")
    assert found.value.values["reason"] == "gone"


@pytest.mark.parametrize(
    "data",
    [b"", b"\x7fELF" + b"\0" * 200, b"\xff\xfe", b"hello", b"[]", b"{}", b"[" * 100_000, b"1e999"],
)
def test_other_files_are_refused(data: bytes) -> None:
    with pytest.raises((SaveFault, RecordFault)):
        read_games(data)


def test_a_file_too_big_or_absent_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "big"
    with open(path, "wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(SaveFault) as found:
        import_file(Shelf(tmp_path / "data"), path)
    assert found.value.code == "too-big"
    with pytest.raises(SaveFault) as found:
        import_file(Shelf(tmp_path / "data"), tmp_path / "absent")
    assert found.value.code == "missing"
    with pytest.raises(SaveFault) as found:
        import_file(Shelf(tmp_path / "data"), tmp_path)
    assert found.value.code == "unreadable"


def test_a_save_from_elsewhere_starts_no_program() -> None:
    """Bots in it, also those that mind a seat, give way to persons; levels stay."""
    made = saved_of_record(record("generals-war", 4, 9))
    seats = (Seat("level", "bot:rm -rf /"), Seat("person", "", "bot:sh"))
    more = (Seat("level", "corporal"),) * (made.players - 2)
    (found,) = read_games(encode(msgspec.structs.replace(made, seats=(*seats, *more))))
    assert found.seats == (Seat("person"), Seat("person"), *more)
