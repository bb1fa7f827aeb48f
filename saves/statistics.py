"""Statistics: one row for every finished game, in SQLite under the data folder.

A game is recorded once, whatever happens and however often it is told. Games that say nothing
about one person's play are kept but not counted: practice games, games of several persons at one
screen, games that came from elsewhere, and those in which a level minded the person's seat at the
end. A database that is damaged is set aside under another name, never repaired and never
overwritten. Every call opens and closes it, so that several processes and threads may.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from engine.refusals import MessdeckError
from saves.faults import reason_of
from saves.folders import make_private
from saves.schema import LAST_TIME, MAX_SEATS, SavedGame

FILE: Final = "statistics.sqlite3"
VERSION: Final = 1
MIXED: Final = "mixed"
BUSY_SECONDS: Final = 5.0
Got = TypeVar("Got")

_SCHEMA: Final = (
    """CREATE TABLE games (
        id TEXT PRIMARY KEY,
        rules TEXT NOT NULL,
        rules_version INTEGER NOT NULL,
        players INTEGER NOT NULL,
        level TEXT NOT NULL,
        left_out TEXT NOT NULL,
        ending TEXT NOT NULL,
        choices INTEGER NOT NULL,
        ended INTEGER NOT NULL
    ) WITHOUT ROWID""",
    """CREATE TABLE seats (
        game TEXT NOT NULL REFERENCES games (id),
        seat INTEGER NOT NULL,
        person INTEGER NOT NULL,
        level TEXT NOT NULL,
        place INTEGER NOT NULL,
        score INTEGER NOT NULL,
        PRIMARY KEY (game, seat)
    ) WITHOUT ROWID""",
)


class StatisticsFault(MessdeckError):
    """The statistics cannot be used.

    Codes and their values:

    ``set-aside`` (path): they were damaged; what there was is kept at ``path``, and counting
    begins anew.
    ``newer-statistics`` (version, known): a newer program wrote them.
    ``statistics-unusable`` (reason): the system refused; reason is a code of
    ``saves.faults.reason_of``, or ``busy``.
    """


@dataclass(frozen=True, slots=True)
class Line:
    """How one person has done at a kind of table.

    rules, players: the table. level: of all opponents, as it is written, or MIXED. games: how
    many. places: how often each place was taken, the first first. scores: chips or points over
    all games; best, worst: of one game.
    """

    rules: str
    players: int
    level: str
    games: int
    places: tuple[int, ...]
    scores: int
    best: int
    worst: int

    @property
    def won(self) -> int:
        """How often the first place was taken, alone or shared."""
        return self.places[0]


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game. left_out: why it is not counted, "" if it is: ``practice``, ``hot-seat``,
    ``imported``, ``minded``. place, score: the person's, 0 in a game of several persons."""

    id: str
    rules: str
    players: int
    level: str
    left_out: str
    ending: str
    choices: int
    ended: int
    place: int
    score: int


@dataclass(frozen=True, slots=True)
class Recorded:
    """What became of a game that was told. new: it was not known yet. fault: ``set-aside`` if the
    database was damaged, so that this is the first game of a new one."""

    new: bool
    fault: StatisticsFault | None


def left_out(saved: SavedGame) -> str:
    """Why a finished game is not counted (``Finished.left_out``), "" if it is."""
    if saved.practice:
        return "practice"
    if sum(seat.kind == "person" for seat in saved.seats) > 1:
        return "hot-seat"
    if saved.imported or saved.foreign > 0:
        return "imported"
    if any(seat.minding for seat in saved.seats):
        return "minded"
    return ""


def opponents(saved: SavedGame) -> str:
    """The level of all levels at the table, MIXED if they differ, "" if there is none."""
    levels = {seat.player for seat in saved.seats if seat.kind == "level"}
    if len(levels) > 1:
        return MIXED
    return next(iter(levels), "")


