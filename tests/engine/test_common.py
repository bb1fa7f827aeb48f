"""What all rule sets have in common, clause by clause (docs/rules/en/common.md)."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from engine import bits
from engine.actions import (
    ATTACK,
    BID,
    CHALLENGE,
    DEFEND,
    EXCHANGE,
    SQUAD,
    action_text,
    cards_of,
    number_of,
    parse_action,
    size_of,
    sorted_action,
    target_of,
    with_cards,
    with_number,
    with_seat,
    with_suited,
)
from engine.cards import UnknownCard, card_text, deck, parse_card
from engine.chance import FastChance, SeededChance, seed_from_text, shuffled
from engine.options import Option
from engine.outcome import places_by
from engine.refusals import IllegalAction, MalformedAction, OptionFault
from engine.registry import UnknownRules, rule_set, rule_sets
from engine.rng import Rng, rng_from

clause = pytest.mark.clause


@clause("common.cards.written")
def test_a_card_is_written_as_rank_and_suit() -> None:
    assert parse_card("QS") == 10
    assert parse_card("2H") == 13
    assert [card_text(card) for card in (0, 8, 12, 51)] == ["2S", "TS", "AS", "AC"]
    for card in range(52):
        assert parse_card(card_text(card)) == card
    for text in ("", "Q", "SQ", "qs", "QS ", "10S", "1S", "Q♠", "QSS"):
        with pytest.raises(UnknownCard):
            parse_card(text)


@clause("common.cards.copies")
def test_packs_of_several_decks_hold_equal_cards() -> None:
    assert sorted(deck(2)) == sorted([*range(52), *range(52)])
    assert len(deck(3)) == 156


@clause("common.dealer.seat", "common.dealer.first")
def test_the_dealer_is_a_seat() -> None:
    game = rule_set("generals-war").game(4)
    for dealer in range(4):
        state = game.start(dealer, SeededChance(bytes(32)))
        assert state.snapshot()["dealer"] == dealer
        assert state.actors() == [(dealer + 1) % 4]


@clause("common.piles.draw", "common.piles.put", "common.chance.shuffle", "common.chance.rest")
def test_a_shuffle_is_a_pure_function_of_seed_number_and_pile() -> None:
    seed = seed_from_text("x")
    pile = deck(2)
    first = shuffled(seed, 0, pile)
    assert sorted(first) == sorted(pile)
    assert shuffled(seed, 0, pile[::-1]) == first
    assert shuffled(seed, 1, pile) != first
    assert shuffled(seed_from_text("y"), 0, pile) != first
    chance = SeededChance(seed)
    twin = chance.clone()
    orders = [[int(c) for c in chance.shuffle(vec[i64](pile))] for _ in range(3)]
    assert orders == [shuffled(seed, n, pile) for n in range(3)]
    assert [int(c) for c in twin.shuffle(vec[i64](pile))] == first
    assert [int(c) for c in SeededChance(seed, 2).shuffle(vec[i64](pile))] == orders[2]


def test_the_documented_shuffle_does_not_change() -> None:
    # From the text of engine/chance.py; saves and records of older games depend on it.
    assert shuffled(bytes(range(32)), 3, [0, 0, 1, 13, 51]) == reference_shuffle(
        bytes(range(32)), 3, [0, 0, 1, 13, 51]
    )


def reference_shuffle(seed: bytes, n: int, pile: list[int]) -> list[int]:
    import hashlib

    keys = []
    for place, card in enumerate(pile):
        copy = pile[:place].count(card)
        text = bytes([n >> 24, n >> 16 & 255, n >> 8 & 255, n & 255, card, copy])
        keys.append((hashlib.blake2b(text, key=seed, digest_size=16).hexdigest(), card))
    return [card for _, card in sorted(keys)]


@clause("common.places.shared")
def test_equal_results_share_the_best_of_the_places() -> None:
    assert places_by([5, 5, 3]) == [1, 1, 3]
    assert places_by([1, 2, 2, 0]) == [3, 1, 1, 4]


@clause("common.options.default", "common.options.range", "common.options.unknown")
@pytest.mark.parametrize("name", list(rule_sets()))
def test_options_have_defaults_and_refuse_what_is_outside_by_name(name: str) -> None:
    rules = rule_set(name)
    for players in rules.seats:
        game = rules.game(players)
        assert game.options == {o.name: o.default_for(players) for o in rules.options}
        with pytest.raises(OptionFault) as caught:
            rules.game(players, {"no such option": 1})
        assert caught.value.values["name"] == "no such option"
        for option in rules.options:
            bad: list[object] = [None, 1.5, [], True]
            bad += ["no such word"] if option.choices else [option.low - 1, option.high + 1]  # type: ignore[operator]
            for value in bad:
                with pytest.raises(OptionFault) as caught:
                    rules.game(players, {option.name: value})
                assert caught.value.values["name"] == option.name


@pytest.mark.parametrize("name", list(rule_sets()))
def test_only_the_players_a_rule_set_takes_can_play_it(name: str) -> None:
    rules = rule_set(name)
    for players in range(9):
        if players in rules.seats:
            assert rules.game(players).players == players
        else:
            with pytest.raises(OptionFault):
                rules.game(players)


def test_an_unknown_rule_set_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownRules) as caught:
        rule_set("whist")
    assert caught.value.values == {"id": "whist", "known": tuple(rule_sets())}


@pytest.mark.parametrize("text", ["", "x", "1.5", "--3", "٣", "9" * 12, "+4"])
def test_an_option_is_read_from_text_or_refused(text: str) -> None:
    option = Option("chips", 10, low=1, high=99)
    assert option.read("20") == 20
    with pytest.raises(OptionFault):
        option.read(text)


# Choices as codes


@given(st.lists(st.integers(0, 51), min_size=1, max_size=8))
def test_cards_of_a_choice_keep_their_order(cards: list[int]) -> None:
    for kind in (EXCHANGE, SQUAD):
        action = with_cards(kind, cards)
        assert cards_of(action) == cards
        assert size_of(action) == len(cards)
        assert parse_action(action_text(action), (kind,), "") == action
        assert cards_of(sorted_action(action)) == sorted(cards)


@given(st.integers(0, 3), st.lists(st.integers(0, 12), min_size=1, max_size=10), st.integers(0, 5))
def test_cards_of_one_suit_keep_their_order(suit: int, ranks: list[int], seat: int) -> None:
    cards = [suit * 13 + rank for rank in ranks]
    action = with_suited(ATTACK, seat, cards)
    assert action < 2**62
    assert cards_of(action) == cards
    assert target_of(action) == seat
    assert parse_action(action_text(action), (ATTACK,), "") == action


def test_cards_of_two_suits_cannot_attack_together() -> None:
    with pytest.raises(IllegalAction) as caught:
        parse_action("attack 1 QS QH", (ATTACK,), "twins.combat.one-suit")
    assert caught.value.refusal.clause == "twins.combat.one-suit"


@pytest.mark.parametrize("number", [0, 4, 20, 99])
def test_numbers_and_seats_go_to_and_fro(number: int) -> None:
    assert number_of(with_number(BID, number)) == number
    assert target_of(with_seat(CHALLENGE, number % 8)) == number % 8


@given(st.text(max_size=30))
def test_any_text_is_a_choice_or_malformed(text: str) -> None:
    kinds = (BID, ATTACK, DEFEND, CHALLENGE, SQUAD)
    action = read(text, kinds)
    assert action is None or action_text(action) == text


def read(text: str, kinds: tuple[int, ...]) -> int | None:
    """The choice written as ``text``, None if it is properly refused."""
    try:
        return parse_action(text, kinds, "")
    except (MalformedAction, IllegalAction):
        return None


# Masks


@given(st.sets(st.integers(0, 51)))
def test_masks_hold_their_cards(cards: set[int]) -> None:
    mask = bits.mask_of(sorted(cards))
    assert mask == sum(2**card for card in cards)
    assert bits.cards_of(mask) == sorted(cards)
    assert bits.count(mask) == len(cards)
    assert bits.lowest(mask) == min(cards, default=52)
    for n, card in enumerate(sorted(cards)):
        assert bits.nth(mask, n) == card
    for suit in range(4):
        held = [card for card in cards if card // 13 == suit]
        assert bits.highest_of(mask, suit) == max(held, default=-1)
        assert bits.suit_of(mask, suit) == sum(2 ** (card % 13) for card in held)


@pytest.mark.parametrize("card", range(52))
def test_every_single_bit_is_right_also_beyond_the_31st(card: int) -> None:
    # mypyc compiles i64(1) << n wrongly for n of 31 and more.
    assert bits.bit(card) == 2**card


# Streams of random numbers


def test_streams_are_the_same_in_every_process_and_build() -> None:
    rng = rng_from("seed", 1, b"x")
    assert [int(rng.word()) for _ in range(3)] == [int(x) for x in PINNED]


PINNED = (2806010749, 407483426, 1972240094)


def test_numbers_below_n_are_even_enough() -> None:
    rng = Rng(1, 2, 3, 4)
    counts = [0] * 7
    for _ in range(7000):
        counts[int(rng.below(7))] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 30


def test_fast_shuffles_give_every_order_equally_often() -> None:
    chance = FastChance(Rng(5, 6, 7, 8))
    counts = dict.fromkeys(itertools.permutations((3, 14, 51)), 0)
    for _ in range(6000):
        counts[tuple(int(c) for c in chance.shuffle(vec[i64]([3, 14, 51])))] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 30


def test_a_forked_stream_differs_and_a_cloned_one_does_not() -> None:
    rng = Rng(9, 9, 9, 9)
    clone = rng.clone()
    assert [rng.word() for _ in range(5)] == [clone.word() for _ in range(5)]
    fork = rng.fork()
    # Also not a part of the numbers that come later.
    later = {rng.word() for _ in range(2000)}
    assert not later & {fork.word() for _ in range(50)}
