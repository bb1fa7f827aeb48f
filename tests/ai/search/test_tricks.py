"""The exact solver of four tricks agrees with trying everything."""

from __future__ import annotations

import random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from ai.search.tricks import SEATS, Tricks, TrickSolver

QUARTER = 4.0


def deal(rng: random.Random, seats: int, cards: int) -> list[list[int]]:
    """Hands of ``cards`` cards of a whole pack."""
    drawn = rng.sample(range(52), seats * cards)
    return [sorted(drawn[seat * cards : (seat + 1) * cards]) for seat in range(seats)]


def position(hands: list[list[int]], leader: int, has: set[int], debt: float) -> Tricks:
    masks = [sum(2**card for card in hand) for hand in hands] + [0] * (SEATS - len(hands))
    after = sum(((seat + 1) % len(hands)) << (4 * seat) for seat in range(len(hands)))
    taken = sum(2**seat for seat in has)
    return Tricks(vec[i64](masks), after, len(hands), leader, taken, QUARTER, debt)


Trick = list[tuple[int, int]]


def everything(
    hands: list[list[int]], seat: int, trick: Trick, has: frozenset[int], debt: float
) -> list[float]:
    """What every seat gets if each plays the first of its best cards, found by trying all."""
    seats = len(hands)
    if len(trick) == seats:
        suit = trick[0][1] // 13
        winner = max((card, who) for who, card in trick if card // 13 == suit)[1]
        has = has | {winner}
        if hands[winner]:
            worth = list(everything(hands, winner, [], has, debt))
        else:
            worth = [0.0 if who in has else -debt for who in range(seats)]
        worth[winner] += QUARTER
        return worth
    legal = hands[seat]
    if trick:
        legal = [card for card in legal if card // 13 == trick[0][1] // 13] or legal
    best: list[float] = []
    for card in legal:
        worth = after(hands, seat, card, trick, has, debt)
        if not best or gain(worth, seat) > gain(best, seat):
            best = worth
    return best


def gain(worth: list[float], seat: int) -> float:
    """What a seat plays for: with two the difference, with more its own worth."""
    return worth[seat] - worth[1 - seat] if len(worth) == 2 else worth[seat]


def after(
    hands: list[list[int]], seat: int, card: int, trick: Trick, has: frozenset[int], debt: float
) -> list[float]:
    left = [[held for held in hand if held != card] for hand in hands]
    return everything(left, (seat + 1) % len(hands), [*trick, (seat, card)], has, debt)


def compare(rng: random.Random, seats: int, cards: int) -> None:
    hands = deal(rng, seats, cards)
    leader = rng.randrange(seats)
    debt = rng.choice([0.0, 3.0, 16.0])
    has = frozenset(rng.sample(range(seats), rng.randrange(2)))
    for card, worth in TrickSolver().solve(position(hands, leader, set(has), debt)):
        wanted = after(hands, leader, card, [], has, debt)
        if seats == 2:
            assert worth[leader] == pytest.approx(gain(wanted, leader))
        else:
            assert worth[:seats] == pytest.approx(wanted)


@pytest.mark.parametrize(("seats", "cards"), [(2, 4), (3, 3), (4, 3), (5, 2)])
def test_exact_play_equals_trying_everything(seats: int, cards: int) -> None:
    rng = random.Random(f"tricks {seats}")
    for _ in range(25):
        compare(rng, seats, cards)


@pytest.mark.soak
@pytest.mark.parametrize(("seats", "cards"), [(2, 4), (3, 4), (4, 4), (5, 3)])
def test_exact_play_equals_trying_everything_on_many_deals(seats: int, cards: int) -> None:
    rng = random.Random(f"many tricks {seats}")
    for _ in range(1000 if seats < 4 else 60):
        compare(rng, seats, cards)


def test_one_solver_solves_many_positions_as_fresh_ones_do() -> None:
    rng = random.Random("again")
    shared = TrickSolver()
    for _ in range(60):
        hands = deal(rng, 4, 3)
        tricks = position(hands, 1, set(), 5.0)
        assert shared.solve(tricks) == TrickSolver().solve(tricks)


def test_in_the_middle_of_a_trick_the_cards_on_the_table_count() -> None:
    # Seat 0 led the king of spades (11); seat 1 holds the ace and the deuce.
    tricks = position([[0], [12, 1], [5, 6]], 1, set(), 8.0)
    tricks.hands[0] = 0
    tricks.hands[1] = 2**12
    tricks.hands[2] = 2**5
    tricks.laid, tricks.led, tricks.best, tricks.best_seat = 1, 0, 11, 0
    ((card, worth),) = TrickSolver().solve(tricks)
    assert card == 12
    assert worth[:3] == [-8.0, 4.0, -8.0]
