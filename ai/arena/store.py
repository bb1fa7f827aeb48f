"""Games kept in a database (SQLite), a row a game, so that a run can go on where it stood.

A tournament is what makes its games what they are: rules and their version, options, seats,
line-up, seed and the limit of a choice. Its games are known by deal and seating, never counted.
A deal set is written whole or not at all.
"""

from __future__ import annotations

import json
import sqlite3
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from ai.arena.play import GamePlayed, record_of
from ai.arena.setup import ArenaSetup, Bench
from engine.log import Entry
from engine.records import read_record
from engine.refusals import MessdeckError
from engine.registry import rule_set

APPLICATION: Final = 0x6D657373
VERSION: Final = 1
# Seconds after which what was played is written; so much may be lost with the power.
KEPT_EVERY: Final = 0.25
BUSY_SECONDS: Final = 5.0

_TABLES: Final = """
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY,
    rules TEXT NOT NULL, version INTEGER NOT NULL, options TEXT NOT NULL, seats INTEGER NOT NULL,
    lineup TEXT NOT NULL, seatings INTEGER NOT NULL, seed TEXT NOT NULL, seconds TEXT NOT NULL,
    UNIQUE (rules, version, options, seats, lineup, seed, seconds)
);
CREATE TABLE games (
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    deal INTEGER NOT NULL, seating INTEGER NOT NULL, dealer INTEGER NOT NULL,
    names TEXT NOT NULL, places TEXT NOT NULL, scores TEXT NOT NULL, ending TEXT NOT NULL,
    forfeits TEXT NOT NULL, choices TEXT NOT NULL, seconds TEXT NOT NULL, spans TEXT NOT NULL,
    record BLOB NOT NULL,
    PRIMARY KEY (tournament, deal, seating)
) WITHOUT ROWID;
"""
_BY_KEY: Final = (
    "SELECT id FROM tournaments WHERE rules = ? AND version = ? AND options = ? "
    "AND seats = ? AND lineup = ? AND seatings = ? AND seed = ? AND seconds = ?"
)
_COLUMNS: Final = (
    "deal, seating, dealer, names, places, scores, ending, forfeits, choices, seconds, spans"
)


class StoreFault(MessdeckError):
    """A database that cannot be used: ``store-missing``, ``store-foreign``, ``store-newer``,
    ``store-damaged``, ``store-busy`` or ``store-unusable``; ``values["path"]`` is its file."""


# How many deals the last run of a tournament was to have. A table that came later: a store may be
# without it until something is added.
_ASKED: Final = (
    "CREATE TABLE IF NOT EXISTS asked "
    "(tournament INTEGER PRIMARY KEY REFERENCES tournaments (id), deals INTEGER NOT NULL)"
)


@dataclass(frozen=True)
class Tournament:
    """A tournament in a store.

    number: in this store, from 1. seatings: games a deal set. seconds: limit of a choice, None
    for none. games: how many are stored. asked: how many deals its last run was to have, None where
    that is not known.
    """

    number: int
    rules: str
    version: int
    options: dict[str, int | str]
    seats: int
    lineup: tuple[str, ...]
    seatings: int
    seed: str
    seconds: float | None
    games: int
    asked: int | None = None


