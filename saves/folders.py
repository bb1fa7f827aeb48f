"""Where saves live."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

VARIABLE = "MESSDECK_DATA_DIR"
CONFIG_VARIABLE = "MESSDECK_CONFIG_DIR"
_NAME = "messdeck"


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
