"""A slip of paper laid over the upper part of a table: something said, and keys to go on.

The hand and the prompt below stay in sight.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.widget import Widget

from tui.commands import Command
from tui.look import Look
from tui.screens.overlay import Overlay
from tui.widgets.canvas import Canvas, cells, wrapped
from tui.widgets.prompt import Hinting, KeyHint, paint_hints
from tui.words import Words
from tui.words.marks import N_

CLOSE = Command("slip.close", "escape,q", N_("back"), "close", N_("Take the slip away"))
UP = Command("slip.up", "up,k,pageup", N_("up"), "leaf(-1)", shown=False)
DOWN = Command("slip.down", "down,j,pagedown,space", N_("down"), "leaf(1)", shown=False)

MOST_WIDTH: Final = 84
LEAST_BESIDE: Final = 8
# Rows of the screen below that a slip leaves free: hand, prompt and line of keys.
BELOW: Final = 10


class Slip(Hinting):
    """Paragraphs, the first of them a heading, and a row of keys."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.paragraphs: tuple[str, ...] = ()
        self.hints: tuple[KeyHint, ...] = ()
        self.top = 0

    def show(self, paragraphs: Sequence[str], hints: Sequence[KeyHint]) -> None:
        """Draws these from now on."""
        self.paragraphs = tuple([text for text in paragraphs if text])
        self.hints = tuple(hints)
        self.top = 0
        self.repaint()

    def rows(self, width: int) -> list[tuple[str, str]]:
        """The text with its styles, for a width."""
        found: list[tuple[str, str]] = []
        for number, text in enumerate(self.paragraphs):
            style = "bold $text-accent" if number == 0 else "bold" if number == 1 else ""
            found += [(row, style) for row in wrapped(text, width)]
        return found

    def leaf(self, by: int) -> None:
        """Moves the text by some rows, as far as there is any."""
        most = max(0, len(self.rows(self.content_size.width)) - (self.content_size.height - 1))
        top = min(max(0, self.top + by), most)
        if top != self.top:
            self.top = top
            self.repaint()

    def paint(self, canvas: Canvas) -> None:
        rows = self.rows(canvas.width)
        room = canvas.height - 1
        for y, (text, style) in enumerate(rows[self.top : self.top + room]):
            canvas.put(0, y, text, style)
        self.zones = paint_hints(canvas, 0, canvas.height - 1, self.hints)
        if len(rows) > room:
            glyphs = self.look.glyphs
            more = glyphs.below if self.top + room < len(rows) else glyphs.above
            used = sum(cells(hint.key) + cells(hint.label) + 3 for hint in self.hints)
            if used + 2 < canvas.width:
                canvas.right(canvas.width, canvas.height - 1, more, "$text-accent bold")


class SlipScreen(Overlay[int]):
    """Base of slips; dismissed with a choice to be put into the selection, None for nothing."""

    KEYS: ClassVar[Sequence[Command]] = (UP, DOWN, CLOSE)

    def __init__(self, words: Words, look: Look) -> None:
        super().__init__(words, look)
        self.slip = Slip(look)

    def content(self) -> Sequence[Widget]:
        return [self.slip]

    def paragraphs(self) -> Sequence[str]:
        """What stands on the slip, a heading first."""
        raise NotImplementedError

    def key_hints(self) -> Sequence[KeyHint]:
        """Its keys; the way back always among them."""
        return [self.hint(command) for command in self.KEYS if command.shown]

    def fit(self) -> None:
        self.refill()

    def refill(self) -> None:
        """Draws the slip anew, as high as its text needs."""
        size = self.app.size
        # A strip of the table beside it, too narrow to be read, would only look torn off.
        width = MOST_WIDTH if size.width >= MOST_WIDTH + 2 * LEAST_BESIDE else size.width
        text, hints = self.paragraphs(), self.key_hints()
        self.slip.show(text, hints)
        rows = len(self.slip.rows(width - 4)) + 1
        most = max(4, size.height - BELOW - 2)
        box = self.query_one(".box")
        box.styles.width = width
        self.slip.styles.height = min(rows, most)

    def action_leaf(self, by: int) -> None:
        """Leafs the text."""
        self.slip.leaf(by)
