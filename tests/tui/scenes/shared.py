"""Scenes in a house: the lobby, tables of several people, talk, what happens to those away."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from unittest import mock

from textual.pilot import Pilot

from engine import actions as act
from engine.fairness import seal_of
from tests.tui.house.people import HandClock, Player, QuickThinker, open_house, person, plan
from tests.tui.house.rooms import Guest, guests
from tests.tui.scenes.scene import RULES, Scene, Stage
from tui.app import CardRoom
from tui.house.house import House
from tui.house.seating import Phase
from tui.house.table import SharedTable
from tui.screens.dialog import Dialog
from tui.screens.house.chat import ChatScreen
from tui.screens.house.opening import OpenTableScreen
from tui.screens.house.result import SharedResultScreen
from tui.screens.house.table import SharedTableScreen
from tui.screens.house.waiting import WaitingScreen
from tui.serve.keys_screen import KeysScreen
from tui.serve.people import People

ME = "Ann"
OTHERS = ("Bartholomew Lon", "Constantinopoli", "Dot", "Eugene-Francois", "Fay")
LONG = "a long sentence that somebody has to say to everybody at the table, whoever listens, "


@dataclass
class Hall:
    """A house with people in it. me: the one whose screen is looked at."""

    house: House
    clock: HandClock
    me: Guest
    others: list[Player]

    @property
    def room(self) -> CardRoom:
        return self.me.room

    async def open(self, rules: str, persons: int, levels: int, **more: object) -> SharedTable:
        """A table that I open."""
        return await self.house.open_table(
            self.room.visit.presence, plan(rules, persons, levels, **more)
        )

    async def shown(self, kind: type) -> None:
        await self.me.until(kind.__name__, lambda: self.me.at(kind))


Deed = Callable[[Hall], Awaitable[None]]


def in_house(deed: Deed) -> Scene:
    """What I come to see in a house by ``deed``."""

    @asynccontextmanager
    async def played(stage: Stage) -> AsyncIterator[Pilot[None]]:
        clock = HandClock()
        with (
            mock.patch("secrets.randbelow", return_value=0),
            mock.patch("secrets.token_bytes", lambda count: bytes(count)),
            mock.patch("secrets.token_hex", lambda count: "a72e4ff05e2709c0"[: 2 * count]),
        ):
            house = await open_house(stage.folder, clock, QuickThinker())
            try:
                async with guests(
                    stage.folder, [ME], house=house, size=stage.size, look=stage.look,
                    words=stage.words,
                ) as (_, (me,)):  # fmt: skip
                    others = [Player(house, person(name, stage.folder)) for name in OTHERS]
                    await deed(Hall(house, clock, me, others))
                    await me.pilot.pause(0.02)
                    yield me.pilot
            finally:
                await house.close()

    return played


async def menu(hall: Hall) -> None:
    await hall.me.pilot.pause()


async def lobby_none(hall: Hall) -> None:
    await hall.me.to_lobby()


async def lobby(hall: Hall) -> None:
    """Tables of all kinds; mine waits."""
    full = await hall.open("battalion-cover", 6, 0, thinking=30)
    for one in hall.others[:4]:
        await full.sit(one.presence)
    locked = await hall.house.open_table(
        hall.others[0].presence, plan("generals-war", 2, 2, phrase="psst", thinking=300)
    )
    await locked.sit(hall.others[2].presence, phrase="psst")
    begun = await hall.house.open_table(hall.others[3].presence, plan("battalion-twins", 2, 4))
    await begun.sit(hall.others[4].presence)
    for one in hall.others[3:]:
        await begun.ready(one.presence, "word")
    begun.come(hall.others[0].presence)
    await hall.me.to_lobby()


async def opening(hall: Hall, *keys: str) -> None:
    await hall.me.to_lobby()
    await hall.me.press("o")
    await hall.shown(OpenTableScreen)
    await hall.me.press(*keys)


async def waiting(hall: Hall, *keys: str) -> SharedTable:
    """Six seats, people and levels, and some talk."""
    table = await hall.open("battalion-cover", 5, 1, thinking=60)
    for one in hall.others[:3]:
        await table.sit(one.presence)
    await table.ready(hall.others[0].presence, "word")
    table.come(hall.others[4].presence)
    table.say(hall.others[1].presence, LONG * 2)
    hall.others[2].presence.left()
    await hall.me.to_lobby()
    await hall.me.press("enter")
    await hall.shown(WaitingScreen)
    await hall.me.press(*keys)
    return table


async def waiting_sealed(hall: Hall) -> None:
    table = await hall.open("generals-war", 2, 0)
    await table.sit(hall.others[0].presence)
    await table.ready(hall.room.visit.presence, f"sha256:{seal_of('mine')}")
    await table.ready(hall.others[0].presence, "word")
    await hall.me.to_lobby()
    await hall.me.press("enter")
    await hall.shown(WaitingScreen)


async def watching_before(hall: Hall) -> None:
    table = await hall.house.open_table(hall.others[0].presence, plan("battalion-twins", 1, 3))
    hall.room.visit.come(table)
    await hall.shown(WaitingScreen)


async def phrase(hall: Hall, *keys: str) -> None:
    await hall.house.open_table(hall.others[0].presence, plan("generals-war", 2, 2, phrase="psst"))
    await hall.me.to_lobby()
    await hall.me.press("enter", *keys)


async def begun(
    hall: Hall, rules: str, persons: int, levels: int, choices: int = 6, **more: object
) -> SharedTable:
    """A game under way at which I sit."""
    table = await hall.open(rules, persons, levels, **more)
    people = hall.others[: persons - 1]
    for one in people:
        await table.sit(one.presence)
        await table.ready(one.presence, "word")
    await table.ready(hall.room.visit.presence, "mine")
    hall.room.visit.come(table)
    await hall.shown(SharedTableScreen)
    for _ in range(choices):
        await choose(hall, table)
    await hall.me.until("to be shown", lambda: not hall.me.table.play.waiting)
    return table


async def choose(hall: Hall, table: SharedTable, kind: int = -1) -> None:
    """Whoever is asked chooses the first thing there is, of ``kind`` if there is such."""
    sitting = table.sitting
    assert sitting is not None
    await sitting.settled()
    for seat in sitting.table.actors():
        ask = sitting.ask(seat)
        if ask is not None:
            choices = list(ask.view.legal_actions())
            choices.sort(key=lambda action: action & 31 != kind)
            await sitting.choose(seat, ask.token, int(choices[0]))
            return
    await hall.me.pilot.pause(0.005)


def of_table(rules: str) -> Deed:
    async def plays(hall: Hall) -> None:
        persons, levels = {"fight-for-the-lead": (3, 2), "generals-war": (2, 2)}.get(rules, (3, 3))
        table = await begun(hall, rules, persons, levels, thinking=60)
        table.say(hall.others[0].presence, "well played, whoever did that")
        await hall.me.pilot.pause()

    return plays


async def away(hall: Hall) -> None:
    """One is away for a while, for another a level plays."""
    table = await begun(hall, "battalion-cover", 4, 2, thinking=120)
    hall.others[0].presence.left()
    hall.clock.go(70)
    hall.others[1].presence.left()
    hall.clock.go(5)
    await choose(hall, table)
    hall.me.table._count()


async def left(hall: Hall) -> None:
    table = await begun(hall, "battalion-twins", 4, 2)
    await table.leave(hall.others[0].presence)


async def minded(hall: Hall) -> None:
    table = await begun(hall, "generals-war", 2, 0)
    table._late(0)
    table._late(1)


async def watched(hall: Hall) -> None:
    table = await hall.house.open_table(hall.others[0].presence, plan("battalion-cover", 2, 4))
    await table.sit(hall.others[1].presence)
    for one in hall.others[:2]:
        await table.ready(one.presence, "word")
    hall.room.visit.come(table)
    await hall.shown(SharedTableScreen)
    for _ in range(9):
        await choose(hall, table)


async def talk(hall: Hall, *keys: str) -> None:
    table = await begun(hall, "generals-war", 2, 0)
    for number in range(6):
        hall.clock.go(9)
        table.say(hall.others[0].presence, f"{number} {LONG}")
    table.come(hall.others[1].presence)
    table.say(hall.others[1].presence, "may I say something, too?")
    await hall.me.press("slash")
    await hall.shown(ChatScreen)
    await hall.me.press(*keys)


async def undo_asked(hall: Hall) -> None:
    table = await begun(hall, "generals-war", 2, 0, choices=0)
    sitting = table.sitting
    assert sitting is not None
    while sitting.choices_of(1) == 0:
        await choose(hall, table, act.READY)
    table.undoing.ask(hall.others[0].presence)
    await hall.shown(Dialog)


async def undo_refused(hall: Hall) -> None:
    table = await begun(hall, "generals-war", 2, 0, choices=0)
    sitting = table.sitting
    assert sitting is not None
    while sitting.choices_of(0) == 0:
        await choose(hall, table, act.READY)
    table.undoing.ask(hall.room.visit.presence)
    table.undoing.answer(hall.others[0].presence, yes=False)


async def leaving(hall: Hall, *keys: str) -> None:
    await begun(hall, "battalion-cover", 2, 2, choices=2)
    await hall.me.press(*keys)


async def over(hall: Hall, *keys: str, again: bool = False) -> None:
    table = await begun(hall, "generals-war", 2, 2, choices=0, options={"target": 20})
    while table.phase is Phase.PLAYING:
        await choose(hall, table)
    await hall.me.until("the end", lambda: hall.me.table.moment.view.outcome() is not None)
    await hall.me.press("enter")
    await hall.me.press("enter")
    await hall.shown(SharedResultScreen)
    if again:
        await table.again(hall.others[0].presence)
    await hall.me.press(*keys)


async def own_keys(hall: Hall, *keys: str) -> None:
    """The keys with which somebody comes, two of them."""
    people = People(hall.house.folder.parent)
    first = "SHA256:" + "a1B2" * 10 + "xyz"
    me = people.claim(first, "Ann")
    people.add_key("SHA256:" + "c3D4" * 10 + "uvw", people.code(me))
    hall.room.person = me
    screen = KeysScreen(people, first)
    hall.room.push_screen(screen)
    await hall.me.until("the keys", lambda: screen.is_mounted and bool(screen.choices.items))
    await hall.me.press(*keys)


def with_keys(deed: Callable[..., Awaitable[object]], *keys: str, **more: object) -> Scene:
    async def does(hall: Hall) -> None:
        await deed(hall, *keys, **more)

    return in_house(does)


SCENES: dict[str, Scene] = {
    "menu": in_house(menu),
    "lobby-none": in_house(lobby_none),
    "lobby": in_house(lobby),
    "lobby-keys": with_keys(waiting, "escape", "question_mark"),
    "opening": with_keys(opening),
    "opening-phrase": with_keys(opening, *["up"] * 5, *"our own word"),
    "opening-away": with_keys(opening, *["up"] * 3, "right"),
    "opening-last": with_keys(opening, "up"),
    "phrase": with_keys(phrase, *"psst"),
    "phrase-wrong": with_keys(phrase, *"no", "enter"),
    "waiting": with_keys(waiting),
    "waiting-ready": with_keys(waiting, "r"),
    "waiting-word": with_keys(waiting, "t", *"walrus"),
    "waiting-sealed": in_house(waiting_sealed),
    "waiting-watched": in_house(watching_before),
    "waiting-proof": with_keys(waiting, "p"),
    "waiting-keys": with_keys(waiting, "question_mark"),
    "waiting-talk": with_keys(waiting, "slash"),
    "away": in_house(away),
    "left": in_house(left),
    "minded": in_house(minded),
    "watched": in_house(watched),
    "talk": with_keys(talk, *"hello there"),
    "talk-mute": with_keys(talk, "tab"),
    "undo-asked": in_house(undo_asked),
    "undo-refused": in_house(undo_refused),
    "leaving": with_keys(leaving, "q"),
    "leaving-for-good": with_keys(leaving, "q", "g"),
    "table-keys": with_keys(leaving, "question_mark"),
    "table-proof": with_keys(leaving, "q", "s"),
    "result": with_keys(over),
    "result-again": with_keys(over, again=True),
    "result-proof": with_keys(over, "p"),
    "result-copy": with_keys(over, "c"),
    "own-keys": with_keys(own_keys),
    "own-keys-code": with_keys(own_keys, "a"),
    "own-keys-away": with_keys(own_keys, "up", "enter"),
    **{f"table-{rules}": in_house(of_table(rules)) for rules in RULES},
}
