"""General's War for two when the reserve is empty: each side knows the other's hand.

What remains is a game of simultaneous choices without chance. A battle is a matrix game whose cells
are the games after it; where no pair of squads is best for both, it is solved by regret matching.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ai.search.regret import matrix_game
from engine import bits
from engine.generals_war.public import ACES, SQUAD_SIZE, VALUES, WarPublic, value_of

# Rounds of regret matching: at the root, and in the games below it.
ROOT_ROUNDS: Final = 600
ROUNDS: Final = 60


@mypyc_attr(native_class=True)
class Side:
    """One side of the war. hand: mask. points: of its won pile. killed: generals of the other that
    it won. tabled: its cards that ties left on the table, as a mask."""

    def __init__(self, hand: i64, points: i64, killed: i64, tabled: i64) -> None:
        self.hand = hand
        self.points = points
        self.killed = killed
        self.tabled = tabled


@mypyc_attr(native_class=True)
class Endgame:
    """What both sides can still get. target: points that win."""

    def __init__(self, target: i64) -> None:
        self.target = target

    def matrix(self, mine: Side, theirs: Side) -> list[list[float]]:
        """The first side's chance to win, a row for each of its squads, a column for each of the
        other's, as in ``squads``."""
        rows = distinct(mine.hand)
        columns = distinct(theirs.hand)
        found: list[list[float]] = []
        for row in rows:
            cells: list[float] = []
            for column in columns:
                cells.append(self._after(mine, theirs, row, column))
            found.append(cells)
        return found

    def squads(self, hand: i64) -> list[int]:
        """The different squads of ``hand``, as masks."""
        return [int(mask) for mask in distinct(hand)]

    def value(self, mine: Side, theirs: Side) -> float:
        """The first side's chance to win if both play well."""
        if bits.count(mine.hand) < SQUAD_SIZE or bits.count(theirs.hand) < SQUAD_SIZE:
            if mine.points == theirs.points:
                return 0.5
            return 1.0 if mine.points > theirs.points else 0.0
        matrix = self.matrix(mine, theirs)
        low = 0.0
        for row in matrix:
            least = min(row)
            if least > low:
                low = least
        high = 1.0
        n: i64 = 0
        while n < i64(len(matrix[0])):
            most = 0.0
            for row in matrix:
                if row[n] > most:
                    most = row[n]
            if most < high:
                high = most
            n += 1
        if high - low < 1e-9:
            return low
        return matrix_game(matrix, ROUNDS)[2]

    def _after(self, mine: Side, theirs: Side, row: i64, column: i64) -> float:
        """The first side's chance once these squads met."""
        ahead = value_of(row) - value_of(column)
        my_table = mine.tabled | row
        their_table = theirs.tabled | column
        none: i64 = 0
        if ahead == 0:
            return self.value(
                Side(mine.hand & ~row, mine.points, mine.killed, my_table),
                Side(theirs.hand & ~column, theirs.points, theirs.killed, their_table),
            )
        pot = value_of(my_table | their_table)
        points = mine.points
        killed = mine.killed
        their_points = theirs.points
        their_killed = theirs.killed
        if ahead > 0:
            points += pot
            killed += bits.count(their_table & ACES)
            if killed >= 2 or points >= self.target:
                return 1.0
        else:
            their_points += pot
            their_killed += bits.count(my_table & ACES)
            if their_killed >= 2 or their_points >= self.target:
                return 0.0
        return self.value(
            Side(mine.hand & ~row, points, killed, none),
            Side(theirs.hand & ~column, their_points, their_killed, none),
        )


def sides(public: WarPublic, hand: i64, enemy_hand: i64, seat: i64) -> tuple[Side, Side]:
    """The two sides of a position for two, that of ``seat`` first."""
    enemy = 1 - seat
    mine = Side(
        hand,
        value_of(public.won[seat]),
        public.killed[seat * 2 + enemy],
        public.table[seat],
    )
    theirs = Side(
        enemy_hand,
        value_of(public.won[enemy]),
        public.killed[enemy * 2 + seat],
        public.table[enemy],
    )
    return mine, theirs


def distinct(hand: i64) -> vec[i64]:
    """The squads of ``hand`` that differ in ranks, as masks; of equal ranks the first cards."""
    kinds = vec[i64](capacity=26)
    cards = vec[i64](capacity=26)
    rank: i64 = 0
    while rank < 13:
        card = rank
        while card < 52:
            if (hand >> card) & 1 != 0:
                cards = append(cards, card)
                kinds = append(kinds, i64(VALUES[rank]))
            card += 13
        rank += 1
    size = i64(len(cards))
    found = vec[i64](capacity=40)
    i: i64 = 0
    while i < size - 2:
        if i == 0 or kinds[i] != kinds[i - 1]:
            j = i + 1
            while j < size - 1:
                if j == i + 1 or kinds[j] != kinds[j - 1]:
                    k = j + 1
                    while k < size:
                        if k == j + 1 or kinds[k] != kinds[k - 1]:
                            mask = bits.bit(cards[i]) | bits.bit(cards[j]) | bits.bit(cards[k])
                            found = append(found, mask)
                        k += 1
                j += 1
        i += 1
    return found
