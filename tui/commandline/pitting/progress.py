"""How far a run is: a bar in place on a terminal, a line now and then where it is piped."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from tui.words import Words
from tui.words.marks import N_

if TYPE_CHECKING:
    from ai.arena.stats import SprtState

BAR: Final = 24
# Seconds between two looks at a terminal, and between two lines elsewhere.
OFTEN: Final = 0.1
SELDOM: Final = 10.0


class Progress:
    """Counts deals on stderr. done: deals played so far."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self.done = 0
        self._terminal = sys.stderr.isatty()
        self._began = self._last = time.monotonic()
        self._width = 0
        self._first: int | None = None
        self._state: SprtState | None = None

    def test(self, state: SprtState) -> None:
        """Takes note of where a test stands."""
        self._state = state

    def deals(self, done: int, total: int) -> None:
        """Says that ``done`` of ``total`` deals are played, if it is time to."""
        self.done = done
        now = time.monotonic()
        if self._first is None:
            self._first = done
        pause = OFTEN if self._terminal else SELDOM
        if now - self._last < pause and not (self._terminal and done in (1, total)):
            return
        self._last = now
        text = self._text(done, total, now - self._began)
        with contextlib.suppress(OSError):  # nobody is there to be told
            if self._terminal:
                filler = " " * (self._width - len(text))
                sys.stderr.write(f"\r{text}{filler}")
                self._width = max(self._width, len(text))
            else:
                sys.stderr.write(f"{text}\n")
            sys.stderr.flush()

    def _text(self, done: int, total: int, spent: float) -> str:
        words = self._words
        counts: dict[str, object] = {"done": done, "total": total}
        parts = [words.fill(N_("deal {done} of {total}"), counts)]
        if self._terminal:
            full = BAR * done // max(1, total)
            parts.append("[" + "#" * full + "." * (BAR - full) + "]")
        if self._state is not None:
            llr: dict[str, object] = {"llr": words.said(f"{self._state.llr:+.2f}")}
            parts.append(words.fill(N_("test {llr}"), llr))
        played = done - (self._first or 0)
        if played > 0 and done < total and spent > 1:
            left: dict[str, object] = {
                "time": words.said(words.duration(spent / played * (total - done)))
            }
            parts.append(words.fill(N_("about {time} left"), left))
        return "  ".join(parts)

    def wipe(self) -> None:
        """Takes the bar away."""
        if self._width:
            with contextlib.suppress(OSError):
                sys.stderr.write("\r" + " " * self._width + "\r")
                sys.stderr.flush()


@contextmanager
def shown(words: Words) -> Iterator[Progress]:
    """Progress while a run lasts; the bar is gone after it."""
    progress = Progress(words)
    try:
        yield progress
    finally:
        progress.wipe()
