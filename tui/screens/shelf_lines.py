"""Saved games as items of a list, and the orders and choices in which they are listed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Final

from saves.entries import Entry, Summary
from tui.called import names_of
from tui.look import Look
from tui.widgets.choices import Choice
from tui.words import Words
from tui.words.marks import N_, NN_

Key = Callable[[Entry], tuple[object, ...]]


def _by_time(entry: Entry) -> tuple[object, ...]:
    return (-entry.number, entry.id)


def _by_game(entry: Entry) -> tuple[object, ...]:
    return (entry.summary.rules if entry.summary else "~", -entry.number)


def _by_title(entry: Entry) -> tuple[object, ...]:
    title = entry.summary.title.casefold() if entry.summary else ""
    return (title == "", title, -entry.number)


# What they are listed by, with a word for it; the first is the usual one.
ORDERS: Final[Sequence[tuple[str, Key]]] = (
    (N_("latest first"), _by_time),
    (N_("by game"), _by_game),
    (N_("by title"), _by_title),
)
# Which are listed.
SELECTIONS: Final[Sequence[tuple[str, Callable[[Entry], bool]]]] = (
    (N_("all"), lambda entry: True),
    (N_("unfinished"), lambda entry: entry.summary is not None and not entry.summary.finished),
    (N_("finished"), lambda entry: entry.summary is not None and entry.summary.finished),
    (N_("practice"), lambda entry: entry.summary is not None and entry.summary.practice),
    (N_("damaged"), lambda entry: entry.fault is not None),
)


def entry_choice(words: Words, look: Look, entry: Entry, now: datetime) -> Choice:
    """A saved game in a list: its title, who plays, how far it is, when it was saved."""
    if entry.summary is None:
        fault = words.error(entry.fault) if entry.fault is not None else ""
        return Choice(entry.id, entry.id, fault)
    summary = entry.summary
    title = words.title(summary.rules)
    if summary.title:
        title = f"{summary.title} {look.glyphs.dot} {title}"
    changed = datetime.fromtimestamp(summary.changed, UTC)
    line = _line(words, look, summary)
    if entry.fault is not None:
        text = N_("An earlier save is used, as the newest one has a fault: {why}")
        why = words.said(words.error(entry.fault))
        line = f"{line} {words.fill(text, {'why': why})}"
    return Choice(entry.id, title, line, note=words.when(changed, now))


def _line(words: Words, look: Look, summary: Summary) -> str:
    dot = f" {look.glyphs.dot} "
    names = names_of(words, summary)
    parts = [words.both(list(names))]
    if summary.result is not None:
        first = [
            name for name, place in zip(names, summary.result.places, strict=True) if place == 1
        ]
        parts.append(words.fill(N_("won by {names}"), {"names": words.said(words.both(first))}))
    else:
        text = NN_("{count} choice made", "{count} choices made")
        parts.append(words.fill(text, {"count": summary.choices}, by="count"))
        asked = [names[seat] for seat in summary.asked if seat < len(names)]
        if asked:
            named = words.said(words.both(asked))
            parts.append(words.fill(N_("to choose: {names}"), {"names": named}))
    if summary.practice:
        parts.append(words.gettext(N_("practice game")))
    return dot.join(parts)
