"""A form of rows, each with a value that arrows change or typing does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.message import Message

from tui.look import Look
from tui.widgets.canvas import ELLIPSIS, Canvas, cells
from tui.widgets.painted import Painted


@dataclass(frozen=True, slots=True)
class Row:
    """One row. id: for the screen. label, value: as shown. typed: it takes typing. button: it is
    pressed, and has no value. heading: it is only read. plain: its value is not changed by arrows.
    wrong: its value is not allowed. note: after the value. space: an empty line above it, where
    there is room."""

    id: str
    label: str
    value: str = ""
    typed: bool = False
    button: bool = False
    wrong: bool = False
    note: str = ""
    space: bool = False
    heading: bool = False
    plain: bool = False


# Cells that are left for values at least, if they need as many.
LEAST_VALUE = 22


class Form(Painted):
    """Draws rows and marks one; what the keys do with it is the screen's business."""

    class Pressed(Message):
        """A row was clicked; ``by`` is -1 or 1 at its arrows, else 0."""

        def __init__(self, row: Row, by: int) -> None:
            super().__init__()
            self.row = row
            self.by = by

    def __init__(self, look: Look, *, most: int = 26) -> None:
        """most: how many cells the labels take where there is the room."""
        super().__init__(look, classes="form")
        self.most = most
        self.labels = most
        self.rows: tuple[Row, ...] = ()
        self.marked = 0
        self._top = 0
        self._at: dict[int, int] = {}

    def show(self, rows: Sequence[Row]) -> None:
        """Draws these rows from now on; the mark stays at the row of the same id."""
        marked = self.current.id if self.rows else ""
        self.rows = tuple(rows)
        ids = [row.id for row in self.rows]
        self.marked = ids.index(marked) if marked in ids else min(self.marked, len(ids) - 1)
        if self.current.heading:
            self._step(1)
        self.repaint()

    @property
    def current(self) -> Row:
        """The row that is marked."""
        return self.rows[self.marked]

    def move(self, by: int) -> None:
        """Marks another row: one by one round and round, several at most to the end."""
        if abs(by) > 1:
            self.marked = min(max(self.marked + by, 0), len(self.rows) - 1)
            if self.current.heading:
                self._step(1)
        else:
            self._step(by)
        self.repaint()

    def _step(self, by: int) -> None:
        for _ in self.rows:
            self.marked = (self.marked + by) % len(self.rows)
            if not self.current.heading:
                return

    def mark(self, id_: str) -> None:
        """Marks the row with that id."""
        for index, row in enumerate(self.rows):
            if row.id == id_:
                self.marked = index
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        self.labels = max(20, min(self.most, canvas.width - 4 - self._need()))
        spaces = len([row for row in self.rows if row.space])
        spaced = len(self.rows) + spaces <= canvas.height
        places: list[int] = []
        y = 0
        for row in self.rows:
            y += 1 if spaced and row.space else 0
            places.append(y)
            y += 1
        last = places[-1]
        self._top = min(self._top, places[self.marked], max(0, last - canvas.height + 1))
        self._top = max(self._top, places[self.marked] - canvas.height + 1)
        self._at = {}
        for index, row in enumerate(self.rows):
            at = places[index] - self._top
            if 0 <= at < canvas.height:
                self._at[at] = index
                self._row(canvas, at, row, index == self.marked)
        if self._top > 0:
            canvas.right(canvas.width, 0, self.look.glyphs.above, "$quiet")
        if last - self._top >= canvas.height:
            canvas.right(canvas.width, canvas.height - 1, self.look.glyphs.below, "$quiet")

    def _need(self) -> int:
        """How many cells the values take with their notes, as far as they are left to them."""
        needs = [LEAST_VALUE] if any(not (row.plain or row.heading) for row in self.rows) else [0]
        for row in self.rows:
            needs.append(cells(row.value) + (2 + cells(row.note) if row.note else 0))
        return min(max(needs), LEAST_VALUE)

    def _row(self, canvas: Canvas, y: int, row: Row, marked: bool) -> None:
        if marked:
            canvas.put(0, y, self.look.glyphs.cursor, "$accent bold")
        if row.button:
            style = "bold reverse $text-accent" if marked else "bold $text-accent"
            canvas.put(2, y, f" {row.label} ", style)
            if row.note:
                canvas.put(2 + self.labels, y, row.note, "$quiet", limit=canvas.width - 2)
            return
        if row.heading:
            canvas.put(2, y, row.label, "$text-accent bold", limit=canvas.width - 2)
            return
        canvas.put(2, y, row.label, "bold" if marked else "", limit=2 + self.labels - 1)
        x = 2 + self.labels
        style = "$text-warning bold" if row.wrong else "$text-accent"
        limit = canvas.width - 2
        if marked and not row.typed and not row.plain:
            x = canvas.put(x, y, "< ", "$quiet")
            x = canvas.put(x, y, row.value, f"bold {style}", limit=limit - 2)
            x = canvas.put(x, y, " >", "$quiet")
        else:
            value = row.value
            if marked and row.typed:
                value = _end_of(value, limit - 1 - x)
            x = canvas.put(x, y, value, f"bold {style}" if marked else style, limit=limit)
            if marked and row.typed:
                x = canvas.put(x, y, "_", "blink $accent")
        if x > 2 + self.labels:
            x += 2  # without a value the note stands where values do
        if row.note and x + cells(row.note) <= limit:
            canvas.put(x, y, row.note, "$quiet")

    def on_click(self, event: events.Click) -> None:
        at = event.get_content_offset(self)
        index = self._at.get(at.y) if at is not None else None
        if at is None or index is None or self.rows[index].heading:
            return
        by = 0
        if index == self.marked and not self.current.typed:
            by = 1 if at.x > 2 + self.labels + 2 else -1
        self.marked = index
        self.repaint()
        self.post_message(self.Pressed(self.rows[index], by))


def _end_of(text: str, room: int) -> str:
    """As much of the end of ``text`` as fits: what one is typing."""
    if cells(text) <= room:
        return text
    while text and cells(text) > room - 1:
        text = text[1:]
    return ELLIPSIS + text
