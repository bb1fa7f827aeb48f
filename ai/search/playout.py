"""Playouts: an imagined position played on, to its end or a cut-off."""

from __future__ import annotations

from mypy_extensions import i64

from ai.search.policy import Policy
from engine.game import State
from engine.rng import Rng


def play_out(state: State, policy: Policy, rng: Rng, most: i64) -> i64:
    """Plays ``state`` on by ``policy`` until it ends or ``most`` choices were made.

    Returns how many were made. ``most`` 0 or less: no limit.
    """
    made: i64 = 0
    seat = state.next_actor()
    while seat >= 0:
        policy.play(state, seat, rng)
        made += 1
        if made == most:
            break
        seat = state.next_actor()
    return made


def random_playouts(start: State, games: i64, rng: Rng) -> i64:
    """Plays ``games`` clones of ``start`` to their ends at random; the number of choices made.

    Their later shuffles come from ``rng``, not from the chance of ``start``.
    """
    made: i64 = 0
    n: i64 = 0
    while n < games:
        state = start.clone()
        seat = state.next_actor()
        while seat >= 0:
            state.play_random(seat, rng)
            made += 1
            seat = state.next_actor()
        n += 1
    return made
