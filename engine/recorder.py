"""Chances of the table: one keeps the shuffles for the log, one goes on after a log."""

from __future__ import annotations

from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import i64

from engine.chance import Chance
from engine.log import Entry, Shuffle
from engine.replay import LoggedChance


class Recorder(Chance):
    """Passes shuffles on and keeps them for the log."""

    def __init__(self, source: Chance) -> None:
        self.source = source
        self.issued: list[Shuffle] = []

    def shuffle(self, pile: vec[i64]) -> vec[i64]:
        order = self.source.shuffle(pile)
        self.issued.append(Shuffle(tuple([int(card) for card in order])))
        return order

    def clone(self) -> Chance:
        return Recorder(self.source.clone())

    def further(self) -> Chance:
        """A copy of where shuffles come from after those so far."""
        source = self.source
        if isinstance(source, Continued) and source.next >= len(source.log):
            source = source.after
        return source.clone()

    def take(self) -> list[Shuffle]:
        """The shuffles since the last call."""
        taken = self.issued
        self.issued = []
        return taken


class Continued(LoggedChance):
    """The shuffles of a log, and those of another chance once the log is at its end."""

    def __init__(self, log: Sequence[Entry], after: Chance) -> None:
        super().__init__(log)
        self.after = after

    def shuffle(self, pile: vec[i64]) -> vec[i64]:
        if self.next >= len(self.log):
            return self.after.shuffle(pile)
        return super().shuffle(pile)

    def clone(self) -> Chance:
        copy = Continued(self.log, self.after.clone())
        copy.next = self.next
        return copy
