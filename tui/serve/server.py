"""The server: one loop in which everybody's card room runs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import time
from collections import Counter, deque
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, Final, TypeVar

import asyncssh

from saves.faults import InUse, reason_of
from saves.folders import make_private
from saves.lock import Lock, take_lock
from tui.house.house import House
from tui.serve.control import Control
from tui.serve.door import Door, household
from tui.serve.faults import ServerFault
from tui.serve.guard import LOG, where
from tui.serve.host_key import host_key
from tui.serve.names import skeleton
from tui.serve.options import ServerOptions
from tui.serve.people import People
from tui.serve.person import Person, Tables
from tui.serve.refusing import Refusals, for_log
from tui.serve.session import CardSession, End
from tui.serve.strangers import Strangers
from tui.serve.thinking import Pool, Ration

FOLDER: Final = "server"
TABLES: Final = "tables"
# For clients to take their leave.
_PARTING: Final = 0.5
_HOUR: Final = 3600.0
# Remembered at once; the oldest are forgotten first.
_MOST_ADDRESSES: Final = 10_000
_WINDOW: Final = 64 * 1024
_PACKET: Final = 16 * 1024
Got = TypeVar("Got")


class CardServer:
    """A server of one folder. ``open`` it, wait for ``closing``, ``close`` it.

    fingerprint, port: what is to be told the world, once it is open.
    """

    def __init__(self, folder: Path, options: ServerOptions) -> None:
        self.folder = folder
        self.options = options
        self.house: Tables | None = None
        self.fingerprint = ""
        self.port = 0
        self.since = time.time()
        self.closing = asyncio.Event()
        self.sessions: set[CardSession] = set()
        self.logins = 0
        self.refusals = Refusals()
        self._pool = Pool(options.workers)
        self._rations: dict[str, Ration] = {}
        self._addresses: Counter[str] = Counter()
        self._strangers = Strangers(options.max_waiting)
        self._knocks: dict[str, tuple[float, float]] = {}
        self._newcomers: dict[str, deque[float]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._doors: set[Door] = set()
        self._empty = asyncio.Event()
        self._lock: Lock | None = None
        self._acceptor: asyncssh.SSHAcceptor | None = None
        self._control = Control(self)

    async def open(self) -> None:
        """Lets people in. Raises ServerFault, ThinkingFailed; nothing is left running then."""
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(_unexpected)
        # asyncssh writes what clients say into its log.
        logging.getLogger("asyncssh").setLevel(logging.ERROR)
        self._take_folder()
        try:
            key = host_key(self.folder)
            self.fingerprint = key.get_fingerprint("sha256")
            self.people = People(self.folder)
            self.people.sweep()
            await self._pool.start()
            self.house = await self._open_house()
            self.people.at_tables = self.house.guests
            await self._control.open()
            self._acceptor = await self._listen(key)
            self.port = self._acceptor.get_port()
        except BaseException:
            await self.close()
            raise
        where_ = self.options.host or "*"
        LOG.info("listening at %s port %d, host key %s", where_, self.port, self.fingerprint)

    async def close(self) -> None:
        """Tells everybody, saves everything, and ends, within ``options.closing`` seconds."""
        self.closing.set()
        if self._acceptor is not None:
            self._acceptor.close()
        everybody = [session.finish(End.CLOSING) for session in list(self.sessions)]
        try:
            async with asyncio.timeout(self.options.closing * 0.6):
                await asyncio.gather(*everybody, return_exceptions=True)
        except TimeoutError:
            LOG.warning("some sessions did not end in time")
        if self.house is not None:
            try:
                async with asyncio.timeout(self.options.closing * 0.4):
                    await self.house.close()
            except TimeoutError:
                LOG.warning("the tables did not end in time; they stand where they were saved")
        await self._control.close()
        await self._pool.stop()
        await self._see_off()
        if hasattr(self, "people"):
            self.people.close()
        if self._lock is not None:
            self._lock.close()
            self._lock = None
        LOG.info("closed")

    async def _see_off(self) -> None:
        """Waits a moment for the clients to go by themselves, and ends the other connections."""
        for door in list(self._doors):
            if not door.has_session:
                door.abort()
        if self._doors:
            self._empty.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_PARTING):
                    await self._empty.wait()
        for door in list(self._doors):
            door.abort()

    async def _open_house(self) -> Tables:
        folder = self.folder / TABLES
        try:
            make_private(folder)
            thinker = Ration(self._pool, "", seconds=self.options.think)
            return await House.open(folder, thinker)
        except InUse:
            raise ServerFault("running", path=str(folder)) from None
        except OSError as error:
            raise ServerFault("folder", path=str(folder), reason=reason_of(error)) from None

    def _take_folder(self) -> None:
        folder = self.folder
        try:
            make_private(folder)
            folder.chmod(0o700)
            self._lock = take_lock(folder, "messdeck-serve")
        except InUse:
            raise ServerFault("running", path=str(folder)) from None
        except OSError as error:
            raise ServerFault("folder", path=str(folder), reason=reason_of(error)) from None

    async def _listen(self, key: asyncssh.SSHKey) -> asyncssh.SSHAcceptor:
        options = self.options
        try:
            return await asyncssh.listen(
                options.host,
                options.port,
                server_host_keys=[key],
                server_factory=lambda: Door(self),
                encoding=None,
                line_editor=False,
                allow_scp=False,
                sftp_factory=None,
                agent_forwarding=False,
                x11_forwarding=False,
                gss_host=None,
                host_based_auth=False,
                password_auth=False,
                public_key_auth=True,
                kbdint_auth=options.guests,
                compression_algs=["none"],
                login_timeout=options.login,
                keepalive_interval=options.keepalive,
                keepalive_count_max=2,
                window=_WINDOW,
                max_pktsize=_PACKET,
                backlog=100,
                reuse_address=True,
            )
        except OSError as error:
            # A name that stands for no address has numbers of its own.
            known = not isinstance(error, socket.gaierror)
            reason = reason_of(error) if known else "no-such-host"
            raise ServerFault(
                "address", host=options.host or "*", port=options.port, reason=reason
            ) from None

    # Connections

    def knock(self, door: Door) -> bool:
        """Whether one more connection of its address may be; it is counted then."""
        address = door.address
        home = household(address)
        if why := self._not_now(address, home):
            self.refusals.connection(address, why)
            if not self._addresses[home]:
                del self._addresses[home]
            return False
        self._addresses[home] += 1
        self._doors.add(door)
        crowded_out = self._strangers.add(door, home)
        if crowded_out is not None:
            crowded_out.give_way()
        return True

    def _not_now(self, address: str, home: str) -> str:
        """Why no connection of an address may be now, "" if one may."""
        if self.closing.is_set():
            return for_log("the server closes")
        if not self._strangers.has_room_for(home):
            return for_log("too many connections that have not logged in")
        if self._addresses[home] >= self.options.max_per_address:
            return for_log("too many connections of this address")
        if not self._in_measure(home):
            return for_log("too many connections of this address in a short time")
        return "banned" if self.people.banned(address=address) else ""

    @property
    def refused(self) -> int:
        """How many connections were refused."""
        return self.refusals.count

    def _in_measure(self, home: str) -> bool:
        """Whether an address may connect once more already; that costs the server work each time,
        whoever it is."""
        options, now = self.options, time.monotonic()
        left, at = self._knocks.pop(home, (float(options.knocks), now))
        left = min(options.knocks, left + (now - at) * options.knock_rate)
        self._knocks[home] = (left - 1 if left >= 1 else left, now)
        if len(self._knocks) > _MOST_ADDRESSES:
            self._knocks.pop(next(iter(self._knocks)))
        return left >= 1

    @property
    def strangers(self) -> int:
        """How many connections have not logged in yet."""
        return len(self._strangers)

    def logged_in(self, door: Door) -> None:
        """One of those that were counted has logged in."""
        self._strangers.drop(door)
        self.logins += 1

    def gone(self, door: Door) -> None:
        """A connection that was counted is no more."""
        self._doors.discard(door)
        self._strangers.drop(door)
        if not self._doors:
            self._empty.set()
        home = household(door.address)
        self._addresses[home] -= 1
        if self._addresses[home] <= 0:
            del self._addresses[home]

    def newcomer(self, address: str) -> bool:
        """Whether one more name may be taken from an address; it is counted."""
        home, now = household(address), time.monotonic()
        times = self._newcomers.setdefault(home, deque())
        while times and now - times[0] > _HOUR:
            times.popleft()
        if len(times) >= self.options.newcomers:
            return False
        times.append(now)
        if len(self._newcomers) > _MOST_ADDRESSES:
            self._newcomers.pop(next(iter(self._newcomers)))
        return True

    # Sessions

    def refusal(self, session: CardSession) -> End | None:
        """Why a session may not begin; None if it may."""
        door = session.door
        person = self.people.with_key(door.fingerprint) if door.fingerprint else None
        banned = self.people.banned(
            person=person.key if person else "", fingerprint=door.fingerprint, address=door.address
        )
        if banned:
            return End.BANNED
        if self.closing.is_set():
            return End.CLOSING
        if len(self.sessions) >= self.options.max_sessions:
            return End.FULL
        if not door.fingerprint and not self.options.guests:
            return End.GUESTS
        return None

    def entered(self, session: CardSession) -> None:
        """A session has begun."""
        self.sessions.add(session)

    def left(self, session: CardSession) -> None:
        """A session is over."""
        self.sessions.discard(session)
        person = session.person
        if person is not None and not self._sessions_of(person):
            ration = self._rations.get(person.key)
            # What was used up is remembered as long as it matters.
            if ration is not None and (person.guest or ration.left >= self.options.think_saved):
                del self._rations[person.key]

    async def only_session(self, session: CardSession) -> None:
        """Ends the other sessions of a person: whoever was cut off comes back to everything."""
        person = session.person
        assert person is not None
        for other in self._sessions_of(person):
            if other is not session:
                await other.finish(End.ELSEWHERE)

    def _sessions_of(self, person: Person) -> list[CardSession]:
        return [
            session
            for session in self.sessions
            if session.person is not None and session.person.key == person.key
        ]

    def ration(self, person: Person) -> Ration:
        """What somebody's opponents think with."""
        if person.key not in self._rations:
            options = self.options
            self._rations[person.key] = Ration(
                self._pool,
                person.key,
                seconds=options.think,
                share=options.think_share,
                saved=options.think_saved,
            )
        return self._rations[person.key]

    async def kick(self, name: str) -> tuple[str, int]:
        """Shows somebody out, a guest too; who that was, and how many sessions it ended. Raises
        ServerFault ``nobody``."""
        shape = skeleton(name)
        found = [
            session
            for session in self.sessions
            if session.person is not None and skeleton(session.person.name) == shape
        ]
        if not found:
            return self.people.named(name).name, 0
        person = found[0].person
        assert person is not None
        for session in found:
            await session.finish(End.KICKED)
        return person.name, len(found)

    async def enforce(self) -> int:
        """Shows out everybody who is banned now; how many sessions that ended."""
        found = []
        for session in list(self.sessions):
            door, person = session.door, session.person
            if self.people.banned(
                person=person.key if person else "",
                fingerprint=door.fingerprint,
                address=door.address,
            ):
                found.append(session)
        for session in found:
            await session.finish(End.BANNED)
        return len(found)

    @property
    def thinking(self) -> int:
        """How many thoughts of levels wait for a process."""
        return self._pool.waiting

    # Tasks

    def spawn(self, work: Coroutine[Any, Any, Got]) -> asyncio.Task[Got]:
        """A task that is kept until it is done; what goes wrong in it is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("a task failed: %s", where(error))


def _unexpected(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What nobody caught: where it was, and nothing of what it was about."""
    error = context.get("exception")
    LOG.error("%s%s", context.get("message", "?"), f": {where(error)}" if error else "")
