"""``messdeck replay``: records, saves, stored arena games and games of the shelf."""

from __future__ import annotations

from pathlib import Path

import pytest

import tui.home
from saves.shelf import Shelf
from tests.support.command_line import Line, random_record
from tests.support.saving import some_save
from tui.commandline import house
from tui.commandline import replay as command
from tui.commandline.launch import Launch
from tui.learning.playback import ALL_OPEN, Playback


@pytest.fixture
def line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Line:
    return Line(capsys, monkeypatch)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Playback]:
    """What the card room is opened with."""
    found: list[Playback] = []

    def run(launch: Launch, look: object) -> int:
        assert launch.replay is not None
        found.append(launch.replay)
        return 0

    monkeypatch.setattr(tui.home, "run", run)
    monkeypatch.setattr(command, "need_terminal", lambda words: None)
    assert house.need_terminal is not command.need_terminal
    return found


def test_a_record_file_and_one_of_its_games(
    line: Line, opened: list[Playback], tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    one, other = random_record("generals-war", 2, "a"), random_record("battalion-twins", 3, "b", 9)
    path.write_text(one.to_line() + "\n" + other.to_line() + "\n", "utf-8")
    assert line("replay", path).status == 0
    assert line("replay", path, "--game", "2").status == 0
    assert [playback.game.rules for playback in opened] == ["generals-war", "battalion-twins"]
    assert opened[0].viewpoints[-1] == ALL_OPEN
    assert ALL_OPEN not in opened[1].viewpoints
    assert "has no game of that number" in line.refused("replay", path, "--game", "3")


def test_a_save_on_the_shelf_and_as_a_file(
    line: Line, opened: list[Playback], tmp_path: Path
) -> None:
    shelf = Shelf(tmp_path / "shelf")
    id_ = shelf.put(some_save("generals-war", 2))
    assert line("replay", id_[:8], "--data-dir", tmp_path / "shelf").status == 0
    assert line("saves", "export", id_, "--data-dir", tmp_path / "shelf", "--format", "save",
                "-o", tmp_path / "game.mess").status in (0, 2)  # fmt: skip
    playback = opened[0]
    assert playback.own == 0
    assert set(playback.viewpoints) == {0, -1}
    assert "no saved game" in line.refused("replay", "zzzz", "--data-dir", tmp_path / "shelf")


def test_a_stored_arena_game(line: Line, opened: list[Playback], tmp_path: Path) -> None:
    store = tmp_path / "arena.sqlite"
    ran = line("arena", "war", "--players", "corporal,recruit", "--deals", "2", "--jobs", "1",
               "--option", "target=40", "--store", store)  # fmt: skip
    assert ran.status == 0, ran
    assert line("replay", store).status == 0
    assert line("replay", store, "--game", "3", "--number", "1").status == 0
    assert sorted(opened[0].levels) == ["corporal", "recruit"]
    assert opened[0].outcome is not None
    assert "has no game of that number" in line.refused("replay", store, "--game", "99")
    assert "no tournament" in line.refused("replay", store, "--number", "7")


@pytest.mark.parametrize("data", [b"", b"nonsense\n", b"{}\n", b"messdeck\0\0\0", b"\0" * 200])
def test_what_is_no_game_gets_one_sentence(
    line: Line, opened: list[Playback], tmp_path: Path, data: bytes
) -> None:
    path = tmp_path / "broken"
    path.write_bytes(data)
    line.refused("replay", path)
    line.refused("replay", tmp_path / "missing" / "file")
    line.refused("replay", tmp_path)
    assert opened == []


def test_a_game_without_a_card_is_refused(
    line: Line, opened: list[Playback], tmp_path: Path
) -> None:
    record = random_record("generals-war", 2, "a", 3)
    record.log = []
    path = tmp_path / "empty.jsonl"
    path.write_text(record.to_line() + "\n", "utf-8")
    assert "nothing to replay" in line.refused("replay", path)


def test_a_game_of_rules_that_cannot_be_drawn_is_refused(
    line: Line, opened: list[Playback], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.learning.playback.can_show", lambda rules: False)
    path = tmp_path / "game.jsonl"
    path.write_text(random_record("generals-war", 2, "a", 3).to_line() + "\n", "utf-8")
    assert "cannot draw tables of generals-war" in line.refused("replay", path)
