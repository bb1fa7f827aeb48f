"""The shelf: lists whatever is there, keeps order without clocks, takes no path for an id."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.registry import rule_set
from saves.codec import encode
from saves.faults import InUse, SaveFault
from saves.schema import SavedGame, Seat
from saves.shelf import Shelf
from saves.writing import file_name
from tests.support.random_games import TABLES
from tests.support.saving import changed, saved_of, seed_bytes, some_save, tables

GAME = some_save(*TABLES[0])


def finished() -> SavedGame:
    for name, players in TABLES:
        for table in tables(rule_set(name).game(players), "finished", most=2000):
            if table.outcome() is not None:
                return saved_of(table, seed_bytes("finished"))
    raise AssertionError


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(SaveFault) as found:
        call()
    return found.value.code


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "data", who="Ann")


def test_an_empty_shelf_makes_no_folder(shelf: Shelf) -> None:
    assert shelf.entries() == []
    assert shelf.deleted() == []
    assert shelf.newest_unfinished() is None
    assert not shelf.data_dir.exists()


def test_everything_is_for_its_owner_only(shelf: Shelf) -> None:
    before = os.umask(0)
    try:
        id_ = shelf.put(GAME)
        shelf.delete(id_)
        shelf.put(GAME)
    finally:
        os.umask(before)
    for path in [shelf.data_dir, *shelf.data_dir.rglob("*")]:
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)


def test_the_list_says_what_there_is_and_shows_no_cards(shelf: Shelf) -> None:
    id_ = shelf.put(GAME)
    (entry,) = shelf.entries()
    assert (entry.id, entry.code, entry.fault) == (id_, "ok", None)
    summary = entry.summary
    assert summary is not None
    assert (summary.rules, summary.players) == TABLES[0]
    assert summary.names == GAME.names
    assert summary.asked == GAME.asked
    assert summary.choices == GAME.choices
    assert not summary.finished
    for secret in ("seed", "log", "shuffles", "snapshot", "pending"):
        assert not hasattr(summary, secret)


def test_the_game_saved_last_comes_first_whatever_the_clock_says(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = shelf.put(changed(GAME, changed=4_000_000_000))
    second = shelf.put(changed(GAME, changed=5))
    third = shelf.put(changed(GAME, changed=1_000))
    assert [entry.id for entry in shelf.entries()] == [third, second, first]
    os.utime(shelf.folder / first, (4e9, 4e9))
    opened = Shelf(shelf.data_dir).open(first)  # another process, later
    opened.keeper.save(changed(opened.restored.saved, changed=0)).result(30)
    opened.keeper.close()
    assert [entry.id for entry in shelf.entries()] == [first, third, second]
    newest = shelf.newest_unfinished()
    assert newest is not None
    assert newest.id == first


def test_two_games_open_at_once_are_ordered_by_their_last_save(shelf: Shelf) -> None:
    one, other = shelf.put(GAME), shelf.put(GAME)
    opened = [shelf.open(one), shelf.open(other)]
    for turn in (0, 1, 1, 1, 0):
        opened[turn].keeper.save(opened[turn].restored.saved).result(30)
    assert [entry.id for entry in shelf.entries()] == [one, other]
    for each in opened:
        each.keeper.close()


def test_newest_unfinished_passes_over_finished_and_damaged_games(shelf: Shelf) -> None:
    wanted = shelf.put(GAME)
    shelf.put(finished())
    damaged = shelf.put(GAME)
    for path in (shelf.folder / damaged).glob("*.save"):
        path.write_bytes(path.read_bytes()[:-1])
    newest = shelf.newest_unfinished()
    assert newest is not None
    assert newest.id == wanted
    assert [entry.code for entry in shelf.entries()].count("damaged") == 1


def test_whatever_lies_in_the_folder_becomes_an_entry_with_a_code(
    shelf: Shelf, tmp_path: Path
) -> None:
    good = shelf.put(GAME)
    folder = shelf.folder
    (folder / "notes.txt").write_text("hello")
    (folder / "with\x1b[2Jescape").write_text("")
    (folder / "a folder").mkdir()
    os.mkfifo(folder / "fifo")
    (folder / "0000000000000001").symlink_to(folder / good)
    (folder / "0000000000000002").mkdir()  # empty
    (folder / "0000000000000003").write_text("")  # a file named like a game
    pipe = folder / "0000000000000004"
    pipe.mkdir()
    os.mkfifo(pipe / file_name(1))
    link = folder / "0000000000000005"
    link.mkdir()
    (link / file_name(1)).symlink_to(folder / good / file_name(1))
    big = folder / "0000000000000006"
    big.mkdir()
    with open(big / file_name(1), "wb") as file:
        file.truncate(1 << 40)
    other = folder / "0000000000000007"
    other.mkdir()
    (other / file_name(1)).write_bytes(encode(changed(GAME, id="0000000000000009")))
    directory = folder / "0000000000000008"
    (directory / file_name(1)).mkdir(parents=True)
    entries = shelf.entries()
    assert entries[0].id == good
    codes = {entry.id: entry.code for entry in entries}
    assert codes == {
        good: "ok",
        "notes.txt": "not-a-save",
        "with[2Jescape": "not-a-save",
        "a folder": "not-a-save",
        "fifo": "not-a-save",
        "0000000000000001": "not-a-save",
        "0000000000000003": "not-a-save",
        "0000000000000004": "unreadable",
        "0000000000000005": "unreadable",
        "0000000000000006": "too-big",
        "0000000000000007": "bad-field",
        "0000000000000008": "unreadable",
    }


@pytest.mark.skipif(sys.platform == "darwin", reason="its file system takes no such names")
def test_a_name_that_is_no_text_becomes_an_entry(shelf: Shelf) -> None:
    shelf.folder.mkdir(parents=True)
    (shelf.folder / os.fsdecode(b"no-utf8-\xff")).write_text("")
    (entry,) = shelf.entries()
    assert entry.id == "no-utf8-\ufffd"


def test_a_shelf_that_is_a_file_is_one_entry(tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("")
    (entry,) = Shelf(tmp_path).entries()
    assert entry.code == "unreadable"


@pytest.mark.parametrize(
    "id_",
    [
        "",
        ".",
        "..",
        "../..",
        "/etc",
        "0123456789abcdeF",
        "0123456789abcdef\n",
        "a/b",
        "x" * 300,
        "\0",
    ],
)
def test_an_id_never_becomes_another_path(shelf: Shelf, id_: str) -> None:
    shelf.put(GAME)
    for call in (shelf.load, shelf.open, shelf.verify, shelf.delete, shelf.restore, shelf.purge):
        assert code_of(lambda call=call: call(id_)) == "bad-id"  # type: ignore[misc]
    assert code_of(lambda: shelf.rename(id_, "x")) == "bad-id"


def test_a_link_in_the_place_of_a_game_is_no_game(shelf: Shelf) -> None:
    good = shelf.put(GAME)
    (shelf.folder / "0000000000000001").symlink_to(shelf.folder / good)
    for call in (shelf.load, shelf.open, shelf.delete):
        assert code_of(lambda call=call: call("0000000000000001")) == "missing"  # type: ignore[misc]


def test_a_title_never_becomes_a_path(shelf: Shelf) -> None:
    id_ = shelf.put(GAME)
    shelf.rename(id_, "../../\x1b[31mboo\n")
    assert shelf.load(id_).saved.title == "../../[31mboo"
    assert os.listdir(shelf.folder) == [id_]


def test_delete_goes_to_the_bin_and_restore_brings_it_back(shelf: Shelf) -> None:
    id_ = shelf.put(GAME)
    shelf.delete(id_)
    assert shelf.entries() == []
    assert [entry.id for entry in shelf.deleted()] == [id_]
    assert code_of(lambda: shelf.open(id_)) == "missing"
    shelf.restore(id_)
    assert shelf.deleted() == []
    assert shelf.load(id_).saved == changed(GAME, id=id_)
    assert code_of(lambda: shelf.restore(id_)) == "missing"


def test_purge_takes_from_the_bin_only(shelf: Shelf) -> None:
    id_ = shelf.put(GAME)
    assert code_of(lambda: shelf.purge(id_)) == "missing"
    shelf.delete(id_)
    shelf.purge(id_)
    assert shelf.deleted() == []


def test_restore_does_not_write_over_a_game(shelf: Shelf) -> None:
    id_ = shelf.put(GAME)
    shelf.delete(id_)
    (shelf.folder / id_).mkdir()
    assert code_of(lambda: shelf.restore(id_)) == "exists"


def test_an_open_game_is_not_opened_deleted_or_renamed_by_another(shelf: Shelf) -> None:
    id_ = shelf.put(GAME)
    opened = shelf.open(id_)
    other = Shelf(shelf.data_dir)
    for call in (other.open, other.delete, lambda i: other.rename(i, "x")):
        with pytest.raises(InUse) as found:
            call(id_)
        assert found.value.values["who"] == "Ann"
    assert other.load(id_).saved == opened.restored.saved  # reading is free
    opened.keeper.close()
    other.delete(id_)


def test_a_new_game_is_locked_from_its_first_save(shelf: Shelf) -> None:
    id_, keeper = shelf.begin()
    keeper.save(changed(GAME, id=id_)).result(30)
    with pytest.raises(InUse):
        Shelf(shelf.data_dir).open(id_)
    keeper.close()


def test_temporary_files_are_cleared_when_a_game_is_opened(shelf: Shelf) -> None:
    id_ = shelf.put(GAME)
    stray = shelf.folder / id_ / "tmp-0011223344556677"
    stray.write_bytes(b"half")
    (entry,) = shelf.entries()
    assert entry.code == "ok"
    assert stray.exists()  # somebody may just be writing it
    shelf.open(id_).keeper.close()
    assert not stray.exists()


def test_what_a_killed_first_save_left_is_no_game_and_is_cleared(shelf: Shelf) -> None:
    shelf.put(GAME)
    old, young = shelf.folder / "0000000000000001", shelf.folder / "0000000000000002"
    for place in (old, young):
        place.mkdir()
        (place / "lock").write_bytes(b"")
        (place / "tmp-0011223344556677").write_bytes(b"half")
    os.utime(old, (1e9, 1e9))
    assert len(shelf.entries()) == 1
    shelf.put(GAME)
    assert not old.exists()
    assert young.exists()  # somebody may just be beginning


def test_seats_can_be_given_to_others(shelf: Shelf) -> None:
    id_ = shelf.put(GAME)
    seats = (Seat("level", "recruit"),) * GAME.players
    shelf.assign(id_, seats)
    assert shelf.load(id_).saved.seats == seats
    assert code_of(lambda: shelf.assign(id_, seats[:1])) == "bad-field"


def test_earlier_saves_are_kept_as_set(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, keep=1)
    id_ = shelf.put(GAME)
    opened = shelf.open(id_)
    for _ in range(4):
        opened.keeper.save(opened.restored.saved).result(30)
    opened.keeper.close()
    assert len(list((shelf.folder / id_).glob("*.save"))) == 2
