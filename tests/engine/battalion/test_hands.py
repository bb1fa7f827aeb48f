"""Numbering of the choices of several cards: each multiset once, against plain enumeration."""

from __future__ import annotations

import itertools
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from engine.actions import ASSAULT, ATTACK, cards_of, kind_of, sorted_action, target_of, with_seat
from engine.battalion import hands as held
from engine.battalion.state import suit_cards, whole_pack
from engine.cards import deck
from tests.support.battalion import Hand, suits_of, twins_worth

cards = st.lists(st.sampled_from(deck(3)), max_size=10).filter(
    lambda hand: all(count <= 3 for count in Counter(hand).values())
)
twin_cards = st.lists(st.integers(0, 9), max_size=10).filter(
    lambda hand: all(count <= 2 for count in Counter(hand).values())
)


def choices(suit: Hand) -> set[tuple[int, ...]]:
    """All multisets of these cards but the empty one."""
    return {
        tuple(sorted(chosen))
        for size in range(1, len(suit) + 1)
        for chosen in itertools.combinations(suit, size)
    }


@given(cards)
def test_a_hand_holds_its_cards_and_lengths(hand: Hand) -> None:
    counts = held.hand_of(hand)
    assert held.cards_in(counts, 0) == sorted(hand)
    assert held.size(counts, 0) == len(hand)
    lengths = [len(suits_of(hand).get(suit, [])) for suit in range(4)]
    assert [int(counts[held.LENGTHS + suit]) for suit in range(4)] == lengths
    assert held.longest(counts, 0) == max(lengths)
    assert held.kinds(counts, 0, 0, 52) == len(set(hand))
    kinds = [int(held.nth_kind(counts, 0, 0, n)) for n in range(len(set(hand)))]
    assert kinds == sorted(set(hand))
    several = [card for card, copies in Counter(hand).items() if copies > 1]
    assert counts[held.TWINS] == sum(2**card for card in several)
    for card in hand:
        held.remove_card(counts, 0, card)
    assert not any(counts)


@given(cards)
def test_every_multiset_of_a_suit_has_one_number(hand: Hand) -> None:
    # The hand lies behind another one.
    both = vec[i64]([*held.hand_of([0, 0, 51]), *held.hand_of(hand)])
    for suit in range(4):
        expected = choices(suits_of(hand).get(suit, []))
        total = int(held.subsets(both, held.HAND, suit))
        assert total == len(expected) + 1
        head = with_seat(ATTACK, 4)
        codes = [
            int(held.subset_code(both, held.HAND, suit, number, head)) for number in range(1, total)
        ]
        assert {tuple(cards_of(code)) for code in codes} == expected
        assert len(codes) == len(expected)
        for code in codes:
            assert (kind_of(code), target_of(code)) == (ATTACK, 4)
            assert sorted_action(code) == code
            assert [int(card) for card in suit_cards(code)] == cards_of(code)


@given(cards)
def test_those_of_two_cards_or_more_are_numbered_without_gaps(hand: Hand) -> None:
    counts = held.hand_of(hand)
    for suit, suited in suits_of(hand).items():
        expected = {chosen for chosen in choices(suited) if len(chosen) > 1}
        found = [
            held.subset_code(counts, 0, suit, held.several_number(counts, 0, suit, n), ASSAULT)
            for n in range(len(expected))
        ]
        assert {tuple(cards_of(code)) for code in found} == expected


@given(twin_cards, st.booleans(), st.integers(0, held.MAX_WEIGHT))
def test_those_of_enough_cards_or_points_are_counted_and_numbered(
    hand: Hand, points: bool, low: int
) -> None:
    counts = held.hand_of(hand)
    high = held.MAX_WEIGHT
    expected = {
        chosen
        for chosen in {(), *choices(hand)}
        if (twins_worth(list(chosen)) if points else len(chosen)) >= low
    }
    assert held.weighted(counts, 0, 0, low, high, points) == len(expected)
    found = [held.weighted_nth(counts, 0, 0, low, points, n, ASSAULT) for n in range(len(expected))]
    assert {tuple(cards_of(code)) for code in found if code != ASSAULT} | (
        {()} if low == 0 else set()
    ) == expected
    exactly = sum(1 for chosen in choices(hand) if len(chosen) == low)
    assert low == 0 or held.weighted(counts, 0, 0, low, low, False) == exactly


@given(twin_cards)
def test_points_count_pairs_double(hand: Hand) -> None:
    assert held.points_of(vec[i64](hand)) == twins_worth(hand)
    assert held.best_points(held.hand_of(hand), 0) == twins_worth(hand)


def test_the_whole_pack_is_rebuilt_from_its_counts() -> None:
    for copies in (2, 3):
        pack = vec[i64]([copies] * 52)
        assert [int(card) for card in whole_pack(pack)] == deck(copies)
