"""A disk that fails, stops, or tells what was done, at any of its calls."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

from saves.disk import Disk


class Stopped(BaseException):
    """The process ended here, as far as the disk is concerned."""


class BreakingDisk(Disk):
    """Plain system calls that are counted; before call number ``at`` (from 1) ``act`` is called.

    after: call ``act`` once that call was made, not before. calls: the names of all calls.
    """

    def __init__(
        self, at: int = 0, act: Callable[[], None] | None = None, *, after: bool = False
    ) -> None:
        self.at = at
        self.act = act
        self.after = after
        self.calls: list[str] = []

    def _counted(self, name: str, call: Callable[[], int | None]) -> int | None:
        self.calls.append(name)
        now = len(self.calls) == self.at and self.act is not None
        if now and not self.after:
            assert self.act is not None
            self.act()
        done = call()
        if now and self.after:
            assert self.act is not None
            self.act()
        return done

    def create(self, path: Path) -> int:
        made = self._counted(f"create {path.name[:4]}", lambda: Disk.create(self, path))
        assert made is not None
        return made

    def write(self, descriptor: int, data: bytes) -> None:
        # In two halves, so that a file can be left half-written.
        half = len(data) // 2
        self._counted("write", lambda: Disk.write(self, descriptor, data[:half]))
        self._counted("write", lambda: Disk.write(self, descriptor, data[half:]))

    def sync(self, descriptor: int) -> None:
        self._counted("sync", lambda: Disk.sync(self, descriptor))

    def close(self, descriptor: int) -> None:
        self._counted("close", lambda: Disk.close(self, descriptor))

    def rename(self, old: Path, new: Path) -> None:
        self._counted("rename", lambda: Disk.rename(self, old, new))

    def sync_folder(self, folder: Path) -> None:
        self._counted("sync folder", lambda: Disk.sync_folder(self, folder))

    def remove(self, path: Path) -> None:
        self._counted("remove", lambda: Disk.remove(self, path))


class FailingDisk(Disk):
    """A disk on which making a new file fails with ``error`` (an errno) as long as it is not 0."""

    def __init__(self, error: int = errno.ENOSPC) -> None:
        self.error = error
        self.tries = 0

    def create(self, path: Path) -> int:
        self.tries += 1
        if self.error:
            raise OSError(self.error, os.strerror(self.error), str(path))
        return super().create(path)


def stop() -> None:
    """Ends everything here."""
    raise Stopped


def fail_with(error: int) -> Callable[[], None]:
    """What raises that errno."""

    def fail() -> None:
        raise OSError(error, os.strerror(error))

    return fail
