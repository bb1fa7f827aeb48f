"""Events as lines of the log."""

from __future__ import annotations

from collections.abc import Iterable

from engine import events as ev
from tui.widgets.log import LogLine
from tui.words import Scene, Words


def log_lines(events: Iterable[ev.Event], words: Words, scene: Scene) -> list[LogLine]:
    """A line for each event that has a sentence. What the reader is told with its cards is not
    told a second time without them, by whatever name the words call the reader."""
    return [line for _, line in numbered_lines(events, words, scene)]


def numbered_lines(
    events: Iterable[ev.Event], words: Words, scene: Scene
) -> list[tuple[int, LogLine]]:
    """The same, each with the place of its event, counted from 0."""
    found: list[tuple[int, LogLine]] = []
    known = list(events)
    for at, event in enumerate(known):
        if isinstance(event, ev.Drew) and at + 1 < len(known):
            after = known[at + 1]
            if isinstance(after, ev.Received) and after.seat == event.seat:
                continue
        if isinstance(event, ev.ChoseUnseen) and at > 0:
            before = known[at - 1]
            if isinstance(before, ev.Chose) and before.only == before.seat == event.seat:
                continue
        text = words.event(event, scene)
        if text:
            found.append((at, LogLine(text, isinstance(event, (ev.DealBegan, ev.Ended)))))
    return found
