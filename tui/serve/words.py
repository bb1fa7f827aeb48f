"""What a session on a server says: as at home, but not where on the server something is kept."""

from __future__ import annotations

from pathlib import Path

from engine.refusals import MessdeckError
from tui.words import NOWHERE, Scene, Words
from tui.words.marks import N_

_PATHS = ("path", "folder")


class ServedWords(Words):
    """Words that show no path of the server's."""

    def error(self, error: MessdeckError, scene: Scene = NOWHERE, seat: int | None = None) -> str:
        given = error.values
        shown = {name: Path(str(given[name])).name for name in _PATHS if name in given}
        if not shown:
            return super().error(error, scene, seat)
        values = {**error.values, **shown}
        return super().error(type(error)(error.code, **values), scene, seat)

    def file_error(self, error: OSError, path: object = None) -> str:
        named = path if path is not None else error.filename
        return super().file_error(error, Path(str(named)).name if named is not None else None)

    def trouble(self, reason: str, folder: str, *, left: bool = False) -> str:
        return super().trouble(reason, self.gettext(N_("on the server")), left=left)
