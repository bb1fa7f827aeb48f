"""What has been played of a cell, and whether it is decided. Kept as sums, so that a later run
adds to it."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

from cells import ABOVE_FAIR, MEASURE, NOT_WORSE, Cell
from games import SetPlayed

from ai.arena.stats import t_point

# Before so many deal sets nothing is decided, and after that only looked at now and then: who looks
# after every set stops too often at a lucky moment.
FEWEST = 60
GROWTH = 1.2
# A cell that is not reached is left for good, so that takes more sets than one that is.
FEWEST_AGAINST = 400
# OpenSpiel's search takes a hundred times longer than a level; it is far behind or it is not.
FEW_OF_THE_SLOW = 24
# How exactly a cell without a bar is measured: half the interval, in points of per cent.
EXACT = 1.5
MOST_SETS = 40_000

YES, NO, OPEN = "yes", "no", "undecided"


@dataclass
class Tally:
    """sets: deal sets. total, squares: of A's shares, 0 to 1, a set. look: at how many sets the
    next decision is taken. The rest: sums over all games, the first number of A."""

    sets: int = 0
    total: float = 0.0
    squares: float = 0.0
    look: int = FEWEST
    choices: tuple[int, int] = (0, 0)
    seconds: tuple[float, float] = (0.0, 0.0)
    simulations: float = 0.0
    weighed: int = 0
    verdict: str = OPEN

    def add(self, one: SetPlayed) -> None:
        """Counts a deal set."""
        self.sets += 1
        self.total += one.share
        self.squares += one.share * one.share
        self.choices = (self.choices[0] + one.choices[0], self.choices[1] + one.choices[1])
        self.seconds = (self.seconds[0] + one.seconds[0], self.seconds[1] + one.seconds[1])
        self.simulations += one.simulations
        self.weighed += one.weighed

    def interval(self) -> tuple[float, float, float]:
        """A's share of first places with its 95 % interval, in per cent."""
        if self.sets < 2:
            return 100 * self.total / max(1, self.sets), 0.0, 100.0
        mean = self.total / self.sets
        variance = max(0.0, self.squares - self.sets * mean * mean) / (self.sets - 1)
        half = t_point(self.sets - 1) * math.sqrt(variance / self.sets)
        return 100 * mean, 100 * max(0.0, mean - half), 100 * min(1.0, mean + half)

    def decide(self, cell: Cell) -> None:
        """Takes the decision if it is time to look."""
        fewest = FEW_OF_THE_SLOW if cell.b.startswith("openspiel") else 0
        if self.sets < (fewest or self.look) and self.sets < MOST_SETS:
            return
        self.look = max(self.look, math.ceil(self.sets * GROWTH))
        self.verdict = verdict(cell, self)

    def ms(self, which: int) -> float:
        """Milliseconds a choice of A (0) or of the others (1), forced choices included."""
        return 1000 * self.seconds[which] / max(1, self.choices[which])

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_json(found: dict[str, Any]) -> Tally:
        values = {**found, "choices": tuple(found["choices"]), "seconds": tuple(found["seconds"])}
        return Tally(**values)


def verdict(cell: Cell, tally: Tally) -> str:
    """``yes`` if the lower bound reaches the bar, ``no`` if the upper bound does not."""
    found = reached(cell, tally)
    return OPEN if found == NO and tally.sets < FEWEST_AGAINST else found


def reached(cell: Cell, tally: Tally) -> str:
    """What the interval alone says."""
    _, low, high = tally.interval()
    exact = (high - low) / 2 <= EXACT
    if cell.bar == MEASURE:
        return YES if exact else OPEN
    if cell.bar == NOT_WORSE:
        if high < cell.fair:
            return NO
        return YES if exact or low >= cell.fair else OPEN
    if cell.bar == ABOVE_FAIR:
        if low > cell.fair:
            return YES
        return NO if high <= cell.fair else OPEN
    assert isinstance(cell.bar, float)
    if low >= cell.bar:
        return YES
    return NO if high < cell.bar else OPEN
