"""``messdeck serve`` in a folder of its own: started, killed, stopped, and what it has stored."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import msgspec

from engine.table import Table
from saves.restore import restore
from saves.schema import SavedGame
from saves.shelf import Shelf
from tui.house.files import TableFile

START_SECONDS = 30.0


@dataclass(frozen=True)
class Stored:
    """A table as it is on the disk. saved: its game, None before one."""

    file: TableFile
    saved: SavedGame | None

    def choices(self) -> tuple[object, ...]:
        """All that decides who is asked what: the log, and the commitments that wait."""
        return () if self.saved is None else (self.saved.log, self.saved.pending)

    def table(self) -> Table:
        """The table, played through as by a referee."""
        assert self.saved is not None
        return restore(self.saved).table

    def seats(self) -> tuple[tuple[str, str], ...]:
        """Whose the seats are: persons' keys, levels."""
        return tuple((chair.key, chair.level) for chair in self.file.chairs)


def free_port() -> int:
    """A port that nobody listens at; it stays the same over restarts."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Hosted:
    """The server of one folder."""

    def __init__(
        self, folder: Path, *options: str, host: str = "127.0.0.1", prefix: tuple[str, ...] = ()
    ) -> None:
        """prefix: put before the command."""
        self.folder = folder
        self.host = host
        self.port = free_port()
        self._options = options
        self._prefix = prefix
        self.process: subprocess.Popen[bytes] | None = None
        self.log = folder / "log"
        folder.mkdir(parents=True, exist_ok=True)

    def start(self) -> None:
        """Starts it, and returns once it lets people in."""
        begin = self.log.stat().st_size if self.log.exists() else 0
        command = [*self._prefix, *messdeck(), "serve", "--host", self.host,
                   "--port", str(self.port), *self._options]  # fmt: skip
        environment = {
            **os.environ,
            "MESSDECK_DATA_DIR": str(self.folder / "data"),
            "MESSDECK_CONFIG_DIR": str(self.folder / "settings"),
        }
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment
            )
        end = time.monotonic() + START_SECONDS
        while b"listening at" not in self.log.read_bytes()[begin:]:
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"the server does not start:\n{self.log.read_text()}")
            time.sleep(0.05)

    def kill(self) -> None:
        """``kill -9``."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> float:
        """SIGTERM; how many seconds its end took."""
        assert self.process is not None
        began = time.monotonic()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        return time.monotonic() - began

    def faults(self) -> list[str]:
        """What its log says went wrong."""
        text = self.log.read_text(errors="replace") if self.log.exists() else ""
        return re.findall(r"^.*(?:ERROR|CRITICAL|Traceback).*$", text, re.MULTILINE)

    # What is on the disk

    @property
    def house(self) -> Path:
        """The folder of the shared tables."""
        return self.folder / "data" / "server" / "tables"

    def stored(self) -> dict[str, Stored]:
        """The tables by id; only read. Raises what reading a file that is not whole does."""
        shelf = Shelf(self.house)
        found: dict[str, Stored] = {}
        for path in sorted((self.house / "tables").glob("*.json")):
            file = msgspec.json.decode(path.read_bytes(), type=TableFile)
            saved = shelf.load(file.game).saved if file.game else None
            found[file.id] = Stored(file, saved)
        return found


def messdeck() -> list[str]:
    """The installed command, or the module where only that is there."""
    script = Path(sys.executable).parent / "messdeck"
    return [str(script)] if script.exists() else [sys.executable, "-m", "tui.cli"]
