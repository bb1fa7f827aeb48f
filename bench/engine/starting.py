"""How long the program takes to start: ``messdeck --version``, and to its first frame.

In milliseconds of processor time of a fresh process, the median of the rounds; the build installed
beside this Python, and the same with the sources of the checkout, interpreted.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path
from statistics import median

VERSION = """
import sys
from tui.cli import main
main(["--version"])
"""
# Draws the menu once, on a terminal of 100 by 30 cells that is not there.
FIRST_FRAME = """
import asyncio, tempfile
from pathlib import Path
from saves.shelf import Shelf
from tui.app import CardRoom
from tui.look import Look
from tui.words import Words

async def draw(folder):
    room = CardRoom(Words("en", "symbols"), Look(), Shelf(Path(folder)))
    async with room.run_test(size=(100, 30)) as pilot:
        await pilot.pause()

with tempfile.TemporaryDirectory() as folder:
    asyncio.run(draw(folder))
"""
STARTS = {"version": VERSION, "first_frame": FIRST_FRAME}


def milliseconds(rounds: int, root: Path) -> dict[str, dict[str, float]]:
    """For each way to start: what it takes installed and what from the sources at ``root``."""
    found: dict[str, dict[str, list[float]]] = {name: {} for name in STARTS}
    for _ in range(rounds):
        for name, text in STARTS.items():
            for kind, line in (
                ("installed", ""),
                ("sources", f"sys.path.insert(0, {str(root)!r})"),
            ):
                used = _processor_ms(f"import sys\n{line}\n{text}")
                found[name].setdefault(kind, []).append(used)
    return {
        name: {kind: round(median(values), 1) for kind, values in kinds.items()}
        for name, kinds in found.items()
    }


def _processor_ms(script: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-P", "-c", script], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
