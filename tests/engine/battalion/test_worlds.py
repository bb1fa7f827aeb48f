"""Sampled worlds against plain enumeration of all arrangements of the unseen cards, tiny packs."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable

import pytest

from engine.battalion_cover.game import RULES as COVER
from engine.battalion_cover.game import CoverGame
from engine.battalion_twins.game import RULES as TWINS
from engine.battalion_twins.game import TwinsGame
from engine.cards import cards_text, parse_cards
from engine.game import State
from engine.rng import rng_from
from tests.support.battalion import Hand, shot
from tests.support.dealing import Stacked, do

World = tuple[tuple[str, ...], str]
SAMPLES = 2500


def world_of(state: State) -> World:
    hands = shot(state, "hands")
    assert isinstance(hands, list)
    return tuple(hands), str(shot(state, "stock"))


def arrangements(
    state: State, seat: int, kept: list[Hand], possible: Callable[[list[Hand]], bool]
) -> Counter[World]:
    """Every order of the cards that ``seat`` has not seen, told apart, dealt to the others' hands
    behind the ``kept`` cards and then to the stock."""
    hands, stock = world_of(state)
    dealt = [parse_cards(hand) for hand in hands]
    loose = parse_cards(stock)
    for other, hand in enumerate(dealt):
        if other != seat:
            loose += (Counter(hand) - Counter(kept[other])).elements()
    found: Counter[World] = Counter()
    for order in itertools.permutations(loose):
        rest = list(order)
        new: list[Hand] = []
        for other, hand in enumerate(dealt):
            if other == seat:
                new.append(hand)
                continue
            missing = len(hand) - len(kept[other])
            new.append(sorted(kept[other] + rest[:missing]))
            del rest[:missing]
        if possible(new):
            found[tuple(cards_text(hand) for hand in new), cards_text(rest)] += 1
    return found


def agrees(
    state: State,
    seat: int,
    kept: list[Hand],
    possible: Callable[[list[Hand]], bool] = lambda hands: True,
) -> None:
    """Samples worlds of the view of ``seat`` and compares how often each comes."""
    expected = arrangements(state, seat, kept, possible)
    assert len(expected) > 2
    view = state.view(seat)
    rng = rng_from("worlds", seat)
    found = Counter(world_of(view.sample(rng)) for _ in range(SAMPLES))
    assert set(found) <= set(expected)
    total = sum(expected.values())
    spread = 0.0
    for world, share in expected.items():
        mean = SAMPLES * share / total
        spread += (found[world] - mean) ** 2 / mean
    free = len(expected) - 1
    # Five standard deviations of the chi-square above its mean: a fault, not luck.
    assert spread < free + 5 * (2 * free) ** 0.5


def twins(order: str, hand_size: int, **options: int | str) -> State:
    pack = parse_cards(order)
    given = TWINS.game(3, {"rounds": 0, **options}).options
    return TwinsGame(3, given, pack=pack, hand_size=hand_size).start(2, Stacked(pack))


@pytest.mark.parametrize("seat", [-1, 1, 2])
def test_a_card_taken_face_up_stays_where_it_went(seat: int) -> None:
    state = twins("2S 3S 3S 2S 4H 5D 5D", 1, rounds=1)
    do(state, "0 draw discard", "0 discard 2S", "1 draw stock")
    # Seat 0 holds the 2S that lay open; its own one was indistinguishable from it.
    agrees(state, seat, [[], [], []])
    state = twins("2S 3S 3S 6C 4H 5D 5D", 1, rounds=1)
    do(state, "0 draw discard", "0 discard 2S", "1 draw stock")
    agrees(state, seat, [parse_cards("6C"), [], []])


@pytest.mark.parametrize("seat", [0, 2])
def test_who_is_asked_to_attack_holds_a_card_of_an_allowed_suit(seat: int) -> None:
    state = twins("2S 3H 4S 5S 6H 7S 8D", 1)
    do(state, "0 pass", "1 pass", "2 pass", "0 attack 2 2S", "2 surrender")
    spades = parse_cards("2S")[0] // 13
    agrees(state, seat, [[], [], []], lambda hands: hands[1][0] // 13 != spades)


@pytest.mark.parametrize("seat", [-1, 0, 2])
def test_who_is_asked_for_a_card_of_the_suit_holds_one(seat: int) -> None:
    pack = parse_cards("2S 3S 4H 5H 6H 7H 8S")
    given = COVER.game(3, {"rounds": 0}).options
    state = CoverGame(3, given, pack=pack, hand_size=2).start(2, Stacked(pack))
    do(state, "0 pass", "1 pass", "2 pass", "0 attack 2S")
    spades = parse_cards("2S")[0] // 13

    def possible(hands: list[Hand]) -> bool:
        # Seat 0 attacked with one card, so its other one is of another suit.
        left = hands[0][0] // 13
        return left != spades and any(card // 13 == spades for card in hands[1])

    agrees(state, seat, [[], [], []], possible)
