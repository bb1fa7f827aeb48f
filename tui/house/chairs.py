"""A chair at a shared table, and whose it is."""

from __future__ import annotations

import secrets
from dataclasses import dataclass


def random_text() -> str:
    """What a session gives for somebody who has nothing to say: 64 random bits."""
    return secrets.token_hex(8)


@dataclass(slots=True)
class Chair:
    """One seat.

    level: who sits here if it is no seat for people, "" if it is. key, name: the person's, "" for
    nobody. ready: they want the game to begin. text, seal: what they gave to the shuffle, and
    their commitment to it (``engine.fairness``). word: what they are to give if they say nothing
    else, typed or drawn; ``sha256:…`` where they sealed it. detached: they went away on purpose.
    until: the moment (``Clock.now``) at which a level takes over, None if nothing runs. overdue:
    it has passed. given_up: somebody sat here when the game began, and has left for good. kept:
    their copy of the finished game is in their folder. gone_at: when they were here last
    (``Clock.now``), while they are away.
    """

    seat: int
    level: str = ""
    key: str = ""
    name: str = ""
    ready: bool = False
    text: str = ""
    seal: str = ""
    word: str = ""
    detached: bool = False
    until: float | None = None
    overdue: bool = False
    given_up: bool = False
    kept: bool = False
    gone_at: float = 0.0

    @property
    def free(self) -> bool:
        """Whether a person may sit down here."""
        return not self.level and not self.key

    def take(self, key: str, name: str) -> None:
        """A person sits down."""
        self.clear()
        self.key, self.name = key, name
        self.word = random_text()

    def clear(self) -> None:
        """Nobody sits here any more."""
        self.key = self.name = ""
        self.detached = self.overdue = self.kept = False
        self.until = None
        self.word = ""
        self.unready()

    def forget(self) -> None:
        """What was said for one shuffle is not good for the next."""
        self.unready()
        self.word = random_text() if self.key else ""

    def unready(self) -> None:
        """Takes back what was given; the word stays with the seat."""
        self.ready = False
        self.text = self.seal = ""
