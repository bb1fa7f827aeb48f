"""Lines that are said and lines that are answered, on standard output and input."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import threading
from typing import Final, TextIO

import click

from tui.commandline.output import tell

PROMPT: Final = "> "
# What somebody types in one line is cut off there.
MOST: Final = 500
# The rest of a longer line is passed over in pieces, so that no line can fill the memory.
_MOST_READ: Final = 8192
_LEAST_ROWS: Final = 40


class Lines:
    """Says lines on standard output, and takes answers from ``source``, a line each."""

    def __init__(self, source: TextIO) -> None:
        self._source = source
        self._answers: asyncio.Queue[str | None] = asyncio.Queue()
        # A line is read when it is asked for, not before: what is written without end never
        # piles up here.
        self._wanted = threading.Semaphore(0)
        self._loop = asyncio.get_running_loop()
        self._reading: threading.Thread | None = None
        self.ended = False

    def say(self, text: str) -> None:
        """Prints a line. Raises Stopped or OutputFault, see ``tui.commandline.output``."""
        tell(text)

    async def ask(self) -> str | None:
        """The next line; None once there are no more, or ``end`` was called."""
        if self.ended:
            return None
        if self._reading is None:
            # Reading cannot be given up half-way: a thread that nobody waits for.
            self._reading = threading.Thread(target=self._read, name="answers", daemon=True)
            self._reading.start()
        with contextlib.suppress(OSError):  # the next line says what is wrong with the output
            click.echo(PROMPT, nl=False)
        self._wanted.release()
        answer = await self._answers.get()
        if answer is None:
            self.ended = True
        if answer is None or not self.typed:
            self.say(answer or "")  # nobody's Enter has ended the line with the prompt
        return answer

    def end(self) -> None:
        """Takes no more answers; who waits for one gets None."""
        self.ended = True
        self._answers.put_nowait(None)

    @property
    def typed(self) -> bool:
        """Whether somebody types the answers on a terminal, where they can be seen."""
        return self._source.isatty()

    def hide(self) -> None:
        """Moves all that was said out of sight, where it is a screen that it was said on."""
        if self.typed:
            rows = max(_LEAST_ROWS, shutil.get_terminal_size().lines)
            self.say("\n" * rows)

    def _read(self) -> None:
        try:
            while self._wanted.acquire():
                line = self._source.readline(_MOST_READ)
                if not line:
                    break
                whole = line.endswith("\n")
                while not whole and (more := self._source.readline(_MOST_READ)):
                    whole = more.endswith("\n")
                self._hand_over(line.rstrip("\r\n")[:MOST])
        except (OSError, ValueError):  # the terminal is gone, or the stream was closed
            pass
        self._hand_over(None)

    def _hand_over(self, answer: str | None) -> None:
        with contextlib.suppress(RuntimeError):  # the game has ended meanwhile
            self._loop.call_soon_threadsafe(self._answers.put_nowait, answer)
