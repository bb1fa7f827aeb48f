"""Tables on the disk: who sits where and what was agreed; the game itself is a save of the shelf.

``tables/`` holds a file a table, named by its id, of JSON that is checked field by field when it
is read. It is written as saves are: whole or not at all, synced, off the loop, in order.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import os
import re
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from engine.fairness import MAX_TEXT
from saves.disk import Disk, read_file
from saves.faults import SaveFault
from saves.folders import make_private
from saves.names import GAME_ID
from saves.schema import MAX_SEATS
from saves.writing import clear_temporaries, write_file
from tui.house.chat import KEPT, MOST_CHARACTERS

FORMAT: Final = 1
MAX_BYTES: Final = 256 * 1024
_NAME = re.compile(GAME_ID[:-2] + r"\.json\Z", re.ASCII)

Key = Annotated[str, Meta(max_length=200)]
Name = Annotated[str, Meta(max_length=200)]
Digest = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?\Z")]
Id = Annotated[str, Meta(pattern=GAME_ID)]
Seconds = Annotated[int, Meta(ge=0, le=86_400)]
Time = Annotated[int, Meta(ge=0, le=2**40)]


class ChairFile(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A chair (``tui.house.chairs``)."""

    level: Annotated[str, Meta(max_length=200)] = ""
    key: Key = ""
    name: Name = ""
    ready: bool = False
    text: Annotated[str, Meta(max_length=MAX_TEXT)] = ""
    seal: Digest = ""
    word: Annotated[str, Meta(max_length=MAX_TEXT + 7)] = ""
    detached: bool = False
    given_up: bool = False
    kept: bool = False


class LineFile(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that was said (``tui.house.chat.Line``)."""

    key: Key
    name: Name
    text: Annotated[str, Meta(max_length=MOST_CHARACTERS)]
    at: Time
    watcher: bool = False
    place: Annotated[int, Meta(ge=-1)] = -1
    what: Annotated[str, Meta(pattern=r"^(minded|back|left|late)?\Z")] = ""


class SaidFile(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What somebody gave to the shuffle of this game (``engine.fairness.Said``)."""

    seat: Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
    text: Annotated[str, Meta(max_length=MAX_TEXT)]
    seal: Digest = ""


class TableFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table.

    phrase: salt and digest of the pass phrase, "" for an open table. house: the house's number
    for the shuffles of this game, in hexadecimal. game: the id of the save, "" before a game.
    rounds: games that were played here before. mutes: reader's key, keys of those unheard.
    """

    format: Annotated[int, Meta(ge=1)] = FORMAT
    id: Id
    opener: Key
    opener_name: Name
    rules: Annotated[str, Meta(max_length=32)]
    players: Annotated[int, Meta(ge=1, le=MAX_SEATS)]
    options: dict[str, int | str]
    phrase: Annotated[str, Meta(pattern=r"^([0-9a-f]{32}:[0-9a-f]{64})?\Z")] = ""
    thinking: Seconds
    away: Seconds
    minder: Annotated[str, Meta(max_length=200)]
    dealer: Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
    house: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
    chairs: Annotated[tuple[ChairFile, ...], Meta(min_length=1, max_length=MAX_SEATS)]
    game: Annotated[str, Meta(pattern=r"^([0-9a-hjkmnp-tv-z]{16})?\Z")] = ""
    said: Annotated[tuple[SaidFile, ...], Meta(max_length=MAX_SEATS)] = ()
    rounds: Annotated[int, Meta(ge=0)] = 0
    chat: Annotated[tuple[LineFile, ...], Meta(max_length=KEPT)] = ()
    mutes: dict[Key, tuple[Key, ...]] = {}
    created: Time
    changed: Time


def hidden_phrase(phrase: str) -> str:
    """A pass phrase as it is kept."""
    if not phrase:
        return ""
    salt = secrets.token_bytes(16)
    return f"{salt.hex()}:{_digest(salt, phrase)}"


def same_phrase(hidden: str, phrase: str) -> bool:
    """Whether ``phrase`` is the one that was kept as ``hidden``; for an open table any is."""
    if not hidden:
        return True
    salt, _, digest = hidden.partition(":")
    return hmac.compare_digest(digest, _digest(bytes.fromhex(salt), phrase))


def _digest(salt: bytes, phrase: str) -> str:
    return hashlib.blake2b(phrase.encode(errors="replace"), salt=salt, digest_size=32).hexdigest()


class TableFiles:
    """The tables under ``folder``; one thread writes, in order."""

    def __init__(self, folder: Path, disk: Disk | None = None) -> None:
        self.folder = folder / "tables"
        self._disk = disk or Disk()
        self._thread = ThreadPoolExecutor(1, "tables")

    def load(self) -> tuple[list[TableFile], list[str]]:
        """All tables that can be read, the oldest first, and the names of files that cannot. Those
        are set aside under another name, so that nothing is thrown away."""
        found: list[TableFile] = []
        damaged: list[str] = []
        make_private(self.folder)
        clear_temporaries(self._disk, self.folder)
        for name in sorted(os.listdir(self.folder)):
            if not _NAME.match(name):
                continue
            path = self.folder / name
            try:
                table = msgspec.json.decode(read_file(path, MAX_BYTES), type=TableFile)
                if table.id != path.stem or table.format != FORMAT:
                    raise SaveFault("bad-field", field="id", why="of another table")
                if len(table.chairs) != table.players or table.dealer >= table.players:
                    raise SaveFault("bad-field", field="chairs", why="one a seat")
            except (SaveFault, msgspec.DecodeError, ValueError):
                damaged.append(name)
                self.set_aside(path.stem)
                continue
            found.append(table)
        return sorted(found, key=lambda table: (table.created, table.id)), damaged

    def set_aside(self, id_: str) -> None:
        """Gives a table's file a name under which it is not read again."""
        with contextlib.suppress(OSError):
            self._disk.rename(self.folder / f"{id_}.json", self.folder / f"{id_}.damaged")

    def put(self, table: TableFile) -> asyncio.Future[None]:
        """Writes ``table`` after all that was asked for before; done when it is on the disk, with
        OSError if it is not."""
        data = msgspec.json.encode(table, order="deterministic")
        return self._do(lambda: write_file(self._disk, self.folder / f"{table.id}.json", data))

    def remove(self, id_: str) -> asyncio.Future[None]:
        """Forgets a table; like ``put``."""

        def gone() -> None:
            with contextlib.suppress(FileNotFoundError):
                self._disk.remove(self.folder / f"{id_}.json")
            self._disk.sync_folder(self.folder)

        return self._do(gone)

    def _do(self, work: Callable[[], None]) -> asyncio.Future[None]:
        return asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def close(self) -> None:
        """Returns when everything is written."""
        await asyncio.to_thread(self._thread.shutdown)
