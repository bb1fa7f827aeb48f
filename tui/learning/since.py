"""What happened since a seat's own last choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine import events as ev

_CHOICES: Final = (ev.Chose, ev.ChoseUnseen)


def since_own_choice(history: Sequence[ev.Event], seat: int) -> list[ev.Event]:
    """The events from the last choice of ``seat`` on, that choice first; all of them if it has
    made none. ``history``: what ``seat`` may know.

    Choices of its own that nobody else came between, such as to take a card and to discard one,
    count as one: else there would be nothing to tell in the middle of a turn.
    """
    others = False
    for at in range(len(history) - 1, -1, -1):
        event = history[at]
        if not isinstance(event, _CHOICES):
            continue
        if event.seat != seat:
            others = True
        elif others and isinstance(event, ev.Chose):
            return list(history[at:])
    return list(history)
