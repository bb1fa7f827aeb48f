"""Pictures of the main screens at 80×24, and of a table in other looks and sizes.

Update them with ``pytest tests/tui/test_pictures.py --snapshot-update``, and look at each.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec
import pytest
from textual.pilot import Pilot

import tui.sitting
from saves.schema import Result, Seat
from saves.statistics import Statistics
from tests.support.saving import some_save
from tests.tui.conftest import MakeRoom
from tests.tui.person import Person
from tui.app import CardRoom
from tui.screens.dialog import Dialog
from tui.screens.menu import MenuScreen
from tui.screens.new_game import NewGameScreen
from tui.screens.pages import PageScreen
from tui.screens.saves import SavesScreen
from tui.setup import PERSON, draft_of

SnapCompare = Callable[..., bool]
MOMENT = 1_777_896_000  # 4 May 2026, 12:00 UTC


@pytest.fixture(autouse=True)
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are saved at one fixed moment."""
    monkeypatch.setattr(tui.sitting, "now", lambda: MOMENT)


def at_table(
    rules: str, players: int, choices: int, *keys: str, seats: tuple[str, ...] = (), **options: int
) -> Callable[[Pilot[None]], Awaitable[None]]:
    """Sits down, makes so many choices and presses ``keys``."""

    async def before(pilot: Pilot[None]) -> None:
        room = pilot.app
        assert isinstance(room, CardRoom)
        # Players that choose by lot, so that no picture depends on how well a level plays.
        who = seats or (PERSON, *["random"] * (players - 1))
        draft = draft_of(rules, players, who, options, "picture", 0)
        person = Person(pilot, seed=3)
        await room.begin(draft.setup("Player"))
        await person.at_table()
        for _ in range(choices):
            view = await person.wait_for_question()
            assert view is not None
            await person.choose(view)
        await person.wait_for_question()
        # Whoever chooses at the same time has done so.
        table = person.table.table
        await person.until("the others' choices", lambda: table.actors() in ([0], []))
        await person.press(*keys)
        await pilot.pause(0.05)

    return before


TABLES = {
    "twins-acquisition": at_table("battalion-twins", 3, 1),
    "twins-bid": at_table("battalion-twins", 4, 0, "5", rounds=0),
    "twins-battle": at_table("battalion-twins", 6, 3, "1", rounds=0, chips=40),
    "cover-attack": at_table("battalion-cover", 3, 3, "1", "2", rounds=0, chips=40),
    "cover-full": at_table("battalion-cover", 6, 4, "1", rounds=0, chips=40),
    "lead-fight": at_table("fight-for-the-lead", 5, 0, "2"),
    "lead-trick": at_table("fight-for-the-lead", 4, 3),
    "war-squad": at_table("generals-war", 2, 2, "1", "2", "3"),
    "war-four": at_table("generals-war", 4, 3),
}


@pytest.mark.parametrize("name", TABLES)
def test_tables(snap_compare: SnapCompare, make_room: MakeRoom, name: str) -> None:
    assert snap_compare(make_room(), terminal_size=(80, 24), run_before=TABLES[name])


LOOKS = {
    "ascii": {"ascii_only": True},
    "light": {"theme": "mess-light"},
    "contrast": {"theme": "mess-contrast"},
    "two-colours": {"theme": "mess-dark-two"},
}


@pytest.mark.parametrize("name", LOOKS)
def test_looks(snap_compare: SnapCompare, make_room: MakeRoom, name: str) -> None:
    room = make_room(**LOOKS[name])
    assert snap_compare(room, terminal_size=(80, 24), run_before=TABLES["cover-full"])


