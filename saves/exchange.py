"""Games in and out: saves and records of other people, records and saves for them."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from engine.chance import SEED_BYTES, SeededChance
from engine.records import Record, RecordFault, check_record, lines, parse_json
from engine.registry import rule_set
from engine.table import Table
from saves.capture import LogTexts, new_id, now, result_of, shuffles_in
from saves.codec import HEADER_BYTES, MAGIC, MAX_BYTES, decode, encode
from saves.disk import Disk, read_file
from saves.faults import SaveFault, reason_of
from saves.names import MAX_NAME, clean
from saves.restore import Restored, restore
from saves.schema import SavedGame, Seat
from saves.shelf import Shelf
from saves.writing import write_file

MAX_RECORDS = 1000
PERSON = Seat("person")
# How a player is written that is a program of its own (docs/bots.md).
_BOT = "bot:"
Seating = Sequence[Seat] | Callable[[SavedGame, bool], Sequence[Seat] | None] | None


def import_file(shelf: Shelf, path: Path, seats: Seating = None) -> list[str]:
    """Puts the save, the record or the records (JSON Lines) in a file on the shelf; their ids.

    seats: who plays on, for all games of the file or (given a game and whether it was a record)
    for each; None: those of a save, persons for a record. Either all games of the file are taken
    or none. Raises SaveFault or RecordFault (``line`` names the one at fault).
    """
    try:
        resolved = path.resolve()
    except (OSError, RuntimeError):  # links that lead round in a circle
        raise SaveFault("unreadable", reason="link") from None
    found = read_games(read_file(resolved, MAX_BYTES), seats)
    return [shelf.put(saved) for saved in found]


def read_games(data: bytes, seats: Seating = None) -> list[SavedGame]:
    """The games in a file's bytes, held against the rules. Raises SaveFault, RecordFault."""
    if data[: len(MAGIC)] == MAGIC[: len(data)] and data:
        saved = msgspec.structs.replace(restore(decode(data)).saved, id=new_id(), imported=True)
        return [_seated(saved, seats, record=False)]
    if len(data) >= HEADER_BYTES and b"\0" in data[:HEADER_BYTES]:
        raise SaveFault("not-a-save")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SaveFault("not-a-save") from None
    games: list[SavedGame] = []
    for number, line in lines(text):
        if len(games) >= MAX_RECORDS:
            raise SaveFault("too-many", most=MAX_RECORDS)
        try:
            record = check_record(parse_json(line)).record
            games.append(_seated(saved_of_record(record), seats, record=True))
        except RecordFault as fault:
            values = {key: value for key, value in fault.values.items() if key != "line"}
            raise RecordFault(fault.code, fault.refusal, line=number, **values) from None
    if not games:
        raise SaveFault("nothing-there", id="")
    return games


def saved_of_record(record: Record) -> SavedGame:
    """A save that goes on where a valid record ends, with shuffles of a new seed from there."""
    game = record.game
    seed = os.urandom(SEED_BYTES)
    foreign = shuffles_in(tuple(record.log))
    table = Table.resumed(game, record.dealer, record.log, lambda taken: SeededChance(seed, taken))
    log, shuffles = LogTexts(game).of(table.log())
    at = now()
    return SavedGame(
        rules=game.rules,
        rules_version=rule_set(game.rules).version,
        id=new_id(),
        players=game.players,
        options=dict(game.options),
        dealer=record.dealer,
        names=tuple(clean(name, MAX_NAME) for name in record.names),
        seats=(PERSON,) * game.players,
        seed=seed,
        foreign=foreign,
        log=log,
        shuffles=shuffles,
        snapshot=table.snapshot(),
        asked=tuple(table.actors()),
        result=result_of(table.outcome()),
        imported=True,
        created=at,
        changed=at,
    )


def record_of(restored: Restored) -> Record:
    """The record of a saved game. Raises SaveFault ``replay-not-available`` if its log does not
    reach back to the start."""
    saved, table = restored.saved, restored.table
    if saved.base is not None:
        raise SaveFault(
            "replay-not-available", version=saved.base.version, known=saved.rules_version
        )
    return Record(
        table.game, table.dealer, list(saved.names), list(table.log()), table.outcome(), {}
    )


def export_record(shelf: Shelf, id_: str) -> Record:
    """The record of a game on the shelf, open or not. It shows all cards. Raises SaveFault."""
    return record_of(restore(shelf.load(id_).saved))


def export_save(shelf: Shelf, id_: str) -> bytes:
    """The save of a game on the shelf, for another shelf. Raises SaveFault."""
    return encode(shelf.verify(id_).saved)


def write_export(
    path: Path, data: bytes, *, replace: bool = False, disk: Disk | None = None
) -> None:
    """Writes an export, whole or not at all. Raises SaveFault ``exists`` or ``unreadable``."""
    try:
        if not replace and os.path.lexists(path):
            raise SaveFault("exists", id=path.name)
        write_file(disk or Disk(), path, data)
    except OSError as error:
        raise SaveFault("unreadable", reason=reason_of(error)) from None


def _seated(saved: SavedGame, seats: Seating, *, record: bool) -> SavedGame:
    saved = _without_programs(saved)
    chosen = seats(saved, record) if callable(seats) else seats
    if chosen is None:
        return saved
    if len(chosen) != saved.players:
        raise SaveFault("bad-field", field="seats", why=f"Expected {saved.players} items")
    return msgspec.structs.replace(saved, seats=tuple(chosen))


def _without_programs(saved: SavedGame) -> SavedGame:
    """A game from elsewhere must not start programs here: seats of bots go to persons."""
    kept = tuple(PERSON if seat.chooser.startswith(_BOT) else seat for seat in saved.seats)
    return msgspec.structs.replace(saved, seats=kept)
