"""Texts that stand at the head or the foot of a screen."""

from __future__ import annotations

from tui.look import Look
from tui.widgets.canvas import Canvas, wrapped
from tui.widgets.faces import paint_face
from tui.widgets.painted import Painted
from tui.words import Words
from tui.words.marks import N_

# The four aces, spades first.
_ACES = (12, 25, 38, 51)


class MenuPlate(Painted):
    """The name of the house and its four generals."""

    def __init__(self, words: Words, look: Look) -> None:
        super().__init__(look, classes="menu-plate")
        self.words = words

    def paint(self, canvas: Canvas) -> None:
        for index, ace in enumerate(_ACES):
            paint_face(canvas, index * 4, 0, ace, self.words, self.look, width=5, height=4)
        canvas.put(20, 1, "messdeck", "bold $text-accent")
        line = self.words.gettext(N_("Three military card games, four ways to play."))
        canvas.put(20, 2, line, "$quiet", limit=canvas.width)


class Foot(Painted):
    """A few rows of text at the foot of a screen; the first is the more important."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, classes="foot")
        self.first = ""
        self.second = ""
        self.wrong = False

    def show(self, first: str, second: str = "", *, wrong: bool = False) -> None:
        """Draws these from now on; ``wrong``: the first says what is not right."""
        if (first, second, wrong) != (self.first, self.second, self.wrong):
            self.first, self.second, self.wrong = first, second, wrong
            self.repaint()

    def paint(self, canvas: Canvas) -> None:
        y = 0
        for line in wrapped(self.first, canvas.width) if self.first else []:
            canvas.put(0, y, line, "$text-warning" if self.wrong else "")
            y += 1
        for line in wrapped(self.second, canvas.width) if self.second else []:
            canvas.put(0, y, line, "$quiet")
            y += 1
