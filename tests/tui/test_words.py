"""What is said, to whom, and in which language."""

from __future__ import annotations

import gettext
import io
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from hypothesis import given
from hypothesis import strategies as st

from engine import events as ev
from engine.actions import (
    ASSAULT,
    ATTACK,
    BID,
    CHALLENGE,
    COVER,
    DEFEND,
    DISCARD,
    DRAW_DISCARD,
    DRAW_STOCK,
    ENTER,
    EXCHANGE,
    FIGHT,
    LEAVE,
    MUSTER,
    PASS,
    PLAY,
    READY,
    SIT,
    SQUAD,
    STAND,
    SURRENDER,
    parse_action,
)
from engine.cards import parse_cards
from engine.options import Option
from engine.records import RecordFault
from engine.refusals import MalformedAction, OptionFault, StaleToken, refuse
from engine.registry import UnknownRules, rule_sets
from engine.replay import LogFault
from tui.words import Scene, Words
from tui.words.catalogue import DOMAIN, language_of, languages
from tui.words.clean import clean, quoted
from tui.words.prompts import all_kinds
from tui.words.tongue import Phrase, Tongue

ROOT = Path(__file__).resolve().parents[2]
WORDS = Words()
TABLE = Scene("battalion-twins", ("Ann", "Bea", "Cleo"), me=0)
ALL_KINDS = tuple(range(1, 22))


def code(text: str) -> int:
    kinds = tuple(kind for kind in ALL_KINDS if kind != ASSAULT)
    return parse_action(text, kinds, "x.y")


# Cards, seats, lists


def test_cards_are_said_by_signs_by_letters_and_by_name() -> None:
    cards = parse_cards("QS TH 2C")
    assert Words(cards="symbols").cards(cards) == "Q♠ 10♥ 2♣"
    assert Words(cards="letters").cards(cards) == "QS TH 2C"
    assert Words(cards="names").cards(cards) == "queen of spades, ten of hearts, deuce of clubs"
    assert WORDS.card_name(parse_cards("AD")[0]) == "ace of diamonds"


def test_a_seat_without_a_name_is_called_by_its_number() -> None:
    assert WORDS.name(1, TABLE) == "Bea"
    assert WORDS.name(5, TABLE) == "Seat 5"
    assert WORDS.name(0, Scene(names=("\x1b\u202e",))) == "Seat 0"
    assert WORDS.name(ev.BANK) == "the bank"
    assert WORDS.name(ev.POT) == "the pot"


def test_namesakes_are_told_apart_by_their_seats() -> None:
    table = Scene(names=("recruit", "Ann", "recruit"))
    assert [WORDS.name(seat, table) for seat in range(3)] == ["recruit (0)", "Ann", "recruit (2)"]


def test_lists_are_joined_as_people_do() -> None:
    assert WORDS.both([]) == "none"
    assert WORDS.both(["a"]) == "a"
    assert WORDS.both(["a", "b"]) == "a and b"
    assert WORDS.either(["a", "b", "c"]) == "a, b or c"


# Refusals and errors


def test_a_refusal_speaks_to_who_tried_and_about_somebody_else() -> None:
    refusal = refuse("not-held", "common.holding", card="QS")
    assert WORDS.refusal(refusal, TABLE) == (
        "You do not hold Q♠; only cards in your hand can be used."
    )
    assert WORDS.refusal(refusal, TABLE, 0) == WORDS.refusal(refusal, TABLE)
    assert WORDS.refusal(refusal, TABLE, 1) == (
        "Bea does not hold Q♠; only cards in the hand can be used."
    )


def test_a_refusal_names_the_suit_and_says_what_to_do() -> None:
    refusal = refuse("suit-attacked-last", "twins.combat.ban", suit="S")
    assert WORDS.refusal(refusal) == "Spades attacked last turn; choose another suit."
    assert WORDS.rule("twins.combat.ban") == "rule twins.combat.ban"


def test_holding_too_few_copies_is_told_from_holding_none() -> None:
    refusal = refuse("not-held", "common.holding", card="QS", held=1)
    assert WORDS.refusal(refusal).startswith("You hold Q♠ only 1 time;")
    refusal = refuse("not-held", "common.holding", card="QS", held=2)
    assert WORDS.refusal(refusal).startswith("You hold Q♠ only 2 times;")


