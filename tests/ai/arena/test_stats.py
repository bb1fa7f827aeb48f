"""The arena's statistics, on known numbers."""

from __future__ import annotations

import math

import pytest

from ai.arena.stats import Estimate, estimate, first_shares, t_point


@pytest.mark.parametrize(
    ("places", "shares"),
    [
        ((1, 2, 3), [1, 0, 0]),
        ((2, 1, 3, 4), [0, 1, 0, 0]),
        ((1, 1, 3), [0.5, 0.5, 0]),
        ((3, 1, 1, 1), [0, 1 / 3, 1 / 3, 1 / 3]),
        ((1, 1), [0.5, 0.5]),
    ],
)
def test_a_tie_of_k_gives_one_kth_each(places: tuple[int, ...], shares: list[float]) -> None:
    assert first_shares(places) == shares


# From published tables of Student's distribution.
@pytest.mark.parametrize(
    ("freedom", "point"),
    [
        (1, 12.7062),
        (2, 4.3027),
        (10, 2.2281),
        (30, 2.0423),
        (31, 2.0395),
        (40, 2.0211),
        (60, 2.0003),
        (120, 1.9799),
        (1000, 1.9623),
    ],
)
def test_t_points_are_those_of_the_tables(freedom: int, point: float) -> None:
    assert t_point(freedom) == pytest.approx(point, abs=6e-5)


def test_an_interval_on_known_numbers() -> None:
    # Mean 5, sample variance 20/3, standard error sqrt(5/3), t(3) = 3.1824.
    found = estimate([2.0, 4.0, 6.0, 8.0])
    half = 3.1824 * math.sqrt(5 / 3)
    assert found.value == 5
    assert found.low == pytest.approx(5 - half, abs=1e-4)
    assert found.high == pytest.approx(5 + half, abs=1e-4)


def test_an_interval_ends_where_values_cannot_be() -> None:
    found = estimate([0.0, 1.0], 0.0, 1.0)
    assert found == Estimate(0.5, 0.0, 1.0)


def test_of_no_set_nothing_is_known_and_of_one_no_interval() -> None:
    assert estimate([]) == Estimate(None, None, None)
    assert estimate([0.25]) == Estimate(0.25, None, None)


def test_equal_sets_leave_no_doubt() -> None:
    assert estimate([0.25] * 8, 0.0, 1.0) == Estimate(0.25, 0.25, 0.25)


def test_95_of_100_intervals_hold_the_truth() -> None:
    from engine.rng import rng_from

    rng = rng_from("coverage")
    held = 0
    for _ in range(2000):
        found = estimate([float(rng.below(2)) for _ in range(40)])
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 0.5 <= found.high
    assert 0.93 < held / 2000 < 0.97
