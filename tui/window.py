"""The table as those who sit at it may see it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.events import Event
from engine.game import SPECTATOR, View
from engine.outcome import Outcome
from engine.table import Table

EventListener = Callable[[list[Event]], None]


@dataclass(slots=True)
class _Settled:
    """What could be seen before a choice that is still being written."""

    views: dict[int, View]
    actors: list[int]
    committed: list[int]
    outcome: Outcome | None
    commitments: dict[int, int]
    # Only while a choice is being taken back: else history grows, and its end is left out.
    histories: dict[int, list[Event]] | None


@dataclass(slots=True)
class News:
    """What happened since, by who may know it."""

    events: dict[int, list[Event]] = field(default_factory=dict)
    changed: bool = False


class Window:
    """The table as those who sit at it may see it: views and what happened, never the position.

    It shows the last settled position; one that is still being written is not there yet.
    """

    def __init__(self, table: Table) -> None:
        self.game = table.game
        self.dealer = table.dealer
        self._table = table
        self._before: _Settled | None = None
        self._news = News({seat: [] for seat in range(SPECTATOR, table.game.players)})
        for seat in self._news.events:
            table.subscribe(seat, self._note_for(seat))

    def view(self, seat: int) -> View:
        """What ``seat`` (or SPECTATOR) knows now."""
        return self._before.views[seat] if self._before else self._table.view(seat)

    def actors(self) -> list[int]:
        """The seats that have a question open, clockwise from the dealer's left."""
        return list(self._before.actors) if self._before else self._table.actors()

    def committed(self) -> list[int]:
        """The seats that have committed in a simultaneous round that is not complete."""
        return list(self._before.committed) if self._before else self._table.committed()

    def commitment(self, seat: int) -> int | None:
        """What ``seat`` has committed; for that seat's own eyes."""
        held = self._before
        return held.commitments.get(seat) if held else self._table.commitment(seat)

    def outcome(self) -> Outcome | None:
        """The result, None while the game runs."""
        return self._before.outcome if self._before else self._table.outcome()

    def history(self, seat: int) -> list[Event]:
        """Everything that happened so far, as far as ``seat`` (or SPECTATOR) may know."""
        if self._before is not None and self._before.histories is not None:
            return list(self._before.histories[seat])
        known = self._table.history(seat)
        return known[: len(known) - len(self._news.events[seat])] if self._before else known

    def _note_for(self, seat: int) -> EventListener:
        def note(events: list[Event]) -> None:
            self._news.events[seat].extend(events)
            self._news.changed = True

        return note

    def hold(self, *, undoing: bool = False) -> None:
        """Shows the present position until ``settle``; for the sitting alone.

        undoing: a choice is about to be taken back.
        """
        seats = range(SPECTATOR, self.game.players)
        self._before = _Settled(
            {seat: self._table.view(seat) for seat in seats},
            self._table.actors(),
            self._table.committed(),
            self._table.outcome(),
            self._table.pending(),
            {seat: self._table.history(seat) for seat in seats} if undoing else None,
        )

    def settle(self) -> News:
        """Shows the position of now; what is new in it. For the sitting alone."""
        news = self._news
        self._before = None
        self._news = News({seat: [] for seat in news.events})
        return news
