"""What goes over the wire at 80×24, how soon the first picture is there, how soon a key shows.

Writes bench/results/wire.json and docs/wire.md.
"""

from __future__ import annotations

import argparse
import importlib.util
import itertools
import json
import os
import platform
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from line import Line
from page import page_of

ROOT = Path(__file__).resolve().parents[2]
EMPTY = (
    "from textual.app import App\n"
    "from textual.widgets import Static\n"
    "class Empty(App):\n"
    "    def compose(self):\n"
    "        yield Static('here')\n"
    "Empty().run()\n"
)
COMMAND = "import sys; from tui.cli import main; sys.exit(main())"
RULES = ("battalion-twins", "battalion-cover", "fight-for-the-lead", "generals-war")
MENU = "New game"
ROUNDS = 9
MOVES = 12
RESULT = "wins the game"
THINKERS = "general:worlds=100000"


def build() -> str:
    """Whether the engine is compiled."""
    found = importlib.util.find_spec("engine.bits")
    interpreted = found is None or str(found.origin).endswith(".py")
    return "interpreted" if interpreted else "compiled"


def environ(folder: str) -> dict[str, str]:
    """The environment of the program: where it is found, and folders of its own."""
    given = {key: value for key, value in os.environ.items() if not key.startswith("MESSDECK")}
    # Installed programs have their byte code; a source tree gets it at the first of the runs.
    given.pop("PYTHONDONTWRITEBYTECODE", None)
    return {
        **given,
        "LC_ALL": "C.UTF-8",
        "MESSDECK_DATA_DIR": folder,
        "MESSDECK_CONFIG_DIR": folder,
        "PYTHONSAFEPATH": "1",
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
    }


@contextmanager
def opened(*arguments: str) -> Iterator[Line]:
    """The card room."""
    with tempfile.TemporaryDirectory() as folder:
        line = Line([sys.executable, "-c", COMMAND, *arguments], environ(folder))
        try:
            yield line
        finally:
            line.close()


def asks(text: str) -> bool:
    """Whether a question of the table is shown, with the keys that answer it."""
    last = text.splitlines()[-2:]
    return "keys" in last[-1] and bool(last[0].strip()) and "Waiting" not in text


def first_frames(rounds: int) -> dict[str, Any]:
    """Bytes and seconds to the menu, and seconds of an empty Textual app in turn."""
    menu, empty, sizes = [], [], []
    for _ in range(rounds):
        with opened() as line:
            menu.append(line.until("the menu", lambda text: MENU in text))
            sizes.append(line.settle())
        with tempfile.TemporaryDirectory() as folder:
            line = Line([sys.executable, "-c", EMPTY], environ(folder))
            try:
                empty.append(line.until("the empty app", lambda text: "here" in text))
                plain = line.settle()
            finally:
                line.close()
    ratios = [one / other for one, other in zip(menu, empty, strict=True)]
    return {
        "menu_bytes": max(sizes),
        "empty_bytes": plain,
        "menu_seconds": round(statistics.median(menu), 3),
        "empty_seconds": round(statistics.median(empty), 3),
        "ratio": round(statistics.median(ratios), 2),
    }


def table_bytes(rules: str) -> dict[str, Any]:
    """Bytes to the first table, for marking a card, for a move, and for a choice with all the
    moves of the others that follow it at once."""
    marks: list[int] = []
    moves: list[int] = []
    choices: list[int] = []
    arguments = ("play", rules, "--seed", "wire", "--dealer", "1")
    with opened(*arguments, "--pace", "5") as line:
        line.until("a question", asks)
        first = line.settle()
        while len(moves) < MOVES and asks(line.text()):
            before = choose(line, marks)
            moves.append(line.settle() - before)
            # Each key shows what waits, one move after the other.
            for _ in range(40):
                if asks(line.text()) or RESULT in line.text():
                    break
                line.read(1.0)
                line.press("\r")
                line.settle()
    with opened(*arguments, "--pace", "0") as line:
        line.until("a question", asks)
        line.settle()
        while len(choices) < MOVES and asks(line.text()):
            before = choose(line, [])
            settled(line)
            choices.append(line.bytes - before)
    return {
        "first": first,
        "mark": int(statistics.median(marks)) if marks else None,
        "move": int(statistics.median(moves)),
        "most_move": max(moves),
        "choice": int(statistics.median(choices)),
        "most_choice": max(choices),
    }


def choose(line: Line, marks: list[int]) -> int:
    """Makes any choice; the bytes so far, before it. Marks cards first, noting what that costs."""
    keys = line.text().splitlines()[-2].split()
    if "pick" in keys:
        for _ in range(3):
            before = line.bytes
            line.press("\x1b[C")
            marks.append(line.settle() - before)
    answers = [
        key for key, label in itertools.pairwise(keys)
        if len(key) == 1 and key.isalpha() and key.islower() and len(label) > 1
    ]  # fmt: skip
    if answers:
        typed = answers[0]
    elif "send" in keys:
        typed = "123"
    else:
        typed = "1"
    before = line.settle()
    line.press(typed)
    if not answers:
        before = line.settle()
        line.press("\r")
    return before


def settled(line: Line) -> None:
    """Reads until the next question, or the end."""
    for _ in range(40):
        line.settle()
        if asks(line.text()) or RESULT in line.text():
            return


def latency(rounds: int) -> dict[str, Any]:
    """Milliseconds from a key to the first change, while a level thinks as long as it may."""
    found: list[float] = []
    quiet: list[float] = []
    arguments = ["play", "battalion-twins", "--pace", "0", "--seed", "wire", "--dealer", "0"]
    arguments += ["--seat", f"1={THINKERS}", "--seat", f"2={THINKERS}"]
    for _ in range(rounds):
        with opened(*arguments) as line:
            line.until("a level thinking", lambda text: "Waiting" in text)
            line.settle()
            while "Waiting" in line.text() and len(found) < 20 * rounds:
                took = line.answer("o")
                line.settle()
                if "Waiting" in line.text():
                    found.append(took)
            line.until("a question", asks)
            line.settle()
            for _ in range(10):
                quiet.append(line.answer("o"))
                line.settle()
    return {
        "thinking_ms": round(1000 * statistics.median(found), 1),
        "asked_ms": round(1000 * statistics.median(quiet), 1),
        "keys": len(found),
    }


def main(arguments: list[str]) -> int:
    """Measures and writes both files."""
    parser = argparse.ArgumentParser(prog="bench/run.py wire")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--dry", action="store_true", help="print, write nothing")
    given = parser.parse_args(arguments)
    found: dict[str, Any] = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python "
        f"{platform.python_version()}, {build()}",
        "rounds": given.rounds,
        "first_frame": first_frames(given.rounds),
        "tables": {rules: table_bytes(rules) for rules in RULES},
        "latency": latency(max(1, given.rounds // 3)),
    }
    print(json.dumps(found, indent=2))
    if not given.dry:
        results = ROOT / "bench" / "results" / "wire.json"
        results.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
        (ROOT / "docs" / "wire.md").write_text(page_of(found), encoding="utf-8")
    return 0
