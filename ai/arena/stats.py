"""What the arena counts: shares of first places, means, and how sure they are. No input, no output.

The unit is the deal set: all games of one deal, one a seating. Games of a set are alike, sets are
not, so intervals are taken over sets.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

# 97.5 % points of Student's t for 1 to 30 degrees of freedom.
_T: Final = (
    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
    2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860,
    2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423,
)  # fmt: skip
_Z: Final = 1.959963985
# What a 95 % interval leaves out at either end.
TAIL: Final = 0.025
# No test is decided by fewer deal sets: their spread is not known well enough.
FEWEST_SETS: Final = 10
# What a test supposes to have seen of either end before it begins, in deal sets.
SUPPOSED: Final = 0.25


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

    Of no set nothing is known; of one set its value, but no interval. Sets that are all equal have
    no spread to judge by: how often something else comes that has not come yet is then within the
    interval of Clopper and Pearson, and may lie at either end of what is possible.
    """
    n = len(sets)
    if n == 0:
        return Estimate(None, None, None)
    mean = math.fsum(sets) / n
    if n == 1:
        return Estimate(mean, None, None)
    variance = math.fsum((value - mean) ** 2 for value in sets) / (n - 1)
    if variance == 0 and math.isfinite(lowest) and math.isfinite(highest):
        unseen = 1 - TAIL ** (1 / n)
        return Estimate(mean, mean - unseen * (mean - lowest), mean + unseen * (highest - mean))
    half = t_point(n - 1) * math.sqrt(variance / n)
    return Estimate(mean, max(lowest, mean - half), min(highest, mean + half))


def first_shares(places: Sequence[int]) -> list[float]:
    """Each seat's share of the first place: 1 for its only holder, 1/k for each of k."""
    first = sum(1 for place in places if place == 1)
    return [1 / first if place == 1 else 0.0 for place in places]


def counted(
    places: Sequence[int], scores: Sequence[int], forfeits: Sequence[str]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Places and scores as the arena counts them: who forfeited shares the last place and has no
    more than the lowest score; the others keep their order. forfeits: "" for who did not."""
    if not any(forfeits):
        return tuple(places), tuple(scores)
    kept = [place for place, reason in zip(places, forfeits, strict=True) if not reason]
    lowest = min(scores)
    found = [
        len(kept) + 1 if reason else 1 + sum(other < place for other in kept)
        for place, reason in zip(places, forfeits, strict=True)
    ]
    return tuple(found), tuple(
        lowest if reason else score for score, reason in zip(scores, forfeits, strict=True)
    )


def normal(x: float) -> float:
    """The standard normal distribution up to ``x``."""
    return math.erfc(-x / math.sqrt(2)) / 2


def superiority(edges: Sequence[float]) -> float | None:
    """How likely it is that a player is the better one, from 0 to 1; None without a set.

    edges: what it has above its fair share, one value a deal set. To them one set won and one set
    lost by the widest edge are added, so that a few sets, or equal ones, give no certainty.
    """
    n = len(edges)
    if n == 0:
        return None
    widest = max(abs(edge) for edge in edges)
    if widest == 0:
        return 0.5
    mean = math.fsum(edges) / (n + 2)
    squares = math.fsum((edge - mean) ** 2 for edge in edges)
    squares += (widest - mean) ** 2 + (widest + mean) ** 2
    return normal(mean / math.sqrt(squares / (n + 1) / (n + 2)))


class SprtState(NamedTuple):
    """Where a test stands. verdict: ``H0``, ``H1`` or ``inconclusive``. llr: the logarithm of the
    likelihood ratio, H0 at ``low`` and below, H1 at ``high`` and above."""

    verdict: str
    llr: float
    low: float
    high: float


class Sprt:
    """Wald's sequential test of two shares of first places, over deal sets as they come.

    It supposes nothing of how shares spread: under either hypothesis it takes the likeliest
    spread that has the mean in question (the generalised test of chess engines, for sets of any
    size), which for sets of one game is Wald's own test. Once over, a quarter of a set with share
    0 and one with share ``top`` count with what was seen. Set by set it overshoots, so the
    error rates are kept, not used up.

    share0 < share1: the shares of H0 and H1, above 0 and below ``top``, the most that a set can
    give. wrong0: how often H1 may be found under H0; wrong1: the reverse.
    """

    def __init__(
        self,
        share0: float,
        share1: float,
        *,
        top: float = 1.0,
        wrong0: float = 0.05,
        wrong1: float = 0.05,
    ) -> None:
        self._shares = (share0, share1)
        self._low = math.log(wrong1 / (1 - wrong0))
        self._high = math.log((1 - wrong1) / wrong0)
        self._counts: dict[float, float] = {0.0: SUPPOSED, top: SUPPOSED}
        self._sets = 0
        self.state = SprtState("inconclusive", 0.0, self._low, self._high)

    @property
    def decided(self) -> bool:
        """Whether there is a verdict; it does not change any more."""
        return self.state.verdict != "inconclusive"

    def add(self, share: float) -> SprtState:
        """Counts the next deal set, unless the verdict is there."""
        if self.decided:
            return self.state
        self._sets += 1
        seen = round(share, 9)
        self._counts[seen] = self._counts.get(seen, 0.0) + 1
        at0, at1 = (_likelihood(self._counts, share) for share in self._shares)
        llr = at1 - at0
        verdict = "inconclusive"
        if self._sets >= FEWEST_SETS:
            verdict = "H1" if llr >= self._high else "H0" if llr <= self._low else verdict
        self.state = SprtState(verdict, llr, self._low, self._high)
        return self.state


def _likelihood(counts: Mapping[float, float], mean: float) -> float:
    """The logarithm of how likely the counts are under the likeliest spread with that mean, but
    for what all means share.

    That spread gives value v a part of ``1 / (1 + t (v - mean))`` of what was seen, with the one t
    that makes the mean come out; it is found by halving.
    """
    edges = [(value - mean, count) for value, count in counts.items()]
    low = -1 / max(edge for edge, _ in edges)
    high = -1 / min(edge for edge, _ in edges)
    for _ in range(40):
        t = (low + high) / 2
        if sum([count * edge / (1 + t * edge) for edge, count in edges]) > 0:
            low = t
        else:
            high = t
    t = (low + high) / 2
    return -math.fsum(count * math.log(max(1 + t * edge, 1e-300)) for edge, count in edges)
