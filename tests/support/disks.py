"""Small real disks to fill up or to write-protect, where whoever runs the tests may mount one."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest


class SmallDisk:
    """A file system of its own at ``path``."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def fill(self) -> None:
        """Takes up all the room that is left."""
        with (self.path / "filler").open("ab", buffering=0) as filler:
            for size in (65536, 4096, 1):
                with contextlib.suppress(OSError):
                    while True:
                        filler.write(b"\0" * size)

    def empty(self) -> None:
        """Gives the room back."""
        (self.path / "filler").unlink()

    def protect(self, *, protected: bool) -> None:
        """Makes it readable only, or writable again."""
        options = f"remount,{'ro' if protected else 'rw'}"
        subprocess.run(["mount", "-o", options, str(self.path)], check=True)


@contextlib.contextmanager
def small_disk(folder: Path, size: str = "400k") -> Iterator[SmallDisk]:
    """A disk of that size; skips the test where none can be mounted."""
    path = folder / "disk"
    path.mkdir()
    if os.geteuid() != 0:
        pytest.skip("only root mounts a file system")
    try:
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(path)],
            capture_output=True,
            check=False,
        )
    except FileNotFoundError:
        pytest.skip("there is no mount")
    if done.returncode != 0:
        pytest.skip("no file system can be mounted here")
    try:
        yield SmallDisk(path)
    finally:
        subprocess.run(["umount", "-l", str(path)], check=True)
