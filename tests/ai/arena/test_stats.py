"""The arena's statistics, on known numbers."""

from __future__ import annotations

import math

import pytest

from ai.arena.stats import (
    FEWEST_SETS,
    Estimate,
    Sprt,
    counted,
    estimate,
    first_shares,
    superiority,
    t_point,
)


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


def test_equal_sets_leave_the_doubt_that_something_else_was_not_seen_yet() -> None:
    assert estimate([0.25] * 8) == Estimate(0.25, 0.25, 0.25)
    # One of 8 with a chance of 36.9 % at most, at 2.5 %: (1 - 0.369) ** 8.
    few = estimate([0.0] * 8, 0.0, 1.0)
    assert few.low == 0.0
    assert few.high == pytest.approx(0.3694, abs=1e-4)
    some = estimate([0.25] * 8, 0.0, 1.0)
    assert some.low == pytest.approx(0.25 - 0.3694 * 0.25, abs=1e-4)
    assert some.high == pytest.approx(0.25 + 0.3694 * 0.75, abs=1e-4)
    many = estimate([1.0] * 2000, 0.0, 1.0)
    assert many.low is not None
    assert many.low > 0.998


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


@pytest.mark.parametrize(
    ("places", "scores", "forfeits", "due"),
    [
        ((1, 2, 3), (9, 5, 1), (), ((1, 2, 3), (9, 5, 1))),
        ((1, 2, 3), (9, 5, 1), ("", "", ""), ((1, 2, 3), (9, 5, 1))),
        ((1, 2, 3), (9, 5, 1), ("crashed", "", ""), ((3, 1, 2), (1, 5, 1))),
        ((1, 1, 3), (9, 9, 1), ("", "illegal", ""), ((1, 3, 2), (9, 1, 1))),
        ((1, 2, 2, 4), (9, 5, 5, 1), ("x", "", "", "y"), ((3, 1, 1, 3), (1, 5, 5, 1))),
        ((1, 2), (9, 5), ("x", "y"), ((1, 1), (5, 5))),
    ],
)
def test_who_forfeits_is_last_and_the_others_keep_their_order(
    places: tuple[int, ...], scores: tuple[int, ...], forfeits: tuple[str, ...], due: object
) -> None:
    assert counted(places, scores, forfeits) == due


def test_superiority_is_the_normal_distribution_of_the_mean_edge() -> None:
    # 98 edges of ±0.5 with a mean of 0.1, and one more of each: mean 9.8 / 100, deviation 0.4928.
    edges = [0.5] * 58 + [-0.5] * 38 + [0.0] * 2
    found = superiority(edges)
    mean = sum(edges) / 100
    deviation = math.sqrt((98 * 0.25 - 100 * mean**2) / 99)
    z = mean / (deviation / 10)
    assert found == pytest.approx(0.5 * (1 + math.erf(z / math.sqrt(2))), abs=1e-6)
    assert superiority([-edge for edge in edges]) == pytest.approx(1 - found)


def test_superiority_of_a_few_sets_is_not_certain_and_never_missing_a_number() -> None:
    assert superiority([]) is None
    assert superiority([0.0] * 5) == 0.5
    one = superiority([0.5])
    assert one is not None
    assert 0.5 < one < 0.8
    few = superiority([0.5] * 3)
    assert few is not None
    assert one < few < 0.99


def test_the_test_of_single_games_is_walds_own() -> None:
    """Won or lost, one game a set: the ratio of the binomial, but for what is supposed."""
    test = Sprt(0.5, 0.6)
    won, lost = 40, 30
    for n in range(won + lost):
        state = test.add(1.0 if n % 7 < 4 else 0.0)
    due = (won + 0.25) * math.log(0.6 / 0.5) + (lost + 0.25) * math.log(0.4 / 0.5)
    assert state.verdict == "inconclusive"
    assert state.llr == pytest.approx(due, abs=1e-6)
    assert (state.low, state.high) == pytest.approx((math.log(0.05 / 0.95), math.log(19)))


def test_a_test_ends_by_all_wins_by_all_losses_and_by_equal_draws_and_then_stays() -> None:
    for share, due in ((1.0, "H1"), (0.0, "H0"), (0.5, "H0"), (0.8, "H1")):
        test = Sprt(0.5, 0.7)
        sets = 0
        while not test.decided:
            state = test.add(share)
            sets += 1
            assert math.isfinite(state.llr)
            assert sets < 100
        assert sets >= FEWEST_SETS
        assert state.verdict == due
        assert test.add(1 - share) == state


@pytest.mark.parametrize(("truth", "due"), [(0.5, "H0"), (0.6, "H1")])
def test_of_100_tests_about_95_find_the_truth(truth: float, due: str) -> None:
    """The same with thousands of tests is in bench/arena."""
    from engine.rng import rng_from

    rng = rng_from("sprt", due)
    found = 0
    for _ in range(100):
        test = Sprt(0.5, 0.6)
        while not test.decided:
            test.add(sum(int(rng.below(1000)) < 1000 * truth for _ in range(2)) / 2)
        found += test.state.verdict == due
    assert found >= 88
