"""``messdeck saves`` and ``resume``: what is on the shelf, named and found."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

from engine.records import check_record
from saves.schema import Result, SavedGame
from saves.shelf import Shelf
from tests.support.command_line import Line
from tests.support.saving import some_save


@pytest.fixture
def line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Line:
    return Line(capsys, monkeypatch)


def kept(folder: Path, saved: SavedGame) -> str:
    """Puts a game on the shelf in ``folder``; its id."""
    return Shelf(folder).put(saved)


def finished(saved: SavedGame) -> SavedGame:
    """The save as if the game had ended."""
    return msgspec.structs.replace(
        saved, result=Result((1, 2), (120, 80), "target"), asked=(), pending=()
    )


def test_saves_are_listed_newest_first_with_what_is_known_of_them(
    tmp_path: Path, line: Line
) -> None:
    older = kept(tmp_path, some_save("battalion-cover", 3))
    newer = kept(tmp_path, finished(some_save("generals-war", 2)))
    ran = line("saves", "--data-dir", tmp_path)
    assert ran.status == 0
    first, second, third, fourth = ran.out.splitlines()
    # The hour, and so perhaps the day, is that of the reader's zone.
    assert re.match(rf"{newer}  A game  General's War  1[45] Nov 2023, \d+:\d\d$", first)
    assert second.startswith("  Player 0 and Player 1; ")
    assert second.endswith("choices. Player 0 wins the game.")
    assert third.startswith(f"{older}  A game  Battalion: cover")
    assert "Waiting for Player" in fourth


def test_a_damaged_or_foreign_file_gets_one_clear_line(tmp_path: Path, line: Line) -> None:
    id_ = kept(tmp_path, some_save("generals-war", 2))
    (save,) = [path for path in (tmp_path / "saves" / id_).iterdir() if path.name != "lock"]
    data = bytearray(save.read_bytes())
    data[-1] ^= 1
    save.write_bytes(bytes(data))
    (tmp_path / "saves" / "letter\x1b[2J.txt").write_text("dear Ann")
    ran = line("saves", "--data-dir", tmp_path)
    assert ran.status == 0
    assert "\x1b" not in ran.out
    lines = ran.out.splitlines()
    assert "  The file is damaged: its checksum is not right." in lines
    assert "  This is no saved game of messdeck." in lines
    said = line.refused("resume", id_, "--data-dir", tmp_path)
    assert said == f"{id_}: The file is damaged: its checksum is not right."


def test_resume_names_what_cannot_be_gone_on_with(tmp_path: Path, line: Line) -> None:
    over = kept(tmp_path, finished(some_save("generals-war", 2)))
    assert line.refused("resume", "--data-dir", tmp_path) == (
        f"There is no unfinished game in {tmp_path}; messdeck play begins one."
    )
    assert line.refused("resume", over, "--data-dir", tmp_path) == f"The game {over} is finished."
    assert line.refused("resume", "zzz", "--data-dir", tmp_path) == (
        f"There is no saved game zzz in {tmp_path}."
    )


def test_resume_takes_the_beginning_of_an_id_or_a_title(tmp_path: Path, line: Line) -> None:
    id_ = kept(tmp_path, some_save("generals-war", 2))
    # It is found, and only the terminal is missing then.
    for name in (id_, id_[:5], "A game"):
        said = line.refused("resume", name, "--data-dir", tmp_path)
        assert said.startswith("The card room needs a terminal")
    assert line.refused("resume", "--data-dir", tmp_path).startswith("The card room needs")
    kept(tmp_path, some_save("battalion-cover", 3))
    said = line.refused("resume", "A game", "--data-dir", tmp_path)
    assert said.startswith("A game may be ")
    assert id_ in said


@pytest.mark.parametrize("rules", ["generals-war", "battalion-twins", "fight-for-the-lead"])
def test_a_saved_game_is_exported_as_a_valid_record(rules: str, tmp_path: Path, line: Line) -> None:
    id_ = kept(tmp_path, some_save(rules, 4))
    ran = line("saves", "export", id_, "--data-dir", tmp_path)
    assert ran.status == 0
    assert not check_record(json.loads(ran.out)).finished
    path = tmp_path / "game.json"
    again = line("saves", "export", id_[:6], path, "--data-dir", tmp_path)
    assert again.status == 0
    assert again.out == ""
    assert path.read_text("utf-8") == ran.out
    assert line("record", "check", path).status == 0
    assert line.refused("saves", "export", id_, path, "--data-dir", tmp_path) == (
        f"{path} exists already; it is not replaced."
    )


def test_the_shell_completes_saved_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    from tui.commandline.root import root_command
    from tui.words import Words

    id_ = kept(tmp_path, some_save("generals-war", 2))
    monkeypatch.setenv("MESSDECK_DATA_DIR", str(tmp_path))
    ran = CliRunner().invoke(
        root_command(Words()),
        env={
            "_MESSDECK_COMPLETE": "bash_complete",
            "COMP_WORDS": f"messdeck resume {id_[:3]}",
            "COMP_CWORD": "2",
        },
        prog_name="messdeck",
    )
    assert ran.output.strip().partition(",")[2] == id_
