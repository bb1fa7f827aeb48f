"""A small question over a screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import events, on
from textual.widget import Widget

from tui.commands import DOWN, ENTER, UP, Command
from tui.look import Look
from tui.screens.overlay import Overlay
from tui.widgets.canvas import Canvas, wrapped
from tui.widgets.choices import Choice, Choices
from tui.widgets.painted import Painted
from tui.words import Words
from tui.words.marks import N_

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


class Dialog(Overlay[str]):
    """Asks ``text`` with some choices; dismissed with the id of the one chosen."""

    KEYS: ClassVar[Sequence[Command]] = (UP, DOWN, ENTER, CLOSE)

    WIDTH: Final = 48

    def __init__(self, words: Words, look: Look, text: str, items: Sequence[Choice]) -> None:
        super().__init__(words, look)
        self.text = text
        self.items = items

    def content(self) -> Sequence[Widget]:
        choices = Choices(self.look, self.items)
        choices.styles.height = sum(
            1 + (len(wrapped(item.line, self.WIDTH - 6)) if item.line else 0) for item in self.items
        )
        return [Question(self.look, self.text, self.WIDTH), choices]

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

    def on_key(self, event: events.Key) -> None:
        choice = self.choices.by_key(event.character or "")
        if choice is not None:
            event.stop()
            self.dismiss(choice.id)

    @on(Choices.Chosen)
    def _clicked(self, message: Choices.Chosen) -> None:
        self.dismiss(message.choice.id)
