"""How fast the engine is, as ratios against OpenSpiel in the same run.

    python bench/run.py engine [--seconds 1.0] [--rounds 5] [--no-openspiel] [--dry]

Every side runs in a process of its own; the sides take turns, round by round, so that noise of the
machine meets all of them. A rate is the median of the rounds, a ratio the median of the rounds'
ratios. Writes bench/results/engine.json and docs/performance.md; with --dry only prints.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import platform
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import starting
from page import page_of

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RESULTS = ROOT / "bench" / "results" / "engine.json"
PAGE = ROOT / "docs" / "performance.md"
OH_HELL = "oh_hell(players=4,num_tricks_fixed=4)"
SEATS = {"battalion-twins": 4, "battalion-cover": 4, "fight-for-the-lead": 4, "generals-war": 4}
SIMULATIONS = 1000
OPENSPIEL = "open-spiel==2.0.2"

Measure = Callable[[], float]
Rounds = dict[str, list[float]]


class Side:
    """A worker process that measures."""

    def __init__(self, python: Path, kind: str) -> None:
        self.process = subprocess.Popen(
            [str(python), str(HERE / "worker.py"), kind],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, what: str, **values: object) -> dict[str, Any]:
        """The answer to one measurement. Raises RuntimeError with the worker's reason."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"what": what, **values}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the worker for {what} ended")
        found = json.loads(line)
        assert isinstance(found, dict)
        if "error" in found:
            raise RuntimeError(found["error"])
        return found

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def openspiel_python() -> Path | None:
    """The Python of an environment with OpenSpiel, made if need be; None if that fails."""
    folder = ROOT / ".venv-openspiel"
    python = folder / "bin" / "python"
    try:
        if not python.exists():
            subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        have = subprocess.run([str(python), "-c", "import pyspiel"], capture_output=True)
        if have.returncode != 0:
            print(f"Installing {OPENSPIEL} into {folder.name} ...", file=sys.stderr)
            subprocess.run([str(python), "-m", "pip", "install", "-qq", OPENSPIEL], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"OpenSpiel's column is left out: {error}", file=sys.stderr)
        return None
    return python


def interleaved(rounds: int, measures: dict[str, Measure]) -> Rounds:
    """All values of each measure over ``rounds`` rounds in which all take turns."""
    found: Rounds = {name: [] for name in measures}
    for number in range(rounds):
        print(f"Round {number + 1} of {rounds} ...", file=sys.stderr)
        for name, measure in measures.items():
            found[name].append(measure())
    return found


def rate(side: Side, what: str, seconds: float, **values: object) -> Measure:
    return lambda: float(side.ask(what, seconds=seconds, **values)["rate"])


def measures_of(
    ours: Side, theirs: Side | None, plain: Side | None, seconds: float
) -> dict[str, Measure]:
    """What is measured, in the order of a round: what is compared stands side by side."""
    found: dict[str, Measure] = {"api tricks": rate(ours, "api_tricks", seconds)}
    if theirs is not None:
        found["oh_hell"] = rate(theirs, "api_moves", seconds, game=OH_HELL)
    found["core tricks"] = rate(ours, "core_tricks", seconds)
    found["search"] = rate(ours, "search", seconds, simulations=SIMULATIONS)
    if theirs is not None:
        found["openspiel search"] = rate(
            theirs, "search", seconds, game=OH_HELL, simulations=SIMULATIONS
        )
    for rules, seats in SEATS.items():
        found[f"core_moves {rules}"] = rate(ours, "core_moves", seconds, rules=rules, seats=seats)
        if theirs is not None:
            found[f"hearts {rules}"] = rate(theirs, "api_moves", seconds, game="hearts")
        if plain is not None:
            found[f"plain {rules}"] = rate(
                plain, "core_moves", seconds, rules=rules, seats=seats, games=1
            )
        for what in ("table_moves", "api_moves", "thumb_moves", "clones", "samples"):
            found[f"{what} {rules}"] = rate(ours, what, seconds, rules=rules, seats=seats)
    for seats in (2, 3, 4, 5):
        found[f"solves {seats}"] = rate(ours, "solves", seconds, seats=seats)
    return found


def state_bytes(rules: str, seats: int) -> float:
    """The memory of a position, in a fresh process: what others have freed would hide it."""
    side = Side(Path(sys.executable), "ours")
    found = float(side.ask("state_bytes", rules=rules, seats=seats)["value"])
    side.close()
    return found


def results_of(rounds: Rounds, sizes: dict[str, float], build: str) -> dict[str, Any]:
    """The figures by name; those that need OpenSpiel or an interpreted build are null without."""

    def ratio(upper: str, lower: str) -> float | None:
        if lower not in rounds:
            return None
        pairs = zip(rounds[upper], rounds[lower], strict=True)
        return round(median(ours / other for ours, other in pairs), 2)

    middle = {name: median(values) for name, values in rounds.items()}
    return {
        "date": dt.datetime.now(dt.UTC).date().isoformat(),
        "build": build,
        "machine": f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
        "rounds": len(rounds["api tricks"]),
        "simulations": SIMULATIONS,
        "api_moves_vs_oh_hell": ratio("api tricks", "oh_hell"),
        "core_moves_vs_oh_hell": ratio("core tricks", "oh_hell"),
        "core_moves_vs_hearts": {r: ratio(f"core_moves {r}", f"hearts {r}") for r in SEATS},
        "ismcts_sims_vs_openspiel": ratio("search", "openspiel search"),
        "exact_solves_per_s": {str(n): round(middle[f"solves {n}"]) for n in (2, 3, 4, 5)},
        "compiled_vs_interpreted": {r: ratio(f"core_moves {r}", f"plain {r}") for r in SEATS},
        "per_second": {name: round(value) for name, value in sorted(middle.items())},
        "lowest": {name: round(min(values)) for name, values in sorted(rounds.items())},
        "highest": {name: round(max(values)) for name, values in sorted(rounds.items())},
        "clone_ns": {r: round(1e9 / middle[f"clones {r}"]) for r in SEATS},
        "sample_ns": {r: round(1e9 / middle[f"samples {r}"]) for r in SEATS},
        "state_bytes": {r: round(size) for r, size in sizes.items()},
    }


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench/run.py engine", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="a measure, in each round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--no-openspiel", action="store_true")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    chosen = parser.parse_args(arguments)
    ours = Side(Path(sys.executable), "ours")
    build = str(ours.ask("name")["value"])
    python = None if chosen.no_openspiel else openspiel_python()
    theirs = Side(python, "openspiel") if python is not None else None
    plain = Side(Path(sys.executable), "plain") if build == "compiled" else None
    if plain is not None and plain.ask("name")["value"] != "interpreted":
        raise RuntimeError("the checkout holds compiled modules; make clean removes them")
    rounds = interleaved(chosen.rounds, measures_of(ours, theirs, plain, chosen.seconds))
    sizes = {rules: state_bytes(rules, seats) for rules, seats in SEATS.items()}
    found = results_of(rounds, sizes, build)
    found["openspiel"] = theirs.ask("name")["value"] if theirs is not None else None
    for side in (ours, theirs, plain):
        if side is not None:
            side.close()
    found["start_ms"] = starting.milliseconds(chosen.rounds, ROOT)
    page = page_of(found)
    if not chosen.dry:
        RESULTS.parent.mkdir(parents=True, exist_ok=True)
        RESULTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        PAGE.write_text(page, encoding="utf-8")
    print(page)
    return 0