class Statistics:
    """The statistics in a data folder; nothing is made before there is something to record."""

    def __init__(self, data_dir: Path) -> None:
        self.path = data_dir / FILE

    def record(self, saved: SavedGame) -> Recorded:
        """Takes a finished game down, unless it is known. A game without any person is none.

        Raises StatisticsFault ``newer-statistics`` or ``statistics-unusable``.
        """
        if saved.result is None or not any(seat.kind == "person" for seat in saved.seats):
            return Recorded(False, None)

        def add(database: sqlite3.Connection) -> bool:
            return _add(database, saved)

        try:
            make_private(self.path.parent)
        except OSError as error:
            raise _unusable(error, self.path) from None
        return Recorded(*self._with(add, make=True, otherwise=False))

    def lines(self) -> tuple[list[Line], StatisticsFault | None]:
        """The counted games, by rule set, number of players and level; and ``set-aside`` if the
        database turned out to be damaged. Raises StatisticsFault as ``record``."""
        nothing: list[Line] = []
        return self._with(_lines, make=False, otherwise=nothing)

    def games(self) -> tuple[list[Finished], StatisticsFault | None]:
        """All finished games, the latest first, also those that are left out; else as ``lines``."""
        nothing: list[Finished] = []
        return self._with(_games, make=False, otherwise=nothing)

    def _with(
        self, work: Callable[[sqlite3.Connection], Got], *, make: bool, otherwise: Got
    ) -> tuple[Got, StatisticsFault | None]:
        """What ``work`` makes of the database; a damaged one is set aside, and if ``make`` the
        work is done on a new one."""
        aside: StatisticsFault | None = None
        for _ in range(3):
            before = _identity(self.path)
            if not make and before is None:
                return otherwise, aside
            try:
                with contextlib.closing(_connected(self.path, make=make)) as database:
                    ready = _prepared(database, make=make)
                    return (work(database) if ready else otherwise), aside
            except sqlite3.Error as error:
                if not _is_damage(error):
                    raise _unusable(error, self.path) from None
            except OSError as error:
                raise _unusable(error, self.path) from None
            except (_Damaged, UnicodeError):  # also in what SQLite says of it
                pass
            if before is None or before == _identity(self.path):
                aside = self._set_aside()
        raise StatisticsFault("statistics-unusable", reason="other")

    def _set_aside(self) -> StatisticsFault:
        """Gives the database another name, together with what belongs to it."""
        number = 1
        while os.path.lexists(target := self.path.with_name(f"statistics-damaged-{number}")):
            number += 1
        try:
            os.rename(self.path, target)
        except OSError as error:
            raise _unusable(error, self.path) from None
        for more in ("-journal", "-wal", "-shm"):
            with contextlib.suppress(OSError):
                os.rename(f"{self.path}{more}", f"{target}{more}")
        return StatisticsFault("set-aside", path=str(target))


class _Damaged(Exception):
    """What stands in the database is not what was written."""


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file it is, so that one that another process has made anew is not taken for the
    damaged one; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _connected(path: Path, *, make: bool) -> sqlite3.Connection:
    """An open database; a new file is its owner's only. Raises OSError or sqlite3.Error."""
    if make:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    database = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        database.execute("PRAGMA trusted_schema = OFF")
        # Also the folder, when the journal of a change goes: nothing told may come undone.
        database.execute("PRAGMA synchronous = EXTRA")
    except BaseException:
        database.close()
        raise
    return database


def _prepared(database: sqlite3.Connection, *, make: bool) -> bool:
    """Whether there are tables, made if need be. Raises _Damaged, StatisticsFault."""
    if database.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise _Damaged
    version = _number(database.execute("PRAGMA user_version").fetchone()[0])
    if version > VERSION:
        raise StatisticsFault("newer-statistics", version=version, known=VERSION)
    if version == VERSION:
        return True
    if version < 0 or database.execute("SELECT count(*) FROM sqlite_master").fetchone() != (0,):
        raise _Damaged
    if not make:
        return False
    with _transaction(database):
        # Another process may have been faster.
        if database.execute("PRAGMA user_version").fetchone() == (0,):
            for statement in _SCHEMA:
                database.execute(statement)
            database.execute(f"PRAGMA user_version = {VERSION:d}")
    return True