@pytest.mark.parametrize(
    "size", [(60, 20), (120, 34), (140, 45)], ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_sizes(snap_compare: SnapCompare, make_room: MakeRoom, size: tuple[int, int]) -> None:
    assert snap_compare(make_room(), terminal_size=size, run_before=TABLES["twins-battle"])


async def menu(pilot: Pilot[None]) -> None:
    person = Person(pilot)
    await person.until("the menu", lambda: person.sees(MenuScreen))


async def new_game(pilot: Pilot[None]) -> None:
    person = Person(pilot)
    await person.press("n")
    await person.until("the form", lambda: person.sees(NewGameScreen))
    for _ in range(7):
        await person.press("down")
    await person.press("9", "9")


async def rules_page(pilot: Pilot[None]) -> None:
    person = Person(pilot)
    await person.press("r", "4")
    await person.until("the rules", lambda: person.sees(PageScreen))


async def help_page(pilot: Pilot[None]) -> None:
    await at_table("battalion-twins", 3, 0, "question_mark")(pilot)
    person = Person(pilot)
    await person.until("the keys", lambda: person.sees(PageScreen))


async def saves_page(pilot: Pilot[None]) -> None:
    await at_table("battalion-cover", 3, 1, "q", "m")(pilot)
    person = Person(pilot)
    await person.until("the menu", lambda: person.sees(MenuScreen))
    await person.press("s")
    await person.until("the list", lambda: person.sees(SavesScreen))


async def result_page(pilot: Pilot[None]) -> None:
    room = pilot.app
    assert isinstance(room, CardRoom)
    draft = draft_of("generals-war", 4, (PERSON, *["random"] * 3), {"target": 20}, "picture", 0)
    await room.begin(draft.setup("Player"))
    await Person(pilot, seed=3).play_to_the_end()


async def pause(pilot: Pilot[None]) -> None:
    await at_table("generals-war", 2, 0, "q")(pilot)
    person = Person(pilot)
    await person.until("the dialog", lambda: person.sees(Dialog))
    await pilot.pause()


async def cover(pilot: Pilot[None]) -> None:
    room = pilot.app
    assert isinstance(room, CardRoom)
    draft = draft_of("generals-war", 2, (PERSON, PERSON), {}, "picture", 0)
    await room.begin(draft.setup("Player"))
    person = Person(pilot)
    await person.until("the cover", person.asked)


def from_menu(*keys: str) -> Callable[[Pilot[None]], Awaitable[None]]:
    """What keys open from the menu."""

    async def before(pilot: Pilot[None]) -> None:
        await menu(pilot)
        for key in keys:
            await pilot.press(key)
            await pilot.pause(0.05)

    return before


async def statistics(pilot: Pilot[None]) -> None:
    room = pilot.app
    assert isinstance(room, CardRoom)
    saved = some_save("generals-war", 2)
    seats = (Seat("person"), Seat("level", "corporal"))
    for number, score in enumerate((202, 118, 76, 204, 161, 201, 90)):
        places = (1, 2) if score > 200 else (2, 1)
        finished = msgspec.structs.replace(
            saved, id=f"{number:016d}", result=Result(places, (score, 150), "target"),
            seats=seats, asked=(), changed=MOMENT - 86_400 * (7 - number),
        )  # fmt: skip
        Statistics(room.shelf.data_dir).record(finished)
    await from_menu("t")(pilot)
    person = Person(pilot)
    await person.until("the statistics", lambda: person.sees(PageScreen))


SCREENS = {
    "settings": from_menu("e"),
    "own-keys": from_menu("e", "up", "up", "enter", "down", "enter"),
    "commands": from_menu("colon", "s", "a"),
    "statistics": statistics,
    "menu": menu,
    "new-game": new_game,
    "rules": rules_page,
    "keys": help_page,
    "saves": saves_page,
    "result": result_page,
    "pause": pause,
    "cover": cover,
}


@pytest.mark.parametrize("name", SCREENS)
def test_screens(snap_compare: SnapCompare, make_room: MakeRoom, name: str) -> None:
    assert snap_compare(make_room(), terminal_size=(80, 24), run_before=SCREENS[name])
