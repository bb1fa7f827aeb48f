"""A panel for a seat: who sits there, what they hold and have, and what they did last."""

from __future__ import annotations

from tui.look import Look
from tui.renderers.facts import SeatFacts
from tui.widgets.canvas import Canvas, cells, fitted
from tui.widgets.painted import Painted

LEAST_WIDTH = 18


class SeatPanel(Painted):
    """Draws the facts it was last told; three rows are enough, more are used."""

    def __init__(self, look: Look, seat: int) -> None:
        super().__init__(look, id=f"seat-{seat}", classes="seat")
        self.facts: SeatFacts | None = None

    def show(self, facts: SeatFacts) -> None:
        """Draws ``facts`` from now on."""
        if facts != self.facts:
            self.facts = facts
            self.set_class(facts.turn, "-turn")
            self.set_class(facts.me, "-me")
            self.set_class(facts.out, "-out")
            self.refresh()

    def paint(self, canvas: Canvas) -> None:
        facts = self.facts
        if facts is None:
            return
        width = canvas.width - 1
        glyphs = self.look.glyphs
        mark = glyphs.turn if facts.turn else " "
        canvas.put(0, 0, mark, "$accent bold")
        head = f"{facts.number} {facts.name}"
        style = "bold" if not facts.out else "dim"
        after = canvas.put(2, 0, head, style, limit=width)
        if facts.dealer:
            after = canvas.put(after + 1, 0, glyphs.dealer, "$text-accent", limit=width)
        room = width - after - 1
        own_row = canvas.height >= 5
        if facts.level and not own_row and room >= min(cells(facts.level), 4):
            canvas.right(width, 0, fitted(facts.level, room), "$text-muted")
        y = 1
        if own_row and facts.level:
            canvas.put(2, y, facts.level, "$text-muted", limit=width)
            y += 1
        y = self._holdings(canvas, facts, y, width)
        if facts.deed:
            last = "$text-accent" if facts.turn else "$text-muted"
            canvas.put(2, min(y, canvas.height - 1), facts.deed, last, limit=width)

    def _holdings(self, canvas: Canvas, facts: SeatFacts, y: int, width: int) -> int:
        """Cards, score and notes, in as many rows as may be; returns the row after them."""
        gap = "  "
        line = gap.join(part for part in (facts.cards, facts.score) if part)
        notes = f" {self.look.glyphs.dot} ".join(facts.notes)
        canvas.put(2, y, line, limit=width)
        if not notes:
            return y + 1
        if canvas.height - y >= 3:
            canvas.put(2, y + 1, notes, "$text-primary", limit=width)
            return y + 2
        if 2 + cells(line + gap) + 4 <= width:
            canvas.put(2 + cells(line + gap), y, notes, "$text-primary", limit=width)
        return y + 1
