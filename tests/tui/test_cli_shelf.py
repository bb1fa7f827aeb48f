"""``messdeck saves`` and its commands: look, check, pass on, take in, tidy up."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from engine.registry import rule_sets
from saves.codec import decode
from saves.restore import restore
from saves.schema import SavedGame, Seat
from saves.shelf import Shelf
from tests.saves.test_seen import scrambled
from tests.support.command_line import Line, random_record
from tests.support.saving import changed, some_save
from tui.renderers.preview import own_seat, preview_lines
from tui.words import Words

EACH = [(name, rules.seats[-1]) for name, rules in rule_sets().items()]
IDS = [name for name, _ in EACH]


@pytest.fixture
def line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Line:
    return Line(capsys, monkeypatch)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MESSDECK_DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "data"


def kept(folder: Path, saved: SavedGame) -> str:
    return Shelf(folder).put(saved)


def newest_file(folder: Path, id_: str) -> Path:
    return max((folder / "saves" / id_).glob("*.save"))


def test_list_says_the_same_as_saves_alone(folder: Path, line: Line) -> None:
    kept(folder, some_save("generals-war", 2))
    assert line("saves", "list").out == line("saves").out != ""


def test_a_folder_given_to_saves_holds_for_its_commands(tmp_path: Path, line: Line) -> None:
    id_ = kept(tmp_path / "here", some_save("generals-war", 2))
    for arguments in (
        ("saves", "--data-dir", tmp_path / "here", "list"),
        ("--data-dir", tmp_path / "here", "saves", "list"),
        ("saves", "list", "--data-dir", tmp_path / "here"),
    ):
        assert line(*arguments).out.startswith(id_)


def test_practice_games_are_marked(folder: Path, line: Line) -> None:
    id_ = kept(folder, changed(some_save("generals-war", 2), practice=True))
    for command in (("saves",), ("saves", "show", id_)):
        assert "practice game" in line(*command).out.splitlines()[0]
    Shelf(folder).delete(id_)
    kept(folder, some_save("generals-war", 2))
    assert "practice" not in line("saves").out


@pytest.mark.parametrize(("rules", "players"), EACH, ids=IDS)
def test_show_gives_a_picture_of_the_table_without_any_hidden_card(
    folder: Path, line: Line, rules: str, players: int
) -> None:
    saved = some_save(rules, players)
    id_ = kept(folder, saved)
    ran = line("saves", "show", id_)
    assert ran.status == 0
    rows = ran.out.splitlines()
    assert id_ in rows[0]
    for seat in range(players):
        assert any(row[2:].startswith(f"{seat} Player {seat}") for row in rows)
    assert max(len(row) for row in rows) <= 120
    words = Words()
    assert own_seat(saved) == 0
    restored = restore(saved)
    shown = preview_lines(words, saved, restored.table)
    other = scrambled(restored, 0, "show")
    assert preview_lines(words, saved, other.table) == shown
    assert other.table.snapshot() != restored.table.snapshot()


def test_show_tells_no_hand_where_several_people_play(folder: Path, line: Line) -> None:
    saved = some_save("battalion-twins", 3)
    one = line("saves", "show", kept(folder, saved)).out
    assert "Your hand: " in one
    shared = changed(saved, seats=(Seat("person"),) * 3)
    assert "Your hand: " not in line("saves", "show", kept(folder, shared)).out


def test_show_works_for_a_game_that_is_open(folder: Path, line: Line) -> None:
    id_ = kept(folder, some_save("generals-war", 2))
    opened = Shelf(folder, who="Ann").open(id_)
    assert line("saves", "show", id_).status == 0
    said = line.refused("saves", "rename", id_, "Mine")
    assert said.startswith("This game is open elsewhere (Ann, since today ")
    assert line.refused("saves", "delete", id_) == said
    opened.keeper.close()
    assert line("saves", "rename", id_, "Mine").status == 0


def test_verify_tells_whole_games_from_others(folder: Path, line: Line) -> None:
    assert line("saves", "verify").out == f"There are no saved games in {folder}.\n"
    good = kept(folder, some_save("generals-war", 2))
    bad = kept(folder, some_save("battalion-cover", 3))
    path = newest_file(folder, bad)
    data = bytearray(path.read_bytes())
    ran = line("saves", "verify")
    assert ran.status == 0
    assert {row.partition(",")[0] for row in ran.out.splitlines()} == {
        f"{good}: whole",
        f"{bad}: whole",
    }
    data[-1] ^= 1
    path.write_bytes(bytes(data))
    ran = line("saves", "verify", bad[:8])
    assert ran.status == 1
    assert ran.out == f"{bad}: The file is damaged: its checksum is not right.\n"
    assert line("saves", "verify", good).status == 0
    assert line("saves", "verify").status == 1
    # The one before is whole, and that is said; but the newest is not.
    earlier = path.with_name("000000000000.save")
    data[-1] ^= 1
    earlier.write_bytes(bytes(data))
    ran = line("saves", "verify", bad)
    assert ran.status == 1
    assert "an earlier save is whole" in ran.out


def test_verify_replays_and_so_finds_a_wrong_position(folder: Path, line: Line) -> None:
    saved = some_save("generals-war", 2)
    log = tuple(text for text in saved.log if text == "shuffle")
    id_ = kept(folder, changed(saved, log=log, pending=()))
    ran = line("saves", "verify", id_)
    assert ran.status == 1
    assert "contradicts itself" in ran.out


def test_delete_and_restore(folder: Path, line: Line) -> None:
    one, two = (kept(folder, some_save("generals-war", 2)) for _ in range(2))
    ran = line("saves", "delete", one, two[:10])
    assert ran.status == 0
    assert ran.out.splitlines() == [
        f"{id_} is in the bin; messdeck saves restore {id_} brings it back." for id_ in (one, two)
    ]
    assert line("saves").out == f"There are no saved games in {folder}.\n"
    listed = line("saves", "list", "--deleted").out
    assert one in listed
    assert two in listed
    assert line.refused("saves", "delete", one) == f"There is no saved game {one} in {folder}."
    assert line("saves", "restore", two[:9]).out == f"{two} is back among the saved games.\n"
    assert line("saves").out.startswith(two)
    assert line.refused("saves", "restore", two) == f"There is no deleted game {two} in {folder}."


def test_rename_gives_and_takes_a_title(folder: Path, line: Line) -> None:
    id_ = kept(folder, some_save("generals-war", 2))
    ran = line("saves", "rename", id_, "Sunday\x1b[31m  round")
    assert ran.out == f"{id_} is called Sunday[31m round now.\n"
    assert Shelf(folder).load(id_).saved.title == "Sunday[31m round"
    assert line("saves", "show", "Sunday[31m round").status == 0
    assert line("saves", "rename", id_, "").out == f"{id_} has no title now.\n"
    assert line.refused("saves", "rename", id_).startswith("TITLE is missing")


def test_the_save_itself_is_exported_and_taken_in_elsewhere(
    folder: Path, tmp_path: Path, line: Line
) -> None:
    saved = some_save("generals-war", 4)
    id_ = kept(folder, saved)
    path = tmp_path / "game.save"
    assert line("saves", "export", id_, path, "--save").status == 0
    assert decode(path.read_bytes()).log == saved.log
    assert line.refused("saves", "export", id_, "--save").startswith("A save is not text")
    assert line.refused("saves", "export", id_, path, "--save", "--view", "0").startswith("--save")
    other = tmp_path / "other"
    ran = line("saves", "import", path, "--data-dir", other)
    assert ran.status == 0
    (entry,) = Shelf(other).entries()
    assert entry.id != id_
    assert ran.out.startswith(entry.id)
    assert Shelf(other).verify(entry.id).saved.seats == saved.seats


@pytest.mark.parametrize(
    ("given", "seats"),
    [
        ((), "person corporal corporal corporal"),
        (("--mine", "2"), "corporal corporal person corporal"),
        (("--mine", "2", "--seat", "0=recruit"), "recruit corporal person corporal"),
        (("--seat", "3=person", "--seat", "1=random"), "person random corporal person"),
    ],
)
def test_seats_of_a_record_are_assigned_on_import(
    folder: Path, tmp_path: Path, line: Line, given: tuple[str, ...], seats: str
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(random_record("generals-war", 4, "import", 12).to_line() + "\n")
    assert line("saves", "import", path, *given).status == 0
    (entry,) = Shelf(folder).entries()
    assert entry.summary is not None
    assert [seat.player or seat.kind for seat in entry.summary.seats] == seats.split()
    assert entry.summary.names == ("Ann", "Bea", "Cleo", "Dan")
    assert line("saves", "verify").status == 0


def test_seats_of_a_save_are_assigned_on_import_if_that_is_said(
    folder: Path, tmp_path: Path, line: Line
) -> None:
    id_ = kept(folder, some_save("generals-war", 2))
    path = tmp_path / "game.save"
    line("saves", "export", id_, path, "--save")
    assert line("saves", "import", path, "--mine", "1").status == 0
    newest = Shelf(folder).entries()[0]
    assert newest.summary is not None
    assert [seat.kind for seat in newest.summary.seats] == ["level", "person"]


def test_several_records_are_taken_in_or_none(folder: Path, tmp_path: Path, line: Line) -> None:
    path = tmp_path / "games.jsonl"
    good = [random_record("generals-war", 2, str(seed), 9).to_line() for seed in range(3)]
    path.write_text("\n".join(good) + "\n")
    assert line("saves", "import", path).status == 0
    assert len(Shelf(folder).entries()) == 3
    path.write_text("\n".join([*good, "{}"]) + "\n")
    assert line.refused("saves", "import", path).startswith(f"{path}: ")
    assert len(Shelf(folder).entries()) == 3


def test_import_says_what_is_wrong(folder: Path, tmp_path: Path, line: Line) -> None:
    missing = tmp_path / "nothing"
    assert line.refused("saves", "import", missing) == (
        f"{missing}: there is no such file or folder."
    )
    path = tmp_path / "game.jsonl"
    path.write_text(random_record("generals-war", 2, "one", 9).to_line() + "\n")
    assert line.refused("saves", "import", path, "--mine", "2") == (
        "--mine: a seat is a number from 0 to 1, not “2”."
    )
    assert "There is no player" in line.refused("saves", "import", path, "--seat", "0=nobody")
    assert line.refused("saves", "import", tmp_path) == (
        f"{tmp_path}: It could not be read or written: it is not an ordinary file."
    )
    path.write_bytes(b"\0" * 200)
    assert line.refused("saves", "import", path) == (f"{path}: This is no saved game of messdeck.")
    assert Shelf(folder).entries() == []


@pytest.mark.parametrize(("rules", "players"), EACH, ids=IDS)
def test_a_view_is_exported_for_any_seat(
    folder: Path, line: Line, rules: str, players: int
) -> None:
    id_ = kept(folder, some_save(rules, players))
    ran = line("saves", "export", id_, "--view", players - 1)
    assert ran.status == 0
    tree = json.loads(ran.out)
    assert tree["seat"] == players - 1
    game = rule_sets()[rules].game(players)
    view = game.load_view(tree["view"])
    assert json.loads(msgspec.json.encode(view.dump())) == tree["view"]
    assert line.refused("saves", "export", id_, "--view", players) == (
        f"--view: a seat is a number from 0 to {players - 1}, not “{players}”."
    )


@pytest.mark.parametrize(
    "command", ["list", "show", "verify", "export", "import", "rename", "delete", "restore"]
)
def test_every_command_has_help_in_whole_sentences(line: Line, command: str) -> None:
    ran = line("saves", command, "--help")
    assert ran.status == 0
    assert ran.out.startswith(f"Usage: messdeck saves {command}")


def test_a_full_disk_is_told_in_a_sentence(
    folder: Path, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    from saves.disk import Disk

    id_ = kept(folder, some_save("generals-war", 2))

    def full(self: Disk, path: Path) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Disk, "create", full)
    said = line.refused("saves", "rename", id_, "Mine")
    assert said == "It could not be read or written: the disk is full."
    assert Shelf(folder).load(id_).saved.title == "A game"
