"""What a session's terminal sends: bytes become keys, no faster than anybody can type."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

from textual import constants, events
from textual.message import Message

from tui.terminal.reading import Reader

# Keys and the like: as many at once, and so many a second after that.
BURST: Final = 200.0
RATE: Final = 50.0
# Characters, of which several make a key, and any number a paste.
CHARACTERS: Final = 16_384.0
CHARACTER_RATE: Final = 8_192.0
# Fed to the parser at a time, so often in a row.
_PIECE: Final = 256
_PIECES: Final = 8
_PAUSE: Final = 0.02
# With more waiting than that, no more is taken from the client, or read of what it has sent.
_FULL: Final = 8_192
_MOST_EVENTS: Final = 64
# No key is so long.
_MOST_SILENT: Final = 65_536
# An application that has not done with a key by then is given the next one all the same.
_PATIENCE: Final = 0.5
# With more keys waiting than anybody presses by hand, there is a rest after each, so many times as
# long as the key has kept the server busy.
_HURRY: Final = 8
_SHARE: Final = 4.0

Done = Callable[[], None]


class Inbox:
    """Reads a session's bytes. told: called with one event after the other, the next one when its
    second argument was called. pause, resume: whether the client may send on."""

    def __init__(
        self,
        told: Callable[[Message, Done], None],
        pause: Callable[[], None],
        resume: Callable[[], None],
        loop: asyncio.AbstractEventLoop,
        blind: Callable[[], bool] = lambda: False,
    ) -> None:
        """blind: whether the person cannot see what keys do now; they wait then."""
        self._blind = blind
        self._told = told
        self._pause = pause
        self._resume = resume
        self._loop = loop
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._reader = Reader(loop.time)
        self._waiting = ""
        self._events: deque[Message] = deque()
        self._turn = 0
        self._told_at: float | None = None
        self._rested = False
        self._patience: asyncio.TimerHandle | None = None
        self._paused = False
        self._closed = False
        self._timer: asyncio.TimerHandle | None = None
        self._keys_left = BURST
        self._characters_left = CHARACTERS
        self._silent = 0
        self._at = loop.time()
        # When a key came last.
        self.used = self._at

    def feed(self, data: bytes) -> None:
        """Some bytes, cut off anywhere."""
        if self._closed:
            return
        self._waiting += self._decode(data)
        if self._timer is not None:
            self._timer.cancel()
        self._work()
        if len(self._waiting) > _FULL and not self._paused:
            self._paused = True
            self._pause()

    def close(self) -> None:
        """Listens no more. The parser is ended, as it would keep all of the session alive."""
        if self._closed:
            return
        self._closed = True
        self._waiting = ""
        self._events.clear()
        for timer in (self._timer, self._patience):
            if timer is not None:
                timer.cancel()
        self._timer = self._patience = None
        self._reader.close()

    # Bytes

    def _work(self) -> None:
        self._timer = None
        self._refill()
        for _ in range(_PIECES):
            most = min(_PIECE, self._keys_left, self._characters_left)
            if not self._waiting or most < 1 or len(self._events) >= _MOST_EVENTS:
                break
            # No more keys than that can come of it.
            piece = self._waiting[: int(most)]
            self._waiting = self._waiting[len(piece) :]
            self._characters_left -= len(piece)
            self._parse(piece)
        if self._closed:
            return
        if self._waiting:
            self._timer = self._loop.call_later(_PAUSE, self._work)
        else:
            # An escape that nothing follows is the key.
            self._timer = self._loop.call_later(constants.ESCAPE_DELAY * 1.5, self._tick)
        if self._paused and len(self._waiting) < _FULL // 2:
            self._paused = False
            self._resume()

    def _refill(self) -> None:
        now = self._loop.time()
        passed = now - self._at
        self._at = now
        self._keys_left = min(BURST, self._keys_left + passed * RATE)
        self._characters_left = min(CHARACTERS, self._characters_left + passed * CHARACTER_RATE)

    def _parse(self, piece: str) -> None:
        self._silent += len(piece)
        try:
            self._take(self._reader.feed(piece))
        except Exception:  # whatever a client may have thought of
            self._renew()
        if self._reader.pasting:
            self._silent = 0
        if self._silent > _MOST_SILENT and not self._closed:
            self._renew()

    def _tick(self) -> None:
        self._timer = None
        with contextlib.suppress(Exception):
            self._take(self._reader.tick())

    def _renew(self) -> None:
        self._reader.renew()
        self._silent = 0

    # Events

    def _take(self, found: Iterable[Message]) -> None:
        for message in found:
            self._silent = 0
            self._keys_left -= 1
            if isinstance(message, events.MouseMove):
                continue
            if isinstance(message, (events.Key, events.MouseDown, events.Paste)):
                self.used = self._loop.time()
            self._events.append(message)
        if self._patience is None:
            self._next(self._turn)

    def _next(self, turn: int) -> None:
        """Tells the next event, if it is the turn of ``turn``."""
        if turn != self._turn or self._closed:
            return
        self._turn += 1
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        told_at, self._told_at = self._told_at, None
        if not self._events:
            return
        now, took = self._turn, self._loop.time() - told_at if told_at is not None else 0.0
        rest = _SHARE * min(took, _PATIENCE) if len(self._events) > _HURRY else 0.0
        if self._blind():
            rest = _PATIENCE
        if rest and not self._rested:
            self._rested = True
            self._patience = self._loop.call_later(rest, self._next, now)
            return
        self._rested = False
        self._told_at = self._loop.time()
        self._patience = self._loop.call_later(_PATIENCE, self._next, now)
        self._told(self._events.popleft(), lambda: self._next(now))
