"""Events as lines of the log."""

from __future__ import annotations

from collections.abc import Iterable

from engine import events as ev
from tui.widgets.log import LogLine
from tui.words import Scene, Words


def log_lines(events: Iterable[ev.Event], words: Words, scene: Scene) -> list[LogLine]:
    """A line for each event that has a sentence."""
    found: list[LogLine] = []
    for event in events:
        text = words.event(event, scene)
        if text:
            found.append(LogLine(text, isinstance(event, (ev.DealBegan, ev.Ended))))
    return found
