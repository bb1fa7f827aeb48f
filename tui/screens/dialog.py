"""A small question over a screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final, cast

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Container
from textual.screen import ModalScreen

from tui.commands import DOWN, ENTER, UP, Command, bindings
from tui.keymap import bind
from tui.look import Look
from tui.screens.base import TooSmall, is_too_small
from tui.widgets.canvas import Canvas, wrapped
from tui.widgets.choices import Choice, Choices
from tui.widgets.painted import Painted
from tui.words import Words
from tui.words.marks import N_

if TYPE_CHECKING:
    from tui.app import CardRoom

CLOSE = Command("dialog.close", "escape,q", N_("back"), "close", N_("Close the question"))


class Question(Painted):
    """What is asked."""

    def __init__(self, look: Look, text: str, width: int) -> None:
        super().__init__(look)
        self.text = text
        self.rows = wrapped(text, width)
        self.styles.height = len(self.rows) + 1

    def paint(self, canvas: Canvas) -> None:
        for y, row in enumerate(self.rows):
            canvas.put(0, y, row, "bold")


class Dialog(ModalScreen[str]):
    """Asks ``text`` with some choices; dismissed with the id of the one chosen, "" for none."""

    AUTO_FOCUS = None
    KEYS: ClassVar[Sequence[Command]] = (UP, DOWN, ENTER, CLOSE)
    BINDINGS = bindings(KEYS)

    WIDTH: Final = 48

    def __init__(self, words: Words, look: Look, text: str, items: Sequence[Choice]) -> None:
        super().__init__(classes="-ascii" if look.ascii else "")
        self.words = words
        self.look = look
        self.text = text
        self.items = items

    def compose(self) -> ComposeResult:
        choices = Choices(self.look, self.items)
        choices.styles.height = sum(
            1 + (len(wrapped(item.line, self.WIDTH - 6)) if item.line else 0) for item in self.items
        )
        yield TooSmall(self.words, self.look)
        yield Container(Question(self.look, self.text, self.WIDTH), choices, classes="box")

    def on_mount(self) -> None:
        bind(self, self.KEYS, cast("CardRoom", self.app).settings.keys)

    def on_resize(self) -> None:
        small = is_too_small(self.app.size)
        self.set_class(small, "-too-small")
        if small:
            self.query_one(TooSmall).repaint()

    @property
    def choices(self) -> Choices:
        """The list."""
        return self.query_one(Choices)

    def action_up(self) -> None:
        """Marks the item above."""
        self.choices.move(-1)

    def action_down(self) -> None:
        """Marks the item below."""
        self.choices.move(1)

    def action_choose(self) -> None:
        """Answers with what is marked."""
        if self.choices.current is not None:
            self.dismiss(self.choices.current.id)

    def action_close(self) -> None:
        """Answers nothing."""
        self.dismiss("")

    def on_key(self, event: events.Key) -> None:
        choice = self.choices.by_key(event.character or "")
        if choice is not None:
            event.stop()
            self.dismiss(choice.id)

    @on(Choices.Chosen)
    def _clicked(self, message: Choices.Chosen) -> None:
        self.dismiss(message.choice.id)
