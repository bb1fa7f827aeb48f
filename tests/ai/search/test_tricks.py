"""The exact solver of four tricks agrees with trying everything."""

from __future__ import annotations

import random
import time

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from ai.search.tricks import SEATS, Tricks, TrickSolver

QUARTER = 4.0


Hands = tuple[tuple[int, ...], ...]
Trick = tuple[tuple[int, int], ...]
Memory = dict[tuple[Hands, int, frozenset[int]], list[float]]


def deal(rng: random.Random, seats: int, cards: int) -> Hands:
    """Hands of ``cards`` cards of a whole pack."""
    drawn = rng.sample(range(52), seats * cards)
    return tuple(tuple(sorted(drawn[seat * cards : (seat + 1) * cards])) for seat in range(seats))


def position(hands: Hands, leader: int, has: frozenset[int], debts: list[float]) -> Tricks:
    masks = [sum(2**card for card in hand) for hand in hands] + [0] * (SEATS - len(hands))
    after = sum(((seat + 1) % len(hands)) << (4 * seat) for seat in range(len(hands)))
    taken = sum(2**seat for seat in has)
    return Tricks(vec[i64](masks), after, len(hands), leader, taken, QUARTER, vec[float](debts))


class Everything:
    """What every seat gets if each plays the first of its best cards, found by trying all.

    With a memory, what follows after a trick is tried only once for the same cards.
    """

    def __init__(self, debts: list[float], memory: Memory | None = None) -> None:
        self.debts = debts
        self.memory = memory

    def after(
        self, hands: Hands, seat: int, card: int, trick: Trick, has: frozenset[int]
    ) -> list[float]:
        """``seat`` plays ``card`` on ``trick``."""
        left = tuple(tuple(held for held in hand if held != card) for hand in hands)
        trick = (*trick, (seat, card))
        if len(trick) < len(hands):
            return self.best(left, (seat + 1) % len(hands), trick, has)
        winner = max((card, who) for who, card in trick if card // 13 == trick[0][1] // 13)[1]
        worth = list(self.between(left, winner, has | {winner}))
        worth[winner] += QUARTER
        return worth

    def between(self, hands: Hands, leader: int, has: frozenset[int]) -> list[float]:
        """``leader`` leads to the next trick, if there is one."""
        if not hands[leader]:
            return [0.0 if who in has else -self.debts[who] for who in range(len(hands))]
        if self.memory is None:
            return self.best(hands, leader, (), has)
        key = (hands, leader, has)
        if key not in self.memory:
            self.memory[key] = self.best(hands, leader, (), has)
        return self.memory[key]

    def best(self, hands: Hands, seat: int, trick: Trick, has: frozenset[int]) -> list[float]:
        legal = hands[seat]
        if trick:
            suit = trick[0][1] // 13
            legal = tuple(card for card in legal if card // 13 == suit) or legal
        found: list[float] = []
        for card in legal:
            worth = self.after(hands, seat, card, trick, has)
            if not found or gain(worth, seat) > gain(found, seat):
                found = worth
        return found


def gain(worth: list[float], seat: int) -> float:
    """What a seat plays for: with two the difference, with more its own worth."""
    return worth[seat] - worth[1 - seat] if len(worth) == 2 else worth[seat]


def compare(rng: random.Random, seats: int, cards: int, memory: Memory | None = None) -> None:
    hands = deal(rng, seats, cards)
    leader = rng.randrange(seats)
    debts = [rng.choice([0.0, 3.0, 16.0]) for _ in range(SEATS)]
    has = frozenset(rng.sample(range(seats), rng.randrange(2)))
    everything = Everything(debts, memory)
    solver = TrickSolver()
    for card, worth in solver.solve(position(hands, leader, has, debts)):
        wanted = everything.after(hands, leader, card, (), has)
        if seats == 2:
            assert worth[leader] == pytest.approx(gain(wanted, leader))
        else:
            assert worth[:seats] == pytest.approx(wanted)
    assert solver.complete


@pytest.mark.parametrize(("seats", "cards"), [(2, 4), (3, 3), (4, 3), (5, 2)])
def test_exact_play_equals_trying_everything(seats: int, cards: int) -> None:
    rng = random.Random(f"tricks {seats}")
    for _ in range(25):
        compare(rng, seats, cards)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_exact_play_of_four_tricks_equals_trying_everything(seats: int) -> None:
    rng = random.Random(f"four tricks {seats}")
    for _ in range(24 // seats - 3):
        compare(rng, seats, 4, {})


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_exact_play_equals_trying_everything_on_a_thousand_deals(seats: int) -> None:
    rng = random.Random(f"many tricks {seats}")
    for _ in range(1000):
        compare(rng, seats, 4, {})


def test_trying_everything_is_the_same_with_a_memory() -> None:
    rng = random.Random("memory")
    for _ in range(6):
        hands = deal(rng, 4, 3)
        debts = [5.0] * SEATS
        plain, quick = Everything(debts), Everything(debts, {})
        for card in hands[0]:
            found = plain.after(hands, 0, card, (), frozenset())
            assert found == quick.after(hands, 0, card, (), frozenset())


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_solver_stops_at_its_limits_and_what_it_has_found_is_exact(seats: int) -> None:
    rng = random.Random(f"limits {seats}")
    solver = TrickSolver()
    cut = 0
    for _ in range(40 // seats**2 + 2):
        tricks = position(deal(rng, seats, 4), 0, frozenset(), [5.0] * SEATS)
        whole = solver.solve(tricks)
        nodes = int(solver.nodes)
        assert solver.solve(tricks, nodes) == whole
        assert solver.complete
        most = rng.randrange(1, nodes)
        part = solver.solve(tricks, most)
        assert not solver.complete
        assert solver.nodes == most + 1
        assert part == whole[: len(part)]
        assert len(part) < len(whole)
        cut += len(part) > 0
        assert solver.solve(tricks) == whole
    assert cut > 0


def test_a_solver_stops_at_the_deadline() -> None:
    tricks = position(deal(random.Random("late"), 5, 4), 0, frozenset(), [5.0] * SEATS)
    solver = TrickSolver()
    solver.solve(tricks)
    assert solver.nodes > 2000
    assert len(solver.solve(tricks, 0, time.monotonic() - 1.0)) < 4
    assert not solver.complete
    assert solver.nodes < 2000


def test_one_solver_solves_many_positions_as_fresh_ones_do() -> None:
    rng = random.Random("again")
    shared = TrickSolver()
    for _ in range(60):
        tricks = position(deal(rng, 4, 3), 1, frozenset(), [5.0] * SEATS)
        assert shared.solve(tricks) == TrickSolver().solve(tricks)


def test_in_the_middle_of_a_trick_the_cards_on_the_table_count() -> None:
    # Seat 0 led the king of spades (11); seat 1 holds the ace and the deuce.
    tricks = position(((0,), (12, 1), (5, 6)), 1, frozenset(), [8.0] * SEATS)
    tricks.hands[0] = 0
    tricks.hands[1] = 2**12
    tricks.hands[2] = 2**5
    tricks.laid, tricks.led, tricks.best, tricks.best_seat = 1, 0, 11, 0
    ((card, worth),) = TrickSolver().solve(tricks)
    assert card == 12
    assert worth[:3] == [-8.0, 4.0, -8.0]
