"""Which events brought out a card that somebody had not seen: what undo stops at.

An event of a kind that is not listed here, a plug-in's own, counts as one that did.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.actions import cards_of
from engine.events import (
    BattleEnded,
    CalledIn,
    Chose,
    ChoseUnseen,
    DealBegan,
    DealSkipped,
    DebtChanged,
    Drew,
    Ended,
    Event,
    LeadWon,
    Paid,
    PassedOver,
    TookUp,
    WentOut,
)

# Nothing but chips, turns and cards that all had seen, or that stay face down.
_OPEN: Final = (
    BattleEnded,
    CalledIn,
    ChoseUnseen,
    DealBegan,
    DealSkipped,
    DebtChanged,
    Ended,
    LeadWon,
    Paid,
    PassedOver,
    TookUp,
    WentOut,
)


def unseen_came_out(events: Iterable[Event], seat: int) -> bool:
    """Whether a shuffle, a draw, a reveal or another seat's cards showed or gave out a card that
    ``seat`` had not seen."""
    for event in events:
        if isinstance(event, Chose):
            if event.seat != seat and cards_of(event.action):
                return True
        elif isinstance(event, Drew):
            if event.count > 0:
                return True
        elif not isinstance(event, _OPEN):
            return True
    return False
