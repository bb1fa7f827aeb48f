"""Scenes at tables: each rule set with few and many people, what is told there, how it ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from textual.pilot import Pilot

from engine.registry import rule_set
from tests.support.command_line import random_record
from tests.tui.person import Person, until
from tests.tui.scenes.menus import room_of
from tests.tui.scenes.scene import Before
from tests.tui.scenes.thinking import Even
from tui.learning.lessons import LESSONS
from tui.learning.playback import of_record
from tui.screens.hint import HintScreen
from tui.screens.lesson import LessonScreen
from tui.screens.reason import ReasonScreen
from tui.screens.replay import ReplayScreen
from tui.screens.result import ResultScreen
from tui.screens.review import ReviewScreen
from tui.screens.watch import WatchScreen
from tui.setup import PERSON, draft_of

KEYS = {"Enter": "enter"}
# So many choices in, something has been played.
UNDER_WAY = {
    "battalion-twins": 4, "battalion-cover": 4, "fight-for-the-lead": 3, "generals-war": 3,
}  # fmt: skip
SHORT: Mapping[str, Mapping[str, int]] = {
    "battalion-twins": {"chips": 1, "rounds": 0},
    "battalion-cover": {"chips": 1, "rounds": 0},
    "fight-for-the-lead": {"deals": 1},
    "generals-war": {"target": 20},
}
OTHERS = ("recruit", "random", "corporal", "random", "recruit")


def table(
    rules: str, players: int, choices: int, *keys: str, names: bool = True, **options: int
) -> Before:
    """A table after so many choices of the person's, and then ``keys``."""

    async def before(pilot: Pilot[None]) -> None:
        person = await seated(pilot, rules, players, choices, names=names, **options)
        for key in keys:
            await pilot.press(key)
            await pilot.pause(0.01)
        assert person.room.screen.is_mounted

    return before


async def seated(
    pilot: Pilot[None],
    rules: str,
    players: int,
    choices: int,
    *,
    names: bool = True,
    **options: int,
) -> Person:
    """Somebody who sat down and was asked so many times."""
    room = room_of(pilot)
    draft = draft_of(rules, players, (PERSON, *["random"] * (players - 1)), options, "scene", 0)
    if names:
        draft.names[0] = "Bartholomew Long"
        draft.names[1] = "Constantinopolis"
    person = Person(pilot, seed=3)
    await room.begin(draft.setup("Player", room.crew))
    await person.at_table()
    for _ in range(choices):
        view = await person.wait_for_question()
        if view is None:
            break
        await person.choose(view)
    await person.wait_for_question()
    at = person.table.table
    await person.until("the others' choices", lambda: at.actors() in ([0], []))
    return person


def hint(rules: str) -> Before:
    async def before(pilot: Pilot[None]) -> None:
        players = rule_set(rules).seats[-1]
        await seated(pilot, rules, players, UNDER_WAY[rules] - 1)
        room = room_of(pilot)
        room.thinker = Even()
        await pilot.press("i")
        await until(
            pilot,
            "advice",
            lambda: not isinstance(room.screen, HintScreen) or room.screen.advice is not None,
        )

    return before


def ended(rules: str, *keys: str) -> Before:
    """How a short game ended."""

    async def before(pilot: Pilot[None]) -> None:
        room = room_of(pilot)
        players = rule_set(rules).seats[-1]
        who = (PERSON, *["random"] * (players - 1))
        draft = draft_of(rules, players, who, SHORT[rules], "scene", 0)
        draft.names[0] = "Bartholomew Long"
        await room.begin(draft.setup("Player", room.crew))
        await Person(pilot, seed=3).play_to_the_end()
        await pilot.press(*keys)
        await until(pilot, "a screen", lambda: room.screen.is_mounted)
        assert keys or isinstance(room.screen, ResultScreen)

    return before


def watched(rules: str) -> Before:
    """Levels that play for somebody who looks on."""

    async def before(pilot: Pilot[None]) -> None:
        room = room_of(pilot)
        players = rule_set(rules).seats[-1]
        draft = draft_of(rules, players, ["random"] * players, {}, "scene", 0)
        await room.begin(draft.setup("Player", room.crew))
        await until(pilot, "the table", lambda: isinstance(room.screen, WatchScreen))
        await until(pilot, "the table", lambda: room.screen.is_mounted)
        screen = room.screen
        assert isinstance(screen, WatchScreen)
        screen.play.held = True
        await until(pilot, "moves", lambda: len(screen.play.frames) > 12)
        await pilot.press(*["space"] * 12)

    return before


