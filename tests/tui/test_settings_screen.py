"""Settings in the app: they hold at once, are written with care, and keys can be changed."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from saves.settings import SettingsFile
from saves.shelf import Shelf
from tests.tui.conftest import MakeRoom
from tests.tui.person import Person
from tests.tui.screen_text import shown
from tests.tui.test_table import sit_down
from tui.keymap import checked, commands, groups, is_key, keys_of
from tui.screens.arena import ArenaScreen
from tui.screens.dialog import Dialog
from tui.screens.keys_page import KeysScreen
from tui.screens.menu import MenuScreen
from tui.screens.new_game import NewGameScreen
from tui.screens.settings import ASCII_LANGUAGES, LABELS, VALUES, SettingsScreen
from tui.screens.table import TableScreen
from tui.settings import Settings, declared, settings_file
from tui.setup import PERSON, draft_of


@pytest.fixture
def file(tmp_path: Path) -> SettingsFile:
    return settings_file(tmp_path / "config")


async def opened(pilot: Pilot[None], row: str) -> Person:
    """The settings with ``row`` marked."""
    person = Person(pilot)
    await person.until("the menu", lambda: person.sees(MenuScreen))
    await person.press("e")
    await person.until("the settings", lambda: person.sees(SettingsScreen))
    await mark(person, row)
    return person


async def mark(person: Person, row: str) -> None:
    """Moves the mark to a row."""
    screen = person.room.screen
    assert isinstance(screen, (SettingsScreen, KeysScreen))
    for _ in screen.form.rows:
        if screen.form.current.id == row:
            return
        await person.press("down")
    raise AssertionError(f"no row {row}")


@pytest.mark.parametrize("language", ["ru", "uk", "ko"])
async def test_the_language_can_be_read_where_there_is_only_ascii(
    make_room: MakeRoom, language: str
) -> None:
    room = make_room(ascii_only=True, settings=Settings(language=language))
    async with room.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "language")
        assert ASCII_LANGUAGES[language] in shown(room)
        assert "???" not in shown(room)


def test_every_setting_has_a_row_and_every_choice_a_word() -> None:
    assert [*LABELS, "keys"] == sorted(
        [setting.name for setting in declared()], key=[*LABELS, "keys"].index
    )
    for setting in declared():
        for choice in setting.choices:
            if setting.name != "language" or choice == "auto":
                assert (setting.name, choice) in VALUES


async def test_each_change_holds_at_once_and_is_in_the_file(
    make_room: MakeRoom, file: SettingsFile
) -> None:
    room = make_room(file=file)
    async with room.run_test(size=(80, 24)) as pilot:
        person = await opened(pilot, "theme")
        await person.press("right")
        assert room.theme == "mess-light"
        await mark(person, "colours")
        await person.press("right")
        assert room.theme == "mess-light-two"
        await mark(person, "pace")
        await person.press("left", "left")
        assert room.look.pace == 0.2
        await mark(person, "generations")
        await person.press("right")
        assert room.shelf.keep == 4
        await mark(person, "forced")
        await person.press("right")
        assert file.load().values["forced"] is True
        said = tomllib.loads(file.path.read_text())
        assert said == {
            "theme": "light", "colours": "two", "pace": 0.2, "generations": 4, "forced": True,
        }  # fmt: skip
        await person.press("escape")
        await person.until("the menu", lambda: person.sees(MenuScreen))


async def test_language_and_characters_change_the_screens_that_are_open(
    make_room: MakeRoom, file: SettingsFile
) -> None:
    room = make_room(file=file)
    async with room.run_test(size=(80, 24)) as pilot:
        person = await opened(pilot, "language")
        await person.press("left")  # from "auto" round to the last one
        await person.until(
            "Ukrainian", lambda: "Налаштування" in shown(room) or room.words.language == "uk"
        )
        assert room.words.language == "uk"
        await person.until("made anew", lambda: not room.screen.stale)  # type: ignore[attr-defined]
        assert "Українська" in shown(room)
        await mark(person, "characters")
        await person.press("left")
        await person.until("ASCII", lambda: room.look.ascii and not room.screen.stale)  # type: ignore[attr-defined]
        assert shown(room).isascii()
        assert room.words.language == "en"
        await person.press("escape")
        await person.until("the menu", lambda: person.sees(MenuScreen))
        await person.until("the menu in ASCII", lambda: shown(room).isascii())


async def test_a_table_that_lies_below_is_drawn_anew_with_the_same_game(
    make_room: MakeRoom,
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = await sit_down(room, pilot, "battalion-twins", ["recruit", "recruit", PERSON])
        view = await person.wait_for_question()
        assert view is not None
        table = person.table
        await person.press("q", "e")
        await person.until("the settings", lambda: person.sees(SettingsScreen))
        await mark(person, "characters")
        await person.press("left")
        await person.until("ASCII", lambda: room.look.ascii)
        await person.press("escape")
        await person.until("the table", lambda: person.sees(TableScreen))
        await person.until("made anew", lambda: not table.stale and table.answering is not None)
        await person.until("the table in ASCII", lambda: shown(room).isascii())
        assert room.screen is table
        again = await person.wait_for_question()
        assert again is not None
        assert again.dump() == view.dump()
        await person.choose(again)


async def test_the_name_is_used_at_the_next_table(make_room: MakeRoom, file: SettingsFile) -> None:
    room = make_room(file=file)
    async with room.run_test(size=(80, 24)) as pilot:
        person = await opened(pilot, "name")
        await person.press("question_mark", "backspace", *"Zoe", "enter")
        assert file.load().values["name"] == "Zoe"
        await person.press("escape", "n")
        await person.until("the form", lambda: person.sees(NewGameScreen))
        assert "Zoe" in shown(room)


async def test_a_file_that_cannot_be_written_is_told_and_the_change_holds(
    make_room: MakeRoom, tmp_path: Path
) -> None:
    (tmp_path / "config").write_text("a file where the folder should be")
    room = make_room(file=settings_file(tmp_path / "config"))
    async with room.run_test(size=(80, 24)) as pilot:
        person = await opened(pilot, "theme")
        await person.press("right")
        assert "cannot be" in shown(room)
        assert room.theme == "mess-light"


async def test_everything_goes_back_to_what_is_usual(
    make_room: MakeRoom, file: SettingsFile
) -> None:
    file.path.parent.mkdir()
    file.path.write_text('theme = "light"\nkeys."table.undo" = "z"\nother = 1\n')
    settings = Settings(theme="light", keys={"table.undo": "z"})
    room = make_room(file=file, settings=settings)
    async with room.run_test(size=(80, 24)) as pilot:
        person = await opened(pilot, "usual")
        await person.press("enter")
        await person.until("the question", lambda: person.sees(Dialog))
        await person.press("y")
        await person.until("the settings", lambda: person.sees(SettingsScreen))
        assert room.settings == Settings()
        assert tomllib.loads(file.path.read_text())["other"] == 1
        assert "keys" not in tomllib.loads(file.path.read_text())


# Keys


async def at_keys(pilot: Pilot[None], command: str) -> Person:
    person = await opened(pilot, "keys")
    await person.press("enter")
    await person.until("the keys", lambda: person.sees(KeysScreen))
    await mark(person, command)
    return person


async def test_a_key_is_changed_written_and_works(make_room: MakeRoom, file: SettingsFile) -> None:
    room = make_room(file=file)
    async with room.run_test(size=(80, 24)) as pilot:
        person = await at_keys(pilot, "table.undo")
        await person.press("enter")
        assert "Press the new key" in shown(room)
        await person.press("f8")
        assert tomllib.loads(file.path.read_text()) == {"keys": {"table.undo": "f8"}}
        assert 'keys."table.undo" = "f8"' in file.path.read_text()
        await person.press("escape", "escape")
        await person.until("the menu", lambda: person.sees(MenuScreen))
        person = await sit_down(room, pilot, "battalion-twins", ["recruit", "recruit", PERSON])
        await person.wait_for_question()
        assert "F8 undo" in shown(room)
        await person.press("u")
        assert "take back" not in shown(room)
        await person.press("f8")
        assert "There is no choice of yours to take back." in shown(room)


async def test_a_key_that_another_command_has_is_named_and_not_taken(
    make_room: MakeRoom, file: SettingsFile
) -> None:
    room = make_room(file=file)
    async with room.run_test(size=(80, 24)) as pilot:
        person = await at_keys(pilot, "table.undo")
        await person.press("enter", "b")
        assert "is taken by “Read the rules of this game”" in " ".join(shown(room).split())
        assert room.settings.keys == {}
        await person.press("enter", "5")
        assert "cannot be given away" in shown(room)
        await person.press("enter", "escape")
        await person.until("the keys", lambda: person.sees(KeysScreen))
        assert not file.path.exists()
        # One more key besides the usual one, and back to that.
        await person.press("a", "f9")
        assert room.settings.keys == {"table.undo": "u,f9"}
        await person.press("d")
        assert room.settings.keys == {}


def test_every_command_can_be_given_another_key_and_usual_keys_clash_nowhere() -> None:
    for command in commands():
        for key in keys_of(command, {}):
            assert is_key(key), (command.id, key)
        assert checked({command.id: "f12"}) == ({command.id: "f12"}, ())
        assert not command.key or checked({command.id: command.key})[1] == ()
    assert len(groups()) > 8


def test_bad_keys_of_a_file_are_named_and_the_others_used() -> None:
    kept, faults = checked(
        {
            "table.undo": "b",  # the rules have it
            "table.sort": "z",
            "table.nothing": "z",
            "table.log": "5",
            "table.rules": "nokey",
        }
    )
    assert kept == {"table.sort": "z"}
    assert sorted(fault.code for fault in faults) == [
        "key-taken", "no-such-key", "no-such-key", "unknown-command",
    ]  # fmt: skip


def test_two_commands_may_exchange_their_keys() -> None:
    given = {"table.undo": "b", "table.rules": "u"}
    assert checked(given) == (given, ())


async def test_answers_that_share_a_key_keep_it_when_one_of_them_is_changed(
    make_room: MakeRoom,
) -> None:
    settings = Settings(keys={"answer.surrender": "z"})
    room = make_room(settings=settings)
    async with room.run_test(size=(80, 24)) as pilot:
        person = await sit_down(room, pilot, "battalion-twins", ["recruit", "recruit", PERSON])
        await person.wait_for_question()
        token = person.table.token
        await person.press("s")
        await person.until("the card drawn", lambda: person.table.token != token)


async def test_a_seed_can_be_pasted_and_nothing_in_it_moves_a_cursor(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await person.until("the menu", lambda: person.sees(MenuScreen))
        await person.press("n")
        await person.until("the form", lambda: person.sees(NewGameScreen))
        form = room.screen
        assert isinstance(form, NewGameScreen)
        await person.press("up", "up")
        form.form.mark("seed")
        room.post_message(events.Paste("cup\x1b[2J final\n" + "x" * 200))
        await person.until("the seed", lambda: form.draft.seed.startswith("cup[2J final"))
        assert len(form.draft.seed) <= 64
        assert form.draft.seed.isprintable()


async def test_names_that_nobody_gave_follow_the_language_and_others_stay(
    make_room: MakeRoom, tmp_path: Path
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        draft = draft_of("battalion-twins", 3, [PERSON, "recruit", "recruit"], {}, "mess", 0)
        draft.names[1] = "Boyle"  # typed, though the house would have called the level so
        await room.begin(room.setup_of(draft))
        table = await person.at_table()
        await person.wait_for_question()
        assert table.scene.names == ("Player", "Boyle", "Castro")
        await person.press("q", "e")
        await person.until("the settings", lambda: person.sees(SettingsScreen))
        await mark(person, "language")
        await person.press("left")
        await person.until("Ukrainian", lambda: room.words.language == "uk")
        await person.press("escape")
        await person.until("the table", lambda: person.sees(TableScreen) and not table.stale)
        assert table.scene.names == ("Гість", "Boyle", "Кастро")
        assert "Кастро" in shown(room)
        view = await person.wait_for_question()
        assert view is not None
        await person.choose(view)
        assert room.sitting is not None
        id_ = room.sitting.id
        assert room.sitting.next_setup().usual == (0, 2)
        await room.leave_table()
    # The save has them so, and whoever goes on in another language is called in that.
    assert Shelf(tmp_path).load(id_).saved.names == ("Гість", "Boyle", "Кастро")
    again = make_room()
    async with again.run_test(size=(80, 24)) as pilot:
        await again.resume(id_)
        assert again.sitting is not None
        assert again.sitting.names == ("Player", "Boyle", "Castro")


@pytest.mark.parametrize("kind", [NewGameScreen, ArenaScreen])
async def test_a_form_that_lies_below_is_made_anew_with_what_was_put_in(
    make_room: MakeRoom, kind: type[NewGameScreen | ArenaScreen]
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        form = kind()
        room.push_screen(form)
        await person.until("the form", lambda: form.is_mounted)
        await person.press("right", "down", "down")
        title, marked = form.form.rows[0].value, form.form.current.id
        room.show_settings()
        await person.until("the settings", lambda: person.sees(SettingsScreen))
        await mark(person, "language")
        await person.press("left", "escape")
        await person.until("the form", lambda: room.screen is form and not form.stale)
        await person.until("its rows", lambda: bool(form.form.rows))
        assert form.form.rows[0].value == room.words.title(form.draft.rules) != title
        assert form.form.current.id == marked
