"""Printing, for all commands: what becomes of it when nobody reads, or the disk is full."""

from __future__ import annotations

import contextlib
import shutil
import sys

import click

PROGRAM = "messdeck"
REFUSED = 2
INTERRUPTED = 130
TERMINATED = 143
UNREAD = 141


class Stopped(click.exceptions.Exit):
    """The run ends quietly: INTERRUPTED by Ctrl+C, TERMINATED by SIGTERM, or its output is
    UNREAD."""


class OutputFault(Exception):
    """Standard output cannot be written to; ``error`` says why."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


def tell(text: str) -> None:
    """Prints ``text`` as a line of its own, at once. Raises Stopped or OutputFault."""
    try:
        click.echo(text)
    except BrokenPipeError:
        raise Stopped(UNREAD) from None
    except OSError as error:
        raise OutputFault(error) from None


def room() -> int | None:
    """How many columns the terminal has that is printed to; None for a file or a pipe."""
    if sys.stdout is None or not sys.stdout.isatty():
        return None
    return shutil.get_terminal_size().columns


def complain(text: str) -> None:
    """Prints ``text`` on stderr, under the program's name."""
    with contextlib.suppress(OSError):  # nobody is there to be told
        click.echo(f"{PROGRAM}: {text}", err=True)
