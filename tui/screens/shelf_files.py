"""Games in and out of the shelf by files, as a person does it on the screen."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from engine.refusals import MessdeckError
from saves.codec import MAX_BYTES
from saves.disk import read_file
from saves.exchange import (
    export_record,
    export_save,
    read_games,
    write_export,
)
from saves.faults import SaveFault, reason_of
from saves.folders import make_private
from saves.schema import SavedGame, Seat
from saves.seen import export_view
from tui.renderers.preview import own_seat
from tui.screens.asking import LineDialog
from tui.screens.seating import SeatingScreen
from tui.setup import PERSON, USUAL_LEVEL
from tui.widgets.choices import Choice
from tui.words.marks import N_, NN_

if TYPE_CHECKING:
    from saves.entries import Entry
    from tui.screens.saves import SavesScreen

LONGEST_PATH: Final = 400
ENDINGS: Final = {"record": ".jsonl", "save": ".messdeck", "view": "-view.json"}


def completed(text: str) -> str:
    """``text``, the beginning of a path, typed on as far as it is clear what is meant."""
    path = os.path.expanduser(text)
    folder, name = os.path.split(path)
    try:
        there = sorted(entry for entry in os.listdir(folder or ".") if entry.startswith(name))
    except OSError:
        return text
    if not there:
        return text
    # The letters they share, not the folders.
    common = os.path.commonprefix(there)  # noqa: RUF071
    found = os.path.join(folder, common)
    if len(there) == 1 and os.path.isdir(found):
        found = os.path.join(found, "")
    return found


# In


def ask_for_import(screen: SavesScreen) -> None:
    """Asks for a file and takes its games in."""
    words = screen.words
    text = words.gettext(N_("Which file is to be taken in? A save, or a file of records."))

    def typed(path: str | None) -> None:
        if path:
            screen.run_worker(_import(screen, Path(os.path.expanduser(path))))

    dialog = LineDialog(words, screen.look, text, most=LONGEST_PATH, complete=completed)
    screen.app.push_screen(dialog, typed)


async def _import(screen: SavesScreen, path: Path) -> None:
    """Reads the games of a file; then asks who sits where."""
    records: list[bool] = []

    def noted(saved: SavedGame, record: bool) -> None:
        records.append(record)

    def read() -> list[SavedGame]:
        try:
            resolved = path.resolve()
        except (OSError, RuntimeError):  # links that lead round in a circle
            raise SaveFault("unreadable", reason="link") from None
        return read_games(read_file(resolved, MAX_BYTES), noted)

    try:
        games = await asyncio.to_thread(read)
    except MessdeckError as error:
        values: dict[str, object] = {
            "path": screen.words.said(str(path)),
            "why": screen.words.said(screen.words.error(error)),
        }
        screen.say(screen.words.fill(N_("{path}: {why}"), values))
        return
    first = games[0]
    alike = all((game.rules, game.players) == (first.rules, first.players) for game in games)
    if any(game.result is None for game in games) and alike:
        # Of a record nobody knows who is to play on; a save keeps who sat there.
        usual = _usual(first) if records[0] else first.seats

        def seated(seats: Sequence[Seat]) -> None:
            _put(screen, games, seats)

        screen.app.push_screen(SeatingScreen(first, usual, seated))
    else:
        _put(screen, games, None)


def _usual(saved: SavedGame) -> tuple[Seat, ...]:
    return (Seat(PERSON), *[Seat("level", USUAL_LEVEL)] * (saved.players - 1))


def _put(screen: SavesScreen, games: Sequence[SavedGame], seats: Sequence[Seat] | None) -> None:
    shelf, ids = screen.room.shelf, []
    try:
        for game in games:
            kept = game if seats is None else msgspec.structs.replace(game, seats=tuple(seats))
            ids.append(shelf.put(kept))
    except MessdeckError as error:
        screen.load(ids[0] if ids else "")
        screen.say(screen.words.error(error))
        return
    screen.load(ids[0])
    text = NN_("{count} game was taken in.", "{count} games were taken in.")
    screen.say(screen.words.fill(text, {"count": len(ids)}, by="count"), wrong=False)


# Out


def ask_for_export(screen: SavesScreen, entry: Entry) -> None:
    """Asks what of a game is to be written, and where; then writes it."""
    say = screen.words.gettext
    items = [
        Choice("record", say(N_("The record")),
               say(N_("The whole game as text; it shows all cards.")), key="r"),
        Choice("save", say(N_("The save")),
               say(N_("To be played on elsewhere; it holds all that is to come.")), key="s"),
        Choice("view", say(N_("What you see")),
               say(N_("What your seat knows now, and no hidden card.")), key="v"),
        Choice("", say(N_("Nothing")), key="n"),
    ]  # fmt: skip

    def chosen(kind: str | None) -> None:
        if kind:
            _ask_where(screen, entry, kind)

    screen.room.ask(say(N_("What is to be written to a file?")), items, chosen)


def _ask_where(screen: SavesScreen, entry: Entry, kind: str) -> None:
    assert entry.summary is not None
    name = f"{entry.summary.rules}-{entry.id}{ENDINGS[kind]}"
    usual = screen.room.shelf.data_dir / "records" / name
    text = screen.words.gettext(N_("Where is it to be written?"))

    def typed(path: str | None) -> None:
        if path:
            screen.run_worker(_export(screen, entry.id, kind, Path(os.path.expanduser(path))))

    dialog = LineDialog(
        screen.words, screen.look, text, str(usual), most=LONGEST_PATH, complete=completed
    )
    screen.app.push_screen(dialog, typed)


async def _export(screen: SavesScreen, id_: str, kind: str, path: Path) -> None:
    shelf = screen.room.shelf

    def write() -> None:
        if kind == "record":
            data = f"{export_record(shelf, id_).to_line()}\n".encode()
        elif kind == "save":
            data = export_save(shelf, id_)
        else:
            data = export_view(shelf, id_, own_seat(shelf.load(id_).saved))
        if path.parent == shelf.data_dir / "records":
            try:
                make_private(path.parent)
            except OSError as error:
                raise SaveFault("unreadable", reason=reason_of(error)) from None
        write_export(path, data)

    words = screen.words
    values: dict[str, object] = {"path": words.said(str(path))}
    try:
        await asyncio.to_thread(write)
    except MessdeckError as error:
        if error.code == "exists":
            screen.say(words.fill(N_("{path} exists already; it is not replaced."), values))
            return
        values["why"] = words.said(words.error(error))
        screen.say(words.fill(N_("{path}: {why}"), values))
        return
    screen.say(words.fill(N_("Written to {path}."), values), wrong=False)
