"""Brings pictures to a terminal that takes them at its own speed."""

from __future__ import annotations

import os
import threading
from typing import Final

from tui.terminal.grid import Grid

# How long a terminal that does not read may hold up the end of a session.
MOST_SECONDS: Final = 5.0


class Outlet:
    """A thread that writes to ``descriptor`` what a grid has for it.

    Nobody who feeds it waits. While the terminal does not take what was sent, pictures are merged;
    once it is gone for good nothing is written any more.
    """

    def __init__(self, grid: Grid, descriptor: int, encoding: str) -> None:
        self._grid = grid
        self._descriptor = descriptor
        self._encoding = encoding
        self._size: tuple[int, int] | None = None
        self._news = threading.Condition()
        self._waiting = False
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="terminal-output", daemon=True)

    def start(self) -> None:
        """From now on what is fed is written; all that was fed before as well, anew."""
        self._grid.forget()
        self._thread.start()

    def feed(self, text: str) -> None:
        """Takes a write of Textual's."""
        with self._news:
            self._fit()
            self._grid.feed(text)
            self._waiting = True
            self._news.notify()

    def resize(self, width: int, height: int) -> None:
        """The terminal's size from the next write on. May be called by a signal's handler."""
        self._size = width, height

    def _fit(self) -> None:
        size, self._size = self._size, None
        if size is not None:
            self._grid.resize(*size)

    def close(self) -> None:
        """Waits until all is written, MOST_SECONDS at most, and ends the thread."""
        with self._news:
            self._closing = True
            self._news.notify()
        if self._thread.is_alive():
            self._thread.join(MOST_SECONDS)

    def _run(self) -> None:
        while True:
            with self._news:
                while not (self._waiting or self._closing):
                    self._news.wait()
                if not self._waiting:
                    return
                self._waiting = False
                self._fit()
                text = self._grid.take()
            try:
                self._write(text.encode(self._encoding, "replace"))
            except OSError:
                return

    def _write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._descriptor, data) :]
