"""Card rooms of people in one house, each with a pilot of its own, in one process."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from textual.pilot import Pilot

from engine.cards import card_text
from engine.game import View
from saves.shelf import Shelf
from tests.tui.house.people import HandClock, QuickThinker, open_house, person
from tests.tui.person import Person as Keys
from tests.tui.screen_text import shown
from tui.app import CardRoom
from tui.house.house import House
from tui.house.table import SharedTable
from tui.look import Look
from tui.screens.house.lobby import LobbyScreen
from tui.screens.house.table import SharedTableScreen
from tui.screens.house.waiting import WaitingScreen
from tui.words import Words

SYMBOLS = "♠♥♦♣"


@dataclass
class Guest:
    """Somebody at a screen of their own. sent: all that their driver wrote."""

    room: CardRoom
    pilot: Pilot[None]
    keys: Keys
    sent: list[str]

    @property
    def name(self) -> str:
        return self.room.called

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def until(self, what: str, seen: Callable[[], bool]) -> None:
        await self.keys.until(f"{self.name}: {what}; {shown(self.room)}", seen)

    async def until_shown(self, text: str) -> None:
        await self.until(text, lambda: text in " ".join(shown(self.room).split()))

    async def type(self, text: str) -> None:
        for character in text:
            await self.pilot.press("space" if character == " " else character)

    def shows(self) -> str:
        return shown(self.room)

    async def to_lobby(self) -> None:
        await self.press("p")
        await self.until("the lobby", lambda: self.at(LobbyScreen))

    def at(self, kind: type) -> bool:
        return isinstance(self.room.screen, kind) and self.room.screen.is_mounted

    @property
    def table(self) -> SharedTableScreen:
        screen = self.room.screen
        assert isinstance(screen, SharedTableScreen), screen
        return screen


def written(room: CardRoom) -> list[str]:
    """What the driver of a room writes from now on."""
    sent: list[str] = []
    driver = room._driver
    assert driver is not None
    before = driver.write

    def write(data: str) -> None:
        sent.append(data)
        before(data)

    driver.write = write  # type: ignore[method-assign]
    return sent


@contextlib.asynccontextmanager
async def guests(
    folder: Path,
    names: Sequence[str],
    *,
    house: House | None = None,
    size: tuple[int, int] = (80, 24),
    look: Look | None = None,
    words: Words | None = None,
) -> AsyncIterator[tuple[House, list[Guest]]]:
    """People with these names in a house, each at the menu."""
    there = house or await open_house(folder, HandClock(), QuickThinker())
    async with contextlib.AsyncExitStack() as stack:
        found: list[Guest] = []
        for name in names:
            who = person(name, folder)
            room = CardRoom(
                words or Words("en", "symbols"),
                look or Look(pace=0.0),
                Shelf(who.folder),
                person=who,
                house=there,
                thinker=NoThinker(),
            )
            pilot = await stack.enter_async_context(room.run_test(size=size))
            found.append(Guest(room, pilot, Keys(pilot), written(room)))
        yield there, found
    if house is None:
        await there.close()


class NoThinker(QuickThinker):
    """The server's, which needs no starting."""

    async def start(self) -> None: ...

    async def stop(self) -> None: ...


async def sit_together(house: House, people: Sequence[Guest], table: SharedTable) -> None:
    """Everybody goes to ``table`` by the lobby and is ready."""
    for guest in people:
        if not guest.at(LobbyScreen):
            await guest.to_lobby()
        await guest.press("enter")
        await guest.until("the waiting room", lambda guest=guest: guest.at(WaitingScreen))  # type: ignore[misc]
        await guest.press("r")
    for guest in people:
        await guest.until("the table", lambda guest=guest: guest.at(SharedTableScreen))  # type: ignore[misc]


def card_names(card: int) -> set[str]:
    """All the ways in which a card may stand in the bytes of a screen."""
    text = card_text(card)
    rank = "10" if text[0] == "T" else text[0]
    sign = SYMBOLS["SHDC".index(text[1])]
    return {f"{rank}{sign}", f"{text[0]}{sign}"}


def hand_of(view: View, room: CardRoom, table: SharedTableScreen) -> list[int]:
    """The hand of a view, by the table's renderer."""
    return list(table.renderer.hand(view))
