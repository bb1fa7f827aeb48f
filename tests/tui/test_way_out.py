"""Out of every screen, back to the shell: no Ctrl, no function key, nothing but Esc and letters."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

import tui.screens
from ai.arena.setup import ArenaSetup
from tests.support.saving import some_save
from tests.tui.conftest import MakeRoom
from tests.tui.person import Person
from tests.tui.test_shelf_screen import filled
from tests.tui.test_table import sit_down
from tui.app import CardRoom
from tui.screens.arena import ArenaScreen
from tui.screens.arena_games import ArenaGamesScreen
from tui.screens.arena_run import ArenaRunScreen
from tui.screens.asking import LineDialog
from tui.screens.bin import BinScreen
from tui.screens.cover import CoverScreen
from tui.screens.declared import SCREENS
from tui.screens.dialog import Dialog
from tui.screens.hint import HintScreen
from tui.screens.keys_page import KeysScreen
from tui.screens.lesson import LessonScreen, LessonsScreen
from tui.screens.menu import MenuScreen
from tui.screens.motive import MotiveScreen
from tui.screens.new_game import NewGameScreen
from tui.screens.pages import HelpScreen, RulesListScreen, TextScreen
from tui.screens.palette import Palette
from tui.screens.replay import ReplayScreen
from tui.screens.result import ResultScreen
from tui.screens.review import ReviewScreen
from tui.screens.saves import SavesScreen
from tui.screens.seating import SeatingScreen
from tui.screens.settings import SettingsScreen
from tui.screens.statistics import StatisticsScreen
from tui.screens.table import TableScreen
from tui.screens.watch import WatchScreen
from tui.setup import PERSON

Open = Callable[[Person], Awaitable[None]]


def by_keys(*keys: str) -> Open:
    """Opens a screen from the menu."""

    async def opens(person: Person) -> None:
        for key in keys:
            await person.press(key)
            await person.pilot.pause(0.02)

    return opens


def at_table(*keys: str) -> Open:
    """Opens what keys open at a table that was asked."""

    async def opens(person: Person) -> None:
        seats = ["recruit", "recruit", PERSON]
        await sit_down(person.room, person.pilot, "battalion-twins", seats)
        await person.wait_for_question()
        await by_keys(*keys)(person)

    return opens


async def cover(person: Person) -> None:
    await sit_down(person.room, person.pilot, "generals-war", [PERSON, PERSON])


async def result(person: Person) -> None:
    await sit_down(person.room, person.pilot, "generals-war", [PERSON, "random"], target=20)
    await person.play_to_the_end()


async def review(person: Person) -> None:
    await result(person)
    await person.press("v")


async def watch(person: Person) -> None:
    await sit_down_watching(person.room, person.pilot)


async def sit_down_watching(room: CardRoom, pilot: Pilot[None]) -> None:
    from tui.setup import draft_of

    draft = draft_of("generals-war", 2, ["random", "random"], {}, "mess", 0)
    await room.begin(draft.setup("Player"))
    await pilot.pause()


async def seating(person: Person) -> None:
    saved = some_save("generals-war", 2)
    person.room.push_screen(SeatingScreen(saved, saved.seats, lambda seats: None))


async def tournament(person: Person) -> None:
    setup = ArenaSetup("generals-war", ("random", "random"), 2, 1, "way out", keep_logs=True)
    person.room.push_screen(ArenaRunScreen(setup))


async def tournament_games(person: Person) -> None:
    await tournament(person)
    await person.until("the run", lambda: person.sees(ArenaRunScreen))
    await person.press("r")


# Every screen that the card room has, by what opens it. ``None``: it belongs to a server.
OPENED: dict[type[Screen[object]], Open | None] = {
    MenuScreen: by_keys(),
    NewGameScreen: by_keys("n"),
    SavesScreen: by_keys("s"),
    BinScreen: by_keys("s", "b"),
    LineDialog: by_keys("s", "t"),
    ReplayScreen: by_keys("s", "r"),
    SettingsScreen: by_keys("e"),
    KeysScreen: by_keys("e", "up", "up", "enter"),
    StatisticsScreen: by_keys("t"),
    RulesListScreen: by_keys("r"),
    TextScreen: by_keys("r", "1"),
    HelpScreen: by_keys("question_mark"),
    Palette: by_keys("colon"),
    ArenaScreen: by_keys("a"),
    LessonsScreen: by_keys("l"),
    LessonScreen: by_keys("l", "enter"),
    TableScreen: at_table(),
    Dialog: at_table("q"),
    HintScreen: at_table("i"),
    MotiveScreen: at_table("w"),
    CoverScreen: cover,
    ResultScreen: result,
    ReviewScreen: review,
    WatchScreen: watch,
    SeatingScreen: seating,
    ArenaGamesScreen: tournament_games,
}  # type: ignore[dict-item]


async def leave(person: Person) -> list[str]:
    """Presses what leads out of wherever one is, until the session is over."""
    pressed: list[str] = []
    room = person.room
    for _ in range(20):
        if room._exit or not room.is_running:
            return pressed
        screen = room.screen
        key = "escape"
        if isinstance(screen, Dialog):
            ids = {choice.id: choice.key for choice in screen.choices.items}
            key = ids.get("quit", ids.get("menu", "escape"))
        elif isinstance(screen, MenuScreen):
            key = "q"
        pressed.append(key)
        await person.press(key)
        await person.pilot.pause(0.02)
    raise AssertionError(f"still at {room.screen} after {pressed}")


@pytest.mark.parametrize("kind", OPENED, ids=lambda kind: kind.__name__)
async def test_every_screen_leads_back_to_the_shell(
    make_room: MakeRoom, tmp_path: Path, kind: type[Screen[object]]
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
        for key in await leave(person):
            assert "ctrl" not in key
            assert key in ("escape", "q", "x", "m")
    assert room.fault is None


async def test_a_terminal_that_is_too_small_can_be_left(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await at_table()(person)
        await pilot.resize_terminal(40, 10)
        await person.press("q")
        await person.until("the end", lambda: room._exit or not room.is_running)


def screens(*, shared: bool = False) -> set[type[Screen[object]]]:
    """Every screen of the card room that somebody can come to; shared: those of a server too."""
    for found in pkgutil.walk_packages(tui.screens.__path__, "tui.screens."):
        importlib.import_module(found.name)

    def below(kind: type) -> set[type]:
        found = set(kind.__subclasses__())
        return found.union(*[below(one) for one in found]) if found else set()

    return {
        kind
        for kind in below(Screen)
        if kind.__module__.startswith("tui.screens.")
        and (shared or ".house." not in kind.__module__)
        and not inspect.isabstract(kind)
    }


# Bases that are never opened themselves.
BASES = {
    "KeyedScreen", "RoomScreen", "ListScreen", "FormScreen", "PageScreen", "TablePicture",
    "AnsweringScreen", "LearningTable", "Overlay", "SlipScreen", "TypingOverlay",
}  # fmt: skip
# Opened in tests of their own, and left there.
ELSEWHERE = {"ArenaRunScreen", "ReasonScreen"}


def test_no_screen_is_forgotten() -> None:
    names = {kind.__name__ for kind in screens()} - BASES - ELSEWHERE
    assert names == {kind.__name__ for kind in OPENED}


def test_the_keys_of_every_screen_can_be_changed() -> None:
    declared = {command.id for _, commands in SCREENS for command in commands}
    for kind in screens(shared=True):
        missing = {command.id for command in getattr(kind, "KEYS", ())} - declared
        assert not missing, (kind, missing)
