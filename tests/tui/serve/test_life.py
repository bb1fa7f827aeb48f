"""The server begins, ends and begins again; people find their games as they left them."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncssh
import pytest
from textual._styles_cache import StylesCache

from saves.entries import Entry
from saves.shelf import Shelf
from tests.tui.serve.person import (
    ENTER,
    SECONDS,
    UP,
    Person,
    come,
    known,
    new_key,
    server_in,
    until,
)
from tui.cli import main
from tui.serve.room import ServedRoom
from tui.serve.server import CardServer
from tui.serve.session import CardSession


async def begin_a_game(person: Person) -> None:
    """Sits down to what the form proposes."""
    person.type("n")
    await person.until("Begin the game")
    person.type(UP + ENTER)


class Process:
    """``messdeck serve`` in a process of its own. port: of a started one."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tui.cli", "serve", "--host", "127.0.0.1", "--port", "0",
             "--data-dir", str(folder), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.port = int(line.split(" -p ")[1].split()[0])
        self.fingerprint = self.process.stdout.readline().split()[-1]

    def end(self, number: int) -> tuple[int, str]:
        """Sends a signal; the exit status and what the log says."""
        self.process.send_signal(number)
        _, log = self.process.communicate(timeout=10)
        return self.process.returncode, log


@contextmanager
def process_in(folder: Path, *arguments: str) -> Iterator[Process]:
    found = Process(folder, *arguments)
    try:
        yield found
    finally:
        if found.process.poll() is None:
            found.process.kill()
            found.process.communicate()


class At:
    """A server in another process, as far as ``come`` needs it."""

    def __init__(self, port: int) -> None:
        self.port = port


def at(process: Process) -> CardServer:
    """For ``come``."""
    return At(process.port)  # type: ignore[return-value]


async def test_sigterm_tells_everybody_saves_and_ends_within_five_seconds(tmp_path: Path) -> None:
    key = new_key()
    with process_in(tmp_path) as process:
        async with come(at(process), key, user="Ann") as ann, come(at(process), user="bo") as bo:
            await ann.until("Name: Ann")
            ann.type(ENTER)
            await ann.until("New game")
            await begin_a_game(ann)
            await ann.until("q leave")
            await bo.until("Name: bo")
            loop = asyncio.get_running_loop()
            began = loop.time()
            status, log = await asyncio.to_thread(process.end, signal.SIGTERM)
            assert loop.time() - began < 5.0
            assert status == 0
            for person in (ann, bo):
                assert "The server closes" in await person.until_over()
                assert b"\x1b[?1049l" in person.terminal.raw
        assert "Ann came in from 127.0.0.1" in log
        assert key.get_fingerprint("sha256") in log
    with process_in(tmp_path) as again:
        assert again.fingerprint == process.fingerprint
        async with come(at(again), key) as ann:
            await ann.until("c Continue")
            ann.type("c")
            await ann.until("q leave")


async def test_a_killed_server_has_lost_nothing(tmp_path: Path) -> None:
    key = new_key()
    with process_in(tmp_path) as process:
        async with come(at(process), key, user="Ann") as ann:
            await ann.until("Name: Ann")
            ann.type(ENTER)
            await ann.until("New game")
            await begin_a_game(ann)
            await ann.until("Take the top card")
            process.process.kill()
            process.process.wait()
    with process_in(tmp_path) as again:
        async with come(at(again), key) as ann:
            await ann.until("c Continue")
            ann.type("c")
            await ann.until("q leave")


async def test_a_hang_up_saves_and_lets_go(tmp_path: Path) -> None:
    key = new_key()
    async with server_in(tmp_path) as server:
        async with known(server, key, "Ann") as ann:
            await begin_a_game(ann)
            await ann.until("q leave")
            ann.connection.abort()
        await until(lambda: not server.sessions)
        async with known(server, key, "Ann") as ann:
            await ann.until("Continue")
            ann.type("c")
            await ann.until("q leave")
            # From elsewhere, while the first end still stands: the game goes over.
            async with known(server, key, "Ann") as again:
                assert "elsewhere" in await ann.until_over()
                again.type("c")
                await again.until("q leave")


