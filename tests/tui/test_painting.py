"""Panels send only what changed, and what is on the screen is what a whole painting would show."""

from __future__ import annotations

import random

import pytest

from tests.support.shares import at_every_run
from tests.tui.conftest import MakeRoom
from tests.tui.person import Person
from tests.tui.screen_text import shown
from tests.tui.test_whole_games import RULES, choose_game
from tui.app import CardRoom
from tui.screens.table import TableScreen
from tui.widgets.canvas import Canvas, ascii_text, cells, fitted, wrapped
from tui.widgets.painted import Painted

KEYS = [*"123450asdplreto", "left", "right", "up", "down", "space", "enter", "backspace"]
KEYS += ["escape", "pageup", "pagedown", "q", "question_mark", "g"]


def stands_as_painted(room: CardRoom) -> bool:
    """Whether every panel of the present screen stands there as a whole painting shows it."""
    rows = shown(room).split("\n")
    for panel in room.screen.query(Painted):
        if not panel.display or not panel.content_region:
            continue
        region = panel.content_region
        for y, line in enumerate(panel.painted().plain()):
            row = rows[region.y + y]
            # Nothing here is wider than one cell, so cells are characters.
            if row[region.x : region.right].rstrip() != line:
                return False
    return True


@pytest.mark.parametrize("rules", at_every_run(RULES, ("battalion-cover",)))
async def test_what_is_sent_in_parts_is_what_a_whole_painting_shows(
    make_room: MakeRoom, rules: str
) -> None:
    room = make_room()
    rng = random.Random(rules)
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await choose_game(person, rules)
        for _ in range(40):
            if not person.sees(TableScreen):
                await person.until("the page", lambda: stands_as_painted(room))
                await person.press("escape")
                if room._exit:
                    return
            if isinstance(room.screen, TableScreen):
                await person.wait_for_question()
            await person.press(rng.choice(KEYS))
            if not room._exit and isinstance(room.screen, TableScreen):
                await person.until("the table", lambda: stands_as_painted(room))


def test_a_canvas_clips_and_keeps_columns_of_wide_characters() -> None:
    canvas = Canvas(6, 2)
    canvas.put(-1, 0, "ab")
    canvas.put(4, 0, "한글")
    canvas.put(0, 1, "한글한글")
    canvas.put(1, 1, "x")
    assert canvas.plain() == ["b   한", " x글한"]
    assert all(line.cell_length == 6 for line in (canvas.line(0), canvas.line(1)))


def test_a_canvas_finds_what_changed() -> None:
    before, after = Canvas(10, 3), Canvas(10, 3)
    for canvas in (before, after):
        canvas.put(0, 0, "same")
        canvas.put(3, 2, "ABC")
    after.put(4, 2, "x")
    assert after.changes(before) == [(3, 2, 3)]
    after.put(0, 0, "same", "bold")
    assert [y for _, y, _ in after.changes(before)] == [0, 2]
    assert before.changes(before) == []


@pytest.mark.parametrize("width", range(1, 30))
def test_wrapped_lines_fit_and_lose_nothing(width: int) -> None:
    text = "Ann attacks Bea with a very-long-word-that-must-be-broken 한글한글한글 and more"
    lines = wrapped(text, width, indent=2)
    assert all(cells(line) <= max(width, 2) for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_fitted_text_says_that_something_is_missing() -> None:
    assert fitted("attack", 6) == "attack"
    assert fitted("attack", 5) == "atta…"
    assert fitted("한글한글", 5) == "한글…"
    assert fitted("한글한글", 4) == "한…"
    assert fitted("attack", 0) == ""


def test_ascii_text_has_one_character_for_each() -> None:
    text = "Zoë – 10♠ … “x”"
    assert ascii_text(text).isascii()
    assert len(ascii_text(text)) == len(text)
