"""Which saved game is meant: by its id, by the beginning of it, or by its title."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from tui.commandline.choosing import TypedText
from tui.commandline.house import Problem
from tui.words import Words
from tui.words.marks import N_

if TYPE_CHECKING:
    from saves.entries import Entry


def find_game(words: Words, folder: Path, text: str, *, deleted: bool = False) -> Entry:
    """The only saved game that ``text`` may mean, also one that is damaged. Raises Problem.

    deleted: of those in the bin instead.
    """
    from saves.shelf import Shelf

    shelf = Shelf(folder)
    entries = shelf.deleted() if deleted else shelf.entries()
    for entry in entries:
        if entry.id == text:
            return entry
    meant = [entry for entry in entries if entry.id.startswith(text) or _title(entry) == text]
    values: dict[str, object] = {"text": text, "folder": words.said(str(folder))}
    if not text or not meant:
        none = N_("There is no saved game {text} in {folder}.")
        none_deleted = N_("There is no deleted game {text} in {folder}.")
        raise Problem(words.fill(none_deleted if deleted else none, values))
    if len(meant) > 1:
        values["ids"] = words.said(words.either([entry.id for entry in meant[:6]]))
        raise Problem(words.fill(N_("{text} may be {ids}; type more of it."), values))
    return meant[0]


def _title(entry: Entry) -> str | None:
    return entry.summary.title or None if entry.summary is not None else None


def unfinished_game(words: Words, folder: Path, text: str | None) -> str:
    """The id of the game to go on with: the one that is meant, or the unfinished one that was
    saved last. Raises Problem if there is none, or if it cannot be gone on with; NotDrawn if it
    cannot be shown."""
    from saves.shelf import Shelf, newest_unfinished
    from tui.renderers import check_shown

    if text is None:
        entries = Shelf(folder).entries()
        newest = newest_unfinished(entries)
        if newest is None:
            values: dict[str, object] = {"folder": words.said(str(folder))}
            if any(entry.summary is None for entry in entries):
                said = N_(
                    "No unfinished game in {folder} can be read; messdeck saves says what is wrong."
                )
            else:
                said = N_("There is no unfinished game in {folder}; messdeck play begins one.")
            raise Problem(words.fill(said, values))
        assert newest.summary is not None
        check_shown(newest.summary.rules)
        return newest.id
    entry = find_game(words, folder, text)
    if entry.summary is None:
        raise Problem(entry_fault(words, entry))
    if entry.summary.finished:
        raise Problem(words.fill(N_("The game {id} is finished."), {"id": entry.id}))
    check_shown(entry.summary.rules)
    return entry.id


def usable(words: Words, entry: Entry) -> Entry:
    """``entry``, if something in it can be read. Raises Problem."""
    if entry.summary is None:
        raise Problem(entry_fault(words, entry))
    return entry


def entry_fault(words: Words, entry: Entry) -> str:
    """Why a game on the shelf cannot be used, with its name."""
    why = words.error(entry.fault) if entry.fault is not None else ""
    return words.fill(N_("{id}: {why}"), {"id": entry.id, "why": words.said(why)})


class GameType(TypedText):
    """A saved game on the command line; it is looked up when the command runs."""

    name = "game"

    def __init__(self, *, deleted: bool = False) -> None:
        self.deleted = deleted

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from saves.folders import data_dir
        from saves.shelf import Shelf

        given = ctx.params.get("data_dir") or ctx.find_root().params.get("data_dir")
        shelf = Shelf(data_dir(given))
        entries = shelf.deleted() if self.deleted else shelf.entries()
        ids = [entry.id for entry in entries if entry.summary is not None]
        return [CompletionItem(id_) for id_ in ids if id_.startswith(incomplete)]


def game_argument(words: Words, *, deleted: bool = False) -> click.Argument:
    """``GAME``."""
    name = words.gettext(N_("GAME"))
    return click.Argument(["game"], type=GameType(deleted=deleted), metavar=name)
