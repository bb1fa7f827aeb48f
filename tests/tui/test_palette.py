"""The list of commands: everything that the screen declares, found by typing, done by Enter."""

from __future__ import annotations

from tests.tui.conftest import MakeRoom
from tests.tui.person import Person
from tests.tui.screen_text import shown
from tests.tui.test_table import sit_down
from tui.commands import EVERYWHERE
from tui.screens.menu import MenuScreen
from tui.screens.palette import Palette
from tui.screens.result import ResultScreen
from tui.screens.settings import SettingsScreen
from tui.screens.statistics import StatisticsScreen
from tui.screens.table import TableScreen
from tui.settings import Settings
from tui.setup import PERSON


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
