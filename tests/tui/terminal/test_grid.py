"""What the grid sends makes the same screen as all that it was fed."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tui.terminal.wires import LETTERS, Other, Strip, picture, strips, styles, whole
from tui.terminal.grid import Grid

WIDTHS, HEIGHTS = st.integers(2, 24), st.integers(1, 6)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_the_screen_is_the_same_as_without_the_grid(data: st.DataObject) -> None:
    width, height = data.draw(WIDTHS), data.draw(HEIGHTS)
    plain, other, grid = Other(width, height), Other(width, height), Grid(width, height)
    for _ in range(data.draw(st.integers(1, 12))):
        step = data.draw(st.sampled_from(["draw", "draw", "draw", "draw", "resize", "forget"]))
        if step == "resize":
            width, height = data.draw(WIDTHS), data.draw(HEIGHTS)
            for screen in (plain, other):
                screen.resize(height, width)
            grid.resize(width, height)
            rows = [data.draw(st.text(LETTERS, max_size=width)) for _ in range(height)]
            text = picture(whole(rows, width, data.draw(styles)))
        elif step == "forget":
            # Somebody else wrote on it.
            other.feed("\x1b[2;2H\x1b[7;31mX\x1b[0m\n\n\n")
            grid.forget()
            text = ""
        else:
            text = picture(data.draw(st.lists(strips(width, height), min_size=1, max_size=5)))
        plain.feed(text)
        grid.feed(text)
        if step != "draw" or data.draw(st.booleans()):  # else it is not taken yet
            other.feed(grid.take())
            assert other.cells() == plain.cells()
            assert (other.cursor.x, other.cursor.y) == (0, 0) or step == "forget"
            assert grid.take() == ""
    other.feed(grid.take())
    assert other.cells() == plain.cells()


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_what_stays_is_not_sent_again(data: st.DataObject) -> None:
    width, height = 20, 4
    grid = Grid(width, height)
    text = picture(data.draw(st.lists(strips(width, height), min_size=1, max_size=8)))
    grid.feed(text)
    grid.take()
    grid.feed(text)
    # Strips that overlap were drawn one over the other; the last picture is the same.
    assert grid.take() == ""


def test_one_changed_cell_takes_a_few_bytes() -> None:
    grid = Grid(80, 24)
    rows = ["x" * 80] * 24
    grid.feed(picture(whole(rows, 80, "38;2;1;2;3;48;2;4;5;6")))
    grid.take()
    rows[12] = "x" * 40 + "y" + "x" * 39
    grid.feed(picture(whole(rows, 80, "38;2;1;2;3;48;2;4;5;6")))
    assert grid.take() == "\x1b[13;41H\x1b[0;38;2;1;2;3;48;2;4;5;6my\x1b[H"


def test_steps_that_nobody_took_are_merged() -> None:
    grid = Grid(80, 24)
    grid.feed("\x1b[?1049h")
    grid.take()
    for number in range(100):
        grid.feed(picture([Strip(0, 0, (("1", f"{number:>3}" * 20),))]))
        grid.feed("\x07")
    sent = grid.take()
    assert sent.count("\x07") == 1
    assert " 99" in sent
    assert len(sent) < 100


def test_modes_pass_once_in_their_order_and_before_the_picture() -> None:
    grid = Grid(10, 2)
    for code in ("\x1b[?1049h", "\x1b[?1000h", "\x1b[?1006h", "\x1b[>25u", "\x1b[?2026$p"):
        grid.feed(code)
    grid.feed(picture([Strip(0, 0, (("", "hello"),))]))
    sent = grid.take()
    assert sent.startswith("\x1b[?1049h\x1b[?1000h\x1b[?1006h\x1b[>25u\x1b[?2026$p")
    assert sent.index("hello") > sent.index("$p")
    assert grid.take() == ""


def test_nothing_is_drawn_once_the_screen_of_the_shell_is_back() -> None:
    grid = Grid(10, 2)
    grid.feed("\x1b[?1049h")
    grid.take()
    grid.feed(picture([Strip(0, 0, (("", "hello"),))]))
    grid.feed("\x1b[?1049l")
    grid.feed(picture([Strip(0, 1, (("", "again"),))]))
    assert grid.take() == "\x1b[m\x1b[?1049l"
    # And when ours comes back, all of it comes.
    grid.feed("\x1b[?1049h")
    sent = grid.take()
    assert "hello" in sent
    assert "again" in sent


def test_big_pictures_are_sent_in_step_where_the_terminal_can() -> None:
    grid = Grid(80, 24)
    grid.feed("\x1b[?2026h")
    grid.feed(picture(whole(["ab" * 40] * 24, 80, "1")))
    grid.feed("\x1b[?2026l")
    sent = grid.take()
    assert sent.startswith("\x1b[?2026h")
    assert sent.endswith("\x1b[?2026l")
    grid.feed(picture([Strip(0, 0, (("1", "c"),))]))
    assert "2026" not in grid.take()


INJECTED = [
    "\x1b]52;c;ZXZpbA==\x07",
    "\x1b]0;title\x07",
    "\x1b]8;;http://example.org\x1b\\",
    "\x1b[2J",
    "\x1b[?1049l",
    "\x1b[?1000l",
    "\x1bc",
    "\x1bP+q544e\x1b\\",
    "\x1b_G\x1b\\",
    "\x9b2J",
    "\x9d52;c;ZXZpbA==\x9c",
    "\x07\x08\x0b\x0c\x0e\x0f\x05",
    "\x7f",
    "\u202e",
    "\u2066\u2069",
    "\u2028",
    "\ud800",
]
# All that a picture is made of.
ALLOWED = re.compile(r"(?:\x1b\[[\d;]*[mHCJ]|[^\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069])*")


@pytest.mark.parametrize("evil", INJECTED, ids=ascii)
def test_controls_in_a_text_do_not_get_through(evil: str) -> None:
    grid = Grid(40, 2)
    grid.feed(picture([Strip(0, 0, (("1", f"[{evil}]"),)), Strip(0, 1, (("", "next"),))]))
    sent = grid.take()
    assert ALLOWED.fullmatch(sent)
    sent.encode()
    assert "]52" not in sent or "\x1b]" not in sent
    assert sent.count("\x1b[2J") == 1  # our own
    screen = Other(40, 2)
    screen.feed(sent)
    assert screen.display[0].startswith("[")
    assert screen.display[1].startswith("next")


def test_a_flood_of_combining_marks_is_cut() -> None:
    grid = Grid(10, 1)
    grid.feed(picture([Strip(0, 0, (("", "a" + "\u0301" * 1000 + "b"),))]))
    sent = grid.take()
    assert len(sent) < 60
    assert "b" in sent


def test_after_a_disputed_width_the_column_is_named() -> None:
    grid = Grid(20, 1)
    grid.feed(picture([Strip(0, 0, (("", "👍🏽x한글y"),))]))
    sent = grid.take()
    assert "\x1b[1;3Hx" in sent or "\x1b[1;5Hx" in sent
    assert "한글y" in sent
