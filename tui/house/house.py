"""The house: all shared tables of one server, and the people who are in it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shutil
from collections import deque
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ai.player import Budget
from engine.refusals import MessdeckError
from saves.disk import Disk
from saves.folders import make_private
from saves.lock import Lock, take_lock
from saves.shelf import Shelf
from tui.house import keeping
from tui.house.clock import Clock, LoopClock
from tui.house.files import TableFile, TableFiles
from tui.house.news import Changed, Listeners
from tui.house.plan import Plan
from tui.house.refusals import HouseRefusal
from tui.house.seating import Phase, Seating
from tui.house.table import SharedTable
from tui.serve.person import GUEST_MARK, Person
from tui.sitting import CLOCK, Sitting, Thinks

log = logging.getLogger("messdeck.house")

# A table that nobody has touched for so long is closed when the server begins.
FORGOTTEN_SECONDS: Final = 60 * 24 * 60 * 60
# In a full house, a table without a game gives way when nobody has looked at it for so long.
IDLE_SECONDS: Final = 60 * 60
# Games of closed tables that stay in the bin.
MOST_CLOSED: Final = 500
# The lobby is told at most so often.
TELL_SECONDS: Final = 0.5


@dataclass(frozen=True, slots=True)
class Limits:
    """tables: in the house. own: that one person has a seat at, or has opened."""

    tables: int = 200
    own: int = 5


class Presence:
    """One connection of a person. tables: those they look at."""

    def __init__(self, house: House, person: Person) -> None:
        self.house = house
        self.person = person
        self.tables: set[Seating] = set()
        self.gone = False

    def left(self) -> None:
        """The connection is gone, or is silent; seats stay theirs. Never raises."""
        if self.gone:
            return
        self.gone = True
        for table in list(self.tables):
            try:
                table.go(self, on_purpose=False)
            except Exception:
                log.exception("table %s: somebody could not go", table.id)
        self.house.departed(self)


class House:
    """The shared tables under ``folder``. One a process; ``await House.open(...)``.

    thinker: makes the levels' choices. pace: seconds that a level's choice takes at least.
    budget: of each choice of a level.
    """

    def __init__(
        self,
        folder: Path,
        thinker: Thinks,
        clock: Clock,
        lock: Lock,
        *,
        pace: float,
        budget: Budget,
        limits: Limits,
        disk: Disk | None,
    ) -> None:
        self.folder = folder
        self.thinker = thinker
        self.clock = clock
        self._lock = lock
        self.pace = pace
        self.budget = budget
        self.limits = limits
        self.shelf = Shelf(folder, who="messdeck-serve", disk=disk)
        self.files = TableFiles(folder, disk)
        self.tables: dict[str, SharedTable] = {}
        # By level, how long its latest thoughts took, at any table (``Sitting.spans``).
        self.spans: dict[str, deque[float]] = {}
        self.news: Listeners[Changed] = Listeners()
        self.closing = False
        self._present: list[Presence] = []
        self._folders: dict[str, Path] = {}
        self._telling = False
        self._told = 0.0
        self._closings: set[asyncio.Task[None]] = set()

    @classmethod
    async def open(
        cls,
        folder: Path,
        thinker: Thinks,
        *,
        clock: Clock | None = None,
        pace: float = 0.6,
        budget: Budget | None = None,
        limits: Limits | None = None,
        disk: Disk | None = None,
    ) -> House:
        """The house as it stood when it was closed last, or killed.

        Raises InUse if another process has it open, OSError if the folder cannot be used. A table
        that cannot be read is set aside, and the log says so.
        """
        make_private(folder)
        lock = take_lock(folder, "messdeck-serve")
        house = cls(
            folder,
            thinker,
            clock or LoopClock(),
            lock,
            pace=pace,
            budget=budget or CLOCK,
            limits=limits or Limits(),
            disk=disk,
        )
        try:
            await house._load()
        except BaseException:
            lock.close()
            raise
        return house

    async def _load(self) -> None:
        files, damaged = self.files.load()
        for name in damaged:
            log.error("the table in %s cannot be read; it is set aside", name)
        for file in files:
            if file.changed < self.clock.wall() - FORGOTTEN_SECONDS:
                log.info("table %s: nobody has come for long; it is closed", file.id)
                await self.files.remove(file.id)
                continue
            try:
                await self._restore(file)
            except MessdeckError as error:
                log.error("table %s: cannot be restored (%s); it is set aside", file.id, error)
                self.files.set_aside(file.id)
        self._drop_orphans()
        for table in list(self.tables.values()):
            for chair in table.chairs:
                if chair.name.endswith(GUEST_MARK):
                    table.forsake(chair.key)  # nobody can come back as that guest
        for table in list(self.tables.values()):
            # Killed between the last word and the first card: that word counts.
            if table.phase is Phase.WAITING and table.full():
                await table.begin_if_ready()

    async def _restore(self, file: TableFile) -> None:
        table = keeping.table_of(SharedTable, self, file)
        if file.game:
            table.resume(Sitting.resume(file.game, self.shelf, self.thinker))
        self.tables[table.id] = table

    def _drop_orphans(self) -> None:
        """Games of no table: it was closed, or the server was killed right before it began one."""
        used = {table.sitting.id for table in self.tables.values() if table.sitting is not None}
        for entry in self.shelf.entries():
            if entry.summary is not None and entry.id not in used:
                with contextlib.suppress(MessdeckError):
                    self.shelf.delete(entry.id)
        self._prune()

    # People

    def arrived(self, person: Person) -> Presence:
        """Somebody has come in; of one person several connections may be open at once."""
        presence = Presence(self, person)
        self._present.append(presence)
        if not person.guest:
            self._folders[person.key] = person.folder
        self.changed()
        return presence

    def departed(self, presence: Presence) -> None:
        """For ``Presence.left`` alone."""
        with contextlib.suppress(ValueError):
            self._present.remove(presence)
        person = presence.person
        if person.guest and self.person(person.key) is None and not self.closing:
            for table in self.tables_of(person.key):
                table.forsake(person.key)  # a guest comes back as somebody else
        self.changed()

    def people(self) -> list[Person]:
        """Everybody who is in the house, once each, in the order in which they came."""
        found = {presence.person.key: presence.person for presence in self._present}
        return list(found.values())

    def person(self, key: str) -> Person | None:
        """Somebody who is in the house, None if they are not."""
        return next((one.person for one in self._present if key and one.person.key == key), None)

    def folder_of(self, key: str) -> Path | None:
        """The folder of somebody who is here, or was since the server began; None if that is not
        known, or is no more: that of a guest goes with the guest."""
        person = self.person(key)
        return person.folder if person is not None else self._folders.get(key)

    # Tables

    def count(self) -> int:
        """How many tables there are; for the host's monitoring."""
        return len(self.tables)

    async def open_table(self, presence: Presence, plan: Plan) -> SharedTable:
        """Opens a table and seats whoever does at the first seat for people.

        Raises HouseRefusal, OptionFault.
        """
        if self.closing:
            raise HouseRefusal("house-closes")
        self.check_own(presence.person.key)
        self._make_room()
        table = SharedTable.new(self, plan, presence)
        self.tables[table.id] = table
        log.info("table %s: opened by %s (%s)", table.id, presence.person.name, plan.rules)
        await table.sit(presence)
        return table

    def check_own(self, key: str, *, seated: bool = False) -> None:
        """Whether a person may have one more table. seated: those at which they have a seat
        count, not those that they opened for others. Raises HouseRefusal."""
        tables = self.tables.values()
        own = self.tables_of(key) if seated else [one for one in tables if one.is_of(key)]
        if len(own) >= self.limits.own:
            raise HouseRefusal("too-many-own-tables", most=self.limits.own)

    def _make_room(self) -> None:
        """Room for one more table; in a full house one gives way that nobody has looked at for
        long, and at which no game is under way. Raises HouseRefusal."""
        if len(self.tables) < self.limits.tables:
            return
        now = self.clock.now()
        idle = [
            table
            for table in self.tables.values()
            if table.empty()
            and table.phase is not Phase.PLAYING
            and now - table.empty_since > IDLE_SECONDS
        ]
        if not idle:
            raise HouseRefusal("too-many-tables", most=self.limits.tables)
        self.close_table(min(idle, key=lambda table: table.empty_since))

    def guests(self) -> set[str]:
        """The names of guests that stand at tables, whether they are in or not."""
        names = [name for table in list(self.tables.values()) for name in table.names()]
        return {name for name in names if name.endswith(GUEST_MARK)}

    def tables_of(self, key: str) -> list[SharedTable]:
        """The tables at which a person has a seat."""
        return [table for table in self.tables.values() if table.seat_of(key) >= 0]

    def close_table(self, table: SharedTable) -> None:
        """Nobody has a seat there any more. The game goes to the bin, where the host finds it."""
        if self.tables.pop(table.id, None) is None:
            return
        log.info("table %s: closed", table.id)
        table.shut()
        self._do_later(self._tidy_up(table))
        self.changed()

    def put_away(self, game: str) -> None:
        """Moves a game that is closed, and that no table has any more, to the bin."""
        self._do_later(asyncio.to_thread(self._bin, game))

    async def _tidy_up(self, table: SharedTable) -> None:
        await table.end()
        try:
            await self.files.remove(table.id)
            if table.sitting is not None:
                await asyncio.to_thread(self._bin, table.sitting.id)
        except OSError as error:
            log.error("table %s: cannot be removed: %s", table.id, type(error).__name__)

    def _do_later(self, work: Coroutine[object, object, None]) -> None:
        """Does it by and by, but before the house is closed."""
        task = asyncio.get_running_loop().create_task(work)
        self._closings.add(task)
        task.add_done_callback(self._closings.discard)

    def _bin(self, game: str) -> None:
        with contextlib.suppress(MessdeckError):
            self.shelf.delete(game)
        self._prune()

    def _prune(self) -> None:
        """Lets the oldest games of closed tables go, so that they do not fill the disk."""
        with contextlib.suppress(OSError):
            there = sorted(os.scandir(self.shelf.bin), key=lambda one: one.stat().st_mtime)
            for old in there[:-MOST_CLOSED]:
                shutil.rmtree(old.path, ignore_errors=True)

    def changed(self) -> None:
        """Somebody came or went, or a table is different: told once for all that is so then, and
        not too often, however many tables there are."""
        if not self._telling and not self.closing:
            self._telling = True
            loop = asyncio.get_running_loop()
            loop.call_at(max(loop.time(), self._told + TELL_SECONDS), self._tell)

    def _tell(self) -> None:
        self._telling = False
        self._told = asyncio.get_running_loop().time()
        self.news.tell(Changed())

    async def close(self) -> None:
        """Ends everything with every table on the disk as it stands; a second call does nothing."""
        if self.closing:
            return
        self.closing = True
        tables = list(self.tables.values())
        ended = await asyncio.gather(*[table.end() for table in tables], return_exceptions=True)
        for table, found in zip(tables, ended, strict=True):
            if isinstance(found, BaseException):
                log.error("table %s: did not end well", table.id, exc_info=found)
        if self._closings:
            await asyncio.wait(self._closings)
        await self.files.close()
        self._lock.close()
