"""Known hands are played out exactly: values against brute force, strategies hard to exploit."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from ai.search.regret import matrix_game
from ai.search.war_endgame import ROOT_ROUNDS, Endgame, Side, sides
from engine.bits import ALL, cards_of, mask_of
from engine.chance import FastChance
from engine.generals_war.public import BATTLE, WarPublic, squad_mask, value_of
from engine.generals_war.state import WarState
from engine.registry import rule_set
from engine.rng import Rng, rng_from


def endgames(size: int, wanted: int) -> list[WarState]:
    """Positions for two with an empty reserve and ``size`` cards in each hand."""
    return [ending(size, size, number) for number in range(wanted)]


def ending(size: int, other: int, number: int) -> WarState:
    """A position for two with an empty reserve, hands of these sizes, all else won by somebody."""
    game = rule_set("generals-war").game(2)
    rng = rng_from("ending", size, other, number)
    cards = vec[i64](range(52))
    rng.shuffle(cards)
    public = WarPublic(2, 0, 200, ALL, 0)
    public.phase = BATTLE
    public.first, public.second = 1, 0
    hands = vec[i64]([mask_of(list(cards[:size])), mask_of(list(cards[size : size + other]))])
    public.sizes = vec[i64]([size, other])
    rest = list(cards[size + other :])
    half = len(rest) // 2
    public.won = vec[i64]([mask_of(rest[:half]), mask_of(rest[half:])])
    public.killed = vec[i64]([0, number % 2, number // 2 % 2, 0])
    return WarState(game, FastChance(rng.fork()), public, hands, vec[i64]([0] * 0))


def rows_of(state: WarState, seat: int) -> list[int]:
    return [state.legal_nth(seat, n) for n in range(state.legal_count(seat))]


def brute(state: WarState, rounds: int) -> float:
    """Seat 0's chance by the rules themselves, all squads of all cards."""
    outcome = state.outcome()
    if outcome is not None:
        winners = outcome.places.count(1)
        return 1.0 / winners if outcome.places[0] == 1 else 0.0
    matrix = []
    for row in rows_of(state, 0):
        line = []
        for column in rows_of(state, 1):
            after = state.clone()
            assert isinstance(after, WarState)
            after.apply(0, row)
            after.apply(1, column)
            line.append(brute(after, rounds))
        matrix.append(line)
    return matrix_game(matrix, rounds)[2]


def ours(state: WarState) -> tuple[Endgame, Side, Side]:
    mine, theirs = sides(state.public, state.hands[0], state.hands[1], 0)
    return Endgame(state.public.target), mine, theirs


@pytest.mark.parametrize(("size", "other"), [(3, 3), (4, 3), (4, 4), (5, 4)])
def test_values_are_those_of_the_rules_played_out_by_brute_force(size: int, other: int) -> None:
    for number in range(4):
        state = ending(size, other, number)
        game, mine, theirs = ours(state)
        assert game.value(mine, theirs) == pytest.approx(brute(state, 300), abs=0.03)


def test_ties_goals_and_generals_are_those_of_the_rules() -> None:
    """Whatever two squads meet, what follows is worth what the rules make of it."""
    for state in endgames(6, 2):
        game, mine, theirs = ours(state)
        matrix = game.matrix(mine, theirs)
        rng = rng_from("cells", int(state.hands[0]))
        rows, columns = game.squads(state.hands[0]), game.squads(state.hands[1])
        for _ in range(25):
            row, column = int(rng.below(len(rows))), int(rng.below(len(columns)))
            after = state.clone()
            assert isinstance(after, WarState)
            after.apply(0, _code(after, 0, rows[row]))
            after.apply(1, _code(after, 1, columns[column]))
            assert matrix[row][column] == pytest.approx(brute(after, 300), abs=0.05)


def _code(state: WarState, seat: int, mask: int) -> int:
    return next(one for one in rows_of(state, seat) if squad_mask(one) == mask)


def test_the_solution_leaves_little_to_exploit() -> None:
    for state in endgames(6, 2):
        game, mine, theirs = ours(state)
        matrix = game.matrix(mine, theirs)
        rows, columns, value = matrix_game(matrix, ROOT_ROUNDS)
        worst = min(
            sum(part * line[n] for part, line in zip(rows, matrix, strict=True))
            for n in range(len(columns))
        )
        best = max(sum(a * b for a, b in zip(line, columns, strict=True)) for line in matrix)
        assert worst <= value + 1e-9
        assert best - worst <= 0.04


def test_squads_of_equal_ranks_are_one() -> None:
    pack = Rng(1, 2, 3, 4)
    for _ in range(50):
        cards = sorted({int(pack.below(52)) for _ in range(9)})
        hand = mask_of(cards)
        found = Endgame(200).squads(hand)
        kinds = [tuple(sorted(card % 13 for card in cards_of(mask))) for mask in found]
        assert len(set(kinds)) == len(kinds)
        every = {
            tuple(sorted((a % 13, b % 13, c % 13)))
            for x, a in enumerate(cards)
            for y, b in enumerate(cards[x + 1 :], x + 1)
            for c in cards[y + 1 :]
        }
        assert set(kinds) == every
        assert all(mask & ~hand == 0 and value_of(mask) > 2 for mask in found)


def test_a_war_without_three_cards_is_decided_by_points() -> None:
    game = Endgame(200)
    few = mask_of([0, 1])
    assert game.value(Side(few, 90, 0, 0), Side(few << 13, 80, 0, 0)) == 1.0
    assert game.value(Side(few, 80, 0, 0), Side(few << 13, 80, 0, 0)) == 0.5
