"""The few system calls that saves are written with, in one place so that tests can break them."""

from __future__ import annotations

import contextlib
import fcntl
import os
import stat
import sys
from pathlib import Path

from saves.faults import SaveFault, reason_of


class Disk:
    """Plain system calls. Every method raises OSError."""

    def create(self, path: Path) -> int:
        """A descriptor of a new file, readable by its owner only; the file must not exist."""
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)

    def write(self, descriptor: int, data: bytes) -> None:
        """Writes all of ``data``."""
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(descriptor, rest) :]

    def sync(self, descriptor: int) -> None:
        """Returns when what was written is on the disk."""
        _sync(descriptor)

    def close(self, descriptor: int) -> None:
        """Closes a descriptor."""
        os.close(descriptor)

    def rename(self, old: Path, new: Path) -> None:
        """Gives a file its name, in one step, replacing what had it."""
        os.rename(old, new)

    def sync_folder(self, folder: Path) -> None:
        """Returns when the names in ``folder`` are on the disk."""
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            _sync(descriptor)
        finally:
            os.close(descriptor)

    def remove(self, path: Path) -> None:
        """Removes a file."""
        os.unlink(path)


def _sync(descriptor: int) -> None:
    if sys.platform == "darwin":
        # There, fsync leaves it in the cache of the drive; some file systems know no more.
        with contextlib.suppress(OSError):
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)


def read_file(path: Path, most: int) -> bytes:
    """The bytes of a plain file of at most ``most`` bytes; links and devices are not followed.

    Raises SaveFault ``missing``, ``unreadable`` or ``too-big``.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        raise SaveFault("missing", id=path.name) from None
    except OSError as error:
        raise SaveFault("unreadable", reason=reason_of(error)) from None
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise SaveFault("unreadable", reason="no-file")
        if found.st_size > most:
            raise SaveFault("too-big", bytes=found.st_size, most=most)
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            data = file.read(most + 1)
    except OSError as error:
        raise SaveFault("unreadable", reason=reason_of(error)) from None
    finally:
        os.close(descriptor)
    if len(data) > most:
        raise SaveFault("too-big", bytes=len(data), most=most)
    return data
