"""The installed command in a pseudo terminal whose screen pyte draws."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

pyte = pytest.importorskip("pyte")

SECONDS = 30.0


class Terminal:
    """``messdeck`` in a pseudo terminal; ``attributes`` are the terminal's before it starts.

    controlling: the terminal is the program's controlling one, so that its end is a SIGHUP.
    environ: added to its environment. errors: the file that errors go to, if not the terminal.
    """

    def __init__(
        self,
        data_dir: Path,
        *arguments: str,
        encoding: str = "C.UTF-8",
        controlling: bool = False,
        environ: Mapping[str, str] = MappingProxyType({}),
        errors: int | None = None,
    ) -> None:
        self.screen = pyte.Screen(80, 24)
        self.stream = pyte.ByteStream(self.screen)
        self.seen = b""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.attributes: list[Any] = termios.tcgetattr(theirs)
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
        environment.update(environ)
        self.process = subprocess.Popen(
            [*command(), *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs if errors is None else errors,
            env=environment,
            start_new_session=True,
            preexec_fn=_control if controlling else None,
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

    def waiting(self) -> bool:
        """Whether there is something to read at once."""
        return bool(select.select([self.line], [], [], 0)[0])

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

    def hang_up(self) -> None:
        """Closes the other end, as a lost connection does."""
        os.close(self.line)
        self.line = -1

    def in_order(self) -> bool:
        """Whether the terminal is as it was before: its modes, its screen, its cursor."""
        left = all(
            self.seen.rfind(end) > self.seen.rfind(begin)
            for begin, end in (
                (b"\x1b[?1049h", b"\x1b[?1049l"),
                (b"\x1b[?1000h", b"\x1b[?1000l"),
                (b"\x1b[?25l", b"\x1b[?25h"),
            )
        )
        return left and termios.tcgetattr(self.line) == self.attributes

    def close(self) -> None:
        """Ends the program whatever it does."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self.line >= 0:
            self.hang_up()


def _control() -> None:
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def command() -> list[str]:
    """The installed command, or the module where only that is there."""
    script = Path(sys.executable).parent / "messdeck"
    return [str(script)] if script.exists() else [sys.executable, "-m", "tui.cli"]