def test_a_refusal_out_of_turn_names_who_is_asked() -> None:
    refusal = refuse("not-your-turn", "common.turn", seat=0, asked=[1, 2])
    assert WORDS.refusal(refusal, TABLE) == ("It is not your turn: Bea and Cleo must choose first.")


def test_an_option_fault_names_option_value_and_range() -> None:
    option = Option("chips", 10, low=1, high=99, unit="chips")
    with pytest.raises(OptionFault) as caught:
        option.accept(0)
    assert WORDS.error(caught.value) == "chips must be from 1 to 99, not 0."
    option = Option("refill", "ten", choices=("ten", "none"))
    with pytest.raises(OptionFault) as caught:
        option.accept("all")
    assert WORDS.error(caught.value) == "refill must be ten or none, not “all”."


def test_errors_say_what_is_there_instead() -> None:
    assert WORDS.error(UnknownRules("unknown-rules", id="chess", known=("a", "b"))) == (
        "There is no rule set chess; there are a and b."
    )
    assert WORDS.error(MalformedAction("unknown-card", text="attack 3 QX", word="QX")) == (
        "No card is written “QX”: a card is a rank and a suit, such as QS."
    )
    assert WORDS.error(StaleToken("stale-token", seat=1)).startswith("That question is answered")


def test_a_fault_of_a_log_names_the_entry_its_text_and_the_rule() -> None:
    refusal = refuse("not-held", "common.holding", card="QS")
    fault = RecordFault("not-held", refusal, index=16, text="1 play QS", card="QS")
    assert WORDS.error(fault, TABLE) == (
        "Entry 17, “1 play QS”: Bea does not hold Q♠; only cards in the hand can be used. "
        "(rule common.holding)"
    )
    assert WORDS.error(LogFault(4, "shuffle-not-due")) == "Entry 5: No shuffle is due here."


def test_files_that_cannot_be_read_are_named_with_the_reason(tmp_path: Path) -> None:
    for path, expected in (
        (tmp_path / "none", f"{tmp_path}/none: there is no such file or folder."),
        (tmp_path, f"{tmp_path} is a folder, not a file."),
    ):
        with pytest.raises(OSError) as caught:
            path.open()
        assert WORDS.file_error(caught.value) == expected
    assert WORDS.file_error(OSError(5, "Input/output error"), "x") == "x: Input/output error."


def test_trouble_with_the_disk_is_said_with_its_folder() -> None:
    said = WORDS.trouble("disk-full", "/home/ann/saves")
    assert "the disk is full (/home/ann/saves)" in said


# What happened


def test_choices_are_told_in_the_third_person_and_to_you() -> None:
    attack = code("attack 1 QS JS")
    assert WORDS.did(0, attack, TABLE) == "You attack Bea with Q♠ J♠."
    assert WORDS.did(2, attack, TABLE) == "Cleo attacks Bea with Q♠ J♠."
    assert WORDS.did(2, code("attack 0 QS"), TABLE) == "Cleo attacks you with Q♠."
    assert WORDS.action(attack, TABLE) == "Attack Bea with Q♠ J♠"


def test_an_attack_on_the_next_seat_names_who_sits_there() -> None:
    attack = parse_action("attack QS JS", (ASSAULT,), "x.y")
    cover = Scene("battalion-cover", ("Ann", "Bea", "Cleo"), me=0)
    assert WORDS.did(0, attack, cover) == "You attack Bea with Q♠ J♠."
    assert WORDS.did(1, attack, cover) == "Bea attacks Cleo with Q♠ J♠."
    assert WORDS.did(2, attack, cover) == "Cleo attacks you with Q♠ J♠."
    assert WORDS.did(2, attack, Scene("battalion-cover")) == "Seat 2 attacks with Q♠ J♠."


def test_a_hidden_choice_is_told_without_its_cards() -> None:
    assert WORDS.event(ev.ChoseUnseen(1, SQUAD, 3), TABLE) == "Bea has chosen a squad."
    assert WORDS.event(ev.ChoseUnseen(1, EXCHANGE, 2), TABLE) == "Bea exchanges 2 cards."
    assert WORDS.event(ev.ChoseUnseen(1, EXCHANGE, 1), TABLE) == "Bea exchanges 1 card."
    # One's own choice was told with its cards.
    assert WORDS.event(ev.ChoseUnseen(0, SQUAD, 3), TABLE) is None


