"""What happened, the newest at the bottom; it can be leafed back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from textual import events
from textual.message import Message

from tui.look import Look
from tui.widgets.canvas import Canvas, wrapped
from tui.widgets.painted import Painted

MOST_LINES = 5000


class LogLine(NamedTuple):
    """A sentence of the log. mark: a heading, such as the beginning of a deal."""

    text: str
    mark: bool = False


class LogPane(Painted):
    """Draws the end of the log, or an earlier part that was leafed back to."""

    class Touched(Message):
        """The log was clicked."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, id="log")
        self.lines: list[LogLine] = []
        self.back = 0  # rows from the end
        # Lines from here on are new since the reader's last choice.
        self.fresh = 0

    def add(self, lines: Iterable[LogLine]) -> None:
        """Appends lines; somebody who leafed back stays where they are only until then."""
        added = list(lines)
        if not added:
            return
        self.lines.extend(added)
        if len(self.lines) > MOST_LINES:
            cut = len(self.lines) - MOST_LINES
            del self.lines[:cut]
            self.fresh = max(0, self.fresh - cut)
        self.back = 0
        self.repaint()

    def replace(self, lines: Sequence[LogLine]) -> None:
        """Shows another log, from its end."""
        self.lines = list(lines)[-MOST_LINES:]
        self.back = 0
        self.fresh = len(self.lines)
        self.repaint()

    def seen(self) -> None:
        """Everything so far was there before the reader's choice; what comes next is fresh."""
        self.fresh = len(self.lines)
        self.repaint()

    def freshen(self, lines: int) -> None:
        """The last so many lines came after the reader's choice."""
        self.fresh = max(0, len(self.lines) - lines)
        self.repaint()

    def leaf(self, rows: int) -> None:
        """Goes back by ``rows``, or forward by a negative number."""
        most = max(0, len(self._rows(self.content_size.width)) - self.content_size.height)
        back = min(max(0, self.back + rows), most)
        if back != self.back:
            self.back = back
            self.repaint()

    def page(self, pages: int) -> None:
        """Goes back by pages, or forward by a negative number of them."""
        self.leaf(pages * max(1, self.content_size.height - 1))

    def _rows(self, width: int, most: int | None = None) -> list[tuple[str, str]]:
        """Rows with their styles, in order; the last ``most`` of them are enough."""
        found: list[tuple[str, str]] = []
        for index in range(len(self.lines) - 1, -1, -1):
            line = self.lines[index]
            style = "$quiet"
            if line.mark:
                style = "$text-accent bold"
            elif index >= self.fresh:
                style = "$foreground"
            rows = wrapped(line.text, width, indent=1)
            found.extend((row, style) for row in reversed(rows))
            if most is not None and len(found) >= most:
                break
        found.reverse()
        return found

    def paint(self, canvas: Canvas) -> None:
        need = canvas.height + self.back
        rows = self._rows(canvas.width, need)
        end = len(rows) - self.back
        shown = rows[max(0, end - canvas.height) : end]
        for y, (text, style) in enumerate(shown):
            canvas.put(0, y, text, style)
        if self.back:
            canvas.right(canvas.width, canvas.height - 1, f" {self.look.glyphs.below}{self.back} ",
                         "reverse")  # fmt: skip

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.leaf(3)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.leaf(-3)

    def on_click(self) -> None:
        self.post_message(self.Touched())
