"""What a terminal sends, made into keys and pastes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final

from textual import events
from textual._xterm_parser import XTermParser
from textual.message import Message

BEGIN: Final = "\x1b[200~"
END: Final = "\x1b[201~"
# Of a paste, so many characters are kept.
MOST_PASTE: Final = 2_000
# A paste that stops for so long without its end has lost it: what is typed then are keys.
LOST_SECONDS: Final = 10.0


class Reader:
    """Textual's parser, but a paste is cut out before it: nothing in one is ever a key, and its
    controls are dropped. Raises what the parser does.

    pasting: whether a paste has begun and not ended.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._parser = XTermParser()
        # The end of what the parser was given, as far as a paste may begin with it.
        self._tail = ""
        self.pasting = False
        self._kept = ""
        self._at = clock()

    def feed(self, text: str) -> Iterator[Message]:
        """Some characters, cut off anywhere."""
        now = self._clock()
        lost = self.pasting and now - self._at > LOST_SECONDS
        self._at = now
        if lost:
            yield from self._paste()
        while text:
            if self.pasting:
                found, text = self._pasted(text)
                if found:
                    yield from self._paste()
                continue
            before, text = self._before_paste(text)
            if before:
                yield from self._parser.feed(before)
            if self.pasting:
                self.renew()  # which may have been given some of the mark

    def tick(self) -> Iterator[Message]:
        """Called from time to time: an escape that nothing follows is the key."""
        if not self.pasting:
            yield from self._parser.tick()

    def renew(self) -> None:
        """Forgets what is half read of a key."""
        self.close()
        self._parser = XTermParser()

    def close(self) -> None:
        """Ends the parser, as it would keep all of a session alive."""
        with suppress(Exception):
            for _ in self._parser.feed(""):
                pass

    def _before_paste(self, text: str) -> tuple[str, str]:
        """What of ``text`` is keys, and what comes after the mark at which a paste begins."""
        given = len(self._tail)
        whole = self._tail + text
        at = whole.find(BEGIN)
        if at >= 0:
            self.pasting, self._tail, self._kept = True, "", ""
            return whole[given:at], whole[at + len(BEGIN) :]
        self._tail = _beginning(whole, BEGIN)
        return text, ""

    def _pasted(self, text: str) -> tuple[bool, str]:
        """Takes the paste's part of ``text``: whether it is over, and what comes after it."""
        whole = self._tail + text
        at = whole.find(END)
        if at < 0:
            self._tail = _beginning(whole, END)
            whole, rest = whole[: len(whole) - len(self._tail)], ""
        else:
            self._tail = ""
            whole, rest = whole[:at], whole[at + len(END) :]
        if len(self._kept) < MOST_PASTE:
            self._kept = (self._kept + _cleaned(whole))[:MOST_PASTE]
        return at >= 0, rest

    def _paste(self) -> Iterator[Message]:
        kept, self._kept, self._tail, self.pasting = self._kept, "", "", False
        yield events.Paste(kept)


def _beginning(text: str, mark: str) -> str:
    """The longest end of ``text`` with which ``mark`` may begin."""
    for size in range(min(len(mark) - 1, len(text)), 0, -1):
        if text.endswith(mark[:size]):
            return mark[:size]
    return ""


def _cleaned(text: str) -> str:
    """Without controls, but those that end a line or stand for blanks."""
    return "".join([char for char in text if char in "\n\r\t" or not _is_control(char)])


def _is_control(char: str) -> bool:
    return char < " " or "\x7f" <= char <= "\x9f"
