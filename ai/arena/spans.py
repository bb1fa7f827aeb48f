"""How long choices took, as a histogram: small however many there are, and added up at once.

Buckets are 1/16 of a doubling wide, so that what is read from them is at most 4.5 % off.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

_FINE: Final = 16

# Pairs of a bucket and how many are in it, buckets ascending.
Spans = tuple[tuple[int, int], ...]


class Histogram:
    """Counts spans of time."""

    def __init__(self) -> None:
        self._counts: dict[int, int] = {}

    def add(self, seconds: float) -> None:
        """Counts one span."""
        bucket = round(_FINE * math.log2(max(1.0, seconds * 1e6)))
        self._counts[bucket] = self._counts.get(bucket, 0) + 1

    def merge(self, spans: Iterable[Iterable[int]]) -> None:
        """Adds what another histogram counted."""
        for bucket, count in spans:
            self._counts[bucket] = self._counts.get(bucket, 0) + count

    def spans(self) -> Spans:
        """What was counted, to be kept or sent."""
        return tuple(sorted(self._counts.items()))

    def quantile(self, part: float) -> float | None:
        """The seconds that ``part`` (0 to 1) of the spans do not exceed; None without any."""
        left = part * sum(self._counts.values())
        for bucket, count in sorted(self._counts.items()):
            left -= count
            if left <= 0:
                return float(2.0 ** (bucket / _FINE) / 1e6)
        return None
