"""The loops that both sides of the comparison run: the same, to the letter, but for names.

A loop plays until it has used ``seconds`` of its processor and tells how much it did a second. (The
clock on the wall would count what else the machine does; nothing here waits for anything.) Both
sides choose alike: ``choices[int(random() * len(choices))]`` from the list that their API gives.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

# Position after position: how many things were done since the call before.
Round = Callable[[], int]


def timed(once: Round, seconds: float) -> float:
    """How many things a second ``once`` does, called again and again for ``seconds``."""
    done = 0
    begun = time.process_time()
    while True:
        done += once()
        passed = time.process_time() - begun
        if passed >= seconds:
            return done / passed


def our_random_game(start: Any, random: Random) -> Round:
    """Random choices through our Python API, from a clone of ``start`` to its end."""

    def once() -> int:
        state = start.clone()
        made = 0
        seat = state.next_actor()
        while seat >= 0:
            choices = state.legal_actions(seat)
            state.apply(seat, choices[int(random.random() * len(choices))])
            made += 1
            seat = state.next_actor()
        return made

    return once


def their_random_game(start: Any, random: Random) -> Round:
    """Random choices through OpenSpiel's Python API, from a clone of ``start`` to its end."""

    def once() -> int:
        state = start.clone()
        made = 0
        while not state.is_terminal():
            choices = state.legal_actions()
            state.apply_action(choices[int(random.random() * len(choices))])
            made += 1
        return made

    return once
