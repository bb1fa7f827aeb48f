"""What happened since a seat's own last choice."""

from __future__ import annotations

from collections.abc import Sequence

from engine import events as ev


def since_own_choice(history: Sequence[ev.Event], seat: int) -> list[ev.Event]:
    """The events from the last choice of ``seat`` on, that choice first; all of them if it has
    made none. ``history``: what ``seat`` may know."""
    for at in range(len(history) - 1, -1, -1):
        event = history[at]
        if isinstance(event, ev.Chose) and event.seat == seat:
            return list(history[at:])
    return list(history)
