"""What those at a shared table are told, besides what the sitting tells."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar


@dataclass(frozen=True, slots=True)
class Changed:
    """Something that can be read off the table is different: seats, readiness, who is away."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """Somebody said something. key: who; they may be muted for the reader."""

    key: str
    name: str
    text: str
    watcher: bool = False


@dataclass(frozen=True, slots=True)
class Remarked:
    """The house says something of somebody: ``what`` as in ``tui.house.chat.Line``."""

    name: str
    what: str


@dataclass(frozen=True, slots=True)
class Began:
    """A game has begun: ``SharedTable.sitting`` is another one."""


@dataclass(frozen=True, slots=True)
class Over:
    """The game has come to its end."""


@dataclass(frozen=True, slots=True)
class Again:
    """``name`` wants another game: the table waits for everybody to be ready."""

    name: str


@dataclass(frozen=True, slots=True)
class UndoAsked:
    """``seat`` asks the others whether it may take its last choice back."""

    seat: int


@dataclass(frozen=True, slots=True)
class UndoEnded:
    """The question is over. code: ``agreed``, ``refused``, ``too-late``, ``withdrawn``. by: the
    seat that refused, -1 if none did."""

    seat: int
    code: str
    by: int = -1


@dataclass(frozen=True, slots=True)
class Stood:
    """``name`` has left the seat for good."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class TimeUp:
    """``seat`` has not chosen in time; a level makes this one choice."""

    seat: int


@dataclass(frozen=True, slots=True)
class Closed:
    """There is no such table any more."""


TableNews = (
    Changed
    | Spoken
    | Remarked
    | Began
    | Over
    | Again
    | UndoAsked
    | UndoEnded
    | Stood
    | TimeUp
    | Closed
)
TableListener = Callable[[TableNews], None]
Told = TypeVar("Told")


class Listeners(Generic[Told]):
    """Whoever wants to be told. What one of them does wrong costs nobody else anything."""

    def __init__(self) -> None:
        self._all: list[Callable[[Told], None]] = []

    def add(self, listener: Callable[[Told], None]) -> Callable[[], None]:
        """Calls ``listener`` from now on. Returns what ends it."""
        self._all.append(listener)

        def end() -> None:
            if listener in self._all:
                self._all.remove(listener)

        return end

    def tell(self, told: Told) -> None:
        """Tells everybody; raises nothing."""
        for listener in list(self._all):
            try:
                listener(told)
            except Exception as error:
                asyncio.get_running_loop().call_exception_handler(
                    {"message": "a listener at a shared table failed", "exception": error}
                )
