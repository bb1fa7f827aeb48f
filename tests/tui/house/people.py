"""People at shared tables without screens, a clock that is moved by hand, quick levels."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from pathlib import Path

from ai.player import NO_LIMIT, Budget, Thought
from engine.game import View
from engine.rng import Rng
from tui.house.clock import Timer
from tui.house.house import House, Limits, Presence
from tui.house.news import TableNews
from tui.house.plan import Plan
from tui.house.seating import Phase
from tui.house.table import SharedTable
from tui.serve.person import Person
from tui.setup import PERSON

SECONDS = 20.0


class HandClock:
    """Goes on only when it is told to."""

    def __init__(self) -> None:
        self.time = 1000.0
        self._timers: list[_HandTimer] = []

    def now(self) -> float:
        return self.time

    def wall(self) -> int:
        return 1_780_000_000 + int(self.time)

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        timer = _HandTimer(self.time + seconds, call)
        self._timers.append(timer)
        return timer

    def go(self, seconds: float) -> None:
        """Lets so many seconds pass, and calls what is due, in order."""
        until = self.time + seconds
        while True:
            due = [timer for timer in self._timers if not timer.cancelled and timer.at <= until]
            if not due:
                break
            timer = min(due, key=lambda one: one.at)
            self._timers.remove(timer)
            self.time = max(self.time, timer.at)
            timer.call()
        self.time = until


class _HandTimer:
    def __init__(self, at: float, call: Callable[[], None]) -> None:
        self.at = at
        self.call = call
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class QuickThinker:
    """Chooses by lot, at once; remembers for which seats and levels."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, str]] = []

    async def choose(self, view: View, level: str, rng: Rng, budget: Budget = NO_LIMIT) -> Thought:
        self.asked.append((view.seat, level))
        return Thought(int(view.legal_nth(rng.below(view.legal_count()))))


def person(name: str, folder: Path, *, guest: bool = False) -> Person:
    key = hashlib.sha256(name.encode()).hexdigest()
    place = folder / "people" / key
    place.mkdir(parents=True, exist_ok=True)
    return Person(key, name, guest, place)


async def open_house(
    folder: Path,
    clock: HandClock | None = None,
    thinker: QuickThinker | None = None,
    limits: Limits | None = None,
) -> House:
    return await House.open(
        folder / "house",
        thinker or QuickThinker(),
        clock=clock or HandClock(),
        pace=0.0,
        limits=limits,
    )


def plan(rules: str, persons: int = 2, levels: int = 2, **more: object) -> Plan:
    """A table for people first, then levels."""
    who = (PERSON,) * persons + ("random",) * levels
    options = more.pop("options", {})
    return Plan(rules, len(who), who, options, minder="random", **more)  # type: ignore[arg-type]


async def until(what: str, seen: Callable[[], bool]) -> None:
    """Waits until something is so."""
    try:
        async with asyncio.timeout(SECONDS):
            while not seen():  # noqa: ASYNC110
                await asyncio.sleep(0.001)
    except TimeoutError:
        raise AssertionError(f"never: {what}") from None


class Player:
    """Somebody with one connection. ``told``: the table's news."""

    def __init__(self, house: House, who: Person) -> None:
        self.house = house
        self.who = who
        self.presence: Presence = house.arrived(who)
        self.told: list[TableNews] = []

    def listen(self, table: SharedTable) -> None:
        table.news.add(self.told.append)

    def heard(self, kind: type[TableNews]) -> list[TableNews]:  # type: ignore[valid-type]
        return [one for one in self.told if isinstance(one, kind)]

    async def choose_if_asked(self, table: SharedTable) -> bool:
        """Chooses the first thing there is, if the table waits for it."""
        seat = table.seat_of(self.who.key)
        sitting = table.sitting
        ask = sitting.ask(seat) if sitting is not None and seat >= 0 else None
        if ask is None or sitting is None:
            return False
        await sitting.choose(seat, ask.token, int(ask.view.legal_nth(0)))
        return True


async def play(table: SharedTable, players: list[Player], most: int = 100_000) -> int:
    """Lets people choose until the game is over, or so many choices were made."""
    made = 0
    async with asyncio.timeout(60):
        while table.phase is Phase.PLAYING and made < most:
            for player in players:
                if await player.choose_if_asked(table):
                    made += 1
                    break
            else:
                await asyncio.sleep(0)
    return made
