"""The list of commands: everything that the screen declares, found by typing, done by Enter."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
from textual.screen import Screen

from tests.support.shares import at_every_run
from tests.tui.conftest import MakeRoom
from tests.tui.person import Person
from tests.tui.screen_text import shown
from tests.tui.test_shelf_screen import filled
from tests.tui.test_table import sit_down
from tests.tui.test_way_out import OPENED
from tui.commands import EVERYWHERE
from tui.finding import Fit, fit
from tui.house.house import House
from tui.keymap import groups
from tui.screens.base import RoomScreen
from tui.screens.menu import MenuScreen
from tui.screens.palette import Palette, commands_of, ranked
from tui.screens.replay import ReplayScreen
from tui.screens.result import ResultScreen
from tui.screens.saves import SavesScreen
from tui.screens.settings import LABELS, SettingsScreen
from tui.screens.statistics import StatisticsScreen
from tui.screens.table import TableScreen
from tui.settings import Settings
from tui.setup import PERSON
from tui.words import Words
from tui.words.catalogue import languages


async def opened(person: Person) -> Palette:
    await person.press("colon")
    await person.until("the commands", lambda: isinstance(person.room.screen, Palette))
    screen = person.room.screen
    assert isinstance(screen, Palette)
    await person.pilot.pause()
    return screen


async def test_it_lists_what_the_screen_declares_and_what_is_everywhere(
    make_room: MakeRoom,
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = await sit_down(room, pilot, "battalion-twins", ["recruit", "recruit", PERSON])
        await person.wait_for_question()
        palette = await opened(person)
        listed = {choice.id for choice in palette.choices.items}
        assert {command.id for command in EVERYWHERE} - {"room.palette"} <= listed
        assert {"answer.stock", "table.undo", "table.rules", "table.sort"} <= listed
        # Answers of other stages are no commands now.
        assert "answer.surrender" not in listed
        await person.press("escape")
        await person.until("the table", lambda: person.sees(TableScreen))


async def test_a_command_is_found_by_typing_and_done(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = await sit_down(room, pilot, "battalion-twins", ["recruit", "recruit", PERSON])
        await person.wait_for_question()
        token = person.table.token
        palette = await opened(person)
        await person.press(*"top card of the sto")
        assert palette.choices.current is not None
        assert palette.choices.current.id == "answer.stock"
        await person.press("enter")
        await person.until("the card drawn", lambda: person.sees(TableScreen)
                           and person.table.token != token)  # fmt: skip
        palette = await opened(person)
        await person.press(*"xyzxyz")
        assert palette.choices.items == []
        await person.press("enter")  # nothing to do
        await person.press(*["backspace"] * 6, *"statis", "enter")
        await person.until("the statistics", lambda: person.sees(StatisticsScreen))
        await person.press("escape")
        await person.until("the table", lambda: person.sees(TableScreen))


async def test_places_can_be_given_keys(make_room: MakeRoom) -> None:
    room = make_room(settings=Settings(keys={"room.settings": "f7"}))
    async with room.run_test(size=(80, 24)) as pilot:
        person = await sit_down(room, pilot, "battalion-twins", ["recruit", "recruit", PERSON])
        await person.wait_for_question()
        await person.press("f7")
        await person.until("the settings", lambda: person.sees(SettingsScreen))


# Statistics


async def test_the_statistics_say_that_there_are_none_and_then_show_the_game(
    make_room: MakeRoom,
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await person.until("the menu", lambda: person.sees(MenuScreen))
        await person.press("t")
        await person.until("the statistics", lambda: person.sees(StatisticsScreen))
        assert "No game was finished so far." in shown(room)
        await person.press("q")
        await person.until("the menu", lambda: person.sees(MenuScreen))
        person = await sit_down(room, pilot, "generals-war", [PERSON, "random"], target=20)
        await person.play_to_the_end()
        await person.until("the result", lambda: person.sees(ResultScreen))
        await person.press("q")
        await person.until("the menu", lambda: person.sees(MenuScreen))
        await person.press("t")
        await person.until("the statistics", lambda: "1 game counted" in shown(room))
        text = shown(room)
        for words in ("General's War", "against random", "place 1", "The last games", "Points:"):
            assert words in text, text


# Found by the words of the key line


async def lists(screen: RoomScreen) -> Palette:
    """The palette over ``screen``, whatever is typed there."""
    room = screen.room
    room.show_palette(screen)
    palette = room.screen
    assert isinstance(palette, Palette)
    return palette


OF_ROOMS = at_every_run(
    [kind for kind in OPENED if issubclass(kind, RoomScreen)],
    (MenuScreen, TableScreen, ReplayScreen, SavesScreen, SettingsScreen, ResultScreen),
)


@pytest.mark.parametrize("kind", OF_ROOMS, ids=lambda kind: kind.__name__)
async def test_the_word_of_every_key_finds_its_command_and_enter_does_it(
    make_room: MakeRoom,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kind: type[Screen[object]],
) -> None:
    filled(tmp_path)
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await person.until("the menu", lambda: person.sees(MenuScreen))
        opens = OPENED[kind]
        assert opens is not None
        await opens(person)
        await person.until(kind.__name__, lambda: type(room.screen) is kind)
        await pilot.pause()
        screen = room.screen
        assert isinstance(screen, RoomScreen)
        done: list[tuple[str, object]] = []
        run = room.run_action

        async def do(action: str, *arguments: Any) -> Any:
            if screen not in arguments:
                return await run(action, *arguments)  # the palette's own keys
            done.append((action, screen))
            return True

        monkeypatch.setattr(room, "run_action", do)
        usual = commands_of(screen)
        said = {command.help or command.label for command in usual}
        assert len(said) == len(usual)
        assert not [one for one in said for other in said if one != other and other.startswith(one)]
        tried = 0
        for hint in screen.key_hints():
            own = [one for one in usual if one.label == hint.label]
            if not own:
                continue  # the arrows, and what chooses from the list on the screen
            tried += 1
            palette = await lists(screen)
            await pilot.pause()
            for end in range(1, len(hint.label) + 1):
                palette.filter.text = hint.label[:end]
                palette.find()
                best = ranked(hint.label[:end], palette.commands, room.words)[0]
                assert palette.choices.current is not None
                assert palette.choices.current.id == best.id == palette.choices.items[0].id
            assert palette.choices.current is not None
            assert palette.choices.current.id == own[0].id, hint
            await person.press("enter")
            await person.until("it done", lambda: bool(done))
            assert done.pop() == (own[0].action, screen)
        assert tried
    assert room.fault is None


@pytest.mark.parametrize("language", languages())
def test_short_words_find_their_command_in_every_language(language: str) -> None:
    words = Words(language, "symbols")
    for group in groups():
        seen: set[str] = set()
        for command in group.commands:
            label = words.gettext(command.label)
            if label in seen:
                continue  # the two ways of an arrow
            seen.add(label)
            assert ranked(label, group.commands, words)[0].id == command.id, (group.id, label)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("quit", "menu.quit"), ("leave", "menu.quit"), ("arena", "room.arena"),
        ("are", "room.arena"), ("rep", "room.saves"), ("bin", "room.saves"),
        ("lang", "room.settings"), ("theme", "room.settings"), ("pace", "room.settings"),
        ("keys", "room.help"), ("rules", "room.rules"), ("RULES", "room.rules"),
        ("saved ", "room.saves"), ("tistic", "room.statistics"), ("read any", "room.rules"),
        ("lesson", "room.learn"), ("undo", None), ("hint", None), ("xyzxyz", None), ("qt", None),
    ],
)  # fmt: skip
async def test_in_the_menu_words_find_what_they_mean_or_nothing(
    make_room: MakeRoom, typed: str, found: str | None
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await person.until("the menu", lambda: person.sees(MenuScreen))
        palette = await opened(person)
        await person.press(*["space" if letter == " " else letter for letter in typed])
        current = palette.choices.current
        assert (current.id if current is not None else None) == found
        await pilot.pause()
        assert ("There is no such command." in shown(room)) == (found is None)


async def test_the_mark_is_seen_on_the_first_line_after_each_letter(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = await sit_down(room, pilot, "battalion-twins", ["recruit", "recruit", PERSON])
        await person.wait_for_question()
        palette = await opened(person)
        for letter in "why":
            await person.press("down", "down", letter)
            await pilot.pause()
            rows = shown(room).splitlines()
            first = palette.choices.items[0].title
            assert any(f"▸ {first}" in row for row in rows), "\n".join(rows)
        assert palette.choices.items[0].id == "table.motive"


async def test_the_arena_is_no_place_in_somebody_elses_house(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await person.until("the menu", lambda: person.sees(MenuScreen))
        menu = room.screen
        assert isinstance(menu, MenuScreen)
        assert "room.arena" in {command.id for command in commands_of(menu)}
        room.house = cast(House, object())
        assert "room.arena" not in {command.id for command in commands_of(menu)}
        room.house = None


@pytest.mark.parametrize(
    ("typed", "word", "sentence", "how"),
    [
        ("why", "why", "Ask why", Fit.WORD),
        ("wh", "why", "Ask why", Fit.WORD_BEGINS),
        ("rules", "all rules", "Read", Fit.IN_WORD_BEGINS),
        ("card r", "quit", "Leave the card room", Fit.SENTENCE_BEGINS),
        ("oom", "quit", "Leave the card room", Fit.WITHIN),
        ("leave room", "quit", "Leave the card room", Fit.LOOSE),
        ("lecaroom", "quit", "Leave the card room", Fit.LOOSE),
        ("room leave", "quit", "Leave the card room", None),
        ("lro", "quit", "Leave the card room", None),
        ("еще", "ещё", "", Fit.WORD),
        ("히", "힌트", "", Fit.WORD_BEGINS),
    ],
)
def test_what_fits_better_comes_first(
    typed: str, word: str, sentence: str, how: Fit | None
) -> None:
    assert fit(typed, word, sentence) == how


def test_settings_are_found_by_everything_that_can_be_set() -> None:
    words = Words("en", "symbols")
    for label in LABELS.values():
        assert "room.settings" in [one.id for one in ranked(label, EVERYWHERE, words)], label
