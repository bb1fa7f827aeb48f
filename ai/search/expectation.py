"""One-ply expectation: every candidate tried in the same sampled worlds and played out.

Candidates are compared in pairs, world by world, so that luck common to all of them cancels.
"""

from __future__ import annotations

import time
from math import sqrt
from typing import NamedTuple

from mypy_extensions import i64, mypyc_attr

from ai.search.playout import play_out
from ai.search.policy import Policy, Utility
from engine.game import State, View
from engine.rng import Rng


class Weighed(NamedTuple):
    """A candidate after the search.

    action: its code. mean: expected utility, 0 to 1. spread: standard error of the mean.
    gain_error: standard error of the difference to the best candidate in the same worlds; 0 for
    the best itself. worlds: in how many worlds it was tried.
    """

    action: int
    mean: float
    spread: float
    gain_error: float
    worlds: int


@mypyc_attr(native_class=True, allow_interpreted_subclasses=True)
class Worlds:
    """Where sampled positions come from, with their weights."""

    def draw(self, rng: Rng) -> State:
        """A position that agrees with what the seat knows."""
        raise NotImplementedError

    def weight(self) -> float:
        """The weight of the position drawn last, above 0."""
        return 1.0


@mypyc_attr(native_class=True)
class UniformWorlds(Worlds):
    """All worlds that agree with what is certain, each equally likely."""

    def __init__(self, view: View) -> None:
        self.view = view

    def draw(self, rng: Rng) -> State:
        return self.view.sample(rng)


def expect(
    worlds: Worlds,
    seat: i64,
    candidates: list[int],
    policy: Policy,
    utility: Utility,
    rng: Rng,
    most_worlds: i64,
    most_choices: i64,
    deadline: float = 0.0,
    halvings: i64 = 0,
) -> list[Weighed]:
    """Weighs ``candidates`` for ``seat``; best first.

    most_worlds: sampled worlds. most_choices: cut-off of a playout, 0 for none. deadline: a value
    of ``time.monotonic()`` after which no further world is begun (one is always played); 0: none.
    halvings: how often the worse half of the candidates is dropped on the way, the first candidate
    never; the worlds they save are not used for others. Dropped candidates come last, with the
    worlds they were tried in. In each world every candidate meets the same later shuffles and the
    same random numbers.
    """
    weights: list[float] = []
    values: list[list[float]] = [[] for _ in candidates]
    alive = list(range(len(candidates)))
    dropped: list[Weighed] = []
    stage: i64 = 1
    next_cut = most_worlds // (halvings + 1)
    n: i64 = 0
    while n < most_worlds:
        if deadline > 0.0 and n > 0 and time.monotonic() >= deadline:
            break
        world = worlds.draw(rng)
        weights.append(worlds.weight())
        stream = rng.fork()
        for at in alive:
            state = world.clone()
            own = stream.clone()
            state.play(seat, candidates[at], None)
            play_out(state, policy, own, most_choices)
            values[at].append(utility.values(state)[seat])
        n += 1
        if stage <= halvings and n >= next_cut and len(alive) > 2:
            alive, gone = _better_half(alive, weights, values)
            for at in gone:
                mean = _mean(weights, values[at])
                spread = _error(weights, values[at], mean)
                dropped.append(Weighed(candidates[at], mean, spread, spread, len(values[at])))
            stage += 1
            next_cut = most_worlds * stage // (halvings + 1)
    found = weigh([candidates[at] for at in alive], weights, [values[at] for at in alive])
    dropped.sort(key=lambda one: (-one.worlds, -one.mean))
    return found + dropped


def _better_half(
    alive: list[int], weights: list[float], values: list[list[float]]
) -> tuple[list[int], list[int]]:
    """The first and the better of the others, half of them in all; and those that go."""
    ranked = sorted(alive[1:], key=lambda at: (-_mean(weights, values[at]), at))
    kept = (len(alive) + 1) // 2 - 1
    return sorted([alive[0], *ranked[:kept]]), ranked[kept:]


def weigh(candidates: list[int], weights: list[float], values: list[list[float]]) -> list[Weighed]:
    """Means and paired errors of the candidates' values, one value a world; best first."""
    means = [_mean(weights, mine) for mine in values]
    best = 0
    for at in range(len(candidates)):
        if means[at] > means[best]:
            best = at
    found: list[Weighed] = []
    for at in range(len(candidates)):
        gains = [a - b for a, b in zip(values[at], values[best], strict=True)]
        found.append(
            Weighed(
                candidates[at],
                means[at],
                _error(weights, values[at], means[at]),
                0.0 if at == best else _error(weights, gains, means[at] - means[best]),
                len(weights),
            )
        )
    order = sorted(range(len(found)), key=lambda at: -found[at].mean)
    return [found[at] for at in order]


def _mean(weights: list[float], values: list[float]) -> float:
    total = 0.0
    mass = 0.0
    for weight, value in zip(weights, values, strict=True):
        total += weight * value
        mass += weight
    return total / mass if mass > 0.0 else 0.0


def _error(weights: list[float], values: list[float], mean: float) -> float:
    """Standard error of a weighted mean; 0 for a single world."""
    mass = 0.0
    square = 0.0
    for weight, value in zip(weights, values, strict=True):
        mass += weight
        square += weight * weight * (value - mean) * (value - mean)
    n = len(values)
    if n < 2 or mass <= 0.0:
        return 0.0
    return sqrt(square * n / (n - 1)) / mass
