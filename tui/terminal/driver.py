"""Textual on the terminal that the program was started in."""

from __future__ import annotations

import codecs
import contextlib
import os
import selectors
import signal
import sys
from typing import Any, Final

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

from tui.terminal.grid import Grid
from tui.terminal.outlet import Outlet
from tui.terminal.reading import Reader

# Presses of buttons, with their places as numbers: no reports of mere moves.
_MOUSE: Final = ("\x1b[?1000", "\x1b[?1006")
# Seconds between two looks whether the thread is to end, and bytes read at a time.
_WAIT: Final = 0.1
_MOST_BYTES: Final = 4096


class GridDriver(LinuxDriver):
    """Textual's driver for Linux and macOS, but what goes out is only what changed of the screen,
    and it goes to standard output: there the terminal is, wherever errors are sent."""

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        assert sys.__stdout__ is not None
        self._out: Final = sys.__stdout__
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._file = self._out
        self._grid = Grid(*(size or self._get_terminal_size()))
        self._outlet: Outlet | None = None
        # By the loop, between two of its steps, and not in the middle of one.
        self._loop.add_signal_handler(signal.SIGTSTP, self._sigtstp_application)
        self._loop.add_signal_handler(signal.SIGCONT, self._sigcont_application)

    def _get_terminal_size(self) -> tuple[int, int]:
        try:
            width, height = os.get_terminal_size(self._out.fileno())
        except OSError:
            width, height = super()._get_terminal_size()
        if width <= 0 or height <= 0:  # a terminal that does not tell
            width, height = 80, 24
        outlet: Outlet | None = getattr(self, "_outlet", None)
        if outlet is not None:
            outlet.resize(width, height)
        return width, height

    def run_input_thread(self) -> None:
        """Hands on what is typed, until ``exit_event``: as Textual does, but with our reader."""
        decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        reader = Reader()
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(_WAIT):
                    data = os.read(self.fileno, _MOST_BYTES)
                    if not data:  # nothing will come any more
                        self.exit_event.wait(_WAIT)
                    for event in reader.feed(decode(data)):
                        self.process_message(event)
                for event in reader.tick():
                    self.process_message(event)
        reader.close()

    def write(self, data: str) -> None:
        """Takes a picture, or codes for the terminal."""
        if self._outlet is not None:
            self._outlet.feed(data)

    def start_application_mode(self) -> None:
        """Takes over the terminal."""
        self._outlet = Outlet(self._grid, self._out.fileno(), self._out.encoding)
        self._outlet.start()
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._end_writer()

    def close(self) -> None:
        """Lets go of the terminal, once everything is written."""
        outlet, self._outlet = self._outlet, None
        if outlet is not None:
            outlet.close()
        self._end_writer()

    def _end_writer(self) -> None:
        """Ends the thread that Textual writes with by itself: nothing is ever given to it."""
        if self._writer_thread is not None:
            with contextlib.suppress(OSError):
                self._writer_thread.stop()
            self._writer_thread = None

    def _enable_mouse_support(self) -> None:
        if self._mouse:
            for mode in _MOUSE:
                self.write(mode + "h")

    def _disable_mouse_support(self) -> None:
        if self._mouse:
            for mode in _MOUSE:
                self.write(mode + "l")

    def _query_in_band_window_resize(self) -> None:
        """SIGWINCH tells as much, without making mouse reports longer."""
