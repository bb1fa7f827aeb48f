"""What stands in panels and prompts: sides that stay, deeds of this deal, keys of cards."""

from __future__ import annotations

import pytest

from engine import actions as act
from engine import events as ev
from engine.chance import SeededChance, seed_from_text
from engine.registry import rule_set
from engine.table import Table
from tests.tui.conftest import MakeRoom
from tests.tui.screen_text import shown
from tests.tui.test_table import sit_down
from tui.look import Look
from tui.renderers import renderer_for
from tui.renderers.facts import SeatFacts
from tui.renderers.moment import Deeds, Moment
from tui.renderers.renderer import Cast
from tui.screens.layout import hand_height, layout_of
from tui.screens.prompting import _span
from tui.setup import PERSON
from tui.widgets.canvas import Canvas
from tui.widgets.faces import paint_fan
from tui.widgets.form import Form, Row
from tui.widgets.seat_panel import SeatPanel
from tui.words import Scene, Words

WORDS = Words("en")
NAMES = ("Ann", "Bea")


def submit(table: Table, seat: int) -> None:
    ask = table.ask(seat)
    assert ask is not None
    action = next(a for a in ask.view.legal_actions() if a & 31 != act.MUSTER)
    table.submit(seat, ask.token, action)


def order_of_sides(table: Table) -> list[str]:
    """Who stands left and who right on the board, for somebody who looks on."""
    renderer = renderer_for(table.game, Cast(NAMES, ("", "")), WORDS, Look())
    canvas = Canvas(60, 12)
    scene = Scene(table.game.rules, NAMES)
    moment = Moment(table.view(0), tuple(table.actors()), tuple(table.committed()))
    renderer.paint_board(canvas, moment, scene)
    row = canvas.plain()[1]
    return sorted([name for name in NAMES if name in row], key=row.index)


def test_in_generals_war_nobody_changes_sides_between_choosing_and_showing() -> None:
    # With seat 0 as the dealer, seat 1 is the first to be asked.
    table = Table(rule_set("generals-war").game(2), 0, SeededChance(seed_from_text("sides")))
    while any(a & 31 == act.READY for a in table.ask(table.actors()[0]).view.legal_actions()):  # type: ignore[union-attr]
        submit(table, table.actors()[0])
    seen: list[list[str]] = []
    for _ in range(3):
        submit(table, 1)
        seen.append(order_of_sides(table))
        submit(table, 0)
        seen.append(order_of_sides(table))
    assert seen == [["Ann", "Bea"]] * 6


def chose(seat: int, action: int) -> ev.Chose:
    return ev.Chose(seat=seat, action=action)


def test_what_was_done_in_the_deal_before_is_no_deed_of_this_one() -> None:
    deeds = Deeds()
    scene = Scene("fight-for-the-lead", ("Ann", "Bea", "Cleo"))
    deeds.add([ev.DealBegan(1, 0, (0, 1, 2)), chose(0, act.with_card(act.PLAY, 5))])
    assert deeds.text(0, WORDS, scene) == "plays 7♠"
    deeds.add([chose(1, act.SIT)])
    # How the deal ended stays until the next one is dealt.
    assert deeds.text(0, WORDS, scene) == "plays 7♠"
    deeds.add([ev.DealBegan(2, 1, (0, 2))])
    assert [deeds.text(seat, WORDS, scene) for seat in range(3)] == ["", "sits out", ""]
    deeds.add([chose(0, act.ENTER)])
    assert deeds.text(1, WORDS, scene) == ""
    deeds.add([ev.DealBegan(3, 2, (0, 1, 2))])
    assert [deeds.text(seat, WORDS, scene) for seat in range(3)] == ["enters", "", ""]


def test_keys_of_cards_are_named_in_short() -> None:
    assert _span("1234", "1234", "-") == "1-4"
    assert _span("12", "12345", "-") == "1 2"
    assert _span("1", "12", "-") == "1"
    assert _span("135", "12345", "-") == "1 3 5"
    assert _span("1234567890ac", "1234567890ac", "-") == "1-0 a c"
    assert _span("90acf", "1234567890acf", "-") == "9 0 a-f"


