"""Where saves live."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

import platformdirs

VARIABLE = "MESSDECK_DATA_DIR"
CONFIG_VARIABLE = "MESSDECK_CONFIG_DIR"
_NAME = "messdeck"
_SPARE = "messdeck-saves"
_SPARE_ROOM = 1024 * 1024


def data_dir(given: str | os.PathLike[str] | None = None) -> Path:
    """The folder of saves and statistics, absolute; it need not exist.

    given: what ``--data-dir`` said; else ``MESSDECK_DATA_DIR``, else the user's data folder.
    """
    chosen = given or os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen).expanduser().absolute()
    return Path(platformdirs.user_data_dir(_NAME, appauthor=False))


def config_dir() -> Path:
    """The folder of settings, absolute; it need not exist: ``MESSDECK_CONFIG_DIR``, else the
    user's configuration folder."""
    chosen = os.environ.get(CONFIG_VARIABLE)
    if chosen:
        return Path(chosen).expanduser().absolute()
    return Path(platformdirs.user_config_dir(_NAME, appauthor=False))


def spare_dir(data: Path) -> Path | None:
    """A folder to save in when the data folder ``data`` fails: under the home folder or that of
    temporary files, writable, with some room, and not within what fails. None if there is none.
    """
    candidates = [Path(tempfile.gettempdir()) / f"{_SPARE}-{os.getuid()}"]
    with contextlib.suppress(RuntimeError):  # somebody without a home
        candidates.insert(0, Path.home() / _SPARE)
    for candidate in candidates:
        above = candidate if candidate.is_dir() else candidate.parent
        if candidate == data or data in candidate.parents:
            continue
        try:
            room = os.statvfs(above)
            owned = above != candidate or above.stat().st_uid == os.getuid()
        except OSError:
            continue
        if room.f_bavail * room.f_frsize < _SPARE_ROOM or room.f_flag & os.ST_RDONLY:
            continue
        if owned and os.access(above, os.W_OK | os.X_OK):
            return candidate
    return None


def make_private(folder: Path) -> None:
    """Creates ``folder`` and what is missing above it, readable by its owner only.

    A folder that exists is left as it is. Raises OSError.
    """
    missing: list[Path] = []
    while not folder.is_dir():
        missing.append(folder)
        if folder.parent == folder:
            break
        folder = folder.parent
    for path in reversed(missing):
        try:
            path.mkdir(mode=0o700)
        except FileExistsError:
            if not path.is_dir():
                raise
