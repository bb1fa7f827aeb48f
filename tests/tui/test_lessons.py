"""Lessons are taken by keys alone; wrong keys are answered kindly; any time is good to leave."""

from __future__ import annotations

import pytest

from engine.actions import cards_of
from engine.chance import SeededChance, seed_from_text
from engine.table import Table
from saves.shelf import Shelf
from tests.tui.conftest import MakeRoom
from tests.tui.person import Person
from tests.tui.screen_text import shown
from tui.learning.choices import same_choice
from tui.learning.lessons import LESSONS
from tui.screens.dialog import Dialog
from tui.screens.lesson import LessonScreen, LessonsScreen
from tui.screens.menu import MenuScreen
from tui.screens.new_game import NewGameScreen
from tui.widgets.canvas import wrapped

RULES = tuple(LESSONS)
KEY_NAMES = {"Enter": "enter"}


@pytest.mark.parametrize("rules", RULES)
def test_the_script_of_a_lesson_keeps_the_rules(rules: str) -> None:
    lesson = LESSONS[rules]
    game = lesson.game()
    table = Table(game, lesson.dealer, SeededChance(seed_from_text(lesson.seed)))
    for text in lesson.script:
        seat, action = game.parse_action(text)
        ask = table.ask(seat)
        assert ask is not None, text
        table.submit(seat, ask.token, action)
    mine = lesson.choices()[0]
    assert len(lesson.steps) == len(mine) + 1
    assert set(lesson.wrong) <= set(range(len(mine)))
    assert sum(len(cards_of(action)) > 0 for action in mine) > 1


async def lesson_of(person: Person, rules: str) -> LessonScreen:
    """Goes to a lesson by the menu."""
    await person.until("the menu", lambda: person.sees(MenuScreen))
    await person.press("l")
    await person.until("the lessons", lambda: person.sees(LessonsScreen))
    await person.press(str(RULES.index(rules) + 1))
    await person.until("the lesson", lambda: person.sees(LessonScreen))
    screen = person.room.screen
    assert isinstance(screen, LessonScreen)
    return screen


async def turn(person: Person, screen: LessonScreen, step: int) -> None:
    """Waits for the learner's turn."""
    await person.until(
        f"step {step}",
        lambda: (
            screen.lesson_sitting.step == step
            and not screen.sending
            and (screen.over or screen.answering is not None)
            and bool(screen.coach.keys)
        ),
    )


@pytest.mark.parametrize("rules", RULES)
async def test_a_lesson_is_taken_by_the_keys_it_names(make_room: MakeRoom, rules: str) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        screen = await lesson_of(person, rules)
        steps = len(screen.lesson.steps)
        for step in range(steps - 1):
            await turn(person, screen, step)
            text = " ".join(shown(room).split())
            assert f"Lesson, {step + 1} of {steps}" in text
            assert "{" not in text
            # What the board shows is not cut off beside the text.
            board = " ".join(" ".join(screen.board.painted().plain()).split())
            if step == 0 and rules.startswith("battalion"):
                assert "Acquisition, round 1 " in board
                assert " of 1 " in board
            # Everything that is told can be read without leafing.
            width, height = screen.coach.content_size
            assert len(wrapped(screen.coach.story, width)) <= screen.coach.room(width, height)
            keys = [KEY_NAMES.get(key, key) for key in screen.keys_wanted()]
            assert "Press " in text
            await person.press(*keys)
        await turn(person, screen, steps - 1)
        assert screen.over
        board = " ".join(screen.board.painted().plain())
        if rules.startswith("battalion"):
            assert "…" not in board
        if rules == "battalion-twins":
            # The attack of six cards, whole beside the text.
            assert all(card in board for card in ("3♠", "4♠", "6♠", "8♠", "10♠", "Q♠"))
        assert "That was the lesson." in shown(room)
        await person.press("enter")
        await person.until("what next", lambda: isinstance(room.screen, Dialog))
        await person.press("p")
        await person.until("a new game", lambda: person.sees(NewGameScreen))
        assert isinstance(room.screen, NewGameScreen)
        assert room.screen.draft.rules == rules
        # Nothing of it was kept.
        assert room.shelf.entries() == []
        await person.press("escape")


@pytest.mark.parametrize("rules", RULES)
async def test_another_choice_is_answered_kindly_and_changes_nothing(
    make_room: MakeRoom, rules: str
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        screen = await lesson_of(person, rules)
        said = 0
        for step in range(len(screen.lesson.steps) - 1):
            await turn(person, screen, step)
            answering, wanted = screen.answering, screen.lesson_sitting.wanted
            assert answering is not None
            assert wanted is not None
            view = answering.question.view
            others = [one for one in view.legal_actions() if not same_choice(one, wanted)]
            if others:
                await person.press(*person.keys_for(others[-1]))
                await pilot.pause()
                assert screen.lesson_sitting.step == step
                assert screen.refusal
                assert screen.refusal.split(".")[0].split("!")[0][:20] in shown(room)
                said += 1
                await person.press(*["backspace"] * (len(answering.picked) or 2))
            await person.press("i")  # show me
            if answering.question.plain and wanted & 31 in answering.question.plain:
                await person.press(*person.keys_for(wanted))
            else:
                await person.press("enter")
                if screen.answering is not None and screen.lesson_sitting.step == step:
                    await pilot.pause()
        await turn(person, screen, len(screen.lesson.steps) - 1)
        assert said > 2


@pytest.mark.parametrize("rules", RULES)
async def test_a_lesson_can_be_left_at_any_time(make_room: MakeRoom, rules: str) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        screen = await lesson_of(person, rules)
        await turn(person, screen, 0)
        await person.press("u")
        assert room.screen is screen
        await person.press("q")
        await person.until("a question", lambda: isinstance(room.screen, Dialog))
        assert "saved" not in shown(room)
        await person.press("m")
        await person.until("the menu", lambda: person.sees(MenuScreen))
        assert room.sitting is None


async def test_newcomers_are_offered_a_lesson_first(make_room: MakeRoom) -> None:
    room = make_room()
    assert isinstance(room.shelf, Shelf)
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await person.until("the menu", lambda: person.sees(MenuScreen))
        assert "New here?" in shown(room)
        assert isinstance(room.screen, MenuScreen)
        assert room.screen.choices.items[0].id == "learn"


async def test_keys_are_told_in_their_order_and_go_when_they_have_been_pressed(
    make_room: MakeRoom,
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        screen = await lesson_of(person, "battalion-twins")
        told: list[str] = []
        show = screen.coach.show

        def listen(heading: str, story: str, keys: str) -> None:
            told.append(keys or story)
            show(heading, story, keys)

        screen.coach.show = listen  # type: ignore[method-assign]
        for step in range(4):
            await turn(person, screen, step)
            keys = [KEY_NAMES.get(key, key) for key in screen.keys_wanted()]
            await person.press(*keys)
        await turn(person, screen, 4)
        assert any(text.endswith(", then Enter.") for text in told)
        assert any(text.count(", then ") == 2 for text in told)
        assert "Now the others play." in told
