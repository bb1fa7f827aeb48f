"""What a session's terminal sends: bytes become keys, no faster than anybody can type."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
from collections.abc import Callable, Iterable
from typing import Final

from textual import constants, events
from textual._xterm_parser import XTermParser
from textual.message import Message

# Keys and the like: as many at once, and so many a second after that.
BURST: Final = 200.0
RATE: Final = 50.0
# Characters, of which several make a key, and any number a paste.
CHARACTERS: Final = 16_384.0
CHARACTER_RATE: Final = 8_192.0
# Fed to the parser at a time.
_PIECE: Final = 256
# With more waiting than that, no more is taken from the client.
_FULL: Final = 8_192
# Longer than any paste that is of use: what follows is no paste any more.
_MOST_PASTED: Final = 65_536
# Of a paste, so much is looked at.
MOST_PASTE: Final = 2_000


class Inbox:
    """Reads a session's bytes. told: called with each event. pause, resume: whether the client may
    send on."""

    def __init__(
        self,
        told: Callable[[Message], None],
        pause: Callable[[], None],
        resume: Callable[[], None],
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self._told = told
        self._pause = pause
        self._resume = resume
        self._loop = loop
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._parser = XTermParser()
        self._waiting = ""
        self._paused = False
        self._closed = False
        self._timer: asyncio.TimerHandle | None = None
        self._events = BURST
        self._characters = CHARACTERS
        self._silent = 0
        self._at = loop.time()
        # When a key came last.
        self.used = self._at

    def feed(self, data: bytes) -> None:
        """Some bytes, cut off anywhere."""
        if self._closed:
            return
        self._waiting += self._decode(data)
        if self._timer is None:
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
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._end_parser()

    def _work(self) -> None:
        self._timer = None
        now = self._loop.time()
        passed = now - self._at
        self._at = now
        self._events = min(BURST, self._events + passed * RATE)
        self._characters = min(CHARACTERS, self._characters + passed * CHARACTER_RATE)
        pieces = 0
        while self._waiting and self._events >= 1 and self._characters >= 1 and pieces < 8:
            # No more than that many keys can come of it.
            piece = self._waiting[: int(min(_PIECE, self._events, self._characters))]
            self._waiting = self._waiting[len(piece) :]
            self._characters -= len(piece)
            self._parse(piece)
            pieces += 1
        if self._closed:
            return
        if self._waiting:
            self._timer = self._loop.call_later(0.02, self._work)
        else:
            # An escape that nothing follows is the key.
            self._timer = self._loop.call_later(constants.ESCAPE_DELAY * 1.5, self._tick)
        if self._paused and len(self._waiting) < _FULL // 2:
            self._paused = False
            self._resume()

    def _parse(self, piece: str) -> None:
        try:
            self._pass_on(self._parser.feed(piece))
        except Exception:  # whatever a client may have thought of
            self._renew()
        self._silent += len(piece)
        if self._silent > _MOST_PASTED and not self._closed:
            self._renew()

    def _tick(self) -> None:
        self._timer = None
        self._pass_on(self._parser.tick())
        if self._waiting and not self._closed:
            self._work()

    def _pass_on(self, found: Iterable[Message]) -> None:
        for message in found:
            self._silent = 0
            self._events -= 1
            if isinstance(message, (events.Key, events.MouseDown, events.Paste)):
                self.used = self._loop.time()
            if isinstance(message, events.Paste):
                message.text = message.text[:MOST_PASTE]
            if self._closed:
                return
            self._told(message)

    def _renew(self) -> None:
        self._end_parser()
        self._parser = XTermParser()
        self._silent = 0

    def _end_parser(self) -> None:
        with contextlib.suppress(Exception):
            for _ in self._parser.feed(""):
                pass
