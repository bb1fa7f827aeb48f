"""A program in a pseudo terminal of 80×24 whose screen pyte draws: what it writes, and when."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
from collections.abc import Callable

import pyte

QUIET = 0.15
SECONDS = 60.0


class Line:
    """The program ``arguments`` on a terminal with 24-bit colours, which cost the most."""

    def __init__(self, arguments: list[str], environ: dict[str, str]) -> None:
        self.screen = pyte.Screen(80, 24)
        self.stream = pyte.ByteStream(self.screen)
        self.bytes = 0
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.began = time.perf_counter()
        self.process = subprocess.Popen(
            arguments, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
            env={**environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"},
        )  # fmt: skip
        os.close(theirs)
        self.descriptor = ours

    def read(self, seconds: float) -> bool:
        """Takes in what comes within ``seconds``; whether anything did."""
        if not select.select([self.descriptor], [], [], seconds)[0]:
            return False
        data = os.read(self.descriptor, 65536)
        self.bytes += len(data)
        self.stream.feed(data)
        return True

    def until(self, what: str, seen: Callable[[str], bool]) -> float:
        """Reads until the screen shows something; seconds since the start."""
        while time.perf_counter() - self.began < SECONDS:
            if seen(self.text()):
                return time.perf_counter() - self.began
            self.read(1.0)
        raise SystemExit(f"never seen: {what}\n{self.text()}")

    def text(self) -> str:
        """What stands on the screen."""
        return "\n".join(self.screen.display)

    def settle(self) -> int:
        """Reads until nothing comes for a while; all bytes so far."""
        while self.read(QUIET):
            pass
        return self.bytes

    def press(self, keys: str) -> None:
        """Types."""
        os.write(self.descriptor, keys.encode())

    def answer(self, keys: str) -> float:
        """Types; seconds until the first change of the screen comes."""
        began = time.perf_counter()
        self.press(keys)
        ready = select.select([self.descriptor], [], [], 5.0)[0]
        took = time.perf_counter() - began
        if not ready:
            raise SystemExit(f"no answer to {keys!r}\n{self.text()}")
        return took

    def close(self) -> None:
        """Ends the program."""
        self.process.kill()
        self.process.wait()
        os.close(self.descriptor)