def panel(width: int, height: int, **facts: object) -> list[str]:
    given: dict[str, object] = {
        "number": 3, "name": "Castro", "level": "recruit", "person": "", "cards": "10 cards",
        "score": "40 chips", **facts,
    }  # fmt: skip
    widget = SeatPanel(Look(), 2)
    widget.facts = SeatFacts(**given)  # type: ignore[arg-type]
    canvas = Canvas(width, height)
    widget.paint(canvas)
    return canvas.plain()


def test_a_narrow_panel_keeps_its_columns_and_shortens_the_deed() -> None:
    long = "attacks Player: 5♥ 6♥ 7♥"
    rows = panel(18, 4, notes=("bid 4",), deed=long, short="attacks Player")
    assert rows == [" 3 Castro  recruit", " 10 cards 40 chips", " bid 4", " attacks Player"]
    assert panel(40, 4, notes=("bid 4",), deed=long)[3] == f"  {long}"


def test_a_deed_is_not_pushed_out_by_notes() -> None:
    notes = ("general of Boyle", "won 24")
    rows = panel(29, 3, notes=notes, deed="9♥ 7♦ K♦", short="9♥ 7♦ K♦")
    assert rows[2] == "  9♥ 7♦ K♦   general of Boyle"


def test_cards_grow_with_the_terminal_and_as_they_are_set() -> None:
    heights = [hand_height(rows, Look()) for rows in (20, 24, 34, 45)]
    assert heights == [5, 5, 7, 9]
    assert hand_height(45, Look(cards="small")) == 5
    assert hand_height(38, Look(cards="large")) == 9
    assert layout_of(140, 45, 4, Look(log=False)).log_width == 0


async def test_an_only_number_is_said_to_be_one(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        seats = ["recruit", PERSON, "recruit"]
        for seed in range(60):
            person = await sit_down(
                room, pilot, "battalion-twins", seats, seed=f"only {seed}", rounds=0
            )
            await person.wait_for_question()
            answering = person.table.answering
            assert answering is not None
            if len(answering.question.numbers) == 1:
                assert "Bid 4, or pass." in shown(room)
                assert "4 is the only number that is allowed." in shown(room)
                # There is nothing to choose: Enter alone bids it.
                await person.press("enter")
                await person.until("the bid", lambda: "You bid 4." in shown(room))
                assert "from 4 to 4" not in shown(room)
                return
        raise AssertionError("no seed gives a hand with one bid only")


@pytest.mark.parametrize("rows", [1, 3, 4, 5])
@pytest.mark.parametrize("room", range(9, 40))
def test_cards_that_have_no_room_beside_each_other_are_written_below_each_other(
    rows: int, room: int
) -> None:
    words = Words()
    cards = [1, 2, 4, 6, 8, 11]
    canvas = Canvas(room + 5, 8)
    assert paint_fan(canvas, 5, 2, cards, words, Look(), room=room, height=rows) <= 5 + room
    drawn = "\n".join(canvas.plain())
    if rows == 1 and room < 13:
        assert "…" in drawn
        return
    for card in cards:
        assert words.rank_sign(card % 13, room=1) in drawn or words.card(card) in drawn
    assert drawn.count("♠") >= len(cards)


def test_the_ten_is_named_alike_on_cards_and_in_sentences_where_there_are_only_letters() -> None:
    words = Words(cards="letters")
    assert words.card(8) == words.rank_sign(8) + words.suit_sign(0) == "TS"
    canvas = Canvas(20, 4)
    paint_fan(canvas, 0, 0, [8, 21], words, Look(ascii=True), room=20, height=4)
    assert "TS" in canvas.plain()[1]
    assert "TH" in canvas.plain()[1]


def test_a_note_without_a_value_stands_where_values_do() -> None:
    form = Form(Look())
    form.rows = (Row("a", "One", "value"), Row("b", "Two", "", note="by lot"))
    canvas = Canvas(60, 4)
    form.paint(canvas)
    one, two = canvas.plain()[:2]
    assert two.index("by lot") == one.replace("< ", "").index("value")
