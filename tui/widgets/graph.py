"""A graph of shares from 0 to 100 %, a column or more for each value."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from tui.look import Look
from tui.widgets.canvas import Canvas
from tui.widgets.painted import Painted

_EIGHTHS: Final = " ▁▂▃▄▅▆▇█"
_LABEL: Final = 5  # cells at the left edge: 100 %
_WIDEST: Final = 6


class Graph(Painted):
    """Draws the values it was last told to ``show``."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, classes="graph")
        self.values: tuple[float, ...] = ()
        self.total = 0
        self.marked: frozenset[int] = frozenset()
        self.cursor: int | None = None
        self.level = 0.0

    def show(
        self,
        values: Sequence[float],
        *,
        total: int,
        marked: Collection[int] = (),
        cursor: int | None = None,
        level: float = 0.0,
    ) -> None:
        """What is drawn from now on.

        values: shares, 0 to 1. total: how many there will be in the end. marked: those that stand
        out. cursor: the one that is looked at. level: a share at which a line is drawn.
        """
        state = (tuple(values), total, frozenset(marked), cursor, level)
        if state != (self.values, self.total, self.marked, self.cursor, self.level):
            self.values, self.total, self.marked, self.cursor, self.level = state
            self.repaint()

    def paint(self, canvas: Canvas) -> None:
        height = canvas.height - 1
        room = canvas.width - _LABEL
        if height < 1 or room < 1:
            return
        for share, y in ((100, 0), (50, height // 2), (0, height - 1)):
            canvas.right(_LABEL - 1, y, f"{share}%", "$quiet")
        line = height - 1 - min(height - 1, int(self.level * height))
        for x in range(room):
            canvas.put(_LABEL + x, line, self.look.glyphs.dot, "$quiet")
        slots = max(1, self.total)
        for x, index, last in self._columns(room, slots):
            if index < len(self.values):
                self._bar(canvas, _LABEL + x, height, index)
            if index == self.cursor and last:
                canvas.put(_LABEL + x, height, self.look.glyphs.above, "$accent bold")

    def _columns(self, room: int, slots: int) -> list[tuple[int, int, bool]]:
        """Cells with the value each of them shows, and whether it is the last of that value."""
        if slots > room:  # several values a cell: the last of each
            return [(x, self._shown_at(x, room, slots), True) for x in range(room)]
        wide = min(_WIDEST, room // slots)
        return [
            (index * wide + step, index, step == (wide - 1) // 2)
            for index in range(slots)
            for step in range(max(1, wide - 1) if wide > 2 else wide)
        ]

    def _shown_at(self, x: int, room: int, slots: int) -> int:
        first, after = x * slots // room, (x + 1) * slots // room
        for index in range(first, after):
            if index == self.cursor or index in self.marked:
                return index
        return max(first, after - 1)

    def _bar(self, canvas: Canvas, x: int, height: int, index: int) -> None:
        style = "$text-warning" if index in self.marked else "$text-primary"
        if index == self.cursor:
            style = "$accent bold"
        eighths = round(self.values[index] * height * 8)
        for row in range(height):
            part = min(8, max(0, eighths - 8 * row))
            if row == 0:
                part = max(1, part)
            if part == 0:
                break
            sign = _EIGHTHS[part]
            if self.look.ascii:
                sign = "#" if part >= 4 else "_" if row == 0 else " "
            canvas.put(x, height - 1 - row, sign, style)
