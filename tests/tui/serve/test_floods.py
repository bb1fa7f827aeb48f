"""One client that does what it likes: the others play on."""

from __future__ import annotations

import asyncio
import contextlib
import os
from pathlib import Path

import pytest

from tests.tui.serve.person import (
    ENTER,
    Person,
    come,
    connect,
    known,
    new_key,
    server_in,
    until,
)
from tui.serve import inbox
from tui.serve.guard import LOG
from tui.serve.window import BURST


async def test_a_megabyte_of_garbage_hurts_nobody_else(tmp_path: Path) -> None:
    async with server_in(tmp_path) as server, known(server, new_key(), "Ann") as ann:
        async with known(server, new_key(), "Bea") as bea:
            quiet = await _look_at_the_rules(ann)
            bea.channel.write(os.urandom(1024 * 1024))
            slowest = 0.0
            for _ in range(10):
                slowest = max(slowest, await _look_at_the_rules(ann))
            assert slowest < _patience(quiet)
        await until(lambda: len(server.sessions) == 1)


async def test_sequences_may_be_cut_anywhere(tmp_path: Path) -> None:
    async with server_in(tmp_path) as server, known(server, new_key(), "Ann") as ann:

        def marked() -> str:
            return next(line for line in ann.lines() if "▸" in line)

        first = marked()
        for keys, there in ((b"\x1b[B\x1b[B", False), (b"\x1b[A\x1b[A", True)):
            for byte in keys:
                ann.channel.write(bytes([byte]))
                await asyncio.sleep(0)
            await until(lambda there=there: (marked() == first) is there)  # type: ignore[misc]
        ann.type("r")
        await ann.until("Send three cards")


async def test_letters_may_be_cut_anywhere(tmp_path: Path) -> None:
    async with server_in(tmp_path) as server, come(server, new_key(), user="x") as person:
        await person.until("Name: x")
        person.type("\x15")
        for byte in "한글 이름".encode():
            person.channel.write(bytes([byte]))
            await asyncio.sleep(0)
        await person.until("한글 이름")
        person.type(ENTER)
        await person.until("New game")


async def test_a_paste_is_one_thing_and_shortened(tmp_path: Path) -> None:
    async with server_in(tmp_path) as server, come(server, new_key(), user="x") as person:
        await person.until("Name: x")
        person.type("\x15\x1b[200~" + "Anna \x07\x9b31m" * 3000 + "\x1b[201~")
        await person.until("Name: Anna")
        assert b"\x07" not in person.terminal.raw


async def test_nothing_in_a_paste_is_a_key(tmp_path: Path) -> None:
    async with server_in(tmp_path) as server:
        async with come(server, new_key(), user="x") as person:
            await person.until("Name: x")
            person.type("\x15\x1b[200~abc \x1b[2Jdef\r\x1b[201~")
            await person.until("Name: abc [2Jdef")
            person.type("\x15\x1b[200~Ann\x1b\r\x1b[201~" + ENTER)
            await person.until("New game")
            # In the menu q would leave, and a return begin a game.
            long = "quit q\n\x1b[A\r" * 2000
            person.type(f"\x1b[200~{long}\x1b[201~r")
            await person.until("Send three cards")
        assert [name for name, _, _ in server.people.everybody()] == ["Ann"]


async def test_a_terminal_cannot_report_a_size_of_its_own(tmp_path: Path) -> None:
    """What is not asked for is not heard: sizes come by SSH alone."""
    async with server_in(tmp_path) as server, known(server, new_key(), "Ann") as ann:
        ann.type("\x1b[48;5000;5000;50000;50000t\x1b[?2048;1$y\x1b[?2026;1$y\x1b[I\x1b[O")
        ann.type("r")
        await ann.until("Send three cards")
        [session] = server.sessions
        assert session.app is not None
        assert session.app.size == (80, 24)


