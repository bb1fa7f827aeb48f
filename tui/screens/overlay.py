"""What lies over a screen: a box with something in it, closed with an answer or without one."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Container
from textual.screen import ModalScreen
from textual.widget import Widget

from tui.look import Look
from tui.screens.keyed import Answer, KeyedScreen, TooSmall
from tui.words import Words


class Overlay(KeyedScreen[Answer], ModalScreen[Answer]):
    """Base of what lies over a screen; dismissed with an answer, None for none.

    Subclasses declare ``KEYS``, one of them with the action ``close``, and give ``content``.
    """

    def __init__(self, words: Words, look: Look) -> None:
        super().__init__(classes="-ascii" if look.ascii else "")
        self.words = words
        self.look = look

    def compose(self) -> ComposeResult:
        yield TooSmall(self.words, self.look)
        yield Container(*self.content(), classes="box")

    def content(self) -> Sequence[Widget]:
        """What lies in the box, from top to bottom."""
        raise NotImplementedError

    def on_mount(self) -> None:
        self.bind_keys()
        self.fit()

    def on_resize(self) -> None:
        self.check_size()
        if not self.too_small:
            self.fit()

    def fit(self) -> None:
        """Called when it opens and when the size has changed; for what lays itself out."""

    def action_close(self) -> None:
        """Closes it without an answer."""
        self.dismiss(None)
