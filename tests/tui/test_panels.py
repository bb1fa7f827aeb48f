"""What stands in panels and prompts: sides that stay, deeds of this deal, keys of cards."""

from __future__ import annotations

import pytest

from ai.arena.report import ArenaResult, PlayerResult
from ai.arena.setup import ArenaSetup
from engine import actions as act
from engine import events as ev
from engine.chance import SeededChance, seed_from_text
from engine.registry import rule_set
from engine.table import Table
from tests.tui.conftest import MakeRoom
from tests.tui.screen_text import shown
from tests.tui.test_table import sit_down
from tui.arena.running import Standing
from tui.commandline.pitting.chart import Spread
from tui.look import Look
from tui.renderers import renderer_for
from tui.renderers.battalion_twins import TwinsRenderer
from tui.renderers.facts import SeatFacts
from tui.renderers.moment import Deeds, Moment
from tui.renderers.renderer import Cast
from tui.screens.arena_run import Standings
from tui.screens.layout import hand_height, layout_of
from tui.screens.prompting import _span
from tui.setup import PERSON
from tui.widgets.canvas import Canvas, wrapped
from tui.widgets.choices import Choice, Choices
from tui.widgets.faces import paint_fan, width_for
from tui.widgets.form import Form, Row
from tui.widgets.painted import Painted
from tui.widgets.prompt import KeyHint, fitting
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


@pytest.mark.parametrize("rules", ["battalion-twins", "battalion-cover"])
def test_a_bid_is_said_once_and_leaves_the_columns_as_they_are(rules: str) -> None:
    names = ("Ann", "Bea", "Cleo")
    table = Table(rule_set(rules).game(3), 0, SeededChance(seed_from_text("once")))
    words = Words("ru")
    renderer = renderer_for(table.game, Cast(names, ("recruit",) * 3), words, Look())
    scene = Scene(rules, names)
    bidders = 0
    for _ in range(200):
        seat = table.actors()[0]
        ask = table.ask(seat)
        assert ask is not None
        action = int(ask.view.legal_nth(ask.view.legal_count() - 1))
        table.submit(seat, ask.token, action)
        if action & 31 not in (act.BID, act.PASS):
            if bidders:
                break
            continue
        bidders += 1
        moment = Moment(table.view(0), tuple(table.actors()), ())
        # Who does not know what happened is told by the note.
        unsaid = renderer.facts(moment, seat, Deeds(), scene)
        assert len(unsaid.notes) == 1
        deeds = Deeds()
        deeds.add([chose(seat, action)])
        facts = renderer.facts(moment, seat, deeds, scene)
        assert facts.deed
        assert facts.notes == ()
        widget = SeatPanel(Look(), seat)
        widget.facts = facts
        canvas = Canvas(22, 3)
        widget.paint(canvas)
        assert canvas.plain()[1].rstrip() == f"  {facts.cards}  {facts.score}"
        assert canvas.plain()[2].strip() == facts.deed
    assert bidders


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
                await person.until("the bid", lambda: "bids 4" in shown(room))
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


def painted(widget: Painted, width: int, height: int) -> list[str]:
    canvas = Canvas(width, height)
    widget.paint(canvas)
    return canvas.plain()


def test_a_list_says_that_there_is_more_above_and_below() -> None:
    look = Look()
    choices = Choices(look, [Choice(str(n), f"item {n}") for n in range(9)])
    assert painted(choices, 20, 4)[3] == f"{look.glyphs.below} item 3"
    choices.marked = 4
    rows = painted(choices, 20, 4)
    # Those before and after the marked one are in sight, so that it is never beside a sign.
    assert rows[0] == f"{look.glyphs.above} item 2"
    assert rows[3] == f"{look.glyphs.below} item 5"
    choices.marked = 8
    assert painted(choices, 20, 4)[3] == f"{look.glyphs.cursor} item 8"


def test_a_long_title_goes_on_in_the_next_row_beside_its_note() -> None:
    item = Choice("a", "a title that is longer than the row", "more", note="yesterday")
    rows = painted(Choices(Look(), [item, Choice("b", "next")]), 30, 6)
    assert rows[0].endswith("  yesterday")
    assert "".join(row.replace("yesterday", "")[2:].strip() + " " for row in rows[:3]).split() == (
        item.title.split()
    )
    assert [row.strip() for row in rows[3:5]] == ["more", "next"]


def test_the_key_to_all_keys_stays_where_there_is_no_room_for_all() -> None:
    hints = [KeyHint("a", "alpha"), KeyHint("b", "beta"), KeyHint("?", "keys", lasting=True),
             KeyHint("q", "leave")]  # fmt: skip
    assert [one.key for one in fitting(hints, 100)] == ["a", "b", "?", "q"]
    assert [one.key for one in fitting(hints, 25)] == ["a", "?", "q"]
    assert [one.key for one in fitting(hints, 16)] == ["?", "q"]
    assert [one.key for one in fitting(hints, 8)] == ["q"]


