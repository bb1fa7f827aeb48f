"""Who sits at the other end of a connection, and what server and tables know of each other."""

from __future__ import annotations

from collections.abc import Awaitable
from pathlib import Path
from typing import Final, NamedTuple, Protocol

# After the name of every guest; no name that belongs to a key can end like that.
GUEST_MARK: Final = " (guest)"


class Person(NamedTuple):
    """Somebody who came in.

    key: names this person for good; 64 hexadecimal digits (the SHA-256 of the fingerprint of the
    first key, also after further keys were added; drawn by lot for a guest, for this visit only).
    name: clean, and of no other person of this server. guest: without a key; comes back as
    somebody else. folder: saves, statistics and settings of this person, mode 0700.
    """

    key: str
    name: str
    guest: bool
    folder: Path


class Presence(Protocol):
    """One connection of a person, as the tables see it."""

    def left(self) -> None:
        """The connection is gone, or is silent; a second call does nothing. Never raises."""
        ...


class Tables(Protocol):
    """What the server needs of the house in which the shared tables stand; one a process."""

    def arrived(self, person: Person) -> Presence:
        """Somebody has come in; of one person several connections may be open at once."""
        ...

    def guests(self) -> set[str]:
        """The names of guests that stand at tables, whether they are in or not."""
        ...

    def close(self) -> Awaitable[None]:
        """Ends all tables with everything on the disk, within 3 seconds."""
        ...
