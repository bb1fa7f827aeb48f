"""What a host can set, and the limits that hold without anybody setting them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Final

PORT: Final = 8022
# The terminal's size is the client's to say; more is neither drawn nor kept.
MOST_COLUMNS: Final = 240
MOST_ROWS: Final = 80
LEAST_COLUMNS: Final = 10
LEAST_ROWS: Final = 4


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """How the server runs. Times are in seconds.

    host: the address to listen at, "" for all. port: 0 for any free one. guests: whether somebody
    without a key may come in. max_sessions: people inside at once. max_per_address: connections
    of one address (of one /64 with IPv6) at once. max_waiting: connections at once that have not
    logged in. knocks: connections that one address may make in a row, and knock_rate how many more
    a second. newcomers: keys of one address that may take a name within an hour. login: time to
    log in and to ask for a session. idle: time without a key pressed before somebody is shown out.
    stall: time for which a client may take nothing of what is sent. keepalive: between two
    questions whether the client is there; at the third without an answer it is gone. closing: time
    for everything to be saved when the server ends. workers: processes in which levels think.
    think: the longest thought of a level. think_share: the part of one processor that one
    person's opponents may use in the long run; think_saved: how much of it can be saved up.
    disk: bytes of saves a person. games: saved games a person.
    """

    host: str = ""
    port: int = PORT
    guests: bool = True
    max_sessions: int = 100
    max_per_address: int = 10
    max_waiting: int = 60
    knocks: int = 30
    knock_rate: float = 0.5
    newcomers: int = 20
    login: float = 20.0
    idle: float = 3600.0
    stall: float = 45.0
    keepalive: float = 4.0
    closing: float = 4.0
    workers: int = max(1, min(4, (os.cpu_count() or 1) - 1))
    think: float = 4.0
    think_share: float = 0.25
    think_saved: float = 60.0
    disk: int = 8 * 1024 * 1024
    games: int = 40


def clamped(width: int, height: int) -> tuple[int, int]:
    """A terminal's size, in columns and rows, as far as it is believed; 0 means unknown."""
    return (
        min(max(width or 80, LEAST_COLUMNS), MOST_COLUMNS),
        min(max(height or 24, LEAST_ROWS), MOST_ROWS),
    )