async def test_a_window_that_never_stops_changing_is_drawn_now_and_then(tmp_path: Path) -> None:
    async with server_in(tmp_path) as server, known(server, new_key(), "Ann") as ann:
        [session] = server.sessions
        line = session.line
        assert line is not None
        taken: list[tuple[int, int]] = []
        resize = line.resize

        def counted(width: int, height: int) -> None:
            taken.append((width, height))
            resize(width, height)

        line.resize = counted  # type: ignore[method-assign]
        for number in range(2000):
            ann.channel.change_terminal_size(100 + number % 100, 30 + number % 20)
        await ann.resize(90, 28)
        await until(lambda: taken and taken[-1] == (90, 28))
        assert BURST <= len(taken) < 3 * BURST
        assert session._window.size == (90, 28)
        ann.type("r")
        await ann.until("Rules")


async def test_whoever_stops_reading_is_let_go_in_the_end(tmp_path: Path) -> None:
    async with server_in(tmp_path, stall=0.5) as server, known(server, new_key(), "Ann") as ann:
        quiet = await _look_at_the_rules(ann)
        async with known(server, new_key(), "Bea", columns=200, rows=60, window=8192) as bea:
            # The channel takes nothing any more; the connection itself is alive.
            bea.channel.pause_reading()

            def gone() -> bool:
                with contextlib.suppress(OSError):
                    bea.type("rq")
                return len(server.sessions) == 1

            await until(gone)
        assert await _look_at_the_rules(ann) < _patience(quiet)


async def test_many_quick_logins_leave_nothing_behind(tmp_path: Path) -> None:
    async with server_in(tmp_path, max_per_address=50) as server:
        async with known(server, new_key(), "Ann") as ann:
            quiet = await _look_at_the_rules(ann)
            key = new_key()
            for _ in range(4):
                many = [connect(server, key if n == 0 else new_key()) for n in range(10)]
                for connection in await asyncio.gather(*many):
                    connection.abort()
                await ann.until("New game")
            assert await _look_at_the_rules(ann) < _patience(quiet)
        await until(lambda: not server._doors)
        assert not server._addresses
        assert server.strangers == 0


async def test_a_crash_of_one_session_is_only_its_own(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    LOG.propagate = True
    async with server_in(tmp_path) as server, known(server, new_key(), "Ann") as ann:
        async with known(server, new_key(), "Bea") as bea:
            session = next(s for s in server.sessions if s.name == "Bea")

            def fail() -> None:
                secret_card = "queen of spades"
                raise RuntimeError(secret_card)

            assert session.app is not None
            session.app.call_later(fail)
            assert "Something went wrong" in await bea.until_over()
            assert bea.terminal.status == 1
            assert b"queen" not in bea.terminal.raw
            assert b"Traceback" not in bea.terminal.raw
        await _look_at_the_rules(ann)
    said = caplog.text + "".join(capfd.readouterr())
    assert "RuntimeError at test_floods.py" in said
    assert "queen" not in said
    assert "Traceback" not in said


async def test_keys_come_one_after_the_other_and_slowly_at_last() -> None:
    loop = asyncio.get_running_loop()
    told: list[object] = []
    box = inbox.Inbox(
        lambda message, done: (told.append(message), loop.call_soon(done)),  # type: ignore[arg-type, return-value]
        lambda: told.append("pause"),
        lambda: told.append("resume"),
        loop,
    )
    box.feed(b"a" * 20_000)
    await asyncio.sleep(0.3)
    assert "pause" in told
    assert 10 < len(told) < inbox.BURST + 60
    box.close()
    count = len(told)
    await asyncio.sleep(0.05)
    assert len(told) == count


def _patience(quiet: float) -> float:
    """The longest that anybody waits for what took ``quiet`` seconds while there was peace."""
    return 1.0 + 20.0 * quiet


async def _look_at_the_rules(person: Person) -> float:
    """Opens a page and closes it; the seconds until it was seen."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    person.type("r")
    await person.until("Send three cards")
    took = loop.time() - began
    person.type("q")
    await person.until("New game")
    return took
