"""Saved games in lines of text: a list of them, and one with its table."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from tui.called import names_of
from tui.words import Scene, Words
from tui.words.marks import N_, NN_

if TYPE_CHECKING:
    from saves.entries import Entry, Summary


def list_lines(words: Words, folder: Path, *, deleted: bool = False) -> list[str]:
    """The list of the saved games in ``folder``, or of those in its bin, two lines a game."""
    from saves.shelf import Shelf

    shelf = Shelf(folder)
    entries = shelf.deleted() if deleted else shelf.entries()
    if not entries:
        values: dict[str, object] = {"folder": words.said(str(folder))}
        none = N_("There are no saved games in {folder}.")
        none_deleted = N_("There are no deleted games in {folder}.")
        return [words.fill(none_deleted if deleted else none, values)]
    lines: list[str] = []
    for entry in entries:
        lines += entry_lines(words, entry)
    return lines


def entry_lines(words: Words, entry: Entry) -> list[str]:
    """One game of the list: its id, title, rule set and time; who plays and how far it is."""
    summary = entry.summary
    if summary is None:
        why = words.error(entry.fault) if entry.fault is not None else ""
        return [entry.id, f"  {why}"]
    scene = Scene(summary.rules, names_of(words, summary))
    head = [entry.id, words.title(summary.rules), moment(words, summary.changed)]
    if summary.title:
        head.insert(1, words.said(summary.title, 40))
    if summary.practice:
        head.append(words.gettext(N_("practice game")))
    names = words.both([words.name(seat, scene) for seat in range(summary.players)])
    lines = ["  ".join(head), f"  {names}; {progress(words, summary, scene)}"]
    if entry.fault is not None:
        text = N_("An earlier save is used, as the newest one has a fault: {why}")
        lines.append("  " + words.fill(text, {"why": words.said(words.error(entry.fault))}))
    return lines


def progress(words: Words, summary: Summary, scene: Scene) -> str:
    """How far a game is, and for whom it waits or who has won."""
    forms = NN_("{count} choice", "{count} choices")
    made = words.fill(forms, {"count": summary.choices}, by="count")
    if summary.result is not None:
        state = words.winner(summary.result.places, scene)
    else:
        state = words.waiting(summary.asked, scene)
    return f"{made}. {state}"


def moment(words: Words, seconds: int) -> str:
    """A Unix time, in the zone of this machine."""
    then = datetime.fromtimestamp(seconds, UTC)
    return words.when(then, datetime.now(UTC).astimezone())
