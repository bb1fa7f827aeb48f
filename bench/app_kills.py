"""Kills the card room itself, again and again, while somebody plays it by keys.

    python bench/app_kills.py [--kills 100] [--seed 0]

The installed command runs in a pseudo terminal of 80 × 24; keys are pressed at random, and it is
killed (SIGKILL): every other time at a random moment, else once its screen stands still and asks.
Then the save is read by somebody else: it has to be whole, and to begin with every choice that was
on disk before. ``messdeck resume`` starts the next round; after a still screen it has to show the
same question, the same hand and the same panels.

Needs pyte. Prints what was counted; exit status 1 if anything was lost, unreadable or different.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import random
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections import Counter
from pathlib import Path

import pyte

from engine.registry import rule_sets
from saves.schema import SavedGame
from saves.shelf import Shelf

KEYS = ["1", "2", "3", "4", "5", "a", "k", "p", " ", "\r", "\r", "\r", "\x1b[C", "\x1b[D", "\x1b[A"]
# The screen stands still if nothing came for that long while a question stood on it.
STILL = 0.6
SECONDS = 30.0


class Room:
    """The card room in a pseudo terminal, and what stands on its screen."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.screen = pyte.Screen(80, 24)
        self.stream = pyte.ByteStream(self.screen)
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        script = Path(sys.executable).parent / "messdeck"
        command = [str(script)] if script.exists() else [sys.executable, "-m", "tui.cli"]
        self.process = subprocess.Popen(
            [*command, *arguments, "--pace", "0"],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            env={
                **os.environ,
                "TERM": "xterm-256color",
                "LC_ALL": "C.UTF-8",
                "MESSDECK_DATA_DIR": str(folder),
            },
        )
        os.close(theirs)
        self.line = ours

    def read(self, seconds: float) -> bool:
        """Takes in what comes within ``seconds``; whether anything did."""
        if not select.select([self.line], [], [], seconds)[0]:
            return False
        try:
            self.stream.feed(os.read(self.line, 65536))
        except OSError:
            return False
        return True

    def press(self, key: str) -> None:
        os.write(self.line, key.encode())

    def until_still(self) -> str:
        """Waits until nothing changes any more; what stands there then."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            if not self.read(STILL) and any(line.strip() for line in self.screen.display):
                break
        # What is new in a hand is told once, not again after a restart.
        return "\n".join(line for line in self.screen.display if "New in your hand" not in line)

    def kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.line)


def saved_game(shelf: Shelf) -> SavedGame | str | None:
    """The game on the shelf, what is wrong with it, or None if there is none yet."""
    for entry in shelf.entries():
        if entry.code != "ok":
            return f"{entry.id}: {entry.code}"
        opened = shelf.open(entry.id)
        saved = opened.restored.saved
        opened.keeper.close()
        return f"{entry.id}: {opened.fault}" if opened.fault is not None else saved
    return None


def kills(times: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Kills the card room ``times`` times; what was counted, and what went wrong."""
    rng = random.Random(seed)
    counts: Counter[str] = Counter()
    faults: list[str] = []
    root = Path(tempfile.mkdtemp(prefix="messdeck-app-kills-"))
    rules = list(rule_sets())
    game = 0
    arguments: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    still = ""
    folder = root / "0"
    try:
        for kill in range(times):
            if not arguments:
                game += 1
                folder = root / str(game)
                arguments = ("play", rules[game % len(rules)], "--seed", f"{seed} {game}")
                known, still = (), ""
            room = Room(folder, *arguments)
            shown = room.until_still()
            if still and shown != still:
                faults.append(f"kill {kill}: shown after it:\n{shown}\nbefore it:\n{still}")
            for _ in range(rng.randrange(2, 16)):
                room.press(rng.choice(KEYS))
                room.read(rng.random() * 0.1)
            quiet = kill % 2 == 0
            if quiet:
                # What is typed but not confirmed is no choice yet: it may be gone, so take it back.
                room.until_still()
                room.press("\x1b")
                shown = room.until_still()
            room.kill()
            counts["kills"] += 1
            saved = saved_game(Shelf(folder))
            if isinstance(saved, str):
                faults.append(f"kill {kill}: {saved}")
                arguments = ()
                continue
            if saved is None:
                counts["before the first save"] += 1
                if known:
                    faults.append(f"kill {kill}: no game is left")
                arguments = ()
                continue
            if saved.log[: len(known)] != known:
                faults.append(f"kill {kill}: {len(known)} entries before, not the same after")
            counts["choices"] += len(saved.log) - len(known)
            counts["half-made rounds"] += bool(saved.pending)
            known = saved.log
            asking = quiet and "Leave" not in shown and "─ Keys" not in shown
            still = shown if asking else ""
            counts["still screens"] += bool(still)
            arguments = ("resume",)
            if saved.result is not None or rng.random() < 0.1:
                counts["finished games"] += saved.result is not None
                arguments = ()
    finally:
        shutil.rmtree(root, ignore_errors=True)
    return counts, faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    counts, faults = kills(given.kills, given.seed)
    for name, count in sorted(counts.items()):
        print(f"{name:24} {count}")
    for fault in faults:
        print("FAULT", fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
