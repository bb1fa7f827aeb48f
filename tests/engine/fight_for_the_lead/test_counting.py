"""Exact numbers of lines of play on small packs: a fault in listing choices changes them."""

from __future__ import annotations

from math import comb

from engine.cards import parse_cards
from engine.game import State
from tests.support.dealing import Stacked, do
from tests.support.lead import HANDS, REST, deal, lead, tiny


def lines(state: State, depth: int) -> int:
    """How many ways there are to play ``depth`` choices (fewer where the match ends)."""
    if depth == 0 or state.is_over():
        return 1
    seat = state.actors()[0]
    total = 0
    for action in state.legal_actions(seat):
        after = state.clone()
        after.apply(seat, action)
        total += lines(after, depth - 1)
    return total


def test_fights_of_two_with_four_cards_each() -> None:
    state = lead(2, deal(HANDS[:2], REST, dealer=1))
    assert lines(state, 1) == 4
    assert lines(state, 2) == 16


def test_exchanges_are_all_sets_of_cards_that_can_be_paid() -> None:
    state = lead(2, deal(HANDS[:2], REST, dealer=1), chips=12)
    do(state, "0 fight JS", "1 fight JH")
    # Eight chips are left to each: at most two cards.
    each = 1 + comb(4, 1) + comb(4, 2)
    assert lines(state, 1) == each
    assert lines(state, 2) == each * each


def test_tricks_of_two_suits() -> None:
    """Seat 0 holds 3S 3H, seat 1 4S 4H; both must follow, so two ways are all there are."""
    order = parse_cards("2S 2H 3S 4S 5S 3H 4H 5H")
    state = tiny(2, "2S 3S 4S 5S 2H 3H 4H 5H", Stacked(order), deals=1)
    do(state, "0 fight 2S", "1 fight 2H", "0 stand", "1 stand")
    assert lines(state, 4) == 2
    assert lines(state, 2) == 2


def test_tricks_without_a_suit_in_common_are_free() -> None:
    """Seat 0 holds spades, seat 1 hearts: two ways to lead, two to throw away."""
    order = parse_cards("2S 2H 3S 3H 5S 4S 4H 5H")
    state = tiny(2, "2S 3S 4S 5S 2H 3H 4H 5H", Stacked(order), deals=1)
    do(state, "0 fight 2S", "1 fight 2H", "0 stand", "1 stand")
    assert lines(state, 4) == 4


def test_whole_matches_of_one_deal_with_one_card() -> None:
    """One fight card each, stand or exchange each, one card each."""
    order = parse_cards("2S 2H 3S 3H 4S 4H")
    state = tiny(2, "2S 3S 4S 2H 3H 4H", Stacked(order), size=1, deals=1)
    assert lines(state, 99) == 2 * 2
