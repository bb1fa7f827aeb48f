"""Times of choices as histograms."""

from __future__ import annotations

import pytest

from ai.arena.spans import Histogram


def test_a_quantile_is_at_most_half_a_bucket_off() -> None:
    times = Histogram()
    for milliseconds in range(1, 1001):
        times.add(milliseconds / 1000)
    assert times.quantile(0.99) == pytest.approx(0.99, rel=0.045)
    assert times.quantile(0.5) == pytest.approx(0.5, rel=0.045)


def test_histograms_add_up_in_any_order() -> None:
    whole, parts = Histogram(), [Histogram(), Histogram()]
    for number in range(100):
        whole.add(number / 1e5)
        parts[number % 2].add(number / 1e5)
    added = Histogram()
    for part in reversed(parts):
        added.merge(part.spans())
    assert added.spans() == whole.spans()
    assert sum(count for _, count in added.spans()) == 100


def test_no_time_and_nothing_timed_are_no_fault() -> None:
    times = Histogram()
    assert times.quantile(0.99) is None
    times.add(0.0)
    assert times.quantile(0.99) == pytest.approx(1e-6)
