"""Writes changed cells in an order that takes few codes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tui.terminal.clusters import is_sure
from tui.terminal.sgr import Style, change, for_blank, shows_on_blanks

BLANK: Final = " "
# What stands in the second cell of a wide character.
SECOND: Final = ""


class Run:
    """Cells of one row, one after the other, that are written in one style.

    blank: there is no character in them, so that any style with this background will do. sure:
    terminals agree on where it ends.
    """

    __slots__ = ("blank", "cells", "style", "sure", "texts", "x", "y")

    def __init__(self, y: int, x: int, text: str, style: Style, cells: int) -> None:
        self.y = y
        self.x = x
        self.style = style
        self.texts = [text]
        self.cells = cells
        self.blank = text == BLANK and not style.attributes
        self.sure = is_sure(text, cells)

    def takes(self, text: str, style: Style, cells: int) -> bool:
        """Adds the next cell if it can be written in the same style."""
        if not self.sure:
            return False
        if style != self.style:
            if style.bg != self.style.bg:
                return False
            if text == BLANK:
                if style.attributes or shows_on_blanks(self.style):
                    return False
            elif self.blank and not shows_on_blanks(style):
                self.style = style
            else:
                return False
        self.texts.append(text)
        self.cells += cells
        self.blank = self.blank and text == BLANK
        self.sure = is_sure(text, cells)
        return True


class RunBuilder:
    """Puts the changed cells of row ``y`` into runs, from left to right."""

    def __init__(self, y: int) -> None:
        self.y = y
        self.runs: list[Run] = []
        # The cell after the last run.
        self.end = -1

    def add(self, x: int, text: str, style: Style, cells: int) -> None:
        """Adds a cell that has changed."""
        if x != self.end or not self.runs[-1].takes(text, style, cells):
            self.runs.append(Run(self.y, x, text, style, cells))
        self.end = x + cells

    def bridge(self, texts: Sequence[str], styles: Sequence[Style]) -> None:
        """Adds cells that have not changed, if it takes no other code to write them once more."""
        run = self.runs[-1]
        for text, style in zip(texts, styles, strict=True):
            plain = len(text) == 1 and text.isascii()
            if not plain or (style != run.style and (text != BLANK or style.bg != run.style.bg)):
                return
        if all(run.takes(text, style, 1) for text, style in zip(texts, styles, strict=True)):
            self.end += len(texts)


class Pen:
    """Where a terminal of ``width`` columns writes, and in what style; nothing of it is known
    before it was said."""

    def __init__(self, width: int) -> None:
        self.out: list[str] = []
        self.width = width
        self.x = self.y = -1
        self.style: Style | None = None

    def write(self, runs: Sequence[Run]) -> None:
        """Writes runs, in whatever order.

        Colours are the longest of all codes, so what looks alike is written together, wherever on
        the screen it is. Each cell is in one run at most.
        """
        for run in sorted(runs, key=_looks):
            self.go(run.x, run.y)
            style = for_blank(self.style, run.style) if run.blank else run.style
            if style != self.style:
                self.out.append(change(self.style, style))
                self.style = style
            self.out += run.texts
            self.x += run.cells
            # Terminals differ in where they are after the last column, too.
            if self.x >= self.width or not run.sure:
                self.x = self.y = -1

    def go(self, x: int, y: int) -> None:
        """Moves to a cell."""
        if (x, y) == (self.x, self.y):
            return
        if y == self.y and x > self.x >= 0:
            far = x - self.x
            self.out.append(f"\x1b[{far}C" if far > 1 else "\x1b[C")
        elif (x, y) == (0, 0):
            self.out.append("\x1b[H")
        else:
            self.out.append(f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H")
        self.x, self.y = x, y


def _looks(run: Run) -> tuple[str, bool, int, str, int, int]:
    """Backgrounds together; on each what has no characters last, as it takes any other style."""
    return run.style.bg, run.blank, run.style.attributes, run.style.fg, run.y, run.x
