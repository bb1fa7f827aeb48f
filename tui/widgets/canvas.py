"""A grid of cells to paint a panel on: text is clipped, wide characters keep their columns."""

from __future__ import annotations

from rich.cells import get_character_cell_size
from textual.content import Content


class Canvas:
    """``width`` × ``height`` terminal cells, empty at first. Painting outside is cut off.

    Styles are Textual's: ``"$accent bold"``, ``""`` for the panel's own.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width = max(0, width)
        self.height = max(0, height)
        # The second cell of a wide character holds "".
        self._texts = [[" "] * self.width for _ in range(self.height)]
        self._styles = [[""] * self.width for _ in range(self.height)]

    def put(self, x: int, y: int, text: str, style: str = "", *, limit: int | None = None) -> int:
        """Writes ``text`` from cell ``x`` of row ``y``; returns the cell after it.

        limit: the first cell not to be used. A text that does not fit ends in an ellipsis only if
        a limit is given.
        """
        if limit is not None:
            text = fitted(text, limit - x)
        for character in text:
            size = get_character_cell_size(character)
            if size == 0:
                self._join(x - 1, y, character)
                continue
            if 0 <= y < self.height and x >= 0 and x + size <= self.width:
                self._blank_cut(x, y, size)
                self._texts[y][x] = character
                self._styles[y][x] = style
                if size == 2:
                    self._texts[y][x + 1] = ""
                    self._styles[y][x + 1] = style
            x += size
        return x

    def right(self, x: int, y: int, text: str, style: str = "") -> None:
        """Writes ``text`` so that it ends right before cell ``x``."""
        self.put(x - cells(text), y, text, style)

    def centre(self, y: int, text: str, style: str = "", *, x: int = 0, width: int = -1) -> None:
        """Writes ``text`` in the middle of ``width`` cells from ``x`` (the whole row if -1)."""
        width = self.width - x if width < 0 else width
        text = fitted(text, width)
        self.put(x + (width - cells(text)) // 2, y, text, style)

    def fill(self, x: int, y: int, width: int, height: int, text: str, style: str = "") -> None:
        """Fills a rectangle with a character of one cell."""
        for row in range(y, y + height):
            self.put(x, row, text * width, style)

    def wash(self, style: str) -> None:
        """Adds ``style``, such as a background, to all cells."""
        for styles in self._styles:
            styles[:] = [f"{cell} {style}" if cell else style for cell in styles]

    def _join(self, x: int, y: int, character: str) -> None:
        if 0 <= y < self.height and 0 <= x < self.width:
            if self._texts[y][x] == "" and x > 0:
                x -= 1
            self._texts[y][x] += character

    def _blank_cut(self, x: int, y: int, size: int) -> None:
        """Blanks the other half of wide characters that are about to be overwritten."""
        texts = self._texts[y]
        if texts[x] == "" and x > 0:
            texts[x - 1] = " "
        end = x + size
        if end < self.width and texts[end] == "":
            texts[end] = " "

    def to_ascii(self) -> None:
        """Replaces what is not ASCII, cell by cell."""
        for row in self._texts:
            for x, text in enumerate(row):
                if text == ELLIPSIS and row[x - 1 : x + 2] == [" ", ELLIPSIS, " "]:
                    # It stands for what is still to come, not for letters that were cut off.
                    row[x - 1 : x + 2] = "..."
                elif not text.isascii():
                    row[x] = _ASCII.get(text, "?")
                elif text == "":
                    row[x] = "?"

    def changes(self, before: Canvas) -> list[tuple[int, int, int]]:
        """Where this canvas differs from one of the same size: (x, y, width), one a row."""
        found: list[tuple[int, int, int]] = []
        for y in range(self.height):
            if self._texts[y] == before._texts[y] and self._styles[y] == before._styles[y]:
                continue
            cells_now = list(zip(self._texts[y], self._styles[y], strict=True))
            cells_before = list(zip(before._texts[y], before._styles[y], strict=True))
            differ = [
                x for x, (a, b) in enumerate(zip(cells_now, cells_before, strict=True)) if a != b
            ]
            # A wide character is written as a whole.
            left = max(0, differ[0] - 1)
            right = min(self.width, differ[-1] + 2)
            found.append((left, y, right - left))
        return found

    def runs(self, y: int) -> list[tuple[str, str]]:
        """Row ``y`` in parts of one style each."""
        parts: list[tuple[str, str]] = []
        run = ""
        style = ""
        for text, cell_style in zip(self._texts[y], self._styles[y], strict=True):
            if cell_style != style:
                if run:
                    parts.append((run, style))
                run = ""
                style = cell_style
            run += text
        if run:
            parts.append((run, style))
        return parts

    def line(self, y: int) -> Content:
        """Row ``y`` with its styles."""
        return Content.assemble(*self.runs(y))

    def content(self) -> Content:
        """All rows."""
        return Content("\n").join([self.line(y) for y in range(self.height)])

    def plain(self) -> list[str]:
        """The rows without styles and without blanks at their ends."""
        return ["".join(row).rstrip() for row in self._texts]


def ascii_text(text: str) -> str:
    """``text`` with one ASCII character for each of its own."""
    return "".join([c if c.isascii() else _ASCII.get(c, "?") for c in text])


def cells(text: str) -> int:
    """How many cells ``text`` takes."""
    return sum(get_character_cell_size(character) for character in text)


def fitted(text: str, width: int) -> str:
    """``text`` cut to ``width`` cells, with an ellipsis if something is missing."""
    if cells(text) <= width:
        return text
    if width <= 0:
        return ""
    kept = ""
    used = 0
    for character in text:
        size = get_character_cell_size(character)
        if used + size > width - 1:
            break
        kept += character
        used += size
    return kept.rstrip() + ELLIPSIS


ELLIPSIS = "…"
# What stands for a character of one cell where there is only ASCII.
_ASCII = {
    ELLIPSIS: "~", "\u00a0": " ",
    "–": "-", "—": "-", "·": "-", "×": "x", "“": '"', "”": '"', "‘": "'", "’": "'",
    "≥": ">", "≤": "<", "→": ">", "←": "<", "↑": "^", "↓": "v", "─": "-", "│": "|",
}  # fmt: skip


def wrapped(text: str, width: int, *, indent: int = 0) -> list[str]:
    """``text`` in lines of at most ``width`` cells, later ones indented; long words are broken,
    and what stands between two parts never begins a line."""
    if width <= 0:
        return []
    # There must be room for a wide character beside it, or a long word would never end.
    indent = min(indent, max(0, width - 2))
    lines: list[str] = []
    line = ""
    for word in _words(text):
        candidate = f"{line} {word}" if line else word
        if line == "" or cells(candidate) <= width:
            line = candidate
        else:
            lines.append(line)
            line = " " * indent + word
        while cells(line) > width:
            head = _head(line, width)
            lines.append(head)
            line = " " * indent + line[len(head) :]
    lines.append(line)
    return lines


def _words(text: str) -> list[str]:
    """What is kept together: words, each with a dot or a dash that follows it alone."""
    found: list[str] = []
    for word in text.split(" "):
        if word in _BETWEEN and found and found[-1]:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


_BETWEEN = ("·", "-", "–", "—")


def _head(text: str, width: int) -> str:
    used = 0
    for index, character in enumerate(text):
        used += get_character_cell_size(character)
        if used > width:
            return text[: max(1, index)]
    return text