def handed_over(rules: str) -> Before:
    """What lies between two people who share the screen."""

    async def before(pilot: Pilot[None]) -> None:
        room = room_of(pilot)
        players = rule_set(rules).seats[0]
        draft = draft_of(rules, players, [PERSON] * players, {}, "scene", 0)
        draft.names[1] = "Constantinopolis"
        await room.begin(draft.setup("Player", room.crew))
        await until(pilot, "the cover", Person(pilot).asked)

    return before


def lesson(rules: str, step: int) -> Before:
    """A lesson at one of its steps."""

    async def before(pilot: Pilot[None]) -> None:
        room = room_of(pilot)
        await room.begin_lesson(rules)
        await until(pilot, "the lesson", lambda: isinstance(room.screen, LessonScreen))
        screen = room.screen
        assert isinstance(screen, LessonScreen)
        last = len(screen.lesson.steps) - 1
        for number in range((step if step >= 0 else last) + 1):
            await until(
                pilot,
                f"step {number}",
                lambda number=number: (  # type: ignore[misc]
                    screen.lesson_sitting.step == number
                    and not screen.sending
                    and (screen.over or screen.answering is not None)
                    and bool(screen.coach.keys)
                ),
            )
            if number < (step if step >= 0 else last):
                await pilot.press(*[KEYS.get(key, key) for key in screen.keys_wanted()])

    return before


def looked_back(
    rules: str, screen: type[ReplayScreen | ReviewScreen], *keys: str, players: int = 0
) -> Before:
    """A game that is over, of as many as can play it."""

    async def before(pilot: Pilot[None]) -> None:
        room = room_of(pilot)
        room.thinker = Even()
        playback = of_record(random_record(rules, players or rule_set(rules).seats[-1], "scene"))
        if len(playback.stops) > 26:
            playback = replace(playback, stops=playback.stops[:25] + playback.stops[-1:])
        found = screen(playback)
        room.push_screen(found)
        await until(pilot, "the screen", lambda: found.is_mounted)
        if isinstance(found, ReviewScreen):
            await until(pilot, "the review", lambda: found.review.done)
        for key in keys:
            await pilot.press(key)
        await until(
            pilot,
            "a reason",
            lambda: not isinstance(room.screen, ReasonScreen) or bool(room.screen.judged),
        )

    return before


def steps_of(rules: str) -> range:
    """The steps of a lesson but its last one."""
    return range(len(LESSONS[rules].steps) - 1)


def of_rules(rules: str) -> dict[str, Before]:
    """Scenes of one rule set at its tables."""
    seats = rule_set(rules).seats
    few, many, some = seats[0], seats[-1], UNDER_WAY[rules]
    found = {
        "table-begun": table(rules, few, 0, names=False),
        "table-few": table(rules, few, some, "1", names=False),
        "table-many": table(rules, many, some, "1", "2", names=False),
        "table-names": table(rules, many, some, "1", "2"),
        "table-many-later": table(rules, many, some + 9, names=False),
        "table-too-early": table(rules, many, some, "enter"),
        "table-undo": table(rules, many, some, "u"),
        "table-keys": table(rules, many, 0, "question_mark"),
        "table-keys-end": table(rules, many, 0, "question_mark", "end"),
        "table-commands": table(rules, many, 1, "colon"),
        "table-leave": table(rules, many, 1, "q"),
        "table-log": table(rules, many, some, "g"),
        "table-news": table(rules, many, some, "n"),
        "table-rules": table(rules, many, some, "b"),
        "why": table(rules, many, some, "w"),
        "why-before": table(rules, many, some, "w", "left", "left"),
        "hint": hint(rules),
        "result": ended(rules),
        "result-export": ended(rules, "e"),
        "result-keys": ended(rules, "question_mark"),
        "watch": watched(rules),
        "cover": handed_over(rules),
        "replay": looked_back(rules, ReplayScreen, *["right"] * 9),
        "replay-open": looked_back(rules, ReplayScreen, *"v" * (many + 1), *["right"] * 12),
        "replay-end": looked_back(rules, ReplayScreen, "end"),
        "replay-reason": looked_back(rules, ReplayScreen, *["right"] * 9, "w"),
        "replay-keys": looked_back(rules, ReplayScreen, "question_mark"),
        "review": looked_back(rules, ReviewScreen),
        "review-marked": looked_back(rules, ReviewScreen, "down", "down"),
        "review-few": looked_back(rules, ReviewScreen, "down", players=few),
    }
    for step in steps_of(rules):
        found[f"lesson-{step + 1}"] = lesson(rules, step)
    found["lesson-end"] = lesson(rules, -1)
    return found
