"""Choices compared: the order in which cards are named makes no other choice."""

from __future__ import annotations

from typing import Final

from engine.actions import cards_of

# Kind, seat and number of cards.
_HEAD: Final = (1 << 12) - 1


def same_choice(one: int, other: int) -> bool:
    """Whether two codes are the same choice."""
    if one == other:
        return True
    if one & _HEAD != other & _HEAD:
        return False
    cards = sorted(cards_of(one))
    return bool(cards) and cards == sorted(cards_of(other))
