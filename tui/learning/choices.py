"""Choices compared: the order in which cards are named makes no other choice."""

from __future__ import annotations

from typing import Final

from ai.player import Why
from engine.actions import cards_of
from tui.words.marks import N_

# Kind, seat and number of cards.
_HEAD: Final = (1 << 12) - 1
# Shares of the first place that are as good as equal.
_EQUAL: Final = 0.01


def same_choice(one: int, other: int) -> bool:
    """Whether two codes are the same choice."""
    if one == other:
        return True
    if one & _HEAD != other & _HEAD:
        return False
    cards = sorted(cards_of(one))
    return bool(cards) and cards == sorted(cards_of(other))


def opinion(advised: int, why: Why | None, made: int) -> str:
    """What a level that advises one choice says of the one that was made: a sentence that names
    ``{level}``, and ``{choice}`` if it is another one."""
    if same_choice(advised, made):
        return N_("The {level} agrees.")
    best = _expected(why, advised)
    other = _expected(why, made)
    if best is not None and other is not None and other > best - _EQUAL:
        return N_("The {level} finds it about as good as: {choice}.")
    return N_("The {level} would rather: {choice}.")


def _expected(why: Why | None, action: int) -> float | None:
    """The expected share of the first place of a choice, if it was weighed."""
    if why is None or why.values.get("unit") != "win":
        return None
    for one in why.candidates:
        if same_choice(one.action, action):
            return one.expected
    return None
