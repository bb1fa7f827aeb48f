"""Taking a choice back where others sit at the table: all of them are asked."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from engine.refusals import UndoRefused
from tui.house.news import UndoAsked, UndoEnded
from tui.house.refusals import HouseRefusal

if TYPE_CHECKING:
    from tui.house.clock import Timer
    from tui.house.house import Presence
    from tui.house.table import SharedTable

log = logging.getLogger("messdeck.house")

# An answer that does not come is a no.
SECONDS: Final = 60.0


class Undoing:
    """At most one question at a time. seat: who asks, -1 for nobody. waiting: the seats whose
    people have not answered yet; only those that look at the table are asked."""

    def __init__(self, table: SharedTable) -> None:
        self._table = table
        self.seat = -1
        self.waiting: set[int] = set()
        self._timer: Timer | None = None
        self._task: asyncio.Task[None] | None = None

    def ask(self, presence: Presence) -> None:
        """Asks the others whether one's last choice may be taken back; if nobody else is there it
        is. Raises HouseRefusal, UndoRefused."""
        table = self._table
        chair = table.chair_of(presence)
        if table.sitting is None:
            raise HouseRefusal("no-game")
        if self.seat >= 0:
            raise HouseRefusal("vote-runs")
        why = table.sitting.undo_refusal(chair.seat)
        if why is not None:
            raise why
        self.seat = chair.seat
        self.waiting = {
            one.seat for one in table.chairs if one is not chair and table.here(one.seat)
        }
        self._timer = table.house.clock.later(SECONDS, lambda: self._end("refused"))
        log.info("table %s: %s asks to take a choice back", table.id, chair.name)
        if self.waiting:
            table.news.tell(UndoAsked(chair.seat))
        self.count()

    def answer(self, presence: Presence, *, yes: bool) -> None:
        """What one of the others says to it; whoever asked may take the question back by no."""
        seat = self._table.chair_of(presence).seat
        if self.seat < 0 or (seat not in self.waiting and seat != self.seat):
            raise HouseRefusal("no-vote")
        if seat == self.seat:
            if not yes:
                self._end("withdrawn")
        elif yes:
            self.waiting.discard(seat)
            self.count()
        else:
            self._end("refused", seat)

    def settle(self) -> None:
        """The game went on: what cannot be taken back any more is no question."""
        sitting = self._table.sitting
        if self.seat >= 0 and (sitting is None or not sitting.can_undo(self.seat)):
            self._end("too-late")

    def count(self) -> None:
        """Does it once everybody who is there has agreed."""
        if self.seat < 0:
            return
        if not self._table.here(self.seat):
            self._end("withdrawn")
            return
        self.waiting = {seat for seat in self.waiting if self._table.here(seat)}
        if not self.waiting:
            seat = self.seat
            self.drop()
            self._task = asyncio.get_running_loop().create_task(self._undo(seat))

    async def _undo(self, seat: int) -> None:
        table = self._table
        if table.sitting is None:
            return
        try:
            await table.sitting.undo(seat)
        except UndoRefused:
            table.news.tell(UndoEnded(seat, "too-late"))
        else:
            table.chat.cut(table.told_so_far())
            table.news.tell(UndoEnded(seat, "agreed"))

    def _end(self, code: str, by: int = -1) -> None:
        seat = self.seat
        if seat >= 0:
            self.drop()
            self._table.news.tell(UndoEnded(seat, code, by))

    def drop(self) -> None:
        """Asks no more, and says nothing."""
        self.seat = -1
        self.waiting = set()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
