"""A bot's process: started when it is first asked, told a line, listened to for one line."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ai.bots.faults import BotFault

KEEPER: Final = Path(__file__).with_name("keeper.py")
MOST_BYTES: Final = 65_536
_NOT_STARTED: Final = 127


class BotProcess:
    """A program with its keeper, and our ends of its standard streams. One thread uses it."""

    def __init__(self, command: Sequence[str]) -> None:
        """Starts ``command``. Raises BotFault ``bot-not-started``."""
        read, self._lifeline = os.pipe()
        keeper = [sys.executable, "-I", "-S", str(KEEPER), str(read), str(os.getpid())]
        try:
            self._keeper = subprocess.Popen(
                [*keeper, *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                pass_fds=(read,),
                process_group=0,
            )
        except OSError as error:
            os.close(self._lifeline)
            raise BotFault("bot-not-started", detail=str(error)) from error
        finally:
            os.close(read)
        assert self._keeper.stdin is not None
        assert self._keeper.stdout is not None
        self._in = self._keeper.stdin.fileno()
        self._out = self._keeper.stdout.fileno()
        os.set_blocking(self._in, False)
        self._heard = b""

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Sends a line and returns the next one, both without their ends. Raises BotFault."""
        until = time.monotonic() + seconds
        if not self._heard and select.select([self._out], [], [], 0)[0]:
            self._hear()
        if self._heard:
            raise BotFault("bot-garbage", detail="it spoke without being asked")
        rest = memoryview(line + b"\n")
        while True:
            end = self._heard.find(b"\n")
            if end >= 0:
                answer, self._heard = self._heard[:end], self._heard[end + 1 :]
                return answer
            if len(self._heard) > MOST_BYTES:
                raise BotFault("bot-garbage", detail=f"a line of more than {MOST_BYTES} bytes")
            left = until - time.monotonic()
            if left <= 0:
                raise BotFault("bot-stalled", detail=f"no answer within {seconds:g} s")
            write = [self._in] if rest else []
            readable, writable, _ = select.select([self._out], write, [], left)
            if readable:
                self._hear()
            elif writable:
                try:
                    rest = rest[os.write(self._in, rest) :]
                except BlockingIOError:
                    continue
                except BrokenPipeError:
                    rest = rest[:0]  # it listens no more, but what it said may still come

    def _hear(self) -> None:
        found = os.read(self._out, MOST_BYTES)
        if not found:
            raise self._crash()
        self._heard += found

    def _crash(self) -> BotFault:
        """It closed its output: it ended, or it will now."""
        try:
            status = self._keeper.wait(1.0)
        except subprocess.TimeoutExpired:
            return BotFault("bot-crashed", detail="it closed its output")
        if status == _NOT_STARTED:
            return BotFault("bot-not-started", detail="the program could not be started")
        said = f"signal {status - 128}" if status > 128 else f"exit status {status}"
        return BotFault("bot-crashed", detail=said)

    def close(self) -> None:
        """Ends the bot and all it started, and waits until they are gone."""
        with contextlib.suppress(OSError):
            os.close(self._lifeline)
        for stream in (self._keeper.stdin, self._keeper.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        self._keeper.wait()