def test_payments_name_both_sides_and_no_chips_are_not_mentioned() -> None:
    def said(event: ev.Event) -> str | None:
        return WORDS.event(event, TABLE)

    assert said(ev.Paid(1, 2, 1)) == "Bea pays 1 chip to Cleo."
    assert said(ev.Paid(1, 0, 4)) == "Bea pays you 4 chips."
    assert said(ev.Paid(0, 1, 4)) == "You pay 4 chips to Bea."
    assert said(ev.Paid(1, ev.BANK, 2)) == "Bea pays 2 chips to the bank."
    assert said(ev.Paid(ev.POT, 1, 2)) == "Bea takes 2 chips from the pot."
    assert said(ev.Paid(ev.POT, 0, 1)) == "You take 1 chip from the pot."
    assert said(ev.Paid(1, 2, 0)) is None


def test_endings_name_the_winners() -> None:
    assert WORDS.winner((2, 1, 3), TABLE) == "Bea wins the game."
    assert WORDS.winner((1, 2, 3), TABLE) == "You win the game."
    assert WORDS.winner((1, 1, 3), TABLE) == "You and Bea share the first place."
    said = WORDS.event(ev.Ended("out-of-chips", (2, 1, 3)), TABLE)
    assert said == "A player ran out of chips. Bea wins the game."


def test_an_event_of_somebody_elses_rule_set_has_no_line() -> None:
    class Castled(ev.Event):
        pass

    assert WORDS.event(Castled(), TABLE) is None


# What is asked


@pytest.mark.parametrize(
    "kinds",
    [
        (DRAW_STOCK, DRAW_DISCARD), (DRAW_STOCK,), (DISCARD,), (BID, PASS), (PASS,), (ATTACK,),
        (ASSAULT,), (DEFEND, SURRENDER), (SURRENDER,), (COVER, LEAVE), (LEAVE,), (ENTER, SIT),
        (FIGHT,), (EXCHANGE, STAND), (STAND,), (PLAY,), (MUSTER, READY), (READY,), (CHALLENGE,),
        (SQUAD,),
    ],
)  # fmt: skip
def test_every_question_has_a_prompt_of_its_own(kinds: tuple[int, ...]) -> None:
    assert frozenset(kinds) in all_kinds()
    assert WORDS.prompt(kinds) != WORDS.prompt(())


def test_a_prompt_says_what_is_known() -> None:
    assert WORDS.prompt((SQUAD,)) == "Choose three cards for your squad."
    assert WORDS.prompt((BID, PASS)) == "Bid, or pass."
    assert WORDS.prompt((BID, PASS), TABLE, {"low": 5, "high": 7}) == "Bid from 5 to 7, or pass."
    assert WORDS.prompt((DEFEND, SURRENDER), TABLE, {"suit": "H"}) == (
        "Defend with hearts, or surrender."
    )
    cover = Scene("battalion-cover", ("Ann", "Bea", "Cleo"), me=0)
    assert WORDS.prompt((BID, PASS), cover, {"high": 5}) == (
        "Declare the 5 cards of your longest suit, or pass."
    )
    assert WORDS.waiting([1, 2], TABLE) == "Waiting for Bea and Cleo."


# What there is


def test_every_rule_set_of_ours_has_a_title_and_a_line() -> None:
    for id_ in rule_sets():
        assert WORDS.title(id_) != id_
        assert 10 < len(WORDS.line(id_)) <= 78
    assert WORDS.title("chess") == "chess"
    assert WORDS.line("chess") == ""


def test_every_level_has_a_line() -> None:
    from ai.levels import levels

    for name in levels():
        assert WORDS.level_line(name), name


def test_a_level_with_options_is_called_by_its_name_with_them() -> None:
    assert WORDS.level("general:worlds=2000") == "general (worlds=2000)"
    assert WORDS.level_line("general:worlds=2000") == WORDS.level_line("general")
    assert WORDS.level("colonel:style=bold:depth=3") == "colonel (style=bold depth=3)"


def test_an_option_is_shown_with_label_line_range_and_unit() -> None:
    option = Option("chips", 10, low=1, high=99, unit="chips")
    words = WORDS.option(option)
    assert words.label == "Chips"
    assert words.line == "How many chips each player starts with."
    assert words.range == "from 1 to 99 chips"
    assert WORDS.option_value(option, 1) == "1 chip"
    refill = Option("refill", "ten", choices=("ten", "none"))
    assert WORDS.option(refill).range == "ten or none"
    assert WORDS.option_value(refill, "none") == "played out"
    foreign = Option("first_move", "x", choices=("x", "y"))
    assert WORDS.option(foreign).label == "first move"


