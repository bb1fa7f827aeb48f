"""A list to choose from, by arrows, by key or with the mouse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual import events
from textual.message import Message

from tui.look import Look
from tui.widgets.canvas import Canvas, cells, wrapped
from tui.widgets.painted import Painted

# Cells that a title is given at least, however long the note beside it is.
LEAST_TITLE = 12


class Choice(NamedTuple):
    """One item. id: for the screen. key: that chooses it at once, "" for none. title, line: what
    it is, and more about it. note: at the right edge."""

    id: str
    title: str
    line: str = ""
    key: str = ""
    note: str = ""


class Choices(Painted):
    """Draws items, each in as many rows as it needs; scrolls to the one that is marked."""

    class Chosen(Message):
        """An item was clicked."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    def __init__(
        self, look: Look, items: Sequence[Choice], *, gap: int = 0, compact: bool = False
    ) -> None:
        """compact: where there is no room for all, only the first and the marked one have lines."""
        super().__init__(look, classes="choices")
        self.compact = compact
        self.items = list(items)
        self.marked = 0
        self.gap = gap
        self._top = 0
        self._rows: list[int] = []
        self._brief = False

    def replace(self, items: Sequence[Choice], *, anew: bool = False) -> None:
        """Shows other items; the mark stays at the same one, or else at the same place; anew: it
        is on the first."""
        was = self.current.id if self.current is not None else None
        self.items = list(items)
        ids = [item.id for item in self.items]
        if anew:
            self.marked = 0
        elif was in ids:
            self.marked = ids.index(was)
        self.marked = max(0, min(self.marked, len(self.items) - 1))
        self.repaint()

    @property
    def current(self) -> Choice | None:
        """The item that is marked."""
        return self.items[self.marked] if self.items else None

    def move(self, by: int) -> None:
        """Marks another item, round and round."""
        if self.items:
            self.marked = (self.marked + by) % len(self.items)
            self.repaint()

    def by_key(self, key: str) -> Choice | None:
        """The item that has this key."""
        for index, item in enumerate(self.items):
            if item.key and item.key == key:
                self.marked = index
                self.repaint()
                return item
        return None

    def _titles(self, item: Choice, width: int) -> list[str]:
        """The title in as many rows as it needs beside the note."""
        left = 4 if item.key else 2
        room = width - left - (cells(item.note) + 2 if item.note else 0)
        return wrapped(item.title, max(room, LEAST_TITLE), indent=2)

    def _height(self, item: Choice, width: int) -> int:
        lines = len(wrapped(item.line, width - 6)) if item.line else 0
        return len(self._titles(item, width)) + lines + self.gap

    def paint(self, canvas: Canvas) -> None:
        heights = [self._height(item, canvas.width) for item in self.items]
        self._brief = self.compact and sum(heights) - self.gap > canvas.height
        if self._brief:
            heights = [
                height if index in (0, self.marked) else len(self._titles(item, canvas.width))
                for index, (item, height) in enumerate(zip(self.items, heights, strict=True))
            ]
        self._scroll(heights, canvas.height)
        self._rows = []
        y = -sum(heights[: self._top])
        for index, item in enumerate(self.items):
            self._rows.append(y)
            if 0 <= y < canvas.height:
                brief = self._brief and index not in (0, self.marked)
                self._item(canvas, y, item, index == self.marked, brief)
            y += heights[index]
        self._more(canvas, y - self.gap)

    def _more(self, canvas: Canvas, end: int) -> None:
        """Says that there is more above or below. end: the row after the last item."""
        glyphs = self.look.glyphs
        top, bottom = 0, canvas.height - 1
        at = self._rows[self.marked] if self._rows else -1
        if self._top > 0:
            canvas.put(1 if at == top else 0, top, glyphs.above, "$quiet")
        if end > canvas.height:
            canvas.put(1 if at == bottom else 0, bottom, glyphs.below, "$quiet")

    def _scroll(self, heights: list[int], height: int) -> None:
        # The items before and after the marked one are in sight, too.
        last = min(self.marked + 1, len(heights) - 1)
        self._top = min(self._top, max(0, self.marked - 1))
        while sum(heights[self._top : last + 1]) - self.gap > height and self._top < self.marked:
            self._top += 1
        while self._top > 0 and sum(heights[self._top - 1 :]) - self.gap <= height:
            self._top -= 1

    def _item(self, canvas: Canvas, y: int, item: Choice, marked: bool, brief: bool) -> None:
        style = "bold $text-accent" if marked else ""
        if marked:
            canvas.put(0, y, self.look.glyphs.cursor, "$accent bold")
        if item.key:
            canvas.put(2, y, item.key, "$text-accent bold")
        x = 4 if item.key else 2
        titles = self._titles(item, canvas.width)
        for row, title in enumerate(titles, start=y):
            canvas.put(x, row, title, style)
        if item.note:
            canvas.right(canvas.width, y, item.note, "$quiet")
        if brief:
            return
        for row, line in enumerate(wrapped(item.line, canvas.width - 6), start=y + len(titles)):
            if item.line:
                canvas.put(4, row, line, "$quiet")

    def on_click(self, event: events.Click) -> None:
        at = event.get_content_offset(self)
        if at is None:
            return
        found = [index for index, row in enumerate(self._rows) if row <= at.y]
        if found and self.items:
            self.marked = found[-1]
            self.repaint()
            self.post_message(self.Chosen(self.items[self.marked]))
