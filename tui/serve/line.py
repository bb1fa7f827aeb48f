"""What a session sends to its terminal: pictures, of which only the last counts, and words."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

from tui.terminal.grid import Grid

# On: the other screen, mouse buttons in the form without limits, pastes in brackets; off: the
# cursor, wrapping at the end of a line.
_ENTER: Final = "\x1b[?1049h\x1b[?1000h\x1b[?1006h\x1b[?2004h\x1b[?25l\x1b[?7l"
_LEAVE: Final = "\x1b[?2004l\x1b[?1006l\x1b[?1000l\x1b[m\x1b[?7h\x1b[?1049l\x1b[?25h"
# Between two pictures, in seconds: what changes meanwhile comes in one.
FRAME: Final = 1 / 40


class Channel(Protocol):
    """Where bytes go."""

    def write(self, data: bytes) -> None:
        """Sends ``data``, sooner or later."""
        ...


class Line:
    """The way out of one session. ``feed`` it what Textual draws.

    busy: whether the other side still has to take what was sent; asked before each picture. While
    it has, pictures are merged, and ``stalled`` says since when.
    """

    def __init__(
        self,
        channel: Channel,
        size: tuple[int, int],
        busy: Callable[[], bool],
        loop: asyncio.AbstractEventLoop,
        fitted: Callable[[str], str] = str,
    ) -> None:
        """fitted: makes of a picture one that the terminal has the colours for."""
        self._channel = channel
        self._fitted = fitted
        self._busy = busy
        self._loop = loop
        self._grid = Grid(*size)
        self._timer: asyncio.TimerHandle | None = None
        self._sent_at = 0.0
        self._entered = False
        self._closed = False
        self.stalled: float | None = None
        # What has gone out so far.
        self.pictures = 0
        self.sent = 0
        # The screen stays as it is between two applications of one session.
        self.handing_over = False

    def enter(self) -> None:
        """Takes the terminal over."""
        if not self._entered:
            self._entered = True
            self._write(_ENTER)

    def leave(self) -> None:
        """Gives the terminal back as it was."""
        if self._entered and not self.handing_over:
            self._cancel()
            self._entered = False
            self._write(_LEAVE)
            self._grid.forget()

    def say(self, text: str) -> None:
        """A line on the terminal as it is without us; ``text`` is one of our own sentences."""
        self.leave()
        self._write(f"{text}\r\n")

    def feed(self, data: str) -> None:
        """A part of a picture, or a code."""
        self._grid.feed(data)
        self._plan()

    def resize(self, width: int, height: int) -> None:
        """The terminal has another size."""
        self._grid.resize(width, height)
        self._plan()

    def go_on(self) -> None:
        """The other side has taken what was sent."""
        self._plan()

    def close(self) -> None:
        """Nothing is sent any more."""
        self._closed = True
        self._cancel()

    def _plan(self) -> None:
        if self._timer is None and self._entered and not self._closed:
            due = self._sent_at + FRAME - self._loop.time()
            self._timer = self._loop.call_later(max(due, 0.0), self._send)

    def _send(self) -> None:
        self._timer = None
        now = self._loop.time()
        if self._busy():
            if self.stalled is None:
                self.stalled = now
            self._timer = self._loop.call_later(FRAME * 4, self._send)
            return
        self.stalled = None
        self._sent_at = now
        data = self._grid.take()
        if data:
            self.pictures += 1
            self._write(self._fitted(data))

    def _write(self, text: str) -> None:
        if not self._closed:
            data = text.encode("utf-8", "replace")
            self.sent += len(data)
            self._channel.write(data)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
