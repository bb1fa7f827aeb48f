"""What the ladder plays: one A in a field of B, and what A has to reach."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final, NamedTuple

import ai

# The sources of the players that play, also where they are installed.
AI: Final = Path(ai.__file__).parent
TABLES: Final = {
    "battalion-twins": (3, 4),
    "battalion-cover": (3, 4),
    "fight-for-the-lead": (2, 4),
    "generals-war": (2, 4),
}
# Simulations a choice of the tree searches by OpenSpiel, and worlds of the general against them:
# on average it makes no more playouts a choice than they do (what it makes is in the results). In
# General's War it plays nothing out, so a world counts as a simulation.
OPENSPIEL_SIMULATIONS: Final = 50
OPENSPIEL_WORLDS: Final = {
    "battalion-twins": 12,
    "battalion-cover": 10,
    "fight-for-the-lead": 6,
    "generals-war": OPENSPIEL_SIMULATIONS,
}

# A, B, and the least lower bound in per cent by rule set and its two usual numbers of seats; a word
# where it is not a number.
ABOVE_FAIR: Final = "above fair"
NOT_WORSE: Final = "not worse"
MEASURE: Final = "measured"
Bar = float | str
_BARS: Final[list[tuple[str, str, dict[str, tuple[Bar, Bar]]]]] = [
    ("recruit", "random", dict.fromkeys(TABLES, (ABOVE_FAIR, ABOVE_FAIR))),
    (
        "corporal",
        "recruit",
        {
            "battalion-twins": (67.0, 55.0),
            "battalion-cover": (46.0, 35.0),
            "fight-for-the-lead": (70.0, 43.0),
            "generals-war": (62.0, 30.0),
        },
    ),
    (
        "sergeant",
        "corporal",
        {
            "battalion-twins": (43.0, 39.0),
            "battalion-cover": (42.0, 35.0),
            "fight-for-the-lead": (55.0, 40.0),
            "generals-war": (57.0, 27.0),
        },
    ),
    (
        "captain",
        "sergeant",
        {
            "battalion-twins": (38.0, 27.0),
            "battalion-cover": (38.0, 28.0),
            "fight-for-the-lead": (60.0, 29.0),
            "generals-war": (58.0, 25.5),
        },
    ),
    (
        "general",
        "captain",
        {
            "battalion-twins": (36.0, 28.0),
            "battalion-cover": (36.0, 25.0),
            "fight-for-the-lead": (ABOVE_FAIR, NOT_WORSE),
            "generals-war": (NOT_WORSE, NOT_WORSE),
        },
    ),
    (
        "general",
        "sergeant",
        {
            "battalion-twins": (41.0, 31.0),
            "battalion-cover": (40.0, 29.0),
            "fight-for-the-lead": (63.0, 29.5),
            "generals-war": (68.0, 28.0),
        },
    ),
    ("general", "reference", dict.fromkeys(TABLES, (ABOVE_FAIR, ABOVE_FAIR))),
    ("all-seeing", "sergeant", dict.fromkeys(TABLES, (MEASURE, MEASURE))),
]


class Cell(NamedTuple):
    """One A (``a``) in a field of B (``b``). bar: the least lower bound in per cent, or a word."""

    rules: str
    seats: int
    a: str
    b: str
    bar: Bar

    @property
    def key(self) -> str:
        return f"{self.rules} {self.seats} {self.a} {self.b}"

    @property
    def fair(self) -> float:
        """Per cent."""
        return 100 / self.seats

    @property
    def group(self) -> str:
        """For choosing cells on the command line: ``captain-sergeant``."""
        return f"{self.a.split(':')[0]}-{self.b.split(':')[0]}"


def cells() -> list[Cell]:
    """All cells, the quickest first."""
    found = [
        Cell(rules, seats, a, b, bars[rules][at])
        for a, b, bars in _BARS
        for rules, tables in TABLES.items()
        for at, seats in enumerate(tables)
    ]
    found += [
        Cell(
            rules,
            seats,
            f"general:worlds={OPENSPIEL_WORLDS[rules]}",
            f"openspiel:simulations={OPENSPIEL_SIMULATIONS}",
            ABOVE_FAIR,
        )
        for rules, tables in TABLES.items()
        for seats in tables
    ]
    return found


_APART: Final = {
    "battalion-twins": ("cover", "lead", "tricks", "war", "squad"),
    "battalion-cover": ("twins", "lead", "tricks", "war", "squad"),
    "fight-for-the-lead": ("battalion", "twins", "cover", "war", "squad"),
    "generals-war": ("battalion", "twins", "cover", "lead", "tricks"),
}
_BY_THUMB: Final = ("random", "recruit", "corporal")
_MADE_OF: Final = ("compositions", "beliefs", "heuristics", "search", "searching.py")


def print_of(cell: Cell) -> str:
    """A fingerprint of what the players of a cell are made of. Results of other sources are not
    added to."""
    by_thumb = cell.a in _BY_THUMB and cell.b in _BY_THUMB
    digest = hashlib.blake2b(digest_size=6)
    for part in ("thumb.py", "heuristics") if by_thumb else _MADE_OF:
        path = AI / part
        for file in sorted(path.glob("*.py")) if path.is_dir() else [path]:
            foreign = any(word in file.stem for word in _APART[cell.rules])
            beyond = by_thumb and any(
                word in file.stem for word in ("strong", "habits", "squads", "worth")
            )
            if not foreign and not beyond:
                digest.update(file.read_bytes())
    return digest.hexdigest()
