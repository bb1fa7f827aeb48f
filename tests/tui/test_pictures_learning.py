"""Pictures of hint, motive, lesson, replay and review, for each rule set, in sizes and looks.

Update them with ``pytest tests/tui/test_pictures_learning.py --snapshot-update``, and look at each.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from textual.pilot import Pilot

import tui.sitting
from tests.support.command_line import random_record
from tests.tui.conftest import MakeRoom
from tests.tui.person import Person
from tests.tui.scenes.thinking import Even
from tests.tui.test_lessons import lesson_of, turn
from tests.tui.test_pictures import MOMENT, SnapCompare, at_table
from tui.app import CardRoom
from tui.learning.lessons import LESSONS
from tui.learning.playback import of_record
from tui.screens.hint import HintScreen
from tui.screens.motive import MotiveScreen
from tui.screens.replay import ReplayScreen
from tui.screens.review import ReviewScreen

Before = Callable[[Pilot[None]], Awaitable[None]]
PLAYERS = {
    "battalion-twins": 4,
    "battalion-cover": 3,
    "fight-for-the-lead": 4,
    "generals-war": 2,
}
SIZES = [(80, 24), (120, 34), (140, 45)]
KEYS = {"Enter": "enter"}


@pytest.fixture(autouse=True)
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are saved at one fixed moment."""
    monkeypatch.setattr(tui.sitting, "now", lambda: MOMENT)


def hint(rules: str) -> Before:
    async def before(pilot: Pilot[None]) -> None:
        await at_table(rules, PLAYERS[rules], 2 if rules == "fight-for-the-lead" else 3)(pilot)
        room = pilot.app
        assert isinstance(room, CardRoom)
        room.thinker = Even()
        await pilot.press("i")
        person = Person(pilot)
        await person.until(
            "advice",
            lambda: isinstance(room.screen, HintScreen) and room.screen.advice is not None,
        )
        await pilot.pause()

    return before


def motive(rules: str) -> Before:
    async def before(pilot: Pilot[None]) -> None:
        await at_table(rules, PLAYERS[rules], 4, "w")(pilot)
        person = Person(pilot)
        await person.until("the slip", lambda: isinstance(person.room.screen, MotiveScreen))
        await pilot.pause()

    return before


def lesson(rules: str) -> Before:
    async def before(pilot: Pilot[None]) -> None:
        person = Person(pilot)
        screen = await lesson_of(person, rules)
        last = len(LESSONS[rules].steps) - 2
        for step in range(last):
            await turn(person, screen, step)
            await person.press(*[KEYS.get(key, key) for key in screen.keys_wanted()])
        await turn(person, screen, last)
        await pilot.pause(0.05)

    return before


def looking_back(rules: str, *keys: str, screen: type[ReplayScreen | ReviewScreen]) -> Before:
    async def before(pilot: Pilot[None]) -> None:
        room = pilot.app
        assert isinstance(room, CardRoom)
        room.thinker = Even()
        playback = of_record(random_record(rules, PLAYERS[rules], "picture"))
        if len(playback.stops) > 26:
            playback = replace(playback, stops=playback.stops[:25] + playback.stops[-1:])
        found = screen(playback)
        await pilot.pause()
        room.push_screen(found)
        person = Person(pilot)
        await person.until("the screen", lambda: person.sees(screen))
        if isinstance(found, ReviewScreen):
            await person.until("the review", lambda: found.review.done)
        await person.press(*keys)
        await pilot.pause(0.05)

    return before


def pictures(rules: str) -> dict[str, Before]:
    return {
        "hint": hint(rules),
        "motive": motive(rules),
        "lesson": lesson(rules),
        "replay": looking_back(rules, "v", *["right"] * 9, screen=ReplayScreen),
        "replay-open": looking_back(rules, *"v" * (PLAYERS[rules] + 1), *["right"] * 12,
                                    screen=ReplayScreen),
        "review": looking_back(rules, "down", "down", screen=ReviewScreen),
    }  # fmt: skip


NAMES = ("hint", "motive", "lesson", "replay", "replay-open", "review")
# One of each in every run; all of them with ``make soak``.
ALWAYS = {
    ("battalion-twins", "hint"),
    ("battalion-cover", "motive"),
    ("fight-for-the-lead", "lesson"),
    ("generals-war", "replay"),
    ("battalion-cover", "replay-open"),
    ("fight-for-the-lead", "review"),
}
EACH = [
    pytest.param(rules, name, marks=() if (rules, name) in ALWAYS else pytest.mark.soak)
    for rules in PLAYERS
    for name in NAMES
]


@pytest.mark.parametrize(("rules", "name"), EACH)
def test_learning(snap_compare: SnapCompare, make_room: MakeRoom, rules: str, name: str) -> None:
    assert snap_compare(make_room(), terminal_size=(80, 24), run_before=pictures(rules)[name])


WIDE = [
    ("battalion-cover", "lesson"),
    ("generals-war", "replay-open"),
    ("battalion-twins", "review"),
]


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES[1:], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(("rules", "name"), WIDE)
def test_sizes(
    snap_compare: SnapCompare, make_room: MakeRoom, rules: str, name: str, size: tuple[int, int]
) -> None:
    assert snap_compare(make_room(), terminal_size=size, run_before=pictures(rules)[name])


@pytest.mark.parametrize(("rules", "name"), WIDE[:1])
def test_ascii(snap_compare: SnapCompare, make_room: MakeRoom, rules: str, name: str) -> None:
    room = make_room(ascii_only=True)
    assert snap_compare(room, terminal_size=(80, 24), run_before=pictures(rules)[name])
