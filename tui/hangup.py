"""Ends a session whose terminal is gone, also where no signal tells of it."""

from __future__ import annotations

import contextlib
import os
import select
import stat
import threading
from collections.abc import Callable
from typing import Final, TextIO

# As a shell says it of a program that a hang-up has ended.
HUNG_UP: Final = 129
MOST_SECONDS: Final = 60.0


def watch_terminal(stream: TextIO | None, gone: Callable[[], None], saved: threading.Event) -> None:
    """Once nobody is at the other end of ``stream``: calls ``gone``, waits until everything is
    ``saved`` (MOST_SECONDS at most), and ends the process.

    A terminal that hangs up sends SIGHUP, but only to those whose controlling terminal it is and
    who have not been told to ignore it; to read from it is no error but an end that never ends.
    What draws on it cannot be relied on to end by itself any more.
    """
    try:
        descriptor = stream.fileno() if stream is not None else -1
    except (OSError, ValueError):
        return
    if descriptor < 0 or not hasattr(select, "poll"):
        return

    def wait() -> None:
        if _hangs_up(descriptor):
            gone()
            _let_go()
            saved.wait(MOST_SECONDS)
            os._exit(HUNG_UP)

    threading.Thread(target=wait, name="terminal-watch", daemon=True).start()


def _hangs_up(descriptor: int) -> bool:
    """Waits until the other end is gone; False if that cannot be waited for."""
    poll = select.poll()
    # Nothing is asked for: that somebody hung up is told all the same.
    poll.register(descriptor, 0)
    try:
        told = poll.poll()
    except OSError:
        return False
    what = told[0][1] if told else select.POLLNVAL
    return bool(what & (select.POLLHUP | select.POLLERR)) and not what & select.POLLNVAL


def _let_go() -> None:
    """What is still read from the terminal or written to it goes nowhere from now on."""
    with contextlib.suppress(OSError):
        nowhere = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            if stat.S_ISCHR(os.fstat(descriptor).st_mode):
                os.dup2(nowhere, descriptor)
