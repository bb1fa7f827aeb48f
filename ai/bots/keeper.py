"""Starts a bot and sees to it that nothing of it is left: it watches both it and its owner.

Run as a script, ``keeper.py LIFELINE PARENT PROGRAM ARGUMENT …``, with the bot's standard input
and output. The bot gets a process group of its own; the keeper ends that whole group when the bot
ends, and when the pipe LIFELINE closes, which it does however the owner ends. On Linux what has
left the group is ended too. It imports nothing of ours, so that it starts quickly.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
NOT_STARTED = 127


def _control(option: int, value: int) -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _with_keeper() -> None:
    """In the bot, before it begins: it ends with its keeper."""
    _control(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _children() -> list[int]:
    """Processes whose parent we are, on Linux."""
    me = os.getpid()
    try:
        with open(f"/proc/{me}/task/{me}/children", encoding="ascii") as file:
            return [int(word) for word in file.read().split()]
    except OSError:
        return []


def _end(group: int) -> None:
    """Ends the group and, where they are handed to us, whatever its members left behind."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)
    while True:
        for child in _children():
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def main(arguments: list[str]) -> int:
    """Keeps a bot; the exit status is the bot's, negative signals as 128 and more."""
    lifeline, parent, *command = arguments
    line = int(lifeline)
    _control(_PR_SET_PDEATHSIG, signal.SIGTERM)
    _control(_PR_SET_CHILD_SUBREAPER, 1)
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    wake, waker = os.pipe()
    os.set_blocking(waker, False)
    signal.set_wakeup_fd(waker)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGTERM, lambda *_: None)
    if os.getppid() != int(parent):
        return NOT_STARTED
    try:
        bot = subprocess.Popen(
            command, stderr=subprocess.DEVNULL, process_group=0, preexec_fn=_with_keeper
        )
    except OSError:
        return NOT_STARTED
    # The bot alone holds its ends now: who owns us sees at once when they close.
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    status = None
    while status is None:
        ready, _, _ = select.select([line, wake], [], [])
        if line in ready:
            break
        if signal.SIGTERM in os.read(wake, 64):
            break
        status = bot.poll()
    ended = bot.poll() if status is None else status
    _end(bot.pid)
    if ended is None:
        return 128 + signal.SIGKILL
    return ended if ended >= 0 else 128 - ended


if __name__ == "__main__":
    os._exit(main(sys.argv[1:]))
