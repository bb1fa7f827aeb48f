"""The files that a command about records is given."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

import click

from tui.words import Words
from tui.words.marks import N_

STDIN = "-"


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """The file at ``path``, standard input for ``-``. Raises OSError."""
    if path == STDIN:
        yield sys.stdin.buffer
        return
    with open(path, "rb") as file:
        yield file


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
