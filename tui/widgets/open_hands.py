"""All hands of a table face up, a row or two for each seat: for games that are over."""

from __future__ import annotations

from collections.abc import Sequence

from tui.look import Look
from tui.widgets.canvas import Canvas, cells
from tui.widgets.faces import paint_cards
from tui.widgets.painted import Painted
from tui.words import Words


class OpenHands(Painted):
    """Draws the hands it was last told to ``show``."""

    def __init__(self, words: Words, look: Look) -> None:
        super().__init__(look, id="open-hands")
        self.words = words
        self.hands: tuple[tuple[str, tuple[int, ...]], ...] = ()

    def show(self, hands: Sequence[tuple[str, Sequence[int]]]) -> None:
        """Draws these from now on: a name and the cards, one a seat."""
        found = tuple([(name, tuple(cards)) for name, cards in hands])
        if found != self.hands:
            self.hands = found
            self.repaint()

    def rows(self, width: int) -> int:
        """How many rows the hands need."""
        return sum(len(self._lines(cards, width)) for _, cards in self.hands)

    def _left(self) -> int:
        return min(16, max([cells(name) for name, _ in self.hands], default=0)) + 2

    def _lines(self, cards: Sequence[int], width: int) -> list[Sequence[int]]:
        """The cards in as many rows as they need."""
        each = 1 + max([cells(self.words.card(card)) for card in cards], default=2)
        room = max(1, (width - self._left()) // each)
        return [cards[at : at + room] for at in range(0, len(cards), room)] or [()]

    def paint(self, canvas: Canvas) -> None:
        left = self._left()
        y = 0
        for name, cards in self.hands:
            canvas.put(0, y, name, "bold", limit=left - 1)
            for line in self._lines(cards, canvas.width):
                paint_cards(canvas, left, y, line, self.words, room=canvas.width - left)
                y += 1
