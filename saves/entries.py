"""What stands on the shelf: entries for lists, and loading with a fall back to earlier saves."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from saves.disk import read_file
from saves.faults import SaveFault, reason_of
from saves.names import MAX_NAME, clean
from saves.writing import file_name, numbers

if TYPE_CHECKING:
    from saves.schema import Result, SavedGame, Seat

# Faults of a file that is whole, but made by something newer or other than this program. An
# earlier save would load, but going on from it would throw away what the newer one holds.
_NOT_DAMAGE = (
    "newer-format",
    "unknown-format",
    "newer-rules",
    "unknown-rules",
    "unknown-rules-version",
    "bad-option",
)

Found = TypeVar("Found")


class Summary(NamedTuple):
    """What lists show of a game; nothing in it is hidden from anybody at the table.

    asked: the seats with a question open. choices: made so far. created, changed: Unix seconds.
    usual: the seats whose names nobody gave.
    """

    rules: str
    rules_version: int
    title: str
    players: int
    options: Mapping[str, int | str]
    dealer: int
    names: tuple[str, ...]
    seats: tuple[Seat, ...]
    asked: tuple[int, ...]
    choices: int
    result: Result | None
    practice: bool
    created: int
    changed: int
    usual: tuple[int, ...] = ()

    @property
    def finished(self) -> bool:
        """Whether the game was played to its end."""
        return self.result is not None


class Entry(NamedTuple):
    """A line of the list.

    id: of the game; of something that is none, its file name made printable.
    number: of its newest usable save, -1 if there is none; higher is later.
    summary: None if nothing in it could be read. fault: why the newest save is not used; None if
    it is. With a summary and a fault, the summary is of an earlier save.
    """

    id: str
    number: int
    summary: Summary | None
    fault: SaveFault | None

    @property
    def code(self) -> str:
        """``ok``; ``recovered`` (an earlier save is used); else the fault's code."""
        if self.fault is None:
            return "ok"
        return "recovered" if self.summary is not None else self.fault.code


class Loaded(NamedTuple):
    """The newest usable save of a game. number: its file's. fault: why no newer one is used."""

    saved: SavedGame
    number: int
    fault: SaveFault | None


def summary_of(saved: SavedGame) -> Summary:
    """What lists show of ``saved``."""
    return Summary(
        saved.rules,
        saved.rules_version,
        saved.title,
        saved.players,
        saved.options,
        saved.dealer,
        saved.names,
        saved.seats,
        saved.asked,
        saved.choices,
        saved.result,
        saved.practice,
        saved.created,
        saved.changed,
        saved.usual,
    )


def load_newest(
    folder: Path, use: Callable[[SavedGame], Found]
) -> tuple[Found, int, SaveFault | None]:
    """The newest save in a game's folder that ``use`` accepts, what ``use`` made of it and why a
    newer one was not taken. ``use`` raises SaveFault for a save that it does not accept.

    Raises the newest save's SaveFault if none can be used.
    """
    from saves.codec import MAX_BYTES, decode

    try:
        there = numbers(folder)
    except FileNotFoundError:
        raise SaveFault("missing", id=folder.name) from None
    except OSError as error:
        raise SaveFault("unreadable", reason=reason_of(error)) from None
    if not there:
        raise SaveFault("nothing-there", id=folder.name)
    first: SaveFault | None = None
    for number in there:
        try:
            saved = decode(read_file(folder / file_name(number), MAX_BYTES))
            if saved.id != folder.name:
                raise SaveFault("bad-field", field="id", why="of another game")
            return use(saved), number, first
        except SaveFault as fault:
            if first is None:
                first = fault
            if fault.code in _NOT_DAMAGE:
                break
    assert first is not None
    raise first


def entry_of(folder: Path) -> Entry:
    """The entry of a game's folder. Raises nothing."""
    try:
        saved, number, fault = load_newest(folder, lambda found: found)
    except SaveFault as why:
        return Entry(folder.name, -1, None, why)
    return Entry(folder.name, number, summary_of(saved), fault)


def foreign_entry(name: str) -> Entry:
    """The entry of a file or folder that is no game."""
    shown = clean(os.fsencode(name).decode("utf-8", "replace"), MAX_NAME)
    return Entry(shown, -1, None, SaveFault("not-a-save"))
