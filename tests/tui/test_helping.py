"""Help at the table by keys alone: hint, motives, what happened since, the rules of the moment."""

from __future__ import annotations

import asyncio

import pytest

from ai.player import NO_LIMIT, Budget, Thought
from engine import actions as act
from engine.game import View
from engine.registry import rule_set
from engine.rng import Rng
from tests.tui.conftest import MakeRoom
from tests.tui.person import Person
from tests.tui.screen_text import shown
from tests.tui.test_table import sit_down
from tui.learning import advice
from tui.renderers.question import Stage
from tui.screens.hint import HintScreen
from tui.screens.motive import MotiveScreen
from tui.screens.pages import PageScreen
from tui.screens.table import TableScreen
from tui.setup import PERSON

RULES = ("battalion-twins", "battalion-cover", "fight-for-the-lead", "generals-war")


@pytest.fixture(autouse=True)
def short_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Uncompiled levels need not show here how well they can think."""
    monkeypatch.setattr(advice, "SECONDS", 0.1)


async def free_question(person: Person) -> View:
    """Plays until there is something to choose."""
    while True:
        view = await person.wait_for_question()
        assert view is not None
        if view.legal_count() > 1:
            return view
        await person.choose(view)


async def hint(person: Person) -> HintScreen:
    """Asks for a hint and waits for it."""
    await person.press("i")
    await person.until("the slip", lambda: isinstance(person.room.screen, HintScreen))
    screen = person.room.screen
    assert isinstance(screen, HintScreen)
    await person.until("the advice", lambda: screen.advice is not None or screen.trouble != "")
    return screen


@pytest.mark.parametrize("rules", RULES)
async def test_a_hint_is_taken_by_keys_and_then_played(make_room: MakeRoom, rules: str) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        players = rule_set(rules).seats[0]
        person = await sit_down(room, pilot, rules, [PERSON, *["recruit"] * (players - 1)])
        kinds: set[int] = set()
        for _ in range(2):
            await free_question(person)
            screen = await hint(person)
            assert screen.trouble == ""
            assert screen.advice is not None
            action = screen.advice.action
            text = " ".join(shown(room).split())
            assert "It wins" in text
            assert "%" in text
            assert "Next best" in text or "About as good" in text
            await person.press("enter")
            await person.until("the table", lambda: isinstance(room.screen, TableScreen))
            answering = person.table.answering
            assert answering is not None
            before = person.table.token
            kinds.add(action & 31)
            if action & 31 in answering.question.plain:
                assert answering.word == action & 31
            elif answering.stage is Stage.CARDS:
                assert sorted(answering.cards) == sorted(act.cards_of(action))
            await person.press("enter")
            await person.until(
                "the choice being taken",
                lambda before=before: (  # type: ignore[misc]
                    person.table.token != before or person.table.answering is None
                ),
            )
        assert len(kinds) > 1 or rules == "generals-war"


class Slow:
    """Thinks for ever, and tells when it is given up."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.given_up = asyncio.Event()

    async def start(self) -> None:
        pass

    async def stop(self) -> None:
        pass

    async def choose(self, view: View, level: str, rng: Rng, budget: Budget = NO_LIMIT) -> Thought:
        assert budget.seconds is not None
        self.asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.given_up.set()
        raise AssertionError


async def test_a_hint_can_be_given_up_and_does_not_hold_the_screen(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = await sit_down(room, pilot, "generals-war", [PERSON, "recruit"])
        await free_question(person)
        real, slow = room.thinker, Slow()
        room.thinker = slow
        await person.press("i")
        await person.until("thinking", slow.asked.is_set)
        assert "thinks about it" in shown(room)
        await person.press("enter")  # nothing to take so far
        await pilot.resize_terminal(100, 30)
        assert "thinks about it" in shown(room)
        await person.press("escape")
        await person.until("the end of the thought", slow.given_up.is_set)
        await person.until("the table", lambda: isinstance(room.screen, TableScreen))
        room.thinker = real


async def test_who_is_not_asked_gets_no_hint(make_room: MakeRoom) -> None:
    room = make_room(pace=30.0)
    async with room.run_test(size=(80, 24)) as pilot:
        seats = ["recruit", "recruit", PERSON]
        person = await sit_down(room, pilot, "battalion-twins", seats)
        await person.until("moves to be shown", lambda: person.table.play.waiting)
        assert person.table.answering is None
        await person.press("i")
        await pilot.pause()
        assert isinstance(room.screen, TableScreen)


@pytest.mark.parametrize("rules", RULES)
async def test_why_and_news_tell_of_the_others_moves(make_room: MakeRoom, rules: str) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        players = rule_set(rules).seats[0]
        levels = ["corporal", "recruit", "random"]
        person = await sit_down(room, pilot, rules, [PERSON, *levels[: players - 1]])
        for _ in range(4):
            view = await person.wait_for_question()
            assert view is not None
            await person.choose(view)
        await person.wait_for_question()
        moves = person.table.moves
        assert moves
        await person.press("w")
        await person.until("the slip", lambda: isinstance(room.screen, MotiveScreen))
        assert "Why did they do that?" in shown(room)
        assert "Their cards stay hidden" in " ".join(shown(room).split())
        for _ in moves:
            await person.press("left")
        await person.press("escape")
        await person.until("the table", lambda: isinstance(room.screen, TableScreen))
        await person.press("n")
        await person.until("the news", lambda: isinstance(room.screen, PageScreen))
        news = shown(room)
        assert "Since your last choice" in news
        assert "You" in news
        await person.press("escape")


@pytest.mark.parametrize("rules", RULES)
async def test_the_rules_open_at_the_clause_of_the_moment(make_room: MakeRoom, rules: str) -> None:
    room = make_room()
    players = rule_set(rules).seats[0]
    async with room.run_test(size=(100, 30)) as pilot:
        person = await sit_down(room, pilot, rules, [PERSON, *["random"] * (players - 1)])
        await person.wait_for_question()
        await person.press("b")
        await person.until("the rules", lambda: person.sees(PageScreen))
        first = {
            "battalion-twins": "twins.acquisition.take",
            "battalion-cover": "cover.acquisition.take",
            "fight-for-the-lead": "lead.fight.simultaneous",
            "generals-war": "war.muster.",
        }[rules]
        await person.until("the clause", lambda: first in "".join(shown(room).split("\n")[:4]))


async def test_people_who_share_a_screen_are_told_of_moves_made_before_it_was_theirs(
    make_room: MakeRoom,
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        seats = [PERSON, PERSON, "corporal"]
        person = await sit_down(room, pilot, "battalion-twins", seats)
        for _ in range(4):
            view = await person.wait_for_question()
            assert view is not None
            await person.choose(view)
        await person.wait_for_question()
        viewer = person.table.viewer
        await person.press("w")
        await person.until("the slip", lambda: isinstance(room.screen, MotiveScreen))
        screen = room.screen
        assert isinstance(screen, MotiveScreen)
        assert screen.moves
        for move in screen.moves:
            assert move.before.seat == viewer
            assert move.seat != viewer
            assert move.event.only in (-1, viewer)