async def test_the_host_asks_shows_out_and_bans(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    async def host(*arguments: str) -> tuple[int, str]:
        def work() -> int:
            try:
                main(["serve", *arguments, "--data-dir", str(tmp_path)])
            except SystemExit as end:
                return int(end.code or 0)
            raise AssertionError

        status = await asyncio.to_thread(work)
        said = capfd.readouterr()
        return status, said.out + said.err

    status, said = await host("status")
    assert status == 1
    assert "No server" in said
    async with server_in(tmp_path / "server") as server, known(server, new_key(), "Ann") as ann:
        status, said = await host("--status")
        assert status == 0
        assert "Ann" in said
        status, said = await host("status", "--json")
        found = json.loads(said)
        assert (status, found["sessions"], found["port"]) == (0, 1, server.port)
        assert (await host("kick", "Nobody"))[0] == 2
        assert (await host("kick", "ann"))[0] == 0
        assert "shown you out" in await ann.until_over()
        key = new_key()
        async with known(server, key, "Bea") as bea:
            status, said = await host("ban", "Bea", "--why", "rude")
            assert status == 0
            assert "may not come in" in await bea.until_over()
        status, said = await host("bans")
        assert "Bea: banned" in said
        assert "rude" in said
        assert (await host("ban"))[0] == 2
        assert (await host("ban", "--address", "x"))[0] == 2
        assert (await host("ban", "--key", "SHA256:x"))[0] == 2
        assert (await host("unban", "Bea"))[0] == 0
        assert (await host("unban", "Bea"))[0] == 2
        async with known(server, key, "Bea"):
            pass
        status, said = await host("people")
        assert "Bea" in said
        assert "Ann" in said
        mode = os.stat(tmp_path / "server" / "control").st_mode
        assert mode & 0o077 == 0


async def test_an_address_that_cannot_be_listened_at_is_said(tmp_path: Path) -> None:
    async with server_in(tmp_path) as server:
        done = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-m", "tui.cli", "serve", "--host", "127.0.0.1",
             "--port", str(server.port), "--data-dir", str(tmp_path / "other")],
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )  # fmt: skip
    assert done.returncode == 2
    assert "Nobody can listen at 127.0.0.1" in done.stderr
    assert "Traceback" not in done.stderr


async def test_disk_quota_lets_the_game_go_on_in_memory(tmp_path: Path) -> None:
    async with (
        server_in(tmp_path, disk=4096) as server,
        known(server, new_key(), "Ann") as ann,
    ):
        await begin_a_game(ann)
        await ann.until("not saved")
        assert str(tmp_path) not in ann.text()


async def test_the_number_of_saved_games_is_limited(tmp_path: Path) -> None:
    async with server_in(tmp_path, games=1) as server, known(server, new_key(), "Ann") as ann:
        await begin_a_game(ann)
        await ann.until("q leave")
        ann.type("\x1b")
        await ann.until("To the menu")
        ann.type("m")
        await ann.until("New game")
        await begin_a_game(ann)
        await ann.until("There is room for 1 saved game")


def test_the_library_is_asked_for_where_it_is_missing(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['asyncssh'] = None; from tui.cli import main; "
        f"main(['serve', '--data-dir', {str(tmp_path)!r}])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "messdeck[serve]" in done.stderr
    assert asyncssh is not None


async def test_nothing_of_a_session_is_left_when_it_is_over(tmp_path: Path) -> None:
    """Neither its objects nor, in Textual's memory of styles, the rows of its panels."""
    key = new_key()

    def left() -> list[str]:
        gc.collect()
        kinds = (ServedRoom, CardSession, StylesCache)
        return [type(found).__name__ for found in gc.get_objects() if isinstance(found, kinds)]

    async with server_in(tmp_path) as server:
        before = len(left())
        for _ in range(3):
            async with known(server, key, "Ann"):
                pass
            await until(lambda: not server._doors)
        await until(lambda: len(left()) <= before)


async def test_shelves_are_read_where_nobody_else_waits_for_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = threading.get_ident()
    readers: list[int] = []
    entries = Shelf.entries

    def told(shelf: Shelf) -> list[Entry]:
        if shelf.data_dir.parent.name == "people":
            readers.append(threading.get_ident())
        return entries(shelf)

    async with server_in(tmp_path) as server:
        monkeypatch.setattr(Shelf, "entries", told)
        async with known(server, new_key(), "Ann") as ann:
            await begin_a_game(ann)
            await ann.until("leave")
            ann.type("qm")
            await ann.until("Continue", "Saved games")
            ann.type("s")
            await ann.until("1 game")
            ann.type("q")
            await ann.until("Continue", "Statistics")
            ann.type("c")
            await ann.until("leave")
    assert len(readers) >= 4
    assert here not in readers
