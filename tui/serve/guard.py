"""What every application needs that runs here for somebody elsewhere."""

from __future__ import annotations

import asyncio
import logging
import sys
import traceback
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from textual.app import SystemCommand
from textual.filter import LineFilter, Monochrome
from textual.screen import Screen

from tui.patience import Patient
from tui.terminal.controls import CONTROLS

if TYPE_CHECKING:
    from rich.console import Console

    from tui.serve.line import Line

LOG: Final = logging.getLogger("messdeck.serve")


def where(error: BaseException) -> str:
    """What went wrong and in which lines: no values, as they may be cards, names or keys."""
    frames = traceback.extract_tb(error.__traceback__)[-6:]
    places = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames]
    return f"{type(error).__name__} at {' < '.join(reversed(places)) or 'nowhere'}"


class Guarded(Patient, inherit_bindings=False):
    """An application that does nothing on the server but run.

    ``guard`` it with its line before it runs. failed: what ended it, if that was a fault of ours.
    """

    line: Line
    failed: BaseException | None = None

    def guard(self, line: Line, console: Console, *, plain: bool) -> None:
        """line: where it is drawn. console: of the client's terminal. plain: without colours."""
        self.line = line
        self.console = console
        # ``redirect_stdout`` is for the whole process; applications end in any order.
        self._capture_stdout = _Real(lambda: sys.__stdout__)  # type: ignore[assignment]
        self._capture_stderr = _Real(lambda: sys.__stderr__)  # type: ignore[assignment]
        # Our colours are no ANSI colours, so nothing has to be turned into others line by line.
        self._filters = [Monochrome()] if plain else []
        self.no_color = plain

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What every line passes: no control in a text gets farther."""
        given = super().get_line_filters()
        return given if CONTROLS in given else (CONTROLS, *given)

    async def _process_messages(self, *given: Any, **named: Any) -> None:
        # Textual has just made all tasks of the loop eager (from Python 3.12 on): asyncssh hangs
        # then, and the loop is not the application's own here.
        asyncio.get_running_loop().set_task_factory(None)
        await super()._process_messages(*given, **named)

    def _handle_exception(self, error: Exception) -> None:
        # Textual would print a traceback with all local variables.
        self._return_code = 1
        if self.failed is None:
            self.failed = error
            LOG.error("a session failed: %s", where(error))
        self._close_messages_no_wait()

    def panic(self, *renderables: object) -> None:
        """Ends the application without a word on the server."""
        self._return_code = 1
        self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:
        self._exit_renderables.clear()

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Nothing: it would open on the server."""

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """None: they are meant for whoever sits at the machine."""
        return ()

    def save_screenshot(
        self,
        filename: str | None = None,
        path: str | None = None,
        time_format: str | None = None,
    ) -> str:
        """Nothing: it would be written on the server."""
        return ""

    def deliver_screenshot(
        self,
        filename: str | None = None,
        path: str | None = None,
        time_format: str | None = None,
    ) -> str | None:
        """Nothing: it would be written on the server."""
        return None

    def action_suspend_process(self) -> None:
        """Nothing: it would stop the server."""


class _Real:
    """Stands for a stream of the process, whoever has put something else in its place."""

    def __init__(self, stream: Callable[[], IO[str] | None]) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream(), name)
