"""The installed command in a real terminal of 80×24: played, left, resumed."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pyte = pytest.importorskip("pyte")

SECONDS = 30.0


class Terminal:
    """``messdeck`` in a pseudo terminal whose screen pyte draws."""

    def __init__(self, data_dir: Path, *arguments: str, encoding: str = "C.UTF-8") -> None:
        self.screen = pyte.Screen(80, 24)
        self.stream = pyte.ByteStream(self.screen)
        self.seen = b""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {
            **os.environ,
            "TERM": "xterm-256color",
            "LC_ALL": encoding,
            "MESSDECK_DATA_DIR": str(data_dir),
        }
        environment.pop("LANGUAGE", None)
        environment.pop("PYTHONIOENCODING", None)
        if encoding == "C":
            # Python would otherwise make UTF-8 of it.
            environment.update(PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
        self.process = subprocess.Popen(
            [*command(), *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment,
            start_new_session=True,
        )
        os.close(theirs)
        self.line = ours

    def text(self) -> str:
        """What stands on the screen."""
        return "\n".join(self.screen.display)

    def read(self, seconds: float = 0.05) -> bool:
        """Takes in what the program writes; False if it has closed the terminal."""
        ready, _, _ = select.select([self.line], [], [], seconds)
        if not ready:
            return True
        try:
            data = os.read(self.line, 65536)
        except OSError:
            return False
        self.seen += data
        # pyte does not know these private modes and prints what follows them.
        self.stream.feed(data)
        return bool(data)

    def until(self, what: str, seen: Callable[[str], bool]) -> str:
        """Reads until the screen shows something; fails with the screen if it never does."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            if seen(self.text()):
                return self.text()
            if not self.read():
                break
        raise AssertionError(f"never seen: {what}\n{self.text()}")

    def press(self, keys: str) -> None:
        """Types."""
        os.write(self.line, keys.encode())

    def end(self) -> int:
        """Waits for the program's end; its exit status."""
        end = time.monotonic() + SECONDS
        while self.process.poll() is None and time.monotonic() < end:
            self.read()
        while self.read(0.0) and select.select([self.line], [], [], 0)[0]:
            pass
        return self.process.wait(0.1)

    def close(self) -> None:
        """Ends the program whatever it does."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.line)


def command() -> list[str]:
    """The installed command, or the module where only that is there."""
    script = Path(sys.executable).parent / "messdeck"
    return [str(script)] if script.exists() else [sys.executable, "-m", "tui.cli"]


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def open_(*arguments: str, **given: str) -> Terminal:
        terminal = Terminal(tmp_path, *arguments, **given)
        opened.append(terminal)
        return terminal

    yield open_
    for terminal in opened:
        terminal.close()


def test_a_game_is_begun_left_and_resumed_from_the_shell(
    terminals: Callable[..., Terminal],
) -> None:
    first = terminals("--pace", "0")
    first.until("the menu", lambda text: "New game" in text and "Quit" in text)
    first.press("n")
    first.until("the form", lambda text: "Rounds of acquisition" in text)
    first.press("\x1b[A\r")  # up to the last row, and begin
    text = first.until("a question", lambda text: "Take the top card" in text)
    assert "Battalion: twins" in text
    first.press("s")
    first.until("the next question", lambda text: "Choose a card to discard" in text)
    hand = [row for row in first.screen.display[-10:] if "│" in row]
    first.press("q")
    first.until("the question", lambda text: "Leave the table?" in text)
    began = time.monotonic()
    first.press("x")
    assert first.end() == 0
    assert time.monotonic() - began < 2.0
    # The terminal is as it was: no alternate screen, no mouse reports, a cursor.
    for code in (b"\x1b[?1049l", b"\x1b[?1000l", b"\x1b[?25h"):
        assert first.seen.rindex(code) > 0

    again = terminals("resume", "--pace", "0")
    again.until("the same question", lambda text: "Choose a card to discard" in text)
    assert [row for row in again.screen.display[-10:] if "│" in row] == hand
    again.press("q")
    again.until("the question", lambda text: "Leave the table?" in text)
    again.press("x")
    assert again.end() == 0


def test_a_hang_up_ends_it_with_the_terminal_in_order(
    terminals: Callable[..., Terminal],
) -> None:
    for number in (signal.SIGTERM, signal.SIGHUP):
        terminal = terminals("play", "war", "--pace", "0")
        terminal.until("a question", lambda text: "be ready" in text or "you are ready" in text)
        began = time.monotonic()
        os.kill(terminal.process.pid, number)
        terminal.end()
        assert time.monotonic() - began < 2.0
        assert b"\x1b[?1049l" in terminal.seen


def test_without_utf_8_the_screen_is_plain(terminals: Callable[..., Terminal]) -> None:
    terminal = terminals("play", "war", "--pace", "0", encoding="C")
    text = terminal.until("a question", lambda text: "ready" in text)
    assert text.isascii()
    assert "+---+" in text
    terminal.press("q")
    terminal.until("the question", lambda text: "Leave the table?" in text)
    terminal.press("x")
    assert terminal.end() == 0
    assert terminal.seen.isascii()
