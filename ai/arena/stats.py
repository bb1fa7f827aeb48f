"""What the arena counts: shares of first places, means, and how sure they are. Pure functions.

The unit is the deal set: all games of one deal, one a seating. Games of a set are alike, sets are
not, so intervals are taken over sets.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

# 97.5 % points of Student's t for 1 to 30 degrees of freedom.
_T: Final = (
    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
    2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860,
    2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423,
)  # fmt: skip
_Z: Final = 1.959963985


class Estimate(NamedTuple):
    """A mean with its 95 % interval; None where there are too few sets to say."""

    value: float | None
    low: float | None
    high: float | None


def t_point(freedom: int) -> float:
    """The 97.5 % point of Student's t with ``freedom`` of 1 or more, to 4 digits."""
    if freedom <= len(_T):
        return _T[freedom - 1]
    # The series of Cornish and Fisher; below 1e-6 off from 31 degrees of freedom on.
    z, n = _Z, float(freedom)
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


def estimate(
    sets: Sequence[float], lowest: float = -math.inf, highest: float = math.inf
) -> Estimate:
    """Mean of one value a deal set, with the t interval, cut off at what is possible.

    Of no set nothing is known; of one set its value, but no interval.
    """
    n = len(sets)
    if n == 0:
        return Estimate(None, None, None)
    mean = math.fsum(sets) / n
    if n == 1:
        return Estimate(mean, None, None)
    variance = math.fsum((value - mean) ** 2 for value in sets) / (n - 1)
    half = t_point(n - 1) * math.sqrt(variance / n)
    return Estimate(mean, max(lowest, mean - half), min(highest, mean + half))


def first_shares(places: Sequence[int]) -> list[float]:
    """Each seat's share of the first place: 1 for its only holder, 1/k for each of k."""
    first = sum(1 for place in places if place == 1)
    return [1 / first if place == 1 else 0.0 for place in places]