@contextlib.contextmanager
def _transaction(database: sqlite3.Connection) -> Iterator[None]:
    """All or nothing, with the lock for writing taken at its beginning."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            database.execute("ROLLBACK")
        raise


def _add(database: sqlite3.Connection, saved: SavedGame) -> bool:
    result = saved.result
    assert result is not None
    with _transaction(database):
        found = database.execute(
            "INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                saved.id,
                saved.rules,
                saved.rules_version,
                saved.players,
                opponents(saved),
                left_out(saved),
                result.ending,
                saved.choices,
                saved.changed,
            ),
        )
        if found.rowcount != 1:
            return False
        for seat, held in enumerate(saved.seats):
            database.execute(
                "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?)",
                (
                    saved.id,
                    seat,
                    int(held.kind == "person"),
                    held.player,
                    result.places[seat],
                    result.scores[seat],
                ),
            )
    return True


def _games(database: sqlite3.Connection) -> list[Finished]:
    rows = database.execute(
        "SELECT id, rules, players, level, left_out, ending, choices, ended, "
        "(SELECT count(*) FROM seats WHERE game = id AND person = 1), "
        "(SELECT max(place) FROM seats WHERE game = id AND person = 1), "
        "(SELECT max(score) FROM seats WHERE game = id AND person = 1) "
        "FROM games ORDER BY ended DESC, id"
    )
    found: list[Finished] = []
    for id_, rules, players, level, left, ending, choices, ended, persons, place, score in rows:
        alone = _number(persons, 1, MAX_SEATS) == 1
        found.append(
            Finished(
                _text(id_),
                _text(rules),
                _number(players, 1, MAX_SEATS),
                _text(level),
                _text(left),
                _text(ending),
                _number(choices, 0),
                _number(ended, 0, LAST_TIME),
                _number(place, 1, players) if alone else 0,
                _number(score) if alone else 0,
            )
        )
    return found


def _lines(database: sqlite3.Connection) -> list[Line]:
    tables: dict[tuple[str, int, str], list[Finished]] = {}
    for game in _games(database):
        if not game.left_out:
            tables.setdefault((game.rules, game.players, game.level), []).append(game)
    lines: list[Line] = []
    for (rules, players, level), games in sorted(tables.items()):
        places = [game.place for game in games]
        scores = [game.score for game in games]
        taken = tuple([places.count(place) for place in range(1, players + 1)])
        line = Line(rules, players, level, len(games), taken, sum(scores), max(scores), min(scores))
        lines.append(line)
    return lines


def _number(value: object, low: int = -(2**53), high: int = 2**53) -> int:
    if isinstance(value, int) and low <= value <= high:
        return value
    raise _Damaged


def _text(value: object) -> str:
    if isinstance(value, str) and len(value) <= 200 and value.isprintable():
        return value
    raise _Damaged


# What SQLite says of a file that is broken, or no database, or not of our making.
_DAMAGE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
_REASONS: Final = {
    sqlite3.SQLITE_FULL: "disk-full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_CANTOPEN: "not-allowed",
    sqlite3.SQLITE_PERM: "not-allowed",
    sqlite3.SQLITE_IOERR: "device",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
}


def _code(error: sqlite3.Error) -> int:
    # An error without a code is Python's own, about a value that it cannot make sense of.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return int(code) & 0xFF


def _is_damage(error: sqlite3.Error) -> bool:
    return _code(error) in _DAMAGE


def _unusable(error: OSError | sqlite3.Error, path: Path) -> StatisticsFault:
    if isinstance(error, OSError):
        reason = reason_of(error)
    elif path.is_dir():
        reason = "folder"
    else:
        reason = _REASONS.get(_code(error), "other")
    return StatisticsFault("statistics-unusable", reason=reason)
