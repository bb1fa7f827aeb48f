"""Names that nobody gave are in the language of whoever reads, wherever a saved game is shown."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from saves.schema import Result, SavedGame
from saves.shelf import Shelf
from tests.support.command_line import Line
from tests.support.saving import some_save
from tests.tui.conftest import MakeRoom
from tests.tui.person import Person
from tests.tui.screen_text import shown
from tui.called import names_of
from tui.learning.playback import of_save
from tui.screens.bin import BinScreen
from tui.screens.menu import MenuScreen
from tui.screens.saves import SavesScreen
from tui.screens.seating import SeatingScreen
from tui.words import Words

HERE = {
    "ru": ("Гость", "Boyle", "Кастро"),
    "uk": ("Гість", "Boyle", "Кастро"),
    "ko": ("게스트", "Boyle", "카스트"),
    "en": ("Player", "Boyle", "Castro"),
}


def some_game(**changes: object) -> SavedGame:
    """A game begun in English, in which somebody typed the second name."""
    saved = some_save("battalion-twins", 3)
    names = {"names": ("Player", "Boyle", "Castro"), "usual": (0, 2), "title": ""}
    return msgspec.structs.replace(saved, **names, **changes)


def finished() -> SavedGame:
    """The same game as if it were over, and nobody's name had been given."""
    won = Result((2, 3, 1), (10, 5, 20), "chips")
    return some_game(result=won, asked=(), pending=())


def held(text: str, language: str) -> bool:
    """Whether the names are in ``text`` as they are said in ``language``, and in no other."""
    other = HERE["ru" if language == "en" else "en"]
    return all(name in text for name in HERE[language]) and not any(
        name in text for name in (other[0], other[2])
    )


@pytest.fixture
def line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Line:
    return Line(capsys, monkeypatch)


@pytest.mark.parametrize("language", HERE)
async def test_menu_shelf_bin_and_seating_say_them_in_the_sessions_language(
    make_room: MakeRoom, tmp_path: Path, language: str
) -> None:
    id_ = Shelf(tmp_path).put(some_game())
    room = make_room(language=language)
    async with room.run_test(size=(140, 40)) as pilot:
        person = Person(pilot)
        await person.until("the menu", lambda: person.sees(MenuScreen))
        await person.until("the game to go on with", lambda: held(shown(room), language))
        await person.press("s")
        await person.until("the list", lambda: person.sees(SavesScreen))
        # In the list, and in the picture of the table beside it.
        await person.until("its table", lambda: shown(room).count(HERE[language][2]) > 1)
        assert held(shown(room), language)
        room.push_screen(SeatingScreen(some_game(), some_game().seats, lambda seats: None))
        await person.until("the seats", lambda: person.sees(SeatingScreen))
        await person.until("the names", lambda: held(shown(room), language))
        await person.press("escape")
        room.shelf.delete(id_)
        room.push_screen(BinScreen())
        await person.until("the bin", lambda: person.sees(BinScreen))
        await person.until("the deleted game", lambda: held(shown(room), language))


@pytest.mark.parametrize("language", HERE)
async def test_who_has_won_a_saved_game_is_called_so_too(
    make_room: MakeRoom, tmp_path: Path, language: str
) -> None:
    Shelf(tmp_path).put(finished())
    room = make_room(language=language)
    async with room.run_test(size=(140, 40)) as pilot:
        person = Person(pilot)
        await person.until("the menu", lambda: person.sees(MenuScreen))
        await person.press("s")
        await person.until("the list", lambda: person.sees(SavesScreen))
        await person.until("the result", lambda: shown(room).count(HERE[language][2]) > 1)
        assert held(shown(room), language)


@pytest.mark.parametrize("language", HERE)
@pytest.mark.parametrize("saved", [some_game(), finished()], ids=["unfinished", "finished"])
def test_the_command_line_lists_and_shows_them_in_its_language(
    tmp_path: Path, line: Line, language: str, saved: SavedGame
) -> None:
    id_ = Shelf(tmp_path).put(saved)
    listed = line("--language", language, "saves", "--data-dir", tmp_path)
    assert listed.status == 0
    assert held(listed.out, language), listed.out
    if saved.result is None:
        told = line("--language", language, "saves", "show", id_, "--data-dir", tmp_path)
        assert told.status == 0
        assert held(told.out, language), told.out


@pytest.mark.parametrize("language", HERE)
def test_a_replay_of_a_saved_game_has_them(language: str) -> None:
    words = Words(language, "symbols")
    assert of_save(some_game(), words).names == HERE[language]


def test_names_that_somebody_gave_stay_in_every_language() -> None:
    given = msgspec.structs.replace(some_game(), usual=())
    for language in HERE:
        assert names_of(Words(language, "symbols"), given) == ("Player", "Boyle", "Castro")