class Store:
    """An open database of games. It is a context manager."""

    def __init__(self, path: Path, *, create: bool = True, logs: bool = False) -> None:
        """Opens ``path``; makes it if it does not exist and ``create`` is set.

        logs: read the logs of stored games too. Raises StoreFault.
        """
        self.path = path
        self.logs = logs
        if not create and not path.exists():
            raise StoreFault("store-missing", path=str(path))
        with self.faults():
            self.db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
            try:
                self._prepare(create)
            except BaseException:
                self.db.close()
                raise

    def _prepare(self, create: bool) -> None:
        (mark,) = self.db.execute("PRAGMA application_id").fetchone()
        (version,) = self.db.execute("PRAGMA user_version").fetchone()
        (tables,) = self.db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables == 0 and mark == 0 and create:
            self.db.execute("PRAGMA synchronous = NORMAL")
            self.db.executescript(
                f"BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION}; "
                f"PRAGMA user_version = {VERSION}; {_TABLES} COMMIT;"
            )
            return
        if mark != APPLICATION:
            raise StoreFault("store-foreign", path=str(self.path))
        if version != VERSION:
            raise StoreFault("store-newer", path=str(self.path), version=version, known=VERSION)
        self.db.execute("PRAGMA synchronous = NORMAL")

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        self.db.close()

    @contextmanager
    def faults(self) -> Iterator[None]:
        """Whatever the database raises becomes a StoreFault."""
        path = str(self.path)
        try:
            yield
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise StoreFault("store-busy", path=path) from error
            raise StoreFault("store-unusable", path=path, detail=str(error)) from error
        except (sqlite3.Error, zlib.error, ValueError, TypeError, KeyError) as error:
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
                raise StoreFault("store-foreign", path=path) from error
            raise StoreFault("store-damaged", path=path, detail=str(error)) from error

    def tournaments(self) -> list[Tournament]:
        """What is stored, in the order in which it was begun. Raises StoreFault."""
        with self.faults():
            (known,) = self.db.execute(
                "SELECT count(*) FROM sqlite_master WHERE name = 'asked'"
            ).fetchone()
            asked = "(SELECT deals FROM asked WHERE tournament = id)" if known else "NULL"
            rows = self.db.execute(
                "SELECT id, rules, version, options, seats, lineup, seatings, seed, seconds, "
                f"(SELECT count(*) FROM games WHERE tournament = id), {asked} "
                "FROM tournaments ORDER BY id"
            ).fetchall()
            return [_tournament(row) for row in rows]

    def open_tournament(self, bench: Bench) -> Shelved:
        """The place of a setup's games, made if there is none. Raises StoreFault."""
        setup = bench.setup
        key = _key(bench)
        with self.faults():
            self.db.execute(
                "INSERT INTO tournaments "
                "(rules, version, options, seats, lineup, seatings, seed, seconds) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                key,
            )
            (number,) = self.db.execute(_BY_KEY, key).fetchone()
        found = Shelved(self, number, len(bench.seatings), setup)
        found.ask(setup.deals)
        return found

    def all_games(self, tournament: Tournament) -> Iterator[GamePlayed]:
        """The games of a tournament by deal and seating, without logs. Raises StoreFault."""
        with self.faults():
            rows = self.db.execute(
                f"SELECT {_COLUMNS} FROM games WHERE tournament = ? ORDER BY deal, seating",
                (tournament.number,),
            )
            for row in rows:
                yield _game(row, ())

    def find(self, bench: Bench) -> Tournament | None:
        """The tournament of a setup's games, None if there is none yet. Raises StoreFault."""
        with self.faults():
            found = self.db.execute(_BY_KEY, _key(bench)).fetchone()
        known = self.tournaments() if found is not None else []
        return next((one for one in known if one.number == found[0]), None)

    def last_games(self, tournament: Tournament, most: int) -> list[GamePlayed]:
        """The last ``most`` games of a tournament by deal and seating, the last one first, without
        logs. Raises StoreFault."""
        with self.faults():
            rows = self.db.execute(
                f"SELECT {_COLUMNS} FROM games WHERE tournament = ? "
                "ORDER BY deal DESC, seating DESC LIMIT ?",
                (tournament.number, most),
            ).fetchall()
            return [_game(row, ()) for row in rows]

    def record(self, tournament: Tournament, deal: int, seating: int) -> str:
        """The record of a game that is there, one line. Raises StoreFault."""
        with self.faults():
            (packed,) = self.db.execute(
                "SELECT record FROM games WHERE tournament = ? AND deal = ? AND seating = ?",
                (tournament.number, deal, seating),
            ).fetchone()
            return zlib.decompress(packed).decode()

    def records(self, tournament: Tournament) -> Iterator[str]:
        """The records of a tournament's games, one line each, in order. Raises StoreFault."""
        with self.faults():
            rows = self.db.execute(
                "SELECT record FROM games WHERE tournament = ? ORDER BY deal, seating",
                (tournament.number,),
            )
            for (packed,) in rows:
                yield zlib.decompress(packed).decode()


