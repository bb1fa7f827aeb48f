"""Cards as they are drawn: a face, a back, a fan of several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tui.look import SUIT_STYLES, SUIT_TEXT_STYLES, Look
from tui.widgets.canvas import ELLIPSIS, Canvas, cells
from tui.words import Words

FACE = "on $card"
EDGE = "$card-edge on $card"
# Cells that a rank, a suit and two edges take.
NARROWEST = 5
BACK = "$card-back on $card-back-ground"


def paint_face(
    canvas: Canvas,
    x: int,
    y: int,
    card: int,
    words: Words,
    look: Look,
    *,
    width: int = 5,
    height: int = 4,
    show: int | None = None,
    label: str = "",
    label_style: str = "bold",
    dim: bool = False,
    edge: str | None = None,
) -> None:
    """Draws a card face up, its top left corner at (x, y).

    show: how many cells of it the next card leaves uncovered (all if None). label: a key, written
    into the lower edge. dim: drawn as one that cannot be chosen. edge: another style of its edge.
    """
    show = width if show is None else min(show, width)
    tone = " dim" if dim else ""
    _box(canvas, x, y, width, height, look, edge or EDGE + tone, FACE + tone)
    suit = card // 13
    style = f"{SUIT_STYLES[suit]} on $card bold" if not dim else f"{SUIT_STYLES[suit]} on $card dim"
    # A ten of two cells needs a third one for its suit.
    rank, sign = words.rank_sign(card % 13, room=show - 2), words.suit_sign(suit)
    if height == 1:
        canvas.put(x, y, rank + sign, style)
        return
    if cells(rank + sign) <= show - 1 or height < 4:
        canvas.put(x + 1, y + 1, rank + sign, style)
    else:
        canvas.put(x + 1, y + 1, rank, style)
        canvas.put(x + 1, y + 2, sign, style)
    if width >= 7 and height >= 5 and show == width:
        canvas.right(x + width - 1, y + height - 2, rank + sign, style)
        canvas.put(x + width // 2, y + height // 2, sign, style)
    if label:
        at = x + (min(show, width) - cells(label)) // 2 if show < width else x + (width - 1) // 2
        canvas.put(max(x + 1, at), y + height - 1, label, f"{label_style} on $card")


def paint_back(
    canvas: Canvas, x: int, y: int, look: Look, *, width: int = 5, height: int = 4
) -> None:
    """Draws a card face down, its top left corner at (x, y)."""
    _box(canvas, x, y, width, height, look, BACK, BACK)
    canvas.fill(x + 1, y + 1, width - 2, height - 2, look.glyphs.back, BACK)


def paint_place(
    canvas: Canvas, x: int, y: int, look: Look, *, width: int = 5, height: int = 4
) -> None:
    """Draws the outline of a place where a card could lie, its top left corner at (x, y)."""
    _box(canvas, x, y, width, height, look, "$quiet", "")


def card_width(height: int) -> int:
    """How wide a card of ``height`` rows is."""
    if height >= 7:
        return 11 if height >= 8 else 9
    return 7 if height >= 5 else 5


def width_for(count: int, room: int, height: int) -> int:
    """How wide cards of ``height`` rows are drawn so that ``count`` of them have ``room``: rather
    narrow than on each other, as far as that goes."""
    width = card_width(height)
    while width > NARROWEST and count * (width + 1) - 1 > room:
        width -= 2
    return width


def _box(
    canvas: Canvas, x: int, y: int, width: int, height: int, look: Look, edge: str, inside: str
) -> None:
    if height < 2:
        canvas.fill(x, y, width, height, " ", inside)
        return
    glyphs = look.glyphs
    left, right, low_left, low_right = tuple(glyphs.corners)
    across = glyphs.across * (width - 2)
    canvas.put(x, y, left + across + right, edge)
    for row in range(y + 1, y + height - 1):
        canvas.put(x, row, glyphs.down, edge)
        canvas.put(x + 1, row, " " * (width - 2), inside)
        canvas.put(x + width - 1, row, glyphs.down, edge)
    canvas.put(x, y + height - 1, low_left + across + low_right, edge)


class Fan(NamedTuple):
    """Where the cards of a fan lie: ``size`` cards, each ``width`` wide, ``step`` cells apart."""

    size: int
    width: int
    step: int
    height: int
    left: int = 0

    @property
    def cells(self) -> int:
        """How wide the fan is."""
        return (self.size - 1) * self.step + self.width if self.size else 0

    def x(self, index: int) -> int:
        """Where card ``index`` begins."""
        return self.left + index * self.step

    def show(self, index: int) -> int:
        """How many cells of card ``index`` its right neighbour leaves uncovered."""
        return self.width if index == self.size - 1 else min(self.step, self.width)

    def index_at(self, x: int) -> int | None:
        """The card that lies at cell ``x``."""
        if self.size == 0 or not self.left <= x < self.left + self.cells:
            return None
        return min(self.size - 1, (x - self.left) // self.step)


def fan_for(count: int, room: int, *, width: int = 5, height: int = 4, gap: int = 1) -> Fan:
    """The roomiest fan of ``count`` cards in ``room`` cells, from its left edge."""
    if count <= 1:
        return Fan(count, width, width + gap, height)
    step = min(width + gap, (room - width) // (count - 1))
    return Fan(count, width, max(2, step), height)


def paint_fan(
    canvas: Canvas,
    x: int,
    y: int,
    cards: Sequence[int],
    words: Words,
    look: Look,
    *,
    room: int,
    height: int = 3,
    dim: bool = False,
) -> int:
    """Draws ``cards`` face up from (x, y) in at most ``room`` cells; returns the cell after it.

    In a single row of height they are written, in their suits' colours.
    """
    if height <= 1:
        return paint_cards(canvas, x, y, cards, words, room=room)
    fan = fan_for(len(cards), room, width=width_for(len(cards), room, height), height=height)
    if len(cards) > 1 and (fan.cells > room or (fan.step < 3 and height < 4)):
        # Faces would hide each other's suits, or not all be in sight.
        return paint_rows(canvas, x, y, cards, words, room=room, rows=height)
    for index, card in enumerate(cards):
        paint_face(
            canvas,
            x + fan.x(index),
            y,
            card,
            words,
            look,
            width=fan.width,
            height=fan.height,
            show=fan.show(index),
            dim=dim,
        )
    return x + fan.cells


def paint_cards(
    canvas: Canvas,
    x: int,
    y: int,
    cards: Sequence[int],
    words: Words,
    *,
    style: str = "",
    room: int | None = None,
) -> int:
    """Writes ``cards`` in their suits' colours; returns the cell after the last one.

    room: in cells; where it is short, there are no blanks between the cards; where it is shorter
    still, an ellipsis stands for the last ones.
    """
    gap = " "
    left = None if room is None else x + room
    if room is not None and _written(cards, words, gap) > room:
        gap = ""
    cut = room is not None and _written(cards, words, gap) > room
    for index, card in enumerate(cards):
        if cut and left is not None and x + cells(words.card(card)) > left - 1:
            return canvas.put(x, y, ELLIPSIS, style) if x < left else x
        if index:
            x = canvas.put(x, y, gap, style)
        x = canvas.put(x, y, words.card(card), f"{SUIT_TEXT_STYLES[card // 13]} {style}".strip())
    return x


def paint_rows(
    canvas: Canvas, x: int, y: int, cards: Sequence[int], words: Words, *, room: int, rows: int
) -> int:
    """Writes ``cards`` in as many of ``rows`` rows as it takes; returns the cell after the widest.

    A single row, as all that is needed, is the one in the middle.
    """
    lines: list[list[int]] = []
    for gap in (" ", ""):
        lines = _broken(cards, words, room, gap)
        if len(lines) <= rows:
            break
    if len(lines) == 1:
        y += min(1, rows - 1)
    if len(lines) > rows:
        rest = [card for line in lines[rows - 1 :] for card in line]
        lines[rows - 1 :] = [rest]
    ends = [paint_cards(canvas, x, y + at, line, words, room=room) for at, line in enumerate(lines)]
    return max(ends, default=x)


def _broken(cards: Sequence[int], words: Words, room: int, gap: str) -> list[list[int]]:
    """``cards`` in rows of at most ``room`` cells, at least one card in each."""
    lines: list[list[int]] = []
    for card in cards:
        if lines and _written([*lines[-1], card], words, gap) <= room:
            lines[-1].append(card)
        else:
            lines.append([card])
    return lines


def _written(cards: Sequence[int], words: Words, gap: str) -> int:
    """How many cells ``cards`` take in a row."""
    return sum(cells(words.card(card)) for card in cards) + len(gap) * (len(cards) - 1)
