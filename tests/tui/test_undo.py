"""Taking back at the table: one key, a question where it makes practice, a sentence where not."""

from __future__ import annotations

from engine import actions as act
from tests.tui.conftest import MakeRoom
from tests.tui.person import Person
from tests.tui.screen_text import shown
from tests.tui.test_table import sit_down
from tui.screens.cover import CoverScreen
from tui.screens.dialog import Dialog
from tui.screens.result import ResultScreen
from tui.screens.table import TableScreen
from tui.settings import Settings
from tui.setup import PERSON


def asked(person: Person, kind: int) -> bool:
    """Whether cards of that kind of choice are asked for."""
    answering = person.table.answering
    return answering is not None and answering.question.cards == kind


async def test_with_nothing_to_take_back_a_sentence_says_so(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        seats = [PERSON, PERSON]
        person = await sit_down(room, pilot, "generals-war", seats)
        await person.until("the cover", lambda: person.sees(CoverScreen))
        await person.press("enter")
        await person.until("the table", lambda: person.sees(TableScreen))
        await person.press("u")
        assert "There is no choice of yours to take back." in shown(room)


async def test_past_an_unseen_card_it_is_asked_for_and_marked_as_practice(
    make_room: MakeRoom,
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = await sit_down(room, pilot, "battalion-twins", ["recruit", "recruit", PERSON])
        view = await person.wait_for_question()
        assert view is not None
        before = view.dump()
        await person.press("s")
        await person.until("the next question", lambda: asked(person, act.DISCARD))
        await person.press("u")
        await person.until("the question", lambda: person.sees(Dialog))
        assert "practice" in shown(room)
        await person.press("n")
        await person.until("the table", lambda: person.sees(TableScreen))
        assert room.sitting is not None
        assert not room.sitting.practice
        assert "PRACTICE" not in shown(room)
        await person.press("u")
        await person.until("the question", lambda: person.sees(Dialog))
        await person.press("y")
        await person.until("the mark", lambda: "PRACTICE" in shown(room))
        again = await person.wait_for_question()
        assert again is not None
        assert again.dump() == before
        assert "Taken back" in shown(room)


async def test_without_an_unseen_card_a_choice_is_taken_back_at_once(
    make_room: MakeRoom,
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = await sit_down(room, pilot, "battalion-twins", ["recruit", "recruit", PERSON])
        view = await person.wait_for_question()
        assert view is not None
        await person.press("d")
        await person.until("the next question", lambda: asked(person, act.DISCARD))
        await person.press("u")
        await person.until("the question again", lambda: "Taken back" in shown(room))
        assert "PRACTICE" not in shown(room)
        again = await person.wait_for_question()
        assert again is not None
        assert again.dump() == view.dump()


async def test_the_end_of_a_game_can_be_taken_back_and_played_on(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = await sit_down(room, pilot, "generals-war", [PERSON, "random"], target=20)
        await person.play_to_the_end()
        await person.press("t")
        await person.until("the table", lambda: person.sees(TableScreen))
        await person.press("u")
        await person.until("the question", lambda: person.sees(Dialog))
        await person.press("y")
        view = None
        await person.until("the mark", lambda: "PRACTICE" in shown(room))
        view = await person.wait_for_question()
        assert view is not None, "the game is still over"
        await person.play_to_the_end()
        await person.until("the result", lambda: person.sees(ResultScreen))


async def test_an_only_choice_plays_itself_after_a_pause_if_that_is_set(
    make_room: MakeRoom,
) -> None:
    room = make_room(settings=Settings(forced=True), pace=60.0)
    async with room.run_test(size=(80, 24)) as pilot:
        # The first turn of a hand can only take from the stock.
        person = await sit_down(room, pilot, "battalion-cover", ["recruit", PERSON, "recruit"])
        await person.until("the only choice", lambda: person.table.plays_itself())
        text = shown(room)
        assert "There is only one choice, which plays itself." in text
        token = person.table.token
        await person.press("enter")
        await person.until("the card drawn", lambda: asked(person, act.DISCARD))
        assert person.table.token != token
        assert not person.table.plays_itself()


async def test_an_only_choice_that_was_taken_back_does_not_play_itself_again(
    make_room: MakeRoom,
) -> None:
    room = make_room(settings=Settings(forced=True))
    async with room.run_test(size=(80, 24)) as pilot:
        # The first turn of a hand can only take from the stock.
        person = await sit_down(room, pilot, "battalion-cover", ["recruit", PERSON, "recruit"])
        await person.until("the card drawn", lambda: asked(person, act.DISCARD))
        await person.press("u")
        await person.until("the question", lambda: person.sees(Dialog))
        await person.press("y")
        await person.until("taken back", lambda: "Taken back" in shown(room))
        await pilot.pause(0.1)
        table = person.table
        assert table.answering is not None
        assert table.answering.question.view.legal_count() == 1
        await person.press("s")
        await person.until("the card drawn", lambda: asked(person, act.DISCARD))