class Shelved:
    """One tournament's games in a store, to be read and added to."""

    def __init__(self, store: Store, number: int, seatings: int, setup: ArenaSetup) -> None:
        self._store = store
        self._number = number
        self._seatings = seatings
        self._setup = setup
        self._game = rule_set(setup.rules).game(setup.seats, setup.options)
        self._waiting: list[tuple[Any, ...]] = []
        self._kept = time.monotonic()

    def ask(self, deals: int) -> None:
        """Takes note of how many deals there are to be."""
        with self._store.faults():
            self._store.db.execute(_ASKED)
            self._store.db.execute(
                "INSERT INTO asked VALUES (?, ?) "
                "ON CONFLICT (tournament) DO UPDATE SET deals = excluded.deals",
                (self._number, deals),
            )

    def complete(self) -> frozenset[int]:
        """The deals whose sets are stored, below the setup's number of deals."""
        with self._store.faults():
            rows = self._store.db.execute(
                "SELECT deal FROM games WHERE tournament = ? AND deal < ? "
                "GROUP BY deal HAVING count(*) = ?",
                (self._number, self._setup.deals, self._seatings),
            )
            return frozenset(deal for (deal,) in rows)

    def games(self, deal: int) -> list[GamePlayed]:
        """The stored set of ``deal``."""
        logs = self._store.logs
        columns = f"{_COLUMNS}, record" if logs else _COLUMNS
        with self._store.faults():
            rows = self._store.db.execute(
                f"SELECT {columns} FROM games WHERE tournament = ? AND deal = ? ORDER BY seating",
                (self._number, deal),
            ).fetchall()
            return [_game(row, _log(row[-1]) if logs else ()) for row in rows]

    def add(self, games: list[GamePlayed]) -> None:
        """Adds a deal set; written soon, or with ``keep``."""
        for game in games:
            self._waiting.append((self._number, *_row(game), self._packed(game)))
        if time.monotonic() - self._kept >= KEPT_EVERY:
            self.keep()

    def keep(self) -> None:
        """Writes what waits to be written."""
        rows, self._waiting = self._waiting, []
        if rows:
            marks = ", ".join("?" * len(rows[0]))
            with self._store.faults():
                self._store.db.execute("BEGIN IMMEDIATE")
                try:
                    self._store.db.executemany(
                        f"INSERT INTO games (tournament, {_COLUMNS}, record) VALUES ({marks}) "
                        "ON CONFLICT DO NOTHING",
                        rows,
                    )
                    self._store.db.execute("COMMIT")
                except BaseException:
                    if self._store.db.in_transaction:
                        self._store.db.execute("ROLLBACK")
                    raise
        self._kept = time.monotonic()

    def _packed(self, game: GamePlayed) -> bytes:
        record = record_of(self._game, self._setup.seed, game)
        return zlib.compress(record.to_line().encode())


def _key(bench: Bench) -> tuple[object, ...]:
    """What makes a setup's games what they are, as it is stored."""
    setup = bench.setup
    return (
        setup.rules,
        bench.game.version,
        json.dumps(dict(bench.game.options), sort_keys=True),
        setup.seats,
        json.dumps(bench.lineup),
        len(bench.seatings),
        setup.seed,
        json.dumps(setup.seconds),
    )


def _row(game: GamePlayed) -> tuple[Any, ...]:
    return (
        game.deal,
        game.seating,
        game.dealer,
        json.dumps(game.names),
        json.dumps(game.places),
        json.dumps(game.scores),
        game.ending,
        json.dumps(game.forfeits),
        json.dumps(game.choices),
        json.dumps([round(seconds, 6) for seconds in game.seconds]),
        json.dumps(game.spans),
    )


def _game(row: tuple[Any, ...], log: tuple[Entry, ...]) -> GamePlayed:
    deal, seating, dealer, names, places, scores, ending, forfeits, choices, seconds, spans = row[
        :11
    ]
    return GamePlayed(
        deal,
        dealer,
        tuple(json.loads(names)),
        tuple(json.loads(places)),
        tuple(json.loads(scores)),
        ending,
        tuple(json.loads(choices)),
        tuple(json.loads(seconds)),
        log,
        seating,
        tuple(tuple((bucket, count) for bucket, count in one) for one in json.loads(spans)),
        tuple(json.loads(forfeits)),
    )


def _log(packed: bytes) -> tuple[Entry, ...]:
    try:
        return tuple(read_record(json.loads(zlib.decompress(packed))).log)
    except MessdeckError as error:
        raise ValueError(str(error)) from error


def _tournament(row: tuple[Any, ...]) -> Tournament:
    number, rules, version, options, seats, lineup, seatings, seed, seconds, games, asked = row
    return Tournament(
        number,
        rules,
        version,
        json.loads(options),
        seats,
        tuple(json.loads(lineup)),
        seatings,
        seed,
        json.loads(seconds),
        games,
        asked,
    )
