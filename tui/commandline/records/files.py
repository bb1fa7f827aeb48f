"""The files that a command about records is given."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator

import click

from tui.commandline.choosing import read_number
from tui.commandline.records.reading import Found, records
from tui.words import Words
from tui.words.marks import N_

STDIN = "-"
MOST_GAMES = 999_999_999


def found_in(path: str) -> Iterator[Found]:
    """What stands in the file at ``path``, or on standard input for ``-``. Raises OSError."""
    if path != STDIN:
        with open(path, "rb") as file:
            yield from records(file)
    elif sys.stdin is None:  # closed by whoever started the program
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    else:
        yield from records(sys.stdin.buffer)


def shown(words: Words, path: str) -> str:
    """A file as it is named in front of what is said about it."""
    if path == STDIN:
        return words.gettext(N_("standard input"))
    return words.said(path)


def files_argument(words: Words, *, many: bool) -> click.Argument:
    """``FILE`` or ``FILE…``."""
    name = words.gettext(N_("FILE"))
    if many:
        return click.Argument(
            ["files"], nargs=-1, required=True, type=click.Path(), metavar=f"{name}..."
        )
    return click.Argument(["file"], type=click.Path(), metavar=name)


def game_option(words: Words) -> click.Option:
    """``--game N``, to be read by ``game_number``."""
    say = words.gettext(N_("Which game of the file, counted from 1."))
    return click.Option(["--game"], default="1", metavar="N", help=say)


def game_number(words: Words, text: str) -> int:
    """What was typed after ``--game``. Raises Problem."""
    return read_number(words, "--game", text, 1, MOST_GAMES)
