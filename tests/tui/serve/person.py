"""Somebody at the other end: an SSH client with a screen that is looked at."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh
import pyte

from tui.serve.options import ServerOptions
from tui.serve.server import CardServer

SECONDS = 20.0
ENTER = "\r"
ESCAPE = "\x1b"
UP = "\x1b[A"


class Terminal(asyncssh.SSHClientSession[bytes]):
    """A session with a screen. raw: all bytes that came, in order."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = bytearray()
        self.news = asyncio.Event()
        self.over = asyncio.Event()
        self.status: int | None = None

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        self.raw += data
        self._stream.feed(data)
        self.news.set()

    def exit_status_received(self, status: int) -> None:
        self.status = status

    def connection_lost(self, exc: Exception | None) -> None:
        self.over.set()
        self.news.set()


class WithoutQuestions(asyncssh.SSHClient):
    """Sends a form back that has no questions, as OpenSSH does by itself."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, *given: object) -> list[str]:
        return []


class Person:
    """A connection with one session. ``async with come(server, …) as person``."""

    def __init__(
        self,
        connection: asyncssh.SSHClientConnection,
        channel: asyncssh.SSHClientChannel[bytes],
        terminal: Terminal,
    ) -> None:
        self.connection = connection
        self.channel = channel
        self.terminal = terminal

    def lines(self) -> list[str]:
        """The screen, row by row."""
        return [line.rstrip() for line in self.terminal.screen.display]

    def text(self) -> str:
        """The screen as a text."""
        return "\n".join(self.lines())

    def type(self, keys: str) -> None:
        """Types."""
        self.channel.write(keys.encode())

    async def until(self, *texts: str, gone: bool = False) -> None:
        """Waits until all of ``texts`` are on the screen (or none, if ``gone``)."""
        try:
            async with asyncio.timeout(SECONDS):
                while any((text in self.text()) is gone for text in texts):
                    self.terminal.news.clear()
                    assert not self.terminal.over.is_set() or self.terminal.raw, "closed"
                    if self.terminal.over.is_set():
                        raise AssertionError(f"the session is over; {texts} not on\n{self.text()}")
                    await self.terminal.news.wait()
        except TimeoutError:
            raise AssertionError(f"not on the screen: {texts}\n{self.text()}") from None

    async def until_over(self) -> str:
        """Waits until the session is over; what stands on the screen then."""
        async with asyncio.timeout(SECONDS):
            await self.terminal.over.wait()
        return self.text()

    async def resize(self, columns: int, rows: int) -> None:
        """Gives the terminal another size."""
        self.terminal.screen.resize(rows, columns)
        self.channel.change_terminal_size(columns, rows)


def options(**given: object) -> ServerOptions:
    """What a server in a test runs with."""
    usual: dict[str, object] = {"host": "127.0.0.1", "port": 0, "workers": 1, "knocks": 1000}
    return ServerOptions(**{**usual, **given})  # type: ignore[arg-type]


@asynccontextmanager
async def server_in(folder: Path, **given: object) -> AsyncIterator[CardServer]:
    """A server in this process."""
    server = CardServer(folder, options(**given))
    await server.open()
    try:
        yield server
    finally:
        await server.close()


def new_key() -> asyncssh.SSHKey:
    """Somebody's key."""
    return asyncssh.generate_private_key("ssh-ed25519")


async def connect(
    server: CardServer, key: asyncssh.SSHKey | None = None, *, user: str = "ann", **given: object
) -> asyncssh.SSHClientConnection:
    """A connection that has logged in."""
    return await asyncssh.connect(
        "127.0.0.1",
        server.port,
        client_factory=WithoutQuestions,
        username=user,
        client_keys=[key] if key is not None else None,
        known_hosts=None,
        config=None,
        agent_path=None,
        **given,  # type: ignore[arg-type]
    )


@asynccontextmanager
async def come(
    server: CardServer,
    key: asyncssh.SSHKey | None = None,
    *,
    user: str = "ann",
    columns: int = 80,
    rows: int = 24,
    term: str = "xterm-256color",
    env: dict[str, str] | None = None,
    window: int = 2 * 1024 * 1024,
) -> AsyncIterator[Person]:
    """Somebody with a terminal, at whatever comes first."""
    connection = await connect(server, key, user=user)
    try:
        channel, terminal = await connection.create_session(
            lambda: Terminal(columns, rows),
            term_type=term,
            term_size=(columns, rows),
            env=env or {},
            encoding=None,
            window=window,
        )
        yield Person(connection, channel, terminal)
    finally:
        connection.abort()
        await connection.wait_closed()


@asynccontextmanager
async def known(
    server: CardServer, key: asyncssh.SSHKey, name: str, **given: object
) -> AsyncIterator[Person]:
    """Somebody in the room, under a name; at the first visit the name is taken."""
    async with come(server, key, user=name, **given) as person:  # type: ignore[arg-type]
        if server.people.with_key(key.get_fingerprint("sha256")) is None:
            await person.until(f"Name: {name}")
            person.type(ENTER)
        await person.until("New game")
        yield person


async def until(found: Callable[[], object]) -> None:
    """Waits for something that the server does by itself, and of which it tells nobody."""
    async with asyncio.timeout(SECONDS):
        while not found():  # noqa: ASYNC110 - there is nothing to wait for
            await asyncio.sleep(0.01)
