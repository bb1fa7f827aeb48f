"""The last resort: a fault of the program becomes a sentence, and its details a file."""

from __future__ import annotations

import os
import platform
import tempfile
import time
import traceback
from pathlib import Path

from tui.commandline.house import plain_data_dir
from tui.words import Words
from tui.words.marks import N_

FOLDER = "faults"


def last_resort(words: Words, error: BaseException) -> str:
    """What to say about a fault of ours, after its details were written where that is possible."""
    path = write_details(error)
    values: dict[str, object] = {"fault": type(error).__name__}
    if path is None:
        text = N_("The program failed ({fault}), and the details could not be written anywhere.")
        return words.fill(text, values)
    values["path"] = words.said(str(path))
    return words.fill(N_("The program failed ({fault}); the details are in {path}."), values)


def write_details(error: BaseException) -> Path | None:
    """Writes what happened (no values of variables: they might be somebody's cards) to a file that
    only its owner reads. The file; None if there is no place for it."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    details = "".join(traceback.format_exception(error))
    text = f"messdeck {_version()}, Python {platform.python_version()}, {stamp}\n\n{details}"
    for folder in _folders():
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path = folder / f"fault-{stamp}-{os.getpid()}.txt"
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(text)
        except OSError:
            continue
        return path
    return None


def _folders() -> list[Path]:
    found: list[Path] = []
    named = plain_data_dir()
    if named is not None:
        found.append(named / FOLDER)
    try:
        import platformdirs

        found.append(Path(platformdirs.user_state_dir("messdeck", appauthor=False)) / FOLDER)
    except Exception:  # even the report of a fault must not fail
        pass
    found.append(Path(tempfile.gettempdir()) / "messdeck-faults")
    return found


def _version() -> str:
    try:
        from tui.commandline.identity import version

        return version()
    except Exception:  # as above
        return "?"
