"""The size of a client's window: how often it may change."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

# As many changes at once as a hand makes that pulls a window, and so many a second after that.
# Each draws the whole screen anew.
BURST: Final = 12.0
RATE: Final = 3.0
Size = tuple[int, int]


class Window:
    """Takes sizes as fast as a client sends them and passes on as many as are bearable, the last
    one in any case. took: called with each that counts."""

    def __init__(
        self, size: Size, took: Callable[[Size], None], loop: asyncio.AbstractEventLoop
    ) -> None:
        self.size = size
        self._took = took
        self._loop = loop
        self._wanted = size
        self._left = BURST
        self._at = loop.time()
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, size: Size) -> None:
        """The size that the window has before anything is drawn."""
        self.size = self._wanted = size

    def change(self, size: Size) -> None:
        """The client says that the window has another size."""
        self._wanted = size
        if self._timer is None:
            self._take()

    def close(self) -> None:
        """Passes nothing on any more."""
        if self._timer is not None:
            self._timer.cancel()
        self._wanted = self.size

    def _take(self) -> None:
        self._timer = None
        if self._wanted == self.size:
            return
        now = self._loop.time()
        self._left = min(BURST, self._left + (now - self._at) * RATE)
        self._at = now
        if self._left < 1:
            self._timer = self._loop.call_later((1 - self._left) / RATE, self._take)
            return
        self._left -= 1
        self.size = self._wanted
        self._took(self.size)
