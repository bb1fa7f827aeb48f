"""Safe writing: a file is there whole or not at all, and earlier generations stay.

A game has a folder of its own. Each save of it is a new file with the next number; the highest
number is the newest. So no file is ever changed, and at no moment is there no newest one.
"""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path

from saves.disk import Disk

SUFFIX = ".save"
TEMPORARY = "tmp-"
KEEP = 3
_NUMBERED = re.compile(r"([0-9]{12})\.save\Z", re.ASCII)


def file_name(number: int) -> str:
    """The name of a game's save with that number (0 to 10**12 - 1)."""
    if not 0 <= number < 10**12:
        raise ValueError("a save's number has at most 12 digits")
    return f"{number:012d}{SUFFIX}"


def numbers(folder: Path) -> list[int]:
    """The numbers of the saves in a game's folder, newest first. Raises OSError."""
    found: list[int] = []
    for name in os.listdir(folder):
        match = _NUMBERED.match(name)
        if match:
            found.append(int(match.group(1)))
    return sorted(found, reverse=True)


def write_file(disk: Disk, path: Path, data: bytes) -> None:
    """Puts ``data`` at ``path`` and returns when it is on the disk. Raises OSError.

    Whatever happens meanwhile, the old content (or nothing) or the new one is there.
    """
    import secrets  # it loads what encrypts, which nothing else here needs

    temporary = path.parent / f"{TEMPORARY}{secrets.token_hex(8)}"
    descriptor = disk.create(temporary)
    try:
        try:
            disk.write(descriptor, data)
            disk.sync(descriptor)
        finally:
            disk.close(descriptor)
        disk.rename(temporary, path)
    except OSError:
        with contextlib.suppress(OSError):
            disk.remove(temporary)
        raise
    disk.sync_folder(path.parent)


def write_save(disk: Disk, folder: Path, number: int, data: bytes, keep: int = KEEP) -> None:
    """Writes a game's save number ``number`` and drops all but ``keep`` earlier ones.

    Raises OSError if it is not on the disk; earlier ones that cannot be dropped do no harm.
    """
    write_file(disk, folder / file_name(number), data)
    with contextlib.suppress(OSError):
        for old in [found for found in numbers(folder) if found < number][keep:]:
            disk.remove(folder / file_name(old))


def clear_temporaries(disk: Disk, folder: Path) -> None:
    """Removes what interrupted writing left in a folder that nobody else writes to now."""
    with contextlib.suppress(OSError):
        for name in os.listdir(folder):
            if name.startswith(TEMPORARY):
                with contextlib.suppress(OSError):
                    disk.remove(folder / name)
