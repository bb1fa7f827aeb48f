"""Textual's driver for a session: draws on a ``Line``, and is told of keys by the ``Inbox``."""

from __future__ import annotations

from pathlib import Path
from typing import Any, BinaryIO, Literal, TextIO

from textual import events
from textual.app import App
from textual.driver import Driver
from textual.message import Message

from tui.serve.line import Line


class LineDriver(Driver):
    """What a client asks of it stays on the client's side: nothing is opened or kept here."""

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        line = getattr(app, "line", None)
        assert isinstance(line, Line)
        self._line = line

    def write(self, data: str) -> None:
        self._line.feed(data)

    def start_application_mode(self) -> None:
        self._line.enter()

    def stop_application_mode(self) -> None:
        self._line.leave()

    def disable_input(self) -> None:
        """The session has its own way of not listening any more."""

    def send_message(self, message: Message) -> None:
        # The loop is the app's own here, and the order is kept.
        self._app.post_message(message)

    def received(self, message: Message, size: tuple[int, int]) -> None:
        """A key, a mouse button or a paste; what else a terminal may report is not asked for."""
        if isinstance(message, events.MouseEvent):
            if not (0 <= message.x < size[0] and 0 <= message.y < size[1]):
                return
        elif not isinstance(message, (events.Key, events.Paste)):
            return
        self.process_message(message)

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Nothing: it would open on the server."""

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,
        save_path: Path,
        open_method: Literal["browser", "download"] = "download",
        encoding: str | None = None,
        mime_type: str | None = None,
        name: str | None = None,
    ) -> None:
        """Nothing: it would be written on the server."""
        binary.close()
