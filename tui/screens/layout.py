"""How the table's panels share a terminal of a given size."""

from __future__ import annotations

from dataclasses import dataclass

from tui.look import Look
from tui.widgets.seat_panel import LEAST_WIDTH

# From these heights on there is room for larger cards and panels, and for the largest cards; with
# cards set to large, from the second of each.
TALL = (32, 28)
VERY_TALL = (42, 36)
# Below this width the log is read on a page of its own.
LOG_FROM = 72


@dataclass(frozen=True, slots=True)
class TableLayout:
    """columns, rows: of seat panels. seat_height, hand_height, prompt_height: in rows of text.
    log_width: in cells, 0 where there is no room for it."""

    columns: int
    rows: int
    seat_height: int
    hand_height: int
    prompt_height: int
    log_width: int


def layout_of(width: int, height: int, seats: int, look: Look) -> TableLayout:
    """The layout for a terminal of ``width`` × ``height`` cells and so many seats."""
    large = 1 if look.cards == "large" else 0
    most = max(1, min(seats, width // LEAST_WIDTH))
    rows = -(-seats // most)
    columns = -(-seats // rows)
    tall = height >= TALL[large]
    if tall:
        seat_height = 5
    else:
        seat_height = 4 if rows == 1 and height >= 24 else 3
    return TableLayout(
        columns,
        rows,
        seat_height,
        hand_height(height, look),
        4 if height >= 24 else 3,
        log_width(width) if look.log else 0,
    )


def hand_height(height: int, look: Look) -> int:
    """How many rows the hand takes: those of a card, and one for picked ones to stick out."""
    large = 1 if look.cards == "large" else 0
    if look.cards == "small" or height < TALL[large]:
        return 5
    return 9 if height >= VERY_TALL[large] else 7


def log_width(width: int) -> int:
    """The width of the log beside the board."""
    if width < LOG_FROM:
        return 0
    return min(60, max(28, (width - 52) // 2 + 14))
