"""Terminals at the other end, and pictures as Textual writes them."""

from __future__ import annotations

from dataclasses import dataclass

import pyte
from hypothesis import strategies as st
from pyte.modes import DECAWM
from pyte.screens import Char
from rich.cells import cell_len
from wcwidth import wcwidth

UNDERLINED = ("underscore", "strikethrough", "reverse", "blink")


class Other(pyte.Screen):
    """A terminal that does not wrap and, as real ones, leaves no half of a wide character."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height)
        self.stream = pyte.Stream(self)
        self.reset_mode(DECAWM >> 5, private=True)

    def draw(self, data: str) -> None:
        for character in data:
            row = self.buffer[self.cursor.y]
            for x in (self.cursor.x, self.cursor.x + max(wcwidth(character), 0)):
                if 0 < x < self.columns and row[x].data == "":
                    row[x - 1] = row[x - 1]._replace(data=" ")
                    row[x] = row[x]._replace(data=" ")
            super().draw(character)

    def feed(self, text: str) -> None:
        self.stream.feed(text)

    def cells(self) -> list[list[Char]]:
        """What can be seen: of a cell without a character that is its background and lines."""
        return [[seen(self.buffer[y][x]) for x in range(self.columns)] for y in range(self.lines)]


def seen(cell: Char) -> Char:
    """The cell as it is seen."""
    if cell.data != " " or any(getattr(cell, name) for name in UNDERLINED):
        return cell
    return Char(" ", bg=cell.bg)


@dataclass(frozen=True)
class Strip:
    """A piece of a row: where it begins, and its segments with their styles."""

    x: int
    y: int
    segments: tuple[tuple[str, str], ...]

    def render(self) -> str:
        """As Textual's compositor writes it."""
        texts = [f"\x1b[{style}m{text}\x1b[0m" if style else text for style, text in self.segments]
        return f"\x1b[{self.y + 1};{self.x + 1}H" + "".join(texts)


def fitted(text: str, cells: int) -> str:
    """The text cut, and filled up, to that many cells."""
    while cell_len(text) > cells:
        text = text[:-1]
    return text + " " * (cells - cell_len(text))


def picture(strips: list[Strip]) -> str:
    """An update: the strips from top to bottom, a line feed after each row but the last, and the
    cursor at last."""
    text, y = "", None
    for strip in sorted(strips, key=lambda strip: strip.y):
        text += "\n" if y not in (None, strip.y) else ""
        text += strip.render()
        y = strip.y
    return text + "\x1b[1;1H"


COLOURS = ("31", "97", "38;5;200", "38;2;1;2;3", "44", "103", "48;5;9", "48;2;250;0;17")
ATTRIBUTES = ("1", "2", "3", "4", "7", "9", "1;4", "3;9")
LETTERS = "ab c  ─│♠한글 сй"

styles = st.builds(
    lambda *parts: ";".join(part for part in parts if part),
    st.sampled_from(("", *ATTRIBUTES)),
    st.sampled_from(("", *COLOURS[:4])),
    st.sampled_from(("", *COLOURS[4:])),
)


@st.composite
def strips(draw: st.DrawFn, width: int, height: int) -> Strip:
    """A piece of a row that is on the screen as a whole."""
    y = draw(st.integers(0, height - 1))
    x = draw(st.integers(0, width - 1))
    segments, room = [], width - x
    while room > 0:
        length = draw(st.integers(1, min(room, 9)))
        text = fitted(draw(st.text(LETTERS, max_size=length)), length)
        segments.append((draw(styles), text))
        room -= length
        if draw(st.booleans()):
            break
    return Strip(x, y, tuple(segments))


def whole(rows: list[str], width: int, style: str) -> list[Strip]:
    """A picture of the whole screen."""
    return [Strip(0, y, ((style, fitted(text, width)),)) for y, text in enumerate(rows)]
