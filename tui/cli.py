"""The command ``messdeck``: opens the card room, or does one thing without a screen.

Starting stays light: what a command needs is imported when that command runs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from tui import starting


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command line and ends the process with its status.

    0: done. 1: what was asked about is not so (a record that is not valid). 2: the command, a file
    or a value was not right, said in one sentence on stderr. 130: stopped by Ctrl+C; 143: an arena
    stopped by SIGTERM. 141: whoever read the output went away.
    """
    starting.begin()
    try:
        from tui.commandline.running import run

        status = run(sys.argv[1:] if arguments is None else list(arguments))
    except KeyboardInterrupt:  # while modules were still being imported
        status = 130
    _let_go_of_output()
    sys.exit(status)


def _let_go_of_output() -> None:
    """What cannot be written any more is dropped: Python would complain about it at the exit."""
    for stream in (sys.stdout, sys.stderr):
        if stream is None:
            continue
        try:
            stream.flush()
        except (OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


if __name__ == "__main__":
    main()
