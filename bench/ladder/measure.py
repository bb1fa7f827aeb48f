"""How strong the levels are: one A in a field of B, all seatings of as many deals as it takes.

    python bench/run.py ladder [--rules NAME,…] [--cells A-B,…] [--seats N,…] [--minutes M]
                               [--jobs N] [--anew] [--page] [--list]

Without arguments everything, for at most 120 minutes on two processes. A cell stops when its lower
95 % bound reaches its bar, or its upper bound does not. What was played is kept in
bench/results/ladder.json and added to by the next run, as long as build and players are the same
(--anew: begin again); docs/strength.md is made from it (--page does only that). The cells that are
still open take turns, so that a run that is too short leaves wide intervals and no gaps.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import time
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from cells import Cell, cells, print_of
from games import Bench, SetPlayed
from page import renewed
from tally import OPEN, Tally

from engine import build
from engine.refusals import MessdeckError

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "bench" / "results" / "ladder.json"
PAGE = ROOT / "docs" / "strength.md"
# How long a cell is played at a time before the next open one has its turn, in seconds.
TURN = 40.0
# How long a batch of deal sets takes about, in seconds.
BATCH = 2.0

_benches: dict[Cell, Bench] = {}


def play(cell: Cell, deals: range) -> tuple[list[SetPlayed], float]:
    """The deal sets of ``deals``, in a worker process, and the seconds that they took."""
    if cell not in _benches:
        _benches[cell] = Bench(cell)
    began = time.monotonic()
    played = [_benches[cell].play(deal) for deal in deals]
    return played, time.monotonic() - began


def renew_page(results: dict[str, Any]) -> None:
    """Puts the figures into docs/strength.md."""
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(renewed(text, results), encoding="utf-8")


class Ladder:
    """The results so far, and the processes that add to them."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.results: dict[str, dict[str, Any]] = {}
        if RESULTS.exists():
            self.results = json.loads(RESULTS.read_text(encoding="utf-8"))["cells"]
        self.pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))

    def tally(self, cell: Cell) -> Tally:
        """What was played of a cell by the players as they are now."""
        found = self.results.get(cell.key)
        if found is None or (found["players"], found["build"]) != (
            print_of(cell),
            build.build_name(),
        ):
            return Tally()
        return Tally.from_json(found["tally"])

    def keep(self, cell: Cell, tally: Tally) -> None:
        """Writes the results, those of other cells as they stand in the file by now."""
        if RESULTS.exists():
            self.results = json.loads(RESULTS.read_text(encoding="utf-8"))["cells"]
        value, low, high = tally.interval()
        self.results[cell.key] = {
            **cell._asdict(),
            "share": round(value, 2),
            "low": round(low, 2),
            "high": round(high, 2),
            "ms": [round(tally.ms(0), 3), round(tally.ms(1), 3)],
            "simulations": round(tally.simulations / max(1, tally.weighed), 1),
            "players": print_of(cell),
            "build": build.build_name(),
            "version": build.version(),
            "date": dt.datetime.now(tz=dt.UTC).strftime("%Y-%m-%d"),
            "tally": tally.to_json(),
        }
        order = [one.key for one in cells()]
        ordered = {key: self.results[key] for key in order if key in self.results}
        text = json.dumps({"cells": ordered}, indent=1) + "\n"
        part = RESULTS.with_suffix(".part")
        part.write_text(text, encoding="utf-8")
        part.replace(RESULTS)
        renew_page(ordered)

    @staticmethod
    def able(cell: Cell) -> bool:
        """Whether its players are there; says which are not."""
        try:
            Bench(cell)
        except (MessdeckError, ImportError, NotImplementedError) as error:
            print(f"{cell.key}: left out ({error})", flush=True)
            return False
        return True

    def turn(self, cell: Cell, tally: Tally, end: float) -> None:
        """Plays a cell for TURN seconds, or until it is decided."""
        until = min(end, time.monotonic() + TURN)
        following, size = tally.sets, 1
        waiting: list[Future[tuple[list[SetPlayed], float]]] = []
        while tally.verdict == OPEN:
            while time.monotonic() < until and len(waiting) <= self.jobs:
                waiting.append(self.pool.submit(play, cell, range(following, following + size)))
                following += size
            if not waiting:
                break
            # In the order of the deals, so that what is counted does not depend on the processes.
            played, spent = waiting.pop(0).result()
            for one in played:
                tally.add(one)
            size = max(1, min(500, round(BATCH * len(played) / max(spent, 1e-3))))
            tally.decide(cell)
        for future in waiting:
            future.cancel()
        self.keep(cell, tally)

    def close(self) -> None:
        """Ends the processes."""
        self.pool.shutdown(cancel_futures=True)


def line_of(cell: Cell, tally: Tally) -> str:
    """A cell's figures in a line."""
    value, low, high = tally.interval()
    bar = cell.bar if isinstance(cell.bar, str) else f"{cell.bar:g}"
    return (
        f"{cell.key:56} {value:5.1f} [{low:5.1f} {high:5.1f}]  {bar:>10}: {tally.verdict:9} "
        f"{tally.sets:6} sets  {tally.ms(0):7.3f} / {tally.ms(1):.3f} ms"
    )


def chosen(arguments: argparse.Namespace) -> list[Cell]:
    """The cells that were asked for. Raises SystemExit if there are none."""
    found = cells()
    if arguments.rules:
        found = [cell for cell in found if cell.rules in arguments.rules.split(",")]
    if arguments.cells:
        found = [cell for cell in found if cell.group in arguments.cells.split(",")]
    if arguments.seats:
        found = [cell for cell in found if str(cell.seats) in arguments.seats.split(",")]
    if not found:
        groups = ", ".join(dict.fromkeys(cell.group for cell in cells()))
        raise SystemExit(f"No cell is left; --cells takes: {groups}.")
    return found


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench/run.py ladder")
    parser.add_argument("--rules", help="ids of rule sets, separated by commas")
    parser.add_argument("--cells", help="such as captain-sergeant,general-reference")
    parser.add_argument("--seats", help="numbers of seats, separated by commas")
    parser.add_argument("--minutes", type=float, default=120.0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--anew", action="store_true", help="forget what was played of these")
    parser.add_argument("--page", action="store_true", help="only make docs/strength.md again")
    parser.add_argument("--list", action="store_true", help="only say how the cells stand")
    given = parser.parse_args(arguments)
    ladder = Ladder(given.jobs)
    if given.page:
        renew_page(ladder.results)
        return 0
    wanted = chosen(given)
    tallies = {cell: Tally() if given.anew else ladder.tally(cell) for cell in wanted}
    if given.list:
        for cell in wanted:
            print(line_of(cell, tallies[cell]))
        return 0
    print(f"{build.build_name()} build in {Path(build.__file__).parent}", flush=True)
    end = time.monotonic() + 60 * given.minutes
    able = [cell for cell in wanted if ladder.able(cell)]
    try:
        while time.monotonic() < end:
            still = [cell for cell in able if tallies[cell].verdict == OPEN]
            if not still:
                break
            for cell in still:
                if time.monotonic() >= end:
                    break
                ladder.turn(cell, tallies[cell], end)
                print(line_of(cell, tallies[cell]), flush=True)
    finally:
        ladder.close()
    print("As it stands:")
    for cell in wanted:
        print(line_of(cell, tallies[cell]))
    return 0
