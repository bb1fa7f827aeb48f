"""What happened since a seat's own last choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine import events as ev

_CHOICES: Final = (ev.Chose, ev.ChoseUnseen)
# What a choice brings to whoever made it: it goes on with a turn and is no news.
_BROUGHT: Final = (ev.Chose, ev.ChoseUnseen, ev.Drew, ev.Received, ev.TookUp)


def since_own_choice(history: Sequence[ev.Event], seat: int) -> list[ev.Event]:
    """The events from the last choice of ``seat`` on, that choice first; all of them if it has
    made none, and none if nothing followed it. ``history``: what ``seat`` may know.

    Choices of its own that nobody else came between, such as to take a card and to discard one,
    count as one: else there would be nothing to tell in the middle of a turn.
    """
    own = [at for at, event in enumerate(history) if _chose(event, seat)]
    if not own:
        return list(history)
    after = [event for event in history[own[-1] + 1 :] if not _unseen(event, seat)]
    if not after:
        return []
    at = len(own) - 1
    if all(_brought(event, seat) for event in after):
        # In the middle of a turn: back to the choice before it, if there is one.
        while at > 0:
            at -= 1
            between = history[own[at] : own[at + 1]]
            if any(isinstance(event, _CHOICES) and event.seat != seat for event in between):
                break
    return list(history[own[at] :])


def _chose(event: ev.Event, seat: int) -> bool:
    return isinstance(event, ev.Chose) and event.seat == seat


def _unseen(event: ev.Event, seat: int) -> bool:
    """Whether it is what the others are told of a choice of ``seat``."""
    return isinstance(event, ev.ChoseUnseen) and event.seat == seat


def _brought(event: ev.Event, seat: int) -> bool:
    return isinstance(event, ev.Shuffled) or (isinstance(event, _BROUGHT) and event.seat == seat)
