"""A person's saved games on the server: as many bytes, and as many games, as the host allows."""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path
from threading import Lock

from saves.disk import Disk
from saves.shelf import Shelf

# A file takes whole blocks, and a game a folder.
_BLOCK = 4096


class Quota:
    """The bytes that a folder holds, and how many it may."""

    def __init__(self, folder: Path, most: int) -> None:
        self.folder = folder
        self.most = most
        self.used = 0
        self._monitor = Lock()

    def measure(self) -> None:
        """Looks at all of the folder. Waits for the disk."""
        used = 0
        for above, _, names in os.walk(self.folder):
            used += _BLOCK
            for name in names:
                with contextlib.suppress(OSError):
                    used += _blocks(os.lstat(os.path.join(above, name)).st_size)
        with self._monitor:
            self.used = used

    def add(self, size: int) -> None:
        """Takes room for ``size`` bytes more. Raises OSError if that is too much."""
        with self._monitor:
            if self.used + _blocks(size) > self.most:
                raise OSError(errno.EDQUOT, os.strerror(errno.EDQUOT))
            self.used += _blocks(size)

    def free(self, size: int) -> None:
        """Gives room back."""
        with self._monitor:
            self.used = max(0, self.used - _blocks(size))


class QuotaDisk(Disk):
    """The system calls, with a quota: what is more is refused as a full disk would refuse it."""

    def __init__(self, quota: Quota) -> None:
        self.quota = quota

    def write(self, descriptor: int, data: bytes) -> None:
        self.quota.add(len(data))
        try:
            super().write(descriptor, data)
        except OSError:
            self.quota.free(len(data))
            raise

    def remove(self, path: Path) -> None:
        size = 0
        with contextlib.suppress(OSError):
            size = os.lstat(path).st_size
        super().remove(path)
        self.quota.free(size)


def _blocks(size: int) -> int:
    return -(-size // _BLOCK) * _BLOCK


def person_shelf(folder: Path, who: str, quota: Quota, *, keep: int) -> Shelf:
    """The shelf of a person's folder. Deleted games are in its bin, and count."""
    return Shelf(folder, who=who, keep=keep, disk=QuotaDisk(quota))
