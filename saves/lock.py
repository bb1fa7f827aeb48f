"""One opener a game: a lock that the system frees when its holder ends, however it ends."""

from __future__ import annotations

import errno
import fcntl
import os
import time
from pathlib import Path

from saves.faults import InUse
from saves.names import MAX_NAME, clean

LOCK = "lock"
_MAX_NOTE = 1024
_NO_LOCKS = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS)


class Lock:
    """A held lock on a game's folder; ``close`` frees it.

    ``real`` is False where the folder cannot be written to or its file system knows no locks:
    then two may open the game, and the last to write wins.
    """

    def __init__(self, folder: Path, descriptor: int) -> None:
        self.folder = folder
        self._descriptor = descriptor

    @property
    def real(self) -> bool:
        """Whether anybody else is really kept out."""
        return self._descriptor >= 0

    def holds(self) -> bool:
        """Whether the lock file is still the one that this lock is on (or there is no lock)."""
        return self._descriptor < 0 or _same(self._descriptor, self.folder / LOCK)

    def close(self) -> None:
        """Frees the lock; a second call does nothing."""
        if self._descriptor >= 0:
            descriptor = self._descriptor
            self._descriptor = -1
            os.close(descriptor)


def take_lock(folder: Path, who: str) -> Lock:
    """The lock on the game in ``folder``, which exists. ``who`` is shown to others who try.

    Raises InUse if somebody has it, FileNotFoundError if the folder is gone.
    """
    path = folder / LOCK
    for _ in range(100):
        descriptor = _open(path)
        if descriptor < 0:
            return Lock(folder, -1)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            note = _read_note(descriptor)
            os.close(descriptor)
            raise InUse("in-use", **note) from None
        except OSError as error:
            os.close(descriptor)
            if error.errno in _NO_LOCKS:
                return Lock(folder, -1)
            raise
        if _same(descriptor, path):
            _write_note(descriptor, who)
            return Lock(folder, descriptor)
        # The folder was moved or renewed between opening and locking.
        os.close(descriptor)
    raise InUse("in-use", pid=0, who="", since=0)


def _open(path: Path) -> int:
    """A descriptor of the lock file, -1 where none can be made."""
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    except FileNotFoundError:
        raise
    except OSError:
        try:
            return os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
        except OSError:
            return -1


def _same(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), os.lstat(path))
    except OSError:
        return False


def _write_note(descriptor: int, who: str) -> None:
    import json

    note = {"pid": os.getpid(), "who": clean(who, MAX_NAME), "since": int(time.time())}
    data = json.dumps(note).encode()
    try:
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, data, 0)
    except OSError:
        pass  # a full disk: the lock holds all the same, only nobody can read whose it is


def _read_note(descriptor: int) -> dict[str, object]:
    """Who holds the lock, as far as it can be read."""
    import json

    found: dict[str, object] = {"pid": 0, "who": "", "since": 0}
    try:
        note = json.loads(os.pread(descriptor, _MAX_NOTE, 0))
    except (OSError, ValueError, RecursionError):
        return found
    if isinstance(note, dict):
        for key in ("pid", "since"):
            value = note.get(key)
            if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**40:
                found[key] = value
        if isinstance(note.get("who"), str):
            found["who"] = clean(note["who"], MAX_NAME)
    return found
