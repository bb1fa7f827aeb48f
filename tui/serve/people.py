"""Who is known here: names, the keys they belong to, and who is banned. One SQLite file.

Nothing is written before somebody has proved to hold a key and has taken a name.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import ipaddress
import re
import secrets
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeVar

from saves.faults import reason_of
from saves.folders import make_private
from tui.serve.faults import NameFault, ServerFault
from tui.serve.names import CODE_LENGTH, checked, code_signs, skeleton
from tui.serve.person import GUEST_MARK, Person

FILE: Final = "people.sqlite"
FOLDERS: Final = "people"
VISITORS: Final = "visitors"
MOST_KEYS: Final = 16
CODE_SECONDS: Final = 600.0
# No letters that are read as others.
_CODE_SIGNS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
_CODES_OPEN: Final = 1000
_FINGERPRINT: Final = re.compile(r"(SHA256:[A-Za-z0-9+/]{43})=?\Z", re.ASCII)
BanKind = Literal["person", "key", "address"]
Got = TypeVar("Got")

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS people (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, skeleton TEXT NOT NULL UNIQUE,
    since INTEGER NOT NULL, seen INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS keys (
    fingerprint TEXT PRIMARY KEY, person TEXT NOT NULL REFERENCES people (id),
    since INTEGER NOT NULL, seen INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS bans (
    kind TEXT NOT NULL, value TEXT NOT NULL, since INTEGER NOT NULL, why TEXT NOT NULL,
    PRIMARY KEY (kind, value)
) STRICT;
"""


@dataclass(frozen=True, slots=True)
class Key:
    """A key of somebody: its fingerprint, since when, and when it was last used (Unix seconds)."""

    fingerprint: str
    since: int
    seen: int


@dataclass(frozen=True, slots=True)
class Ban:
    """Somebody who may not come in. value: a person's id and name, a fingerprint, or a network."""

    kind: BanKind
    value: str
    name: str
    since: int
    why: str


def folder_id(fingerprint: str) -> str:
    """The id of whoever came with that key first: 64 hexadecimal digits."""
    return hashlib.sha256(fingerprint.encode()).hexdigest()


