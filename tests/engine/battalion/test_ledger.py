"""The ledger keeps what is certain about unseen cards, and no more than that."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from engine.battalion.drawn import Drawn, drawn_texts, load_drawn
from engine.battalion.facts import entry_text, parse_entry
from engine.battalion.ledger import (
    FADED,
    LONG_AGO,
    MOST_ENTRIES,
    MOST_FACTS,
    Ledger,
    load_ledger,
)
from engine.cards import DECK_SIZE, deck, parse_card, parse_cards
from engine.refusals import BadSnapshot, BrokenState

SPADES, HEARTS = 1, 2


def ledger(size: int = 5) -> Ledger:
    told = Ledger(3)
    told.dealt(size)
    return told


def entries(told: Ledger, seat: int = 1) -> list[str]:
    return [entry_text(code) for code in told.entries[seat]]


def show(told: Ledger, cards: str, seat: int = 1) -> None:
    for card in parse_cards(cards):
        told.showed(seat, card)


def test_a_seat_without_facts_has_only_its_number_of_slots() -> None:
    told = ledger()
    told.drew(1, 3)
    show(told, "2S 3S")
    assert entries(told) == []
    assert told.slots(1) == 6


def test_a_bid_stays_until_the_cards_that_prove_it_lie_open() -> None:
    told = ledger()
    told.longest(1, 3, 11, [])
    show(told, "2S 2H 3S")
    assert entries(told) == ["longest 3 11", "showed 2S", "showed 2H", "showed 3S"]
    show(told, "4S")
    assert entries(told) == []
    assert told.slots(1) == 1


def test_cards_that_may_have_been_drawn_later_prove_nothing() -> None:
    told = ledger()
    told.longest(1, 3, 11, [])
    show(told, "2S 3S")
    told.drew(1, 1)
    show(told, "4S")
    assert entries(told)[0] == "longest 3 11"


def test_cards_known_at_the_time_count_for_a_fact() -> None:
    told = ledger()
    told.longest(1, 3, 11, parse_cards("2S 3H"))
    show(told, "3S 4S")
    assert entries(told) == []
    told.longest(1, 2, 11, parse_cards("2S 2S"))
    assert entries(told) == []


def test_points_are_proven_by_twins() -> None:
    told = ledger()
    told.points(1, 5, [])
    show(told, "2S 3S 2S")
    assert entries(told) == []
    told = ledger()
    told.points(1, 6, [])
    show(told, "2S 3S 2S")
    assert entries(told)[0] == "points 6"


def test_a_declared_suit_laid_in_full_leaves_a_lack() -> None:
    told = ledger(10)
    told.longest(1, 4, 4, [])
    show(told, "2S 3S 4S 5S")
    # Six cards are left, and there must not be five of another suit among them.
    assert entries(told)[0] == "longest 0 4"
    assert entries(told)[-1] == "lacks S"
    show(told, "2H 3D 4C")
    assert entries(told) == ["lacks S", "showed 2H", "showed 3D", "showed 4C"]


def test_a_lack_goes_when_no_slot_of_that_time_is_left() -> None:
    told = ledger(2)
    told.lacks(1, SPADES)
    show(told, "2H")
    assert entries(told) == ["lacks S", "showed 2H"]
    show(told, "3H")
    assert entries(told) == []


def test_what_was_said_just_now_is_not_said_again() -> None:
    told = ledger()
    told.holds(1, SPADES, [])
    told.holds(1, SPADES, [])
    told.lacks(1, HEARTS)
    told.lacks(1, HEARTS)
    assert entries(told) == ["holds S", "lacks H"]
    told.drew(1, 1)
    told.lacks(1, HEARTS)
    assert entries(told) == ["holds S", "lacks H", "drew 1", "lacks H"]


def test_to_hold_any_card_is_no_fact() -> None:
    told = ledger()
    told.holds(1, 15, [])
    assert entries(told) == []


def test_a_fact_fades_when_it_could_long_be_shown() -> None:
    told = ledger()
    told.longest(1, 3, 11, [])
    told.lacks(1, HEARTS)
    told.drew(1, 1)
    for turn in range(FADED):
        show(told, ("2S", "3D", "4C")[turn % 3])
        told.drew(1, 1)
    assert entries(told)[:2] == ["longest 3 11", "lacks H"]
    show(told, "2C")
    assert entries(told) == []


def test_a_bid_of_which_too_little_was_shown_does_not_fade() -> None:
    told = ledger()
    told.longest(1, 5, 11, [])
    told.drew(1, 1)
    for turn in range(4 * 4):
        show(told, ("2S", "3D", "4C", "5H")[turn % 4])
        told.drew(1, 1)
    assert entries(told)[0] == "longest 5 11"


def test_a_suit_held_and_never_shown_is_still_held() -> None:
    told = ledger()
    told.holds(1, SPADES, [])
    for _turn in range(FADED + 1):
        told.drew(1, 1)
        show(told, "2H")
    assert entries(told) == ["holds S"]


def test_the_oldest_of_too_many_facts_makes_way() -> None:
    told = ledger()
    for low in range(2, 2 + MOST_FACTS + 1):
        told.longest(1, low % 4 + 1, 11, [])
        told.drew(1, 1)
    kept = [text for text in entries(told) if text.startswith("longest")]
    assert len(kept) == MOST_FACTS
    assert kept[0] == "longest 4 11"


def test_a_reshuffle_is_kept_for_all_seats_with_its_pile() -> None:
    told = ledger()
    assert told.reshuffled(vec[i64](parse_cards("2S 2S 3H"))) == 0
    told.drew(1, 2)
    assert entries(told, 0) == ["cut"]
    assert entries(told, 1) == ["cut", "drew 2"]
    assert told.cuts[0][parse_card("2S")] == 2
    assert told.drawn_since_cuts(1) == [0, 2, 0]


def test_the_oldest_reshuffle_goes_when_there_are_too_many_or_it_is_long_ago() -> None:
    told = ledger()
    pile = vec[i64](parse_cards("2S 3H"))
    assert [told.reshuffled(pile) for _ in range(3)] == [0, 0, 1]
    assert entries(told) == ["cut", "cut"]
    told = ledger()
    told.reshuffled(pile)
    for _turn in range(LONG_AGO + 1):
        told.drew(1, 1)
        show(told, "2H")
    assert told.reshuffled(pile) == 1
    assert entries(told) == ["cut"]


def test_the_record_stays_small_however_long_a_game_lasts() -> None:
    told = ledger(10)
    most = 0
    for turn in range(3000):
        seat = turn % 3
        told.holds(seat, 1 << turn % 4, [])
        told.lacks(seat, 1 << (turn + 1) % 4)
        show(told, ("2S", "3H", "4D", "5C")[turn * 7 % 4], seat)
        told.drew(seat, 1)
        if turn % 40 == 0:
            told.reshuffled(vec[i64](deck(1)))
        most = max(most, *(len(each) for each in told.entries))
    assert most < MOST_ENTRIES // 2


def test_a_new_hand_forgets_everything() -> None:
    told = ledger()
    told.longest(1, 3, 11, [])
    told.reshuffled(vec[i64](parse_cards("2S")))
    told.dealt(4)
    assert told.entries == [[], [], []]
    assert told.cuts == []
    assert told.slots(1) == 4


def full_ledger() -> Ledger:
    told = ledger()
    told.longest(1, 3, 5, parse_cards("2S"))
    show(told, "4H")
    told.points(2, 6, [])
    told.holds(0, SPADES | HEARTS, [])
    told.reshuffled(vec[i64](parse_cards("2S 5D 5D")))
    told.drew(1, 2)
    told.lacks(2, HEARTS)
    return told


def test_a_dumped_ledger_comes_back() -> None:
    told = full_ledger()
    dump = told.dump()
    back = load_ledger(dump, 3)
    assert back.dump() == dump
    assert (back.base, back.entries, back.cuts) == (told.base, told.entries, told.cuts)
    assert dump["entries"] == [
        ["holds SH", "cut"],
        ["longest 3 5", "knew 2S", "showed 4H", "cut", "drew 2"],
        ["points 6", "cut", "lacks H"],
    ]


def test_a_clone_goes_its_own_way() -> None:
    told = full_ledger()
    before = told.dump()
    copy = told.clone()
    copy.drew(0, 1)
    show(copy, "KS", 1)
    copy.reshuffled(vec[i64](parse_cards("KS")))
    assert told.dump() == before


NO_ENTRIES = (
    "cut 1|drew|drew x|drew 256|drew 01x|showed 1S|lacks|lacks HS|lacks SS|longest 3|longest 3 12|"
    "points 21|holds X|knew 2S 2S|said 4|"
)


@pytest.mark.parametrize("text", NO_ENTRIES.split("|"))
def test_an_entry_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadSnapshot):
        parse_entry(text, "entries")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("base", [1, 2]),
        ("base", [1, 2, 99]),
        ("entries", "cut"),
        ("entries", [[], []]),
        ("entries", [[], [], ["drew 1"] * (MOST_ENTRIES + 1)]),
        ("entries", [[], [], [7]]),
        ("cuts", ["", "", ""]),
        ("cuts", ["1S"]),
        ("cuts", None),
    ],
)
def test_a_dump_out_of_range_is_refused(field: str, value: object) -> None:
    with pytest.raises(BadSnapshot):
        load_ledger({**full_ledger().dump(), field: value}, 3)


PACK = vec[i64]([2] * DECK_SIZE)


def checked(entries_of_one: list[str], base: int = 5, hidden: int = 5) -> None:
    told = ledger()
    told.base[1] = base
    told.entries[1] = [parse_entry(text, "entries") for text in entries_of_one]
    told.check([5, hidden, 5], PACK)


def test_a_record_that_fits_is_let_through() -> None:
    checked(["holds S", "knew 2H", "drew 1", "showed 2H"])
    full_ledger().check([5, 6, 5], PACK)


@pytest.mark.parametrize(
    ("texts", "base", "hidden"),
    [
        ([], 4, 5),
        (["drew 1"], 5, 5),
        (["holds S", "showed 2H", "showed 2H", "drew 2"], 1, 1),
        (["cut"], 5, 5),
        (["knew 2S"], 5, 5),
        (["holds S", "drew 7", "knew 2S"], 5, 12),
        (["holds S"] * (MOST_FACTS + 1), 5, 5),
    ],
)
def test_a_record_that_cannot_be_is_found(texts: list[str], base: int, hidden: int) -> None:
    with pytest.raises(BrokenState):
        checked(texts, base, hidden)


def test_cards_that_are_not_in_the_game_are_found() -> None:
    told = full_ledger()
    with pytest.raises(BrokenState):
        told.check([5, 6, 5], vec[i64]([1] * DECK_SIZE))
    pack = PACK[:]
    pack[parse_card("4H")] = 0
    with pytest.raises(BrokenState):
        told.check([5, 6, 5], pack)


# What each seat drew itself


def test_own_draws_are_kept_since_the_reshuffles_that_are_told_apart() -> None:
    drawn = Drawn(2)
    drawn.drew(0, parse_card("2S"), 0)
    drawn.drew(0, parse_card("3S"), 1)
    drawn.drew(0, parse_card("4S"), 2)
    assert drawn_texts(drawn.cards[0]) == ["3S", "4S"]
    drawn.forget(1)
    assert drawn_texts(drawn.cards[0]) == ["4S", ""]
    copy = drawn.clone()
    copy.dealt()
    assert drawn_texts(drawn.cards[0]) == ["4S", ""]
    assert load_drawn({"memory": ["4S", ""]}, "memory") == drawn.cards[0]


@pytest.mark.parametrize("value", [["2S"], "2S", ["2S", "XX"], None, [["2S"], []]])
def test_own_draws_out_of_range_are_refused(value: object) -> None:
    with pytest.raises(BadSnapshot):
        load_drawn({"memory": value}, "memory")


def test_own_draws_that_do_not_go_with_the_record_are_found() -> None:
    told = ledger()
    told.reshuffled(vec[i64](parse_cards("2S 3S")))
    told.drew(0, 1)
    drawn = Drawn(3)
    with pytest.raises(BrokenState):
        drawn.check(told)
    drawn.drew(0, parse_card("2S"), 1)
    drawn.check(told)
    drawn.cards[0] = [64 + parse_card("9S")]
    with pytest.raises(BrokenState):
        drawn.check(told)