def test_what_stands_between_parts_begins_no_row() -> None:
    text = "34 choices made · to choose: Ann - practice"
    assert wrapped(text, 17) == ["34 choices made ·", "to choose: Ann -", "practice"]


def test_of_a_long_text_one_sees_what_one_types() -> None:
    form = Form(Look())
    form.rows = (Row("seed", "Seed", "abcdefghij" * 9 + "end", typed=True),)
    [row] = painted(form, 60, 1)
    assert row.endswith("jend_")
    assert "…" in row


def test_who_deals_is_seen_however_long_the_name_is() -> None:
    name = "Bartholomew Long"
    assert panel(19, 3, name=name, dealer=True)[0].endswith(Look().glyphs.dealer)


def test_a_level_is_told_in_full_or_not_at_all() -> None:
    name = "Constantinopolis"
    assert panel(28, 3, name=name)[:2] == ["  3 Constantinopolis recruit",
                                           "  10 cards  40 chips"]  # fmt: skip
    rows = panel(28, 3, name=name, level="sergeant", cards="9 cards", score="4 chips")
    assert rows[:2] == ["  3 Constantinopolis", "  9 cards  4 chips  sergeant"]
    assert panel(26, 3, name=name)[:2] == ["  3 Constantinopolis", "  10 cards  40 chips"]


def test_of_results_all_players_are_shown_or_none() -> None:
    names = ("captain", "sergeant", "corporal", "recruit")
    setup = ArenaSetup("generals-war", names, 4, 10, "1")
    players = tuple(
        PlayerResult(name, 9, 0.2, 0.1, 0.3, 9.0, 8.0, 10.0, 1.0, None, None, None, 0, 2.0)
        for name in names
    )
    result = ArenaResult("generals-war", {}, 4, 9, 9, players, None, None)
    standings = Standings(WORDS, Look(), setup)
    standings.standing = Standing(result, 9, None, tuple(Spread({}, {5: 3}) for _ in names))
    for height in range(9, 24):
        text = "\n".join(painted(standings, 76, height)[8:])
        assert {name in text for name in names} != {True, False}, height
    assert all(name in text for name in names)


def test_what_was_paid_stands_in_full_beside_the_cards() -> None:
    table = Table(rule_set("battalion-twins").game(3), 0, SeededChance(seed_from_text("paid")))
    renderer = renderer_for(table.game, Cast(("Ann", "Bea", "Cleo"), ("",) * 3), WORDS, Look())
    assert isinstance(renderer, TwinsRenderer)
    renderer.paid_text = lambda public, seat: "paid 12 chips"  # type: ignore[method-assign]
    scene = Scene(table.game.rules, ("Ann", "Bea", "Cleo"))
    for _ in range(400):
        for seat in table.actors():
            ask = table.ask(seat)
            assert ask is not None
            table.submit(seat, ask.token, int(ask.view.legal_nth(ask.view.legal_count() - 1)))
        moment = Moment(table.view(0), tuple(table.actors()), ())
        canvas = Canvas(50, 8)
        renderer.paint_board(canvas, moment, scene)
        if "paid" in "\n".join(canvas.plain()):
            assert "paid 12 chips" in "\n".join(canvas.plain())
            return
    raise AssertionError("no battle was fought")


def test_three_dots_stand_for_what_is_still_to_come_where_there_is_only_ascii() -> None:
    canvas = Canvas(30, 2)
    canvas.put(0, 0, "The others play … ")
    canvas.put(0, 1, "Constantinopolis", limit=8)
    canvas.to_ascii()
    assert canvas.plain() == ["The others play...", "Constan~"]


def test_cards_are_rather_narrow_than_on_each_other() -> None:
    assert width_for(3, 40, 8) == 11
    assert width_for(3, 31, 8) == 9
    assert width_for(3, 25, 8) == 7
    assert width_for(9, 25, 8) == 5
    canvas = Canvas(31, 8)
    paint_fan(canvas, 0, 0, [24, 30, 44], WORDS, Look(), room=31, height=8)
    drawn = "\n".join(canvas.plain())
    assert drawn.count("♥") + drawn.count("♣") + drawn.count("♠") + drawn.count("♦") == 9
    assert drawn.count("╮ ╭") == 2


def test_a_deed_in_few_words_takes_the_rows_there_are() -> None:
    rows = panel(23, 5, deed="attacks Constantinopolis: 5♦ K♦", short="attacks Constantinopolis")
    assert [row.strip() for row in rows[3:]] == ["attacks", "Constantinopolis"]
