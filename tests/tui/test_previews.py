"""What a selection is worth is said before it is confirmed; legal cards are visibly so."""

from __future__ import annotations

import pytest

from engine import actions as act
from tests.tui.conftest import MakeRoom
from tests.tui.person import Person
from tests.tui.screen_text import shown
from tests.tui.test_table import sit_down
from tui.setup import PERSON

LEAD = (PERSON, "recruit")
OTHERS = ("recruit", PERSON, "recruit")


async def until_asked(person: Person, kind: int) -> None:
    """Plays on until cards of that kind of choice are asked for."""
    for _ in range(200):
        view = await person.wait_for_question()
        assert view is not None, "the game was over before"
        answering = person.table.answering
        assert answering is not None
        if answering.question.cards == kind:
            return
        await person.choose(view)
    raise AssertionError("never asked")


@pytest.mark.parametrize(
    ("rules", "seats", "kind", "said"),
    [
        ("battalion-twins", OTHERS, act.ATTACK, "worth 1 point."),
        ("battalion-twins", OTHERS, act.DEFEND, "1 against "),
        ("battalion-cover", OTHERS, act.ASSAULT, "bare it costs the defender 1 chip."),
        ("battalion-cover", OTHERS, act.COVER, " on "),
        ("fight-for-the-lead", LEAD, act.EXCHANGE, "for 4 chips."),
        ("generals-war", LEAD, act.SQUAD, "worth "),
    ],
)
async def test_a_selection_says_what_it_is_worth(
    make_room: MakeRoom, rules: str, seats: tuple[str, ...], kind: int, said: str
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        options = {"rounds": 0} if rules.startswith("battalion") else {}
        person = await sit_down(room, pilot, rules, seats, **options)
        await until_asked(person, kind)
        table = person.table
        assert table.answering is not None
        question = table.answering.question
        assert said not in table.prompt.detail
        index = min(question.playable)
        await person.press(table.labels()[index])
        assert said in table.prompt.detail, table.prompt.detail
        assert table.prompt.detail in " ".join(shown(room).split())


async def test_only_cards_that_can_be_chosen_show_a_key(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = await sit_down(room, pilot, "battalion-twins", OTHERS, rounds=0)
        await until_asked(person, act.DEFEND)
        table = person.table
        assert table.answering is not None
        question = table.answering.question
        lower_edge = table.hand.painted().plain()[-1]
        keys = [label for label in table.labels() if label in lower_edge]
        assert keys == [table.labels()[index] for index in sorted(question.playable)]
        assert 0 < len(keys) < len(question.hand)
