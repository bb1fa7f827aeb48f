"""Ratings: how strong each player is, on the scale of chess, with intervals.

The model is that of Bradley and Terry, fitted by choix: every pair of seats in a game counts as
one comparison, won by the better place, a tie as half a win each. 400 points are odds of ten to
one; the mean of the line-up is 0. One more draw of every pair with each other is supposed, so that
a player that won everything has a rating too.

Intervals come from fitting again on deal sets drawn with replacement; the supposed draws are
split at random then. Percentiles are widened as Student's t is wider than the normal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Final

from ai.arena.stats import Estimate, normal, t_point

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]

RESAMPLES: Final = 400
# With fewer sets there are too few ways to draw them again to say anything.
FEWEST_SETS: Final = 5
MOST_BLOCKS: Final = 4096
POINTS: Final = 400 / math.log(10)
_UNKNOWN: Final = Estimate(None, None, None)


@cache
def rating_library() -> Any | None:
    """The module choix; None where it is not installed (``messdeck[arena]``)."""
    try:
        import choix
    except ImportError:
        return None
    return choix


class Comparisons:
    """Who came before whom, a deal set at a time, in memory that does not grow without end.

    Beyond MOST_BLOCKS sets, neighbours are put together; they are independent all the same.
    """

    def __init__(self, players: int) -> None:
        self._players = players
        self._blocks: list[list[float]] = []
        self._sets_a_block = 1
        self._open: list[float] = []
        self._in_open = 0

    def add(self, wins: Sequence[float]) -> None:
        """Adds a set. wins: row by row, how often each player came before each other one."""
        if self._in_open == 0:
            self._open = list(wins)
        else:
            self._open = [a + b for a, b in zip(self._open, wins, strict=True)]
        self._in_open += 1
        if self._in_open < self._sets_a_block:
            return
        self._blocks.append(self._open)
        self._in_open = 0
        if len(self._blocks) == MOST_BLOCKS:
            pairs = zip(self._blocks[::2], self._blocks[1::2], strict=True)
            self._blocks = [[a + b for a, b in zip(*pair, strict=True)] for pair in pairs]
            self._sets_a_block *= 2

    def ratings(self, resamples: int = RESAMPLES) -> list[Estimate]:
        """One rating a player; unknown without a set, with one player, or without choix. Below
        FEWEST_SETS it has no interval."""
        blocks = self._blocks + ([self._open] if self._in_open else [])
        if not blocks or self._players < 2 or rating_library() is None:
            return [_UNKNOWN] * self._players
        import numpy as np

        size = self._players
        sets: Matrix = np.array(blocks, dtype=np.float64)
        draws = (1.0 - np.eye(size)) / 2
        best = _fit(sets.sum(axis=0).reshape(size, size) + draws, None)
        if len(blocks) < FEWEST_SETS:
            return [Estimate(float(points), None, None) for points in best * POINTS]
        rng = np.random.default_rng(len(blocks))
        tries: Matrix = np.empty((resamples, size))
        for at in range(resamples):
            picked = rng.integers(0, len(blocks), len(blocks))
            times = np.bincount(picked, minlength=len(blocks)).astype(np.float64)
            split = np.triu(rng.random((size, size)), 1)
            split += np.tril(1.0 - split.T, -1)
            tries[at] = _fit((times @ sets).reshape(size, size) + split, best)
        tail = _tail(len(blocks))
        low, high = np.quantile(tries * POINTS, [tail, 1 - tail], axis=0, method="weibull")
        return [
            Estimate(float(value), min(float(value), float(under)), max(float(value), float(over)))
            for value, under, over in zip(best * POINTS, low, high, strict=True)
        ]


def _tail(sets: int) -> float:
    """The part cut off at either end: 2.5 % with many sets, less with few."""
    widened = t_point(sets - 1) * math.sqrt(sets / (sets - 1))
    return normal(-min(widened, NormalDist().inv_cdf(1 - 0.5 / RESAMPLES)))


def _fit(wins: Matrix, start: Matrix | None) -> Matrix:
    library = rating_library()
    assert library is not None
    found: Matrix = library.ilsr_pairwise_dense(wins, initial_params=start, tol=1e-6)
    mean = float(found.mean())
    centred: Matrix = found - mean
    return centred
