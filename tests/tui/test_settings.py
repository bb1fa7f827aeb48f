"""Settings of the card room: declared, read, and what follows from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves.settings import FILE
from saves.shelf import Shelf
from tests.support.command_line import Line
from tests.support.saving import some_save
from tui.look import Look
from tui.settings import (
    NOTES,
    Settings,
    declared,
    load_settings,
    settings_file,
    shelf_in,
    store_settings,
    who_am_i,
)
from tui.themes import BASES
from tui.words import Words


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MESSDECK_CONFIG_DIR", str(tmp_path / "config"))
    (tmp_path / "config").mkdir()
    return tmp_path / "config"


@pytest.fixture
def line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Line:
    return Line(capsys, monkeypatch)


def test_the_defaults_are_those_of_the_screen_without_a_file(folder: Path) -> None:
    settings = load_settings()
    assert settings == Settings()
    assert settings.look(Look()) == Look()
    assert settings.look(Look(ascii=True)) == Look(ascii=True)


def test_every_setting_has_a_note_and_a_field_of_its_name() -> None:
    names = [setting.name for setting in declared()]
    assert names == list(NOTES)
    for setting in declared():
        assert getattr(Settings(), setting.name) == setting.default
    assert set(next(s for s in declared() if s.name == "theme").choices) == {
        theme.name.removeprefix("mess-") for theme in BASES
    }


def test_what_is_set_decides_how_the_screen_is_drawn(folder: Path) -> None:
    (folder / FILE).write_text(
        'theme = "light"\npace = 2\ncharacters = "ascii"\ngenerations = 9\nsuits = "letters"\n'
    )
    settings = load_settings()
    assert settings.look(Look()) == Look(ascii=True, theme="mess-light", pace=2.0)
    assert settings.card_style(Look()) == "letters"
    assert Settings().card_style(Look()) == "symbols"
    assert Settings(suits="symbols").card_style(Look(ascii=True)) == "letters"
    assert Settings(characters="unicode").look(Look(ascii=True)) == Look()


def test_settings_are_stored_with_their_notes(folder: Path) -> None:
    words = Words()
    notes = {name: words.gettext(note) for name, note in NOTES.items()}
    assert store_settings({"pace": 1.0, "theme": "light"}, notes) is None
    text = settings_file().path.read_text()
    assert f"# {NOTES['pace']}\npace = 1.0\n" in text
    assert load_settings().theme == "light"


def test_as_many_earlier_saves_are_kept_as_is_set(folder: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    shelf = shelf_in(data, Settings(generations=5))
    id_ = shelf.put(some_save("generals-war", 2))
    for number in range(9):
        shelf.rename(id_, str(number))
    assert len(list((data / "saves" / id_).glob("*.save"))) == 6
    assert Shelf(data).load(id_).saved.title == "8"


def test_a_command_that_writes_a_save_keeps_as_many(
    folder: Path, tmp_path: Path, line: Line
) -> None:
    (folder / FILE).write_text("generations = 6\n")
    data = tmp_path / "data"
    id_ = Shelf(data).put(some_save("generals-war", 2))
    for number in range(9):
        assert line("saves", "rename", id_, number, "--data-dir", data).status == 0
    assert len(list((data / "saves" / id_).glob("*.save"))) == 7


def test_the_language_is_the_one_that_is_set_unless_something_else_is_said(
    folder: Path, tmp_path: Path, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MESSDECK_LANGUAGE", raising=False)
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.delenv("LANGUAGE", raising=False)
    english = line("saves", "--help").out
    (folder / FILE).write_text('language = "uk"\n')
    ukrainian = line("saves", "--help").out
    assert ukrainian != english
    assert line("saves", "--help", "--language", "en").out == english
    monkeypatch.setenv("MESSDECK_LANGUAGE", "en")
    assert line("saves", "--help").out == english


def test_every_fault_of_the_settings_has_a_sentence(folder: Path) -> None:
    (folder / FILE).write_text('theme = "loud"\npace = 50\ngenerations = "many"\n')
    faults = load_settings().faults
    said = [Words().error(fault) for fault in faults]
    assert said == [
        "The setting theme must be dark, light or contrast, not “loud”; it is ignored.",
        "The setting pace must be from 0.0 to 10.0, not 50; it is ignored.",
        "The setting generations must be from 1 to 50, not “many”; it is ignored.",
    ]
    (folder / FILE).write_text("theme = \n")
    (fault,) = load_settings().faults
    assert Words().error(fault).startswith(f"{folder / FILE} is no TOML, and none of it is used: ")


def test_who_has_a_game_open_is_named() -> None:
    assert who_am_i().partition(",")[0]
