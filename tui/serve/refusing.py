"""Whom the server does not let in: each is counted, and the log says so, but not without end."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from tui.serve.guard import LOG

# Lines about one address at once; then one in so many seconds, which says how many there were.
BURST: Final = 10
SECONDS_A_LINE: Final = 10.0
# Remembered at once; the oldest are forgotten first.
_MOST_ADDRESSES: Final = 10_000


def for_log(text: str) -> str:
    """A text that only whoever runs the server reads, in the log: it is not translated."""
    return text


class Refusals:
    """count: of refused connections since the server began."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.count = 0
        self._clock = clock
        # By address: lines that are left, since when, and how many refusals had none.
        self._addresses: OrderedDict[str, tuple[float, float, int]] = OrderedDict()

    def connection(self, address: str, why: str) -> None:
        """A connection of ``address`` is not let in, or got no farther."""
        self.count += 1
        self.note(address, why)

    def note(self, address: str, why: str) -> None:
        """Something that ``address`` asked for is refused."""
        now = self._clock()
        left, at, unsaid = self._addresses.pop(address, (float(BURST), now, 0))
        left = min(float(BURST), left + (now - at) / SECONDS_A_LINE)
        if left >= 1.0:
            more = for_log(f" (and {unsaid} more since the last line)") if unsaid else ""
            LOG.info("refused %s: %s%s", address, why, more)
            left, unsaid = left - 1.0, 0
        else:
            unsaid += 1
        self._addresses[address] = (left, now, unsaid)
        if len(self._addresses) > _MOST_ADDRESSES:
            self._addresses.popitem(last=False)
