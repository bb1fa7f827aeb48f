"""Ratings on known numbers."""

from __future__ import annotations

import math
import sys

import pytest

from ai.arena import ratings as module
from ai.arena.ratings import Comparisons, rating_library
from ai.arena.stats import Estimate
from engine.rng import rng_from

pytestmark = pytest.mark.skipif(rating_library() is None, reason="messdeck[arena] is not installed")


def pair(one: float, other: float) -> list[float]:
    return [0.0, one, other, 0.0]


def test_two_players_differ_by_the_logarithm_of_their_odds() -> None:
    found = Comparisons(2)
    for _ in range(99):
        found.add(pair(10.0, 1.0))  # with the supposed draw: 990.5 to 99.5
    first, second = found.ratings()
    assert first.value is not None
    assert second.value is not None
    assert first.value - second.value == pytest.approx(400 * math.log10(990.5 / 99.5), abs=0.01)
    assert first.value + second.value == pytest.approx(0, abs=1e-6)


def test_odds_of_ten_to_one_are_400_points_among_three_too() -> None:
    strength = (100.0, 10.0, 1.0)
    wins = [
        0.0 if i == j else 5000 * strength[i] / (strength[i] + strength[j])
        for i in range(3)
        for j in range(3)
    ]
    found = Comparisons(3)
    found.add(wins)
    values = [one.value for one in found.ratings()]
    assert values == pytest.approx([400, 0, -400], abs=2)


def test_nothing_is_infinite_with_no_set_with_one_and_with_all_won() -> None:
    assert Comparisons(2).ratings() == [Estimate(None, None, None)] * 2
    assert Comparisons(1).ratings() == [Estimate(None, None, None)]
    for sets in (1, 4, 5, 100):
        found = Comparisons(2)
        for _ in range(sets):
            found.add(pair(2.0, 0.0))
        for one in found.ratings():
            assert one.value is not None
            assert math.isfinite(one.value)
            assert (one.low is None) == (one.high is None) == (sets < 5)
            if one.low is not None and one.high is not None:
                assert -10_000 < one.low < one.value < one.high < 10_000


def test_the_same_sets_have_the_same_intervals() -> None:
    def once() -> list[Estimate]:
        rng = rng_from("ratings")
        found = Comparisons(2)
        for _ in range(50):
            won = int(rng.below(3))
            found.add(pair(won, 2 - won))
        return found.ratings()

    assert once() == once()


def test_sets_beyond_what_is_kept_apart_still_count(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = rng_from("many")
    sets = [pair(float(won), 2.0 - won) for won in (int(rng.below(3)) for _ in range(1000))]
    apart = Comparisons(2)
    for one in sets:
        apart.add(one)
    due = apart.ratings()
    monkeypatch.setattr(module, "MOST_BLOCKS", 64)
    together = Comparisons(2)
    for one in sets:
        together.add(one)
        assert len(together._blocks) < 64
    found = together.ratings()
    assert found[0].value == pytest.approx(due[0].value)
    assert found[0].low == pytest.approx(due[0].low, abs=8)


def test_without_the_library_ratings_are_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "choix", None)
    rating_library.cache_clear()
    try:
        found = Comparisons(2)
        found.add(pair(1.0, 1.0))
        assert found.ratings() == [Estimate(None, None, None)] * 2
    finally:
        rating_library.cache_clear()


def test_about_95_of_100_intervals_hold_the_truth() -> None:
    """The same with a thousand tournaments is in bench/arena."""
    rng = rng_from("coverage of ratings")
    truth = 200 * math.log10(0.6 / 0.4)
    held = 0
    for _ in range(25):
        found = Comparisons(2)
        for _ in range(60):
            won = sum(int(rng.below(10)) < 6 for _ in range(2))
            found.add(pair(won, 2 - won))
        first = found.ratings(200)[0]
        assert first.low is not None
        assert first.high is not None
        held += first.low <= truth <= first.high
    assert held >= 21
