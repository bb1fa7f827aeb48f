"""From a table to its file and back; copies of finished games for those who played."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from engine.fairness import KEY, Proof, Said
from engine.records import Record
from saves.exchange import write_export
from saves.folders import make_private
from saves.schema import SavedGame
from saves.shelf import Shelf
from saves.statistics import Statistics, StatisticsFault
from tui.house.chairs import random_text
from tui.house.chat import Line
from tui.house.files import ChairFile, LineFile, SaidFile, TableFile
from tui.house.plan import Plan
from tui.house.shuffling import Shuffling
from tui.setup import PERSON
from tui.sitting import Sitting

if TYPE_CHECKING:
    from tui.house.house import House
    from tui.house.table import SharedTable


def file_of(table: SharedTable) -> TableFile:
    """All of a table but its game, which is a save of its own."""
    plan = table.plan
    chairs = tuple(
        ChairFile(
            level=chair.level,
            key=chair.key,
            name=chair.name,
            ready=chair.ready,
            text=chair.text,
            seal=chair.seal,
            word=chair.word,
            detached=chair.detached,
            given_up=chair.given_up,
            kept=chair.kept,
        )
        for chair in table.chairs
    )
    return TableFile(
        id=table.id,
        opener=table.opener,
        opener_name=table.opener_name,
        rules=plan.rules,
        players=plan.players,
        options=dict(plan.options),
        phrase=table.door.hidden,
        thinking=plan.thinking,
        away=plan.away,
        minder=plan.minder,
        dealer=table.shuffling.dealer,
        house=table.shuffling.house.hex(),
        chairs=chairs,
        game=table.sitting.id if table.sitting is not None else "",
        said=tuple(SaidFile(one.seat, one.text, one.seal) for one in table.said),
        rounds=table.rounds,
        chat=tuple(
            LineFile(line.key, line.name, line.text, line.at, line.watcher, line.place, line.what)
            for line in table.chat.lines
        ),
        mutes={reader: tuple(sorted(keys)) for reader, keys in table.chat.mutes.items()},
        created=table.created,
        changed=table.house.clock.wall(),
    )


def same(one: TableFile, other: TableFile) -> bool:
    """Whether two files say the same, apart from when."""
    return msgspec.structs.replace(one, changed=other.changed) == other


def table_of(make: type[SharedTable], house: House, file: TableFile) -> SharedTable:
    """The table that a file describes, still without its game. Raises what ``Plan.checked``
    does: what the file says is not believed."""
    plan = Plan(
        file.rules,
        file.players,
        tuple(chair.level or PERSON for chair in file.chairs),
        dict(file.options),
        "",
        file.thinking,
        file.away,
        file.minder,
    )
    plan.checked()
    house_number = bytes.fromhex(file.house)
    shuffling = Shuffling(file.rules, file.players, file.dealer, house_number)
    table = make(house, file.id, plan, (file.opener, file.opener_name), shuffling)
    table.door.hidden = file.phrase
    table.rounds = file.rounds
    table.created = file.created
    table.said = tuple(Said(one.seat, one.text, one.seal) for one in file.said)
    for chair, kept in zip(table.chairs, file.chairs, strict=True):
        chair.key, chair.name = kept.key, kept.name
        chair.gone_at = house.clock.now()
        chair.ready, chair.text, chair.seal = kept.ready, kept.text, kept.seal
        chair.word = kept.word or (random_text() if kept.key else "")
        chair.detached, chair.given_up, chair.kept = kept.detached, kept.given_up, kept.kept
    for line in file.chat:
        said = Line(line.key, line.name, line.text, line.at, line.watcher, line.place, line.what)
        table.chat.lines.append(said)
    table.chat.mutes = {reader: set(keys) for reader, keys in file.mutes.items()}
    return table


def record_of(sitting: Sitting, proof: Proof) -> Record:
    """The record of a game at a shared table, with what shows that its shuffles were fair.
    Raises SaveFault."""
    record = sitting.record()
    record.extra[KEY] = proof.to_json()
    return record


def give_copy(folder: Path, saved: SavedGame, record: Record) -> None:
    """Puts a finished game into a person's folder: the game on their shelf, its record beside it,
    and what it says into their statistics. Once only. Blocks; raises OSError, SaveFault."""
    records = folder / "records"
    path = records / f"{saved.rules}-{saved.id}.jsonl"
    if path.exists():
        return
    make_private(records)
    Shelf(folder).put(saved)
    with contextlib.suppress(StatisticsFault):  # they are not worth a game
        Statistics(folder).record(saved)
    write_export(path, (record.to_line() + "\n").encode(), replace=True)