def test_moments_are_told_by_the_day_in_the_readers_zone() -> None:
    zone = timezone(timedelta(hours=2))
    now = datetime(2026, 5, 3, 1, 30, tzinfo=zone)
    assert WORDS.when(datetime(2026, 5, 2, 23, 5, tzinfo=UTC), now) == "today 1:05"
    assert WORDS.when(datetime(2026, 5, 2, 21, 0, tzinfo=UTC), now) == "yesterday 23:00"
    assert WORDS.when(datetime(2025, 12, 31, 10, 0, tzinfo=UTC), now) == "31 Dec 2025, 12:00"
    assert WORDS.duration(1) == "1 second"
    assert WORDS.duration(600) == "10 minutes"
    assert WORDS.duration(3600 * 5) == "5 hours"


# Text from outside


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann", "Ann"),
        ("A\x1b[31mnn\x07\x9b", "A[31mnn"),
        ("two\nlines\ttab\u2028end", "two lines tab end"),
        ("\u202eevil\u2066", "evil"),
        ("a\ud800b", "ab"),
        ("z" + "\u0301" * 50, "z\u0301\u0301"),
        ("가나다", "가나다"),
    ],
)
def test_text_from_outside_cannot_move_the_cursor(text: str, expected: str) -> None:
    assert clean(text) == expected


@given(st.text(), st.integers(2, 80))
def test_cleaned_text_is_one_printable_line_of_bounded_length(text: str, most: int) -> None:
    found = clean(text, most)
    assert len(found) <= most
    assert found.isprintable()
    assert clean(found, most) == found


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
                    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))  # fmt: skip
def test_any_value_of_a_file_is_quoted_short(value: object) -> None:
    assert len(quoted(value)) <= 62


def test_a_number_of_many_digits_is_not_written_out() -> None:
    assert quoted(10**5000) == "∞"


def test_a_value_under_another_name_is_not_taken_for_a_card() -> None:
    assert WORDS.fill("{name} {card}", {"name": "QS", "card": "QS"}) == "QS Q♠"
    assert WORDS.fill("{Suit}", {"suit": "S"}) == "Spades"
    assert WORDS.fill("{text}", {"text": Phrase("as it is")}) == "as it is"


# Languages


class Russian(Tongue):
    """Three forms, as many Slavic languages have them."""

    def __init__(self) -> None:
        super().__init__()
        catalog = Catalog(locale="ru", domain=DOMAIN)
        catalog.add(("{count} chip", "{count} chips"), ("{count} a", "{count} b", "{count} c"))
        catalog.add("spades", "пики")
        buffer = io.BytesIO()
        write_mo(buffer, catalog)
        buffer.seek(0)
        self._catalogue = gettext.GNUTranslations(buffer)


def test_plural_forms_are_those_of_the_language() -> None:
    tongue = Russian()
    forms = ("{count} chip", "{count} chips")

    def said(count: int) -> str:
        return tongue.fill(forms, {"count": count}, by="count")

    assert [said(count) for count in (1, 3, 5, 21)] == ["1 a", "3 b", "5 c", "21 a"]


def test_two_sessions_speak_their_own_languages_at_the_same_time() -> None:
    one, other = Russian(), Words()
    assert one.suit(0) == "пики"
    assert other.suit(0) == "spades"


def test_a_language_without_a_catalogue_is_english() -> None:
    assert Words("tlh").suit(0) == "spades"
    assert "en" in languages()


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "xx_YY"}, "en"),
        ({"LC_ALL": "C", "LANG": "en_GB"}, "en"),
        ({"LANGUAGE": "xx:en"}, "en"),
    ],
)
def test_the_language_is_taken_from_the_environment(
    environment: dict[str, str], expected: str
) -> None:
    assert language_of(environment) == expected


def test_a_language_is_found_by_its_short_name(tmp_path: Path) -> None:
    folder = tmp_path / "ru" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / f"{DOMAIN}.mo").touch()
    assert language_of({"LANG": "ru_RU.UTF-8"}, tmp_path) == "ru"
    assert language_of({"LC_ALL": "ru_RU", "LANG": "en"}, tmp_path) == "ru"


def test_the_catalogues_hold_every_marked_text() -> None:
    checked = subprocess.run(
        [sys.executable, str(ROOT / "tui" / "locale" / "build.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, f"run `make words`: {checked.stderr}"
