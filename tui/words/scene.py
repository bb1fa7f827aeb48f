"""What a sentence is about: which game, who sits where, and who reads it."""

from __future__ import annotations

from typing import NamedTuple

NOBODY = -1


class Scene(NamedTuple):
    """The table as one reader sees it.

    rules: the rule set's id, "" if it does not matter. names: one a seat; a seat beyond them is
    called by its number. me: the reader's own seat, whom the words call "you"; NOBODY for a
    spectator and for people who share a screen. open: the reader sees every hand (a finished
    game, a record), so that what was hidden is told once, where it was chosen.
    """

    rules: str = ""
    names: tuple[str, ...] = ()
    me: int = NOBODY
    open: bool = False


NOWHERE = Scene()
