"""Players that stand in the worker's way: they wait, crash, cheat and chatter."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

PLAYERS = '''
import os
import pathlib
import sys
import time

from ai.levels import Level
from ai.player import Thought
from engine.actions import with_number, BID

FOLDER = pathlib.Path(__file__).parent


def first(view):
    return Thought(view.legal_actions()[0])


class Waits:
    """Says who thinks, in a file of its process's number, and waits for the file ``go``."""

    def choose(self, view, budget, rng):
        (FOLDER / f"{os.getpid()}.thinks").touch()
        while not (FOLDER / "go").exists():
            time.sleep(0.005)
        return first(view)


class Holds:
    """Says who thinks, and never lets another thread run."""

    def choose(self, view, budget, rng):
        sys.setswitchinterval(1e6)
        (FOLDER / f"{os.getpid()}.thinks").touch()
        while True:
            pass


class Crashes:
    def choose(self, view, budget, rng):
        raise RuntimeError("out of ideas")


class Dies:
    def choose(self, view, budget, rng):
        os._exit(1)


class Cheats:
    def choose(self, view, budget, rng):
        return Thought(int(with_number(BID, 77)))


class Chatters:
    def choose(self, view, budget, rng):
        print("I", "think")
        os.write(1, b"aloud")
        os.write(2, b"very loud")
        assert sys.stdin.read() == ""
        return first(view)


def level(player):
    return Level(player.__name__.lower(), (), lambda game, options: player())


WAITS, HOLDS, CRASHES, DIES = map(level, (Waits, Holds, Crashes, Dies))
CHEATS, CHATTERS = map(level, (Cheats, Chatters))
'''

ENTRY_POINTS = """[messdeck.players]
waits = odd_players:WAITS
holds = odd_players:HOLDS
crashes = odd_players:CRASHES
dies = odd_players:DIES
cheats = odd_players:CHEATS
chatters = odd_players:CHATTERS
"""


class OddPlayers:
    """The folder of the players above; a worker finds them by their entry points."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "odd_players.py").write_text(PLAYERS, encoding="utf-8")
        info = folder / "odd_players-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: odd-players\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(ENTRY_POINTS, encoding="utf-8")

    def thinking(self) -> set[int]:
        """The processes in which ``waits`` or ``holds`` was asked."""
        return {int(path.stem) for path in self.folder.glob("*.thinks")}

    def go(self) -> None:
        """Lets ``waits`` answer from now on."""
        (self.folder / "go").touch()

    def end(self) -> None:
        """Ends those that still think, should a test have failed to."""
        for process in self.thinking():
            if not ended(process):
                os.kill(process, signal.SIGKILL)


T = TypeVar("T")


async def until(found: Callable[[], T], seconds: float = 30.0) -> T:
    """What ``found`` returns, as soon as it is true."""
    end = time.monotonic() + seconds
    while not (value := found()):
        assert time.monotonic() < end, "it did not come to pass"
        await asyncio.sleep(0.01)
    return value


def ended(process: int) -> bool:
    """Whether that process runs no more; one that only waits to be seen off counts as ended."""
    try:
        text = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except FileNotFoundError:
        if Path("/proc/self/stat").exists():
            return True
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        return False
    return text.rpartition(")")[2].split()[0] in ("Z", "X")
