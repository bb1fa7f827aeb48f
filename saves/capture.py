"""From a table to what is saved of it."""

from __future__ import annotations

import secrets
import time

from engine.cards import CARD_TEXTS
from engine.game import Game
from engine.log import Entry, Shuffle
from engine.outcome import Outcome
from engine.table import Table
from saves.schema import LAST_TIME, SHUFFLE, Result

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


def new_id() -> str:
    """An id for a new game: 16 letters and digits, 80 random bits."""
    return "".join([secrets.choice(_ALPHABET) for _ in range(16)])


def now() -> int:
    """Unix seconds, within what a save may hold."""
    return min(LAST_TIME, max(0, int(time.time())))


def parse_shuffle(cards: bytes) -> Shuffle:
    """The shuffle in a save. Raises ValueError for a byte that is no card."""
    if max(cards) >= len(CARD_TEXTS):
        raise ValueError("no card has that number")
    return Shuffle(tuple(cards))


class LogTexts:
    """The log of a growing table in the form of saves; only what is new is written again."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._entries: tuple[Entry, ...] = ()
        self._texts: list[str] = []
        self._shuffles: list[bytes] = []

    def of(self, log: tuple[Entry, ...]) -> tuple[tuple[str, ...], tuple[bytes, ...]]:
        """``log`` in the form of saves: its entries, and the shuffles they stand for."""
        known = len(self._entries)
        if log[:known] != self._entries:  # something was taken back
            known = 0
            for before, entry in zip(self._entries, log, strict=False):
                if before != entry:
                    break
                known += 1
            del self._texts[known:]
            del self._shuffles[self._texts.count(SHUFFLE) :]
        for entry in log[known:]:
            if isinstance(entry, Shuffle):
                self._texts.append(SHUFFLE)
                self._shuffles.append(bytes(entry.cards))
            else:
                self._texts.append(self.game.action_text(entry.seat, entry.action))
        self._entries = log
        return tuple(self._texts), tuple(self._shuffles)


def pending_texts(game: Game, table: Table) -> tuple[str, ...]:
    """The commitments that wait, as choices, by seat."""
    waiting = table.pending()
    return tuple(game.action_text(seat, waiting[seat]) for seat in sorted(waiting))


def result_of(outcome: Outcome | None) -> Result | None:
    """An outcome in the form of saves."""
    if outcome is None:
        return None
    return Result(outcome.places, outcome.scores, outcome.ending)


def shuffles_in(log: tuple[Entry, ...]) -> int:
    """How many shuffles a log holds."""
    return sum(1 for entry in log if isinstance(entry, Shuffle))
