"""Keeps one open game on the disk: in order, off the caller's thread, again after a failure."""

from __future__ import annotations

import contextlib
import errno
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

from saves.codec import encode
from saves.disk import Disk
from saves.faults import SaveFault, reason_of
from saves.folders import make_private
from saves.lock import Lock, take_lock
from saves.schema import SavedGame
from saves.writing import KEEP, clear_temporaries, write_save

RETRY_SECONDS = 5.0
RETRY_MOST = 60.0


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a save is not on the disk. reason: a code of ``reason_of``, of a SaveFault, or
    ``program``. folder: where it should have gone. cause: for ``program``, what failed."""

    reason: str
    folder: str
    cause: str = ""


class Keeper:
    """The one writer of an open game. ``save`` is quick; a thread of its own does the rest.

    lock: on ``folder``; None for a new game, whose folder the first save makes. next_number: gives
    the number of the next file. trouble: called in the writing thread, with a Trouble when saving
    begins to fail and with None when everything is on the disk again.
    """

    def __init__(
        self,
        folder: Path,
        lock: Lock | None,
        next_number: Callable[[], int],
        *,
        who: str = "",
        keep: int = KEEP,
        disk: Disk | None = None,
        trouble: Callable[[Trouble | None], None] | None = None,
        retry_seconds: float = RETRY_SECONDS,
    ) -> None:
        self.folder = folder
        self.trouble = trouble
        self._lock = lock
        self._next_number = next_number
        self._who = who
        self._keep = keep
        self._disk = disk or Disk()
        self._retry_seconds = retry_seconds
        self._monitor = threading.Condition()
        self._wanted: SavedGame | None = None
        self._serial = 0
        self._waiting: list[tuple[int, Future[Trouble | None]]] = []
        self._failing: Trouble | None = None
        self._move: tuple[Path, Lock, Callable[[], int], Disk] | None = None
        self._closing = False
        self._thread: threading.Thread | None = None
        self._arrived = False  # something of ours was written to the folder

    @property
    def failing(self) -> Trouble | None:
        """Why the newest position is not on the disk; None if it is, or is being written."""
        return self._failing

    def save(self, saved: SavedGame) -> Future[Trouble | None]:
        """Asks for ``saved`` to be written. The future's result is None once it is on the disk;
        otherwise the Trouble, and it is tried again by itself and with the next save."""
        future: Future[Trouble | None] = Future()
        with self._monitor:
            if self._closing:
                raise ValueError("the keeper is closed")
            self._wanted = saved
            self._serial += 1
            future.set_running_or_notify_cancel()  # nobody can take a write back
            self._waiting.append((self._serial, future))
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._work, name=f"keeper-{saved.id}", daemon=True
                )
                self._thread.start()
            self._monitor.notify_all()
        return future

    def move(self, folder: Path, lock: Lock, next_number: Callable[[], int], disk: Disk) -> None:
        """Goes on in another game folder, whose ``lock`` the caller took, and writes the newest
        position there at once."""
        with self._monitor:
            if self._move is not None:
                self._move[1].close()
            self._move = (folder, lock, next_number, disk)
            self._monitor.notify_all()

    def close(self) -> Trouble | None:
        """Waits for the last write, frees the lock, ends the thread. Blocks.

        Returns the Trouble if the newest position could not be written even now.
        """
        with self._monitor:
            self._closing = True
            self._monitor.notify_all()
            thread = self._thread
        if thread is not None:
            thread.join()
        with self._monitor:
            self._take_move()
        self._release()
        return self._failing

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _work(self) -> None:
        wait: float | None = None
        while True:
            with self._monitor:
                if not self._waiting and not self._closing and self._move is None:
                    self._monitor.wait(wait)
                by_itself = not self._waiting
                saved, serial = self._wanted, self._serial
                closing = self._closing
                moved = self._take_move()
                idle = not self._waiting and self._failing is None and not moved
            if idle or saved is None:
                if closing:
                    return
                continue
            found = self._write(saved)
            if found is None:
                wait = None
            elif wait is not None and by_itself:  # ever less often, as long as nobody plays on
                wait = min(RETRY_MOST, wait * 2)
            else:
                wait = self._retry_seconds
            self._finish(serial, found)
            if closing and serial == self._serial:
                return

    def _take_move(self) -> bool:
        """Goes over to the folder that ``move`` named. The caller holds the monitor."""
        if self._move is None:
            return False
        self._release()
        self.folder, self._lock, self._next_number, self._disk = self._move
        self._move = None
        self._arrived = False
        return True

    def _write(self, saved: SavedGame) -> Trouble | None:
        folder = self.folder
        try:
            data = encode(saved)
            if self._lock is None or not self._lock.holds() or not folder.is_dir():
                self._make_place(folder)
            write_save(self._disk, folder, self._next_number(), data, self._keep)
            self._arrived = True
        except OSError as error:
            return Trouble(reason_of(error), str(folder))
        except SaveFault as error:
            return Trouble(error.code, str(folder))
        except Exception as error:  # nobody would notice a dead thread, and the game would hang
            return Trouble("program", str(folder), type(error).__name__)
        return None

    def _make_place(self, folder: Path) -> None:
        """Makes the game's folder and locks it. One that was taken away in mid-game is made
        again at the second try: by the first the player learns of it."""
        self._release()
        if self._arrived:
            self._arrived = False
            raise FileNotFoundError(errno.ENOENT, "gone", str(folder))
        make_private(folder)
        for above in (folder.parent, folder.parent.parent):
            self._disk.sync_folder(above)
        self._lock = take_lock(folder, self._who)
        clear_temporaries(self._disk, folder)

    def _finish(self, serial: int, found: Trouble | None) -> None:
        with self._monitor:
            done = [future for at, future in self._waiting if at <= serial]
            self._waiting = [(at, future) for at, future in self._waiting if at > serial]
            before = self._failing
            self._failing = found
        changed = (before.reason if before else None) != (found.reason if found else None)
        if changed and self.trouble is not None:
            with contextlib.suppress(Exception):  # a listener's fault must not end the writing
                self.trouble(found)
        for future in done:
            future.set_result(found)
