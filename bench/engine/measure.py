"""How fast the engine is, as ratios against OpenSpiel in the same run.

    python bench/run.py engine [--seconds 1.0] [--rounds 5] [--no-openspiel]

Every side runs in a process of its own; the sides take turns, round by round, so that noise of the
machine meets all of them; medians are compared. Writes bench/results/engine.json and the tables of
docs/performance.md.
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

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RESULTS = ROOT / "bench" / "results" / "engine.json"
PAGE = ROOT / "docs" / "performance.md"
OH_HELL = "oh_hell(players=4,num_tricks_fixed=4)"
SEATS = {"battalion-twins": 4, "battalion-cover": 4, "fight-for-the-lead": 4, "generals-war": 4}
SIMULATIONS = 1000
OPENSPIEL = "open-spiel==2.0.2"


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
            subprocess.run([str(python), "-m", "pip", "install", "-qq", OPENSPIEL], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"OpenSpiel's column is left out: {error}", file=sys.stderr)
        return None
    return python


def interleaved(
    rounds: int, measures: dict[str, Callable[[], float]]
) -> dict[str, tuple[float, float, float]]:
    """Median, lowest and highest of each measure over ``rounds`` rounds in which all take turns."""
    found: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(rounds):
        for name, measure in measures.items():
            found[name].append(measure())
    return {name: (median(all_), min(all_), max(all_)) for name, all_ in found.items()}


def rate(side: Side, what: str, seconds: float, **values: object) -> Callable[[], float]:
    return lambda: float(side.ask(what, seconds=seconds, **values)["rate"])


def measures_of(
    ours: Side, theirs: Side | None, plain: Side | None, seconds: float
) -> dict[str, Callable[[], float]]:
    found: dict[str, Callable[[], float]] = {
        "api tricks": rate(ours, "api_tricks", seconds),
        "core tricks": rate(ours, "core_tricks", seconds),
        "search": rate(ours, "search", seconds, simulations=SIMULATIONS),
    }
    if theirs is not None:
        found["oh_hell"] = rate(theirs, "api_moves", seconds, game=OH_HELL)
        found["hearts"] = rate(theirs, "api_moves", seconds, game="hearts")
        found["openspiel search"] = rate(
            theirs, "search", seconds, game=OH_HELL, simulations=SIMULATIONS
        )
    for rules, seats in SEATS.items():
        for what in ("api_moves", "core_moves", "clones", "samples"):
            found[f"{what} {rules}"] = rate(ours, what, seconds, rules=rules, seats=seats)
        if plain is not None:
            found[f"plain {rules}"] = rate(
                plain, "core_moves", seconds, rules=rules, seats=seats, games=1
            )
    for seats in (2, 3, 4, 5):
        found[f"solves {seats}"] = rate(ours, "solves", seconds, seats=seats)
    return found


def results_of(medians: dict[str, float], sizes: dict[str, float], build: str) -> dict[str, Any]:
    """The figures by name; those that need OpenSpiel or an interpreted build are null without."""

    def ratio(upper: str, lower: str) -> float | None:
        return round(medians[upper] / medians[lower], 2) if lower in medians else None

    return {
        "date": dt.datetime.now(dt.UTC).date().isoformat(),
        "build": build,
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "api_moves_vs_oh_hell": ratio("api tricks", "oh_hell"),
        "core_moves_vs_oh_hell": ratio("core tricks", "oh_hell"),
        "core_moves_vs_hearts": {r: ratio(f"core_moves {r}", "hearts") for r in SEATS},
        "ismcts_sims_vs_openspiel": ratio("search", "openspiel search"),
        "exact_solves_per_s": {str(n): round(medians[f"solves {n}"]) for n in (2, 3, 4, 5)},
        "compiled_vs_interpreted": {r: ratio(f"core_moves {r}", f"plain {r}") for r in SEATS},
        "per_second": {name: round(value) for name, value in sorted(medians.items())},
        "clone_ns": {r: round(1e9 / medians[f"clones {r}"]) for r in SEATS},
        "sample_ns": {r: round(1e9 / medians[f"samples {r}"]) for r in SEATS},
        "state_bytes": {r: round(size) for r, size in sizes.items()},
    }


def page_of(found: dict[str, Any], spread: dict[str, tuple[float, float, float]]) -> str:
    """docs/performance.md."""
    api = "tricks of Fight for the Lead, four seats, through our Python API"
    peer = "`oh_hell` with four tricks"
    trees = f"tree search, simulations a second at {SIMULATIONS} a move, against `ISMCTSBot`"
    head = "\n".join(
        (
            "# Performance",
            "",
            f"Measured on {found['date']} ({found['machine']}, {found['build']} build) by"
            " `make bench`. The sides run in",
            "processes of their own and take turns; figures are medians of the rounds. Ratios say",
            "more than rates. `bench/results/engine.json` has the numbers by name.",
            "",
            f"## Against OpenSpiel {found.get('openspiel') or '(not installed: no ratios)'}",
            "",
            "The peer is in C++ behind its Python API; both sides run the same loop and choose in",
            "the same way.",
            "",
            "| what | ratio | aim |",
            "|---|---|---|",
            f"| {api}, against {peer} | {found['api_moves_vs_oh_hell']} | ≥ 2 |",
            f"| the same inside the core | {found['core_moves_vs_oh_hell']} | ≥ 15 |",
            f"| {trees} on {peer} | {found['ismcts_sims_vs_openspiel']} | ≥ 2 |",
            "",
        )
    )
    rows = [
        f"| whole random games of {r} inside the core, against `hearts` | {v} | ≥ 5 |"
        for r, v in found["core_moves_vs_hearts"].items()
    ]
    head += "\n".join(rows) + "\n\n## Each rule set\n\n"
    head += (
        "| four seats | moves a second, API | inside the core | compiled / interpreted |"
        " a clone, ns | a sampled world, ns | bytes of a state |\n|---|---|---|---|---|---|---|\n"
    )
    for r in SEATS:
        head += (
            f"| {r} | {found['per_second'][f'api_moves {r}']:,} |"
            f" {found['per_second'][f'core_moves {r}']:,} |"
            f" {found['compiled_vs_interpreted'][r]} | {found['clone_ns'][r]:,} |"
            f" {found['sample_ns'][r]:,} | {found['state_bytes'][r]:,} |\n"
        )
    head += "\n## Exact solving\n\nFour tricks with all cards known, every first card valued.\n\n"
    head += "| seats | solved a second |\n|---|---|\n"
    for seats, solves in found["exact_solves_per_s"].items():
        head += f"| {seats} | {solves:,} |\n"
    head += "\n## Spread over the rounds\n\n| measure, a second | median | lowest | highest |\n"
    head += "|---|---|---|---|\n"
    for name, (middle, low, high) in sorted(spread.items()):
        head += f"| {name} | {middle:,.0f} | {low:,.0f} | {high:,.0f} |\n"
    return head


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench/run.py engine", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="a measure, in each round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--no-openspiel", action="store_true")
    chosen = parser.parse_args(arguments)
    ours = Side(Path(sys.executable), "ours")
    build = str(ours.ask("name")["value"])
    python = None if chosen.no_openspiel else openspiel_python()
    theirs = Side(python, "openspiel") if python is not None else None
    interpreted = ROOT / ".venv-test" / "bin" / "python"
    plain = Side(interpreted, "ours") if interpreted.exists() and build == "compiled" else None
    spread = interleaved(chosen.rounds, measures_of(ours, theirs, plain, chosen.seconds))
    sizes = {
        r: float(ours.ask("state_bytes", rules=r, seats=seats)["value"])
        for r, seats in SEATS.items()
    }
    found = results_of({name: one[0] for name, one in spread.items()}, sizes, build)
    found["openspiel"] = theirs.ask("name")["value"] if theirs is not None else None
    for side in (ours, theirs, plain):
        if side is not None:
            side.close()
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(page_of(found, spread), encoding="utf-8")
    print(page_of(found, spread))
    return 0
