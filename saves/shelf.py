"""The shelf: all saved games of one data folder.

``saves/`` holds a folder a game, named by its id; ``bin/`` those that were deleted. Ids are made
here and checked before they become part of a path; names and titles never do.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from saves.disk import Disk
from saves.entries import Entry, Loaded, entry_of, foreign_entry, load_newest
from saves.faults import InUse, SaveFault, reason_of
from saves.folders import make_private
from saves.lock import LOCK, Lock, take_lock
from saves.names import GAME_ID, MAX_TITLE, clean
from saves.writing import KEEP, clear_temporaries, numbers, write_save

# The menu needs little of all this: what reads, writes and plays games is imported when it is used.
if TYPE_CHECKING:
    from saves.keeper import Keeper, Trouble
    from saves.restore import Restored
    from saves.schema import SavedGame, Seat

_ID = re.compile(GAME_ID, re.ASCII)
SWEEP_SECONDS = 24 * 60 * 60
OnTrouble = Callable[["Trouble | None"], None]


class Opened(NamedTuple):
    """A game that was opened to be played on. fault: why an earlier save than the newest had to
    be used; None if it was not."""

    restored: Restored
    keeper: Keeper
    fault: SaveFault | None


def newest_unfinished(entries: Sequence[Entry]) -> Entry | None:
    """Of ``Shelf.entries()``, the unfinished game that was saved last, None if there is none."""
    unfinished = (e for e in entries if e.summary is not None and not e.summary.finished)
    return next(unfinished, None)


class Shelf:
    """The saved games under ``data_dir``; nothing is created before it is needed.

    who: shown to others who try to open what is open here. keep: earlier saves kept of each game.
    """

    def __init__(
        self,
        data_dir: Path,
        *,
        who: str = "",
        keep: int = KEEP,
        disk: Disk | None = None,
        retry_seconds: float | None = None,
    ) -> None:
        self.data_dir = data_dir
        self.folder = data_dir / "saves"
        self.bin = data_dir / "bin"
        self._who = who
        self.keep = keep
        self._disk = disk or Disk()
        self._retry_seconds = retry_seconds
        self._counting = threading.Lock()
        self._counted = False
        self._number = 0

    # Looking

    def entries(self) -> list[Entry]:
        """All games, the one saved last first; also what is damaged or none of ours. Raises
        nothing: a shelf that cannot be read is one entry that says so."""
        return _entries(self.folder)

    def deleted(self) -> list[Entry]:
        """What is in the bin, like ``entries``."""
        return _entries(self.bin)

    def newest_unfinished(self) -> Entry | None:
        """The unfinished game that was saved last, None if there is none."""
        return newest_unfinished(self.entries())

    def load(self, id_: str) -> Loaded:
        """The newest usable save of a game, without opening it. Raises SaveFault.

        Its parts are well-formed, but not yet held against the rules (``saves.restore``).
        """
        return Loaded(*load_newest(self._place(id_), lambda saved: saved))

    def verify(self, id_: str) -> Loaded:
        """The newest save that the rules accept too, without opening it. Raises SaveFault."""
        from saves.restore import restore

        restored, number, fault = load_newest(self._place(id_), restore)
        return Loaded(restored.saved, number, fault)

    # Playing

    def begin(self, *, trouble: OnTrouble | None = None) -> tuple[str, Keeper]:
        """A new game's id and its keeper, whose first save makes the game's folder. A folder that
        cannot be made is trouble of the keeper's: the game can be played all the same."""
        from saves.capture import new_id

        id_ = new_id()
        return id_, self._keeper(self.folder / id_, None, trouble)

    def open(self, id_: str, *, trouble: OnTrouble | None = None) -> Opened:
        """Opens a game to play on; the caller closes the keeper.

        Raises InUse (who, since) if it is open elsewhere, SaveFault if no save can be used.
        """
        from saves.restore import restore

        place = self._place(id_)
        lock = self._lock(place)
        try:
            restored, _, fault = load_newest(place, restore)
            clear_temporaries(self._disk, place)
            return Opened(restored, self._keeper(place, lock, trouble), fault)
        except BaseException:
            lock.close()
            raise

    def adopt(self, id_: str, keeper: Keeper) -> None:
        """Makes a keeper of another shelf write here, for a game whose folder fails.

        Raises InUse if the game is open here, SaveFault ``unreadable`` if this one fails too.
        """
        place = self.folder / _checked(id_)
        try:
            lock = self._new_folder(place)
        except OSError as error:
            raise SaveFault("unreadable", reason=reason_of(error)) from None
        self._counted = False
        keeper.move(place, lock, self._next_number, self._disk)

    # Tidying

    def rename(self, id_: str, title: str) -> None:
        """Gives a game that is not open a title. Raises InUse, SaveFault."""
        from msgspec.structs import replace

        self._amend(id_, lambda saved: replace(saved, title=clean(title, MAX_TITLE)))

    def assign(self, id_: str, seats: Sequence[Seat]) -> None:
        """Seats other players in a game that is not open; one Seat a player."""

        from msgspec.structs import replace

        def seated(saved: SavedGame) -> SavedGame:
            if len(seats) != saved.players:
                raise SaveFault("bad-field", field="seats", why=f"Expected {saved.players} items")
            return replace(saved, seats=tuple(seats))

        self._amend(id_, seated)

    def delete(self, id_: str) -> None:
        """Puts a game that is not open into the bin, in one step. Raises InUse, SaveFault."""
        self._move(self.folder, self.bin, id_)

    def restore(self, id_: str) -> None:
        """Brings a game back from the bin. Raises SaveFault ``missing``, ``exists``."""
        self._move(self.bin, self.folder, id_)

    def purge(self, id_: str) -> None:
        """Removes a game from the bin for good. Raises SaveFault."""
        place = self.bin / _checked(id_)
        if not place.is_dir():
            raise SaveFault("missing", id=id_)
        try:
            shutil.rmtree(place)
        except OSError as error:
            raise SaveFault("unreadable", reason=reason_of(error)) from None

    def put(self, saved: SavedGame) -> str:
        """Saves a game that came from elsewhere as a new one; its id here. Raises SaveFault."""
        from msgspec.structs import replace

        from saves.capture import new_id
        from saves.codec import encode

        id_ = new_id()
        place = self.folder / id_
        try:
            lock = self._new_folder(place)
            try:
                self._counted = False
                data = encode(replace(saved, id=id_))
                write_save(self._disk, place, self._next_number(), data, self.keep)
            finally:
                lock.close()
        except OSError as error:
            raise SaveFault("unreadable", reason=reason_of(error)) from None
        return id_

    # Inside

    def _place(self, id_: str) -> Path:
        place = self.folder / _checked(id_)
        if place.is_symlink() or not place.is_dir():
            raise SaveFault("missing", id=id_)
        return place

    def _lock(self, place: Path) -> Lock:
        try:
            return take_lock(place, self._who)
        except FileNotFoundError:
            raise SaveFault("missing", id=place.name) from None
        except OSError as error:
            raise SaveFault("unreadable", reason=reason_of(error)) from None

    def _new_folder(self, place: Path) -> Lock:
        make_private(place)
        for folder in (place.parent, place.parent.parent):
            self._disk.sync_folder(folder)
        return take_lock(place, self._who)

    def _keeper(self, place: Path, lock: Lock | None, trouble: OnTrouble | None) -> Keeper:
        from saves.keeper import RETRY_SECONDS, Keeper

        self._counted = False
        return Keeper(
            place,
            lock,
            self._next_number,
            who=self._who,
            keep=self.keep,
            disk=self._disk,
            trouble=trouble,
            retry_seconds=RETRY_SECONDS if self._retry_seconds is None else self._retry_seconds,
        )

    def _next_number(self) -> int:
        """Numbers rise over the whole shelf, so that they tell which game was saved last.

        Whenever a game was opened, those that others have saved meanwhile are looked at again.
        """
        with self._counting:
            if not self._counted:
                self._counted = True
                for name in _names(self.folder):
                    with contextlib.suppress(OSError):
                        there = numbers(self.folder / name)
                        self._number = max([self._number, *there])
                        if not there:
                            self._sweep(self.folder / name)
            self._number += 1
            return self._number

    def _sweep(self, place: Path) -> None:
        """Removes the folder of a game that ended before its first save was whole, a day ago or
        longer: a younger one may belong to somebody who is just beginning. Raises OSError."""
        if time.time() - place.stat().st_mtime < SWEEP_SECONDS:
            return
        with contextlib.suppress(InUse), contextlib.closing(take_lock(place, self._who)):
            clear_temporaries(self._disk, place)
            if os.listdir(place) == [LOCK]:
                self._disk.remove(place / LOCK)
                place.rmdir()

    def _amend(self, id_: str, change: Callable[[SavedGame], SavedGame]) -> None:
        from msgspec.structs import replace

        from saves.capture import now
        from saves.codec import encode

        place = self._place(id_)
        lock = self._lock(place)
        try:
            saved, _, _ = load_newest(place, lambda found: found)
            self._counted = False
            clear_temporaries(self._disk, place)
            data = encode(replace(change(saved), changed=now()))
            write_save(self._disk, place, self._next_number(), data, self.keep)
        except OSError as error:
            raise SaveFault("unreadable", reason=reason_of(error)) from None
        finally:
            lock.close()

    def _move(self, source: Path, target: Path, id_: str) -> None:
        old, new = source / _checked(id_), target / id_
        if old.is_symlink() or not old.is_dir():
            raise SaveFault("missing", id=id_)
        lock = self._lock(old)
        try:
            make_private(target)
            if new.exists():
                raise SaveFault("exists", id=id_)
            self._disk.rename(old, new)
            self._disk.sync_folder(target)
            self._disk.sync_folder(source)
        except OSError as error:
            raise SaveFault("unreadable", reason=reason_of(error)) from None
        finally:
            lock.close()


def _checked(id_: str) -> str:
    """``id_`` if it is the id of a game, and so harmless in a path. Raises SaveFault."""
    if not _ID.match(id_):
        raise SaveFault("bad-id", id=id_[:64])
    return id_


def _names(folder: Path) -> list[str]:
    """The ids of the games in ``folder``; none if it cannot be read."""
    try:
        return [name for name in os.listdir(folder) if _ID.match(name)]
    except OSError:
        return []


def _entries(folder: Path) -> list[Entry]:
    try:
        with os.scandir(folder) as found:
            there = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in found]
    except FileNotFoundError:
        return []
    except OSError as error:
        fault = SaveFault("unreadable", reason=reason_of(error))
        return [Entry(folder.name, -1, None, fault)]
    entries: list[Entry] = []
    for name, is_folder in there:
        if is_folder and _ID.match(name):
            entry = entry_of(folder / name)
            # A game that was ended in the middle of its first save was never there.
            if entry.code != "nothing-there":
                entries.append(entry)
        else:
            entries.append(foreign_entry(name))
    return sorted(entries, key=lambda entry: (-entry.number, entry.id))
