"""Regret matching finds the known solutions of small games."""

from __future__ import annotations

import time

import pytest

from ai.search.regret import matrix_game


def test_rock_paper_scissors_is_played_evenly() -> None:
    rows, columns, value = matrix_game([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 2000)
    assert rows == pytest.approx([1 / 3] * 3, abs=0.02)
    assert columns == pytest.approx([1 / 3] * 3, abs=0.02)
    assert value == pytest.approx(0.0, abs=0.02)


def test_a_game_with_a_mixed_solution() -> None:
    # By hand: rows 1/4, 3/4; columns 1/2, 1/2; value 3/2.
    rows, columns, value = matrix_game([[3, 0], [1, 2]], 5000)
    assert rows == pytest.approx([0.25, 0.75], abs=0.02)
    assert columns == pytest.approx([0.5, 0.5], abs=0.02)
    assert value == pytest.approx(1.5, abs=0.02)


def test_a_dominated_choice_is_left() -> None:
    rows, columns, value = matrix_game([[1, 1, 1], [0, 0.5, 0.9]], 500)
    assert rows[1] < 0.02
    assert value == pytest.approx(1.0, abs=0.02)
    assert sum(columns) == pytest.approx(1.0)


def test_a_single_choice_is_certain() -> None:
    rows, columns, value = matrix_game([[0.3]], 1)
    assert (rows, columns) == ([1.0], [1.0])
    assert value == pytest.approx(0.3)


def test_after_the_deadline_some_rounds_have_been_played() -> None:
    past = time.monotonic() - 1.0
    rows, columns, value = matrix_game([[3, 0], [1, 2]], 10**9, past)
    assert rows == pytest.approx([0.25, 0.75], abs=0.3)
    assert sum(columns) == pytest.approx(1.0)
    assert 1.0 < value < 2.0
