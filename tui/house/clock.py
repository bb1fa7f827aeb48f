"""Time as the house counts it, handed in so that tests need not wait."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """Something that was put off."""

    def cancel(self) -> None:
        """Does it not at all; after it was done, does nothing."""
        ...


class Clock(Protocol):
    """What the house asks for the time."""

    def now(self) -> float:
        """Seconds from some moment on; never goes back."""
        ...

    def wall(self) -> int:
        """Unix seconds, for people."""
        ...

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Calls ``call`` in so many seconds, in the loop of whoever asks."""
        ...


class LoopClock:
    """The clock of the running loop. Belongs to it; make it in there."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()

    def now(self) -> float:
        """Seconds, monotonic."""
        return self._loop.time()

    def wall(self) -> int:
        """Unix seconds."""
        return int(time.time())

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Calls ``call`` in so many seconds."""
        return self._loop.call_later(seconds, call)
