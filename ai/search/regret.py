"""Regret matching: a mixed strategy for both sides of a matrix game."""

from __future__ import annotations

import time
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# After so many rounds the clock is looked at, if there is a deadline.
_CLOCK: Final = 32


def matrix_game(
    payoff: list[list[float]], rounds: i64, deadline: float = 0.0
) -> tuple[list[float], list[float], float]:
    """The average strategies of regret matching over ``rounds`` rounds.

    payoff: what the row player gets, a list of rows of equal length; the column player gets its
    negative. rounds: 1 or more; the exploitability falls with their square root. deadline: a value
    of ``time.monotonic()`` after which no further rounds are begun (some are always played); 0:
    none. Returns the rows' and the columns' probabilities and the value that the two strategies
    give each other.
    """
    n: i64 = len(payoff)
    m: i64 = len(payoff[0])
    gain = vec[float]([0.0] * (n * m))
    i: i64 = 0
    while i < n:
        row = payoff[i]
        j: i64 = 0
        while j < m:
            gain[i * m + j] = row[j]
            j += 1
        i += 1
    row_regret = vec[float]([0.0] * n)
    column_regret = vec[float]([0.0] * m)
    row_sum = vec[float]([0.0] * n)
    column_sum = vec[float]([0.0] * m)
    row_mix = vec[float]([0.0] * n)
    column_mix = vec[float]([0.0] * m)
    row_value = vec[float]([0.0] * n)
    column_value = vec[float]([0.0] * m)
    played: i64 = 0
    while played < rounds:
        if deadline > 0.0 and played > 0 and played % _CLOCK == 0 and time.monotonic() >= deadline:
            break
        played += 1
        _match(row_regret, row_mix)
        _match(column_regret, column_mix)
        i = 0
        while i < n:
            row_value[i] = 0.0
            row_sum[i] += row_mix[i]
            i += 1
        j = 0
        while j < m:
            column_value[j] = 0.0
            column_sum[j] += column_mix[j]
            j += 1
        i = 0
        while i < n:
            share = row_mix[i]
            total = 0.0
            j = 0
            while j < m:
                cell = gain[i * m + j]
                total += cell * column_mix[j]
                column_value[j] -= cell * share
                j += 1
            row_value[i] = total
            i += 1
        _regret(row_regret, row_mix, row_value)
        _regret(column_regret, column_mix, column_value)
    mixed = _value(gain, row_sum, column_sum) / float(int(played * played))
    return _average(row_sum), _average(column_sum), mixed


def _match(regret: vec[float], mix: vec[float]) -> None:
    """Plays each choice in proportion to its positive regret; all alike if there is none."""
    n = i64(len(regret))
    total = 0.0
    i: i64 = 0
    while i < n:
        if regret[i] > 0.0:
            total += regret[i]
        i += 1
    i = 0
    while i < n:
        if total <= 0.0:
            mix[i] = 1.0 / float(int(n))
        else:
            mix[i] = regret[i] / total if regret[i] > 0.0 else 0.0
        i += 1


def _regret(regret: vec[float], mix: vec[float], value: vec[float]) -> None:
    n = i64(len(regret))
    played = 0.0
    i: i64 = 0
    while i < n:
        played += mix[i] * value[i]
        i += 1
    i = 0
    while i < n:
        # Regrets that fell below zero are forgotten (regret matching+): it converges faster.
        found = regret[i] + value[i] - played
        regret[i] = max(0.0, found)
        i += 1


def _average(total: vec[float]) -> list[float]:
    mass = 0.0
    for part in total:
        mass += part
    return [part / mass for part in total]


def _value(gain: vec[float], rows: vec[float], columns: vec[float]) -> float:
    """What the row player gets, ``rows`` and ``columns`` being sums of probabilities."""
    n = i64(len(rows))
    m = i64(len(columns))
    total = 0.0
    i: i64 = 0
    while i < n:
        j: i64 = 0
        while j < m:
            total += gain[i * m + j] * rows[i] * columns[j]
            j += 1
        i += 1
    return total
