"""A list to choose from, by arrows, by key or with the mouse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.message import Message

from tui.look import Look
from tui.widgets.canvas import Canvas, cells, wrapped
from tui.widgets.painted import Painted


@dataclass(frozen=True, slots=True)
class Choice:
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

    def replace(self, items: Sequence[Choice]) -> None:
        """Shows other items; the mark stays at the same one, or else at the same place."""
        was = self.current.id if self.current is not None else None
        self.items = list(items)
        ids = [item.id for item in self.items]
        if was in ids:
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

    def _height(self, item: Choice, width: int) -> int:
        lines = len(wrapped(item.line, width - 6)) if item.line else 0
        return 1 + lines + self.gap

    def paint(self, canvas: Canvas) -> None:
        heights = [self._height(item, canvas.width) for item in self.items]
        self._brief = self.compact and sum(heights) - self.gap > canvas.height
        if self._brief:
            heights = [
                height if index in (0, self.marked) else 1 for index, height in enumerate(heights)
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

    def _scroll(self, heights: list[int], height: int) -> None:
        self._top = min(self._top, self.marked)
        while sum(heights[self._top : self.marked + 1]) - self.gap > height:
            self._top += 1
        while self._top > 0 and sum(heights[self._top - 1 :]) - self.gap <= height:
            self._top -= 1

    def _item(self, canvas: Canvas, y: int, item: Choice, marked: bool, brief: bool) -> None:
        style = "bold $text-accent" if marked else ""
        x = 0
        if marked:
            canvas.put(0, y, self.look.glyphs.cursor, "$accent bold")
        if item.key:
            canvas.put(2, y, item.key, "$text-accent bold")
            x = 2
        x = 4 if x else 2
        limit = canvas.width - (cells(item.note) + 2 if item.note else 0)
        canvas.put(x, y, item.title, style, limit=limit)
        if item.note:
            canvas.right(canvas.width, y, item.note, "$quiet")
        if brief:
            return
        for row, line in enumerate(wrapped(item.line, canvas.width - 6), start=y + 1):
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
