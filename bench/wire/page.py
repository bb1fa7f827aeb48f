"""docs/wire.md, from the results."""

from __future__ import annotations

from typing import Any

HEAD = """# On the wire

What a screen costs that is far away, and how soon it is there. Measured on {date} by
`python bench/run.py wire` ({machine}; {rounds} rounds) with the program in a pseudo terminal of
80×24 with 24-bit colours, which cost the most bytes; medians unless it says otherwise.
`bench/results/wire.json` has all figures.

Textual sends regions that may have changed. `tui/terminal/` keeps the cells of the last screen
that was sent and sends only what differs, what looks alike together, as colours are the longest
of all codes. While a terminal does not take what was sent, pictures are merged: who is slow misses
the steps, not the end. Locally that is `driver.GridDriver`, with a thread that writes
(`outlet.Outlet`); the server has the same `grid.Grid` for every session. Reports of the mouse's
mere moves are not asked for.

| | bytes | aim |
|---|---|---|
| the menu, from nothing | {menu_bytes:,} | ≤ 12,000 |
| a Textual app of one word without all this, for comparison | {empty_bytes:,} | |
| marking a card | {mark:,} | ≤ 1,500 |
| a move | {move:,} | ≤ 3,000 |

| | menu and first table | marking a card | a move | the longest | a choice and all that follows |
|---|---|---|---|---|---|
"""
TIMES = """
| | | aim |
|---|---|---|
| from the command to the menu, against a Textual app of one word in turn | {ratio} | ≤ 1.3 |
| seconds to the menu | {menu_seconds} | |
| from a key to the changed screen, a level thinking | {thinking_ms} ms | ≤ 30 ms |
| the same, nobody thinking | {asked_ms} ms | |

The menu is drawn before anything else of the card room is loaded; the rest is loaded beside it.
"""


def page_of(found: dict[str, Any]) -> str:
    """The page as Markdown."""
    first = found["first_frame"]
    tables = found["tables"]
    middle = {
        what: sorted(table[what] for table in tables.values())[len(tables) // 2]
        for what in ("mark", "move")
    }
    text = HEAD.format(**{**found, **first, **middle})
    for rules, table in tables.items():
        cells = [f"{table[what]:,}" for what in ("first", "mark", "move", "most_move", "choice")]
        text += f"| {rules} | {' | '.join(cells)} |\n"
    return text + TIMES.format(**first, **found["latency"])
