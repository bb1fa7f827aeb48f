"""What a screen may want to know of a sitting besides the game's own events."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.refusals import MessdeckError
from saves.keeper import Trouble
from saves.statistics import StatisticsFault


@dataclass(frozen=True, slots=True)
class Ready:
    """The last choice is settled: questions are open, or the game is over."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """The level ``player`` begins to think for ``seat``."""

    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class LevelFailed:
    """The level ``player`` had no answer for ``seat``, twice; one was drawn by lot instead."""

    seat: int
    player: str
    error: MessdeckError


@dataclass(frozen=True, slots=True)
class SeatChanged:
    """Another player, or nobody else, chooses for ``seat`` from here on."""

    seat: int


@dataclass(frozen=True, slots=True)
class NotSaved:
    """Saving fails; the game goes on in memory and saving is tried again."""

    trouble: Trouble


@dataclass(frozen=True, slots=True)
class SavedAgain:
    """Everything is on the disk again."""


@dataclass(frozen=True, slots=True)
class Counting:
    """The finished game is not in the statistics, or they had to be begun anew: see ``fault``."""

    fault: StatisticsFault


Notice = Ready | Thinking | LevelFailed | SeatChanged | NotSaved | SavedAgain | Counting
NoticeListener = Callable[[Notice], None]