class People:
    """The register in ``folder``, which exists. Methods may be called from any thread; those that
    write wait for the disk (see ``aside``)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._monitor = threading.Lock()
        self._codes: dict[str, tuple[str, float]] = {}
        self._guests: dict[str, str] = {}
        # Names of guests that still stand at tables.
        self.at_tables: Callable[[], set[str]] = set
        path = folder / FILE
        try:
            path.touch(mode=0o600, exist_ok=True)
            self._base = sqlite3.connect(
                path, timeout=5.0, isolation_level=None, check_same_thread=False
            )
            self._base.execute("PRAGMA journal_mode = WAL")
            self._base.execute("PRAGMA synchronous = FULL")
            self._base.execute("PRAGMA foreign_keys = ON")
            self._base.executescript(_SCHEMA)
        except (OSError, sqlite3.Error) as error:
            reason = reason_of(error) if isinstance(error, OSError) else "other"
            raise ServerFault("folder", path=str(path), reason=reason) from None

    def close(self) -> None:
        """Lets go of the file."""
        with self._monitor:
            self._base.close()

    @staticmethod
    async def aside(work: Callable[[], Got]) -> Got:
        """Does what waits for the disk where nobody else waits for it."""
        return await asyncio.to_thread(work)

    # Coming in

    def with_key(self, fingerprint: str) -> Person | None:
        """Who a key belongs to, None if nobody came with it before."""
        with self._monitor:
            row = self._base.execute(
                "SELECT id, name FROM people JOIN keys ON person = id WHERE fingerprint = ?",
                (fingerprint,),
            ).fetchone()
        return self._person(*row) if row else None

    def seen(self, fingerprint: str) -> None:
        """Takes down that a key was used now."""
        at = int(time.time())
        with self._writing() as base:
            base.execute("UPDATE keys SET seen = ? WHERE fingerprint = ?", (at, fingerprint))
            base.execute(
                "UPDATE people SET seen = ? "
                "WHERE id = (SELECT person FROM keys WHERE fingerprint = ?)",
                (at, fingerprint),
            )

    def claim(self, fingerprint: str, text: str) -> Person:
        """Gives a name to whoever holds a key that nobody came with before. Raises NameFault."""
        name = checked(text)
        id_, at = folder_id(fingerprint), int(time.time())
        with self._writing() as base:
            known = base.execute("SELECT 1 FROM keys WHERE fingerprint = ?", (fingerprint,))
            if known.fetchone() is None:
                self._free(skeleton(name))
                try:
                    base.execute(
                        "INSERT INTO people VALUES (?, ?, ?, ?, ?)",
                        (id_, name, skeleton(name), at, at),
                    )
                except sqlite3.IntegrityError:
                    raise NameFault("name-taken") from None
                base.execute("INSERT INTO keys VALUES (?, ?, ?, ?)", (fingerprint, id_, at, at))
        person = self.with_key(fingerprint)
        assert person is not None
        make_private(person.folder)
        return person

    def guest(self, text: str) -> Person:
        """A guest of that name, for one visit; ``parted`` ends it. Raises NameFault."""
        name = checked(text)
        key = secrets.token_hex(32)
        kept = {skeleton(one) for one in self.at_tables()}
        with self._monitor:
            self._free(skeleton(name))
            if skeleton(name + GUEST_MARK) in kept:
                raise NameFault("name-taken")
            self._guests[key] = skeleton(name)
        person = Person(key, name + GUEST_MARK, True, self.folder / VISITORS / key)
        try:
            make_private(person.folder)
        except OSError:
            self._guests.pop(key, None)
            raise
        return person

    def parted(self, guest: Person) -> None:
        """A guest has gone, and with the guest all that was kept."""
        self._guests.pop(guest.key, None)
        shutil.rmtree(guest.folder, ignore_errors=True)

    def sweep(self) -> None:
        """Removes what guests left whom the server could not see off."""
        shutil.rmtree(self.folder / VISITORS, ignore_errors=True)

    def _free(self, shape: str) -> None:
        """Raises NameFault if somebody is called like that, or nearly. The caller holds the
        monitor."""
        row = self._base.execute("SELECT 1 FROM people WHERE skeleton = ?", (shape,)).fetchone()
        if row is not None or shape in self._guests.values():
            raise NameFault("name-taken")

    def _person(self, id_: str, name: str) -> Person:
        return Person(id_, name, False, self.folder / FOLDERS / id_)

    # Names

    def named(self, text: str) -> Person:
        """The person of that name, or nearly. Raises ServerFault ``nobody``."""
        with self._monitor:
            row = self._base.execute(
                "SELECT id, name FROM people WHERE skeleton = ?", (skeleton(text),)
            ).fetchone()
        if row is None:
            raise ServerFault("nobody", name=text)
        return self._person(*row)

    def rename(self, person: Person, text: str) -> Person:
        """Gives somebody another name; the old one is free then. Raises NameFault."""
        name = checked(text)
        with self._writing() as base:
            if skeleton(name) != skeleton(person.name):
                self._free(skeleton(name))
            base.execute(
                "UPDATE people SET name = ?, skeleton = ? WHERE id = ?",
                (name, skeleton(name), person.key),
            )
        return self._person(person.key, name)

    def everybody(self) -> list[tuple[str, int, int]]:
        """Names, since when and last seen (Unix seconds), last seen first."""
        with self._monitor:
            return list(
                self._base.execute("SELECT name, since, seen FROM people ORDER BY seen DESC, name")
            )

    # Keys

    def keys(self, person: Person) -> list[Key]:
        """Somebody's keys, the first one first."""
        with self._monitor:
            rows = self._base.execute(
                "SELECT fingerprint, since, seen FROM keys WHERE person = ? ORDER BY since, rowid",
                (person.key,),
            ).fetchall()
        return [Key(*row) for row in rows]

    def code(self, person: Person) -> str:
        """A code with which another key becomes this person's, once, within CODE_SECONDS; an
        earlier one is void. Raises NameFault ``too-many-keys``."""
        if len(self.keys(person)) >= MOST_KEYS:
            raise NameFault("too-many-keys", most=MOST_KEYS)
        signs = ""
        while not code_signs(signs):  # no code is all letters, as names are
            signs = "".join([secrets.choice(_CODE_SIGNS) for _ in range(CODE_LENGTH)])
        now = time.monotonic()
        with self._monitor:
            self._codes = {
                code: (whose, until)
                for code, (whose, until) in self._codes.items()
                if whose != person.key and until > now
            }
            while len(self._codes) >= _CODES_OPEN:
                self._codes.pop(next(iter(self._codes)))
            self._codes[signs] = (person.key, now + CODE_SECONDS)
        return "-".join([signs[at : at + 4] for at in range(0, CODE_LENGTH, 4)])

    def add_key(self, fingerprint: str, code: str) -> Person:
        """Makes a key that nobody came with before one of whoever has the ``code``. Raises
        NameFault ``code-unknown``, ``too-many-keys``."""
        with self._monitor:
            whose, until = self._codes.pop(code_signs(code), ("", 0.0))
        if until <= time.monotonic():
            raise NameFault("code-unknown")
        at = int(time.time())
        with self._writing() as base:
            count = base.execute("SELECT COUNT(*) FROM keys WHERE person = ?", (whose,))
            if count.fetchone()[0] >= MOST_KEYS:
                raise NameFault("too-many-keys", most=MOST_KEYS)
            with contextlib.suppress(sqlite3.IntegrityError):
                base.execute("INSERT INTO keys VALUES (?, ?, ?, ?)", (fingerprint, whose, at, at))
        person = self.with_key(fingerprint)
        assert person is not None
        return person

    def remove_key(self, person: Person, fingerprint: str) -> None:
        """Takes a key away from somebody. Raises NameFault ``last-key``."""
        with self._writing() as base:
            count = base.execute("SELECT COUNT(*) FROM keys WHERE person = ?", (person.key,))
            if count.fetchone()[0] < 2:
                raise NameFault("last-key")
            base.execute(
                "DELETE FROM keys WHERE fingerprint = ? AND person = ?", (fingerprint, person.key)
            )

    # Bans

    def ban(self, kind: BanKind, value: str, why: str = "") -> None:
        """Bans a person (by id), a key (by fingerprint) or a network (see ``network``)."""
        with self._writing() as base:
            base.execute(
                "INSERT OR REPLACE INTO bans VALUES (?, ?, ?, ?)",
                (kind, value, int(time.time()), why[:200]),
            )

    def unban(self, kind: BanKind, value: str) -> bool:
        """Ends a ban; whether there was one."""
        with self._writing() as base:
            done = base.execute("DELETE FROM bans WHERE kind = ? AND value = ?", (kind, value))
            return done.rowcount > 0

    def bans(self) -> list[Ban]:
        """All bans, the latest first."""
        with self._monitor:
            rows = self._base.execute(
                "SELECT kind, value, COALESCE(name, ''), bans.since, why FROM bans "
                "LEFT JOIN people ON kind = 'person' AND id = value ORDER BY bans.since DESC, value"
            ).fetchall()
        return [Ban(*row) for row in rows]

    def banned(self, *, person: str = "", fingerprint: str = "", address: str = "") -> bool:
        """Whether a person, a key or an address may not come in."""
        with self._monitor:
            row = self._base.execute(
                "SELECT 1 FROM bans WHERE (kind = 'person' AND value = ?) "
                "OR (kind = 'key' AND value = ?)",
                (person, fingerprint),
            ).fetchone()
            networks = self._base.execute(
                "SELECT value FROM bans WHERE kind = 'address'"
            ).fetchall()
        if row is not None:
            return True
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in ipaddress.ip_network(value) for (value,) in networks)

    # Inside

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._monitor:
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield self._base
            except BaseException:
                self._base.execute("ROLLBACK")
                raise
            self._base.execute("COMMIT")


def fingerprint_of(text: str) -> str:
    """The fingerprint of a key in its usual form. Raises ServerFault ``bad-key``."""
    found = _FINGERPRINT.match(text.strip())
    if found is None:
        raise ServerFault("bad-key", text=text)
    return found[1]


def network(text: str) -> str:
    """An address or a network in its usual form. Raises ServerFault ``bad-address``."""
    try:
        return str(ipaddress.ip_network(text.strip(), strict=False))
    except ValueError:
        raise ServerFault("bad-address", text=text) from None
