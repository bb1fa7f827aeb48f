"""A panel for a seat: who sits there, what they hold and have, and what they did last."""

from __future__ import annotations

from collections.abc import Sequence

from textual.message import Message

from tui.look import Look
from tui.renderers.facts import SeatFacts
from tui.widgets.canvas import Canvas, cells, fitted, wrapped
from tui.widgets.painted import Painted

LEAST_WIDTH = 18
# Below this width what stands in a panel begins right after the mark.
ROOMY = 22


class SeatPanel(Painted):
    """Draws the facts it was last told; three rows are enough, more are used."""

    class Touched(Message):
        """A seat was clicked."""

        def __init__(self, seat: int) -> None:
            super().__init__()
            self.seat = seat

    def __init__(self, look: Look, seat: int) -> None:
        super().__init__(look, id=f"seat-{seat}", classes="seat")
        self.seat = seat
        self.facts: SeatFacts | None = None

    def show(self, facts: SeatFacts) -> None:
        """Draws ``facts`` from now on."""
        if facts != self.facts:
            self.facts = facts
            self.repaint()

    def paint(self, canvas: Canvas) -> None:
        facts = self.facts
        if facts is None:
            return
        self._facts(canvas, facts)
        if facts.turn:
            canvas.wash("on $panel")

    def _facts(self, canvas: Canvas, facts: SeatFacts) -> None:
        width = canvas.width
        left = 2 if width >= ROOMY else 1
        glyphs = self.look.glyphs
        mark = glyphs.turn if facts.turn else " "
        canvas.put(0, 0, mark, "$accent bold")
        head = f"{facts.number} {facts.name}"
        style = "bold" if not facts.out else "dim"
        # Who deals must be seen, however long the name is.
        after = canvas.put(left, 0, head, style, limit=width - 2 if facts.dealer else width)
        if facts.dealer:
            after = canvas.put(after + 1, 0, glyphs.dealer, "$text-accent", limit=width)
        room = width - after - 1
        own_row = canvas.height >= 5
        if facts.level and not own_row:
            self._level(canvas, facts, room)
        y = 1
        if own_row:
            canvas.put(left, y, facts.level or facts.person, "$quiet", limit=width)
            y += 1
        self._holdings(canvas, facts, y, left)

    def _level(self, canvas: Canvas, facts: SeatFacts, room: int) -> None:
        """Right of the name if there is room, or else below; half a word would tell nothing."""
        level, width = facts.level, canvas.width
        held = cells("  ".join(part for part in (facts.cards, facts.score) if part))
        if cells(level) <= room:
            canvas.right(width, 0, level, "$quiet")
        elif not facts.notes and held + cells(level) + 4 <= width:
            canvas.right(width, 1, level, "$quiet")

    def _holdings(self, canvas: Canvas, facts: SeatFacts, y: int, left: int) -> None:
        """Cards, score, notes and the last deed, in as many rows as there are."""
        dot = f" {self.look.glyphs.dot} "
        parts = [part for part in (facts.cards, facts.score) if part]
        width, x, line = canvas.width, left, "  ".join(parts)
        if x + cells(line) > width:
            line = " ".join(parts)
        own_row = canvas.height - y >= 3
        deed_end = width
        if facts.notes and own_row:
            canvas.put(x, y + 1, _fitting(facts.notes, dot, width - x), "$text-primary")
        elif facts.notes:
            notes = dot.join(facts.notes)
            if x + cells(line) + 1 + cells(notes) > width:
                line = " ".join(parts)
            if x + cells(line) + 1 + cells(notes) <= width:
                gap = 2 if x + cells(line) + 2 + cells(notes) <= width else 1
                canvas.put(x + cells(line) + gap, y, notes, "$text-primary")
            else:
                # Beside the deed there is often room; the notes are the more lasting of the two,
                # but the first of them is enough where the deed needs the room.
                least = cells(facts.short or facts.deed)
                notes = _fitting(facts.notes, dot, width - x)
                if cells(notes) + 1 + least > width - x:
                    notes = fitted(facts.notes[0], width - x)
                canvas.right(width, y + 1, notes, "$text-primary")
                deed_end = width - cells(notes) - 1
        canvas.put(x, y, line, limit=width)
        if facts.deed:
            row = y + 2 if own_row and facts.notes else y + 1
            style = "$text-accent" if facts.turn else "$quiet"
            for line in _deed_lines(facts, deed_end - x, canvas.height - row):
                canvas.put(x, row, line, style, limit=deed_end)
                row += 1

    def on_click(self) -> None:
        self.post_message(self.Touched(self.seat))


def _fitting(notes: Sequence[str], dot: str, room: int) -> str:
    """As many of ``notes`` as fit, the first one cut if it must be."""
    kept = fitted(notes[0], room)
    for note in notes[1:]:
        if cells(kept + dot + note) <= room:
            kept += dot + note
    return kept


def _deed_lines(facts: SeatFacts, room: int, rows: int) -> list[str]:
    """The last deed in so many rows, in full if that can be, else in fewer words."""
    lines = wrapped(facts.deed, room)
    if len(lines) <= rows:
        return lines
    return wrapped(facts.short or facts.deed, room)[:rows]
