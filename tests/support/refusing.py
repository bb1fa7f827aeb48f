"""Asks why a choice is not allowed."""

from __future__ import annotations

import pytest

from engine.game import State
from engine.refusals import IllegalAction


def refused(state: State, text: str) -> tuple[str, str]:
    """Code and clause with which the choice written as ``text`` is refused; nothing changes."""
    before = state.snapshot()
    with pytest.raises(IllegalAction) as caught:
        try_it(state, text)
    assert state.snapshot() == before
    return caught.value.refusal.code, caught.value.refusal.clause


def try_it(state: State, text: str) -> None:
    """Makes the choice written as ``text``. Raises IllegalAction."""
    seat, action = state.game.parse_action(text)
    state.apply(seat, action)
