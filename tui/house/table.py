"""A shared table and the games that are played at it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

from engine.fairness import MAX_TEXT
from saves.schema import Seat
from tui.called import CREW
from tui.house import keeping
from tui.house.minding import Minding
from tui.house.news import Again, Began, Changed, Closed, Over, Remarked, TimeUp
from tui.house.plan import Plan
from tui.house.refusals import HouseRefusal
from tui.house.seating import Phase, Seating
from tui.house.shuffling import Shuffling
from tui.house.undoing import Undoing
from tui.notices import Notice, Ready, SeatChanged
from tui.sitting import Setup, Sitting
from tui.words.clean import clean

if TYPE_CHECKING:
    from tui.house.files import TableFile
    from tui.house.house import House, Presence

log = logging.getLogger("messdeck.house")


class SharedTable(Seating):
    """A table with its people (``Seating``) and its games. undoing: taking choices back."""

    def __init__(
        self, house: House, id_: str, plan: Plan, opener: tuple[str, str], shuffling: Shuffling
    ) -> None:
        super().__init__(house, id_, plan, opener, shuffling)
        self.undoing = Undoing(self)
        self._running: asyncio.Task[None] | None = None
        self._moving = asyncio.Lock()
        # Nobody has come to it since the server began: levels do not play on alone.
        self._asleep = False
        self._awaited: list[str] = []
        self._written: TableFile | None = None
        self._writing: asyncio.Future[None] | None = None
        self._copying: asyncio.Task[None] | None = None

    # Beginning

    async def ready(self, presence: Presence, text: str) -> None:
        """Gives ``text`` (or a seal of one, then the text) to the shuffle and wants to begin; the
        last one to be ready begins the game if no seat is free."""
        chair = self.chair_of(presence)
        if self.sitting is not None:
            raise HouseRefusal("game-runs")
        if chair.ready and not (chair.seal and self.is_settled()):
            return
        self.shuffling.give(chair, text)
        chair.ready = True
        self._changed()
        await self._kept()
        if self.is_settled():
            await self.begin_if_ready()

    async def unready(self, presence: Presence) -> None:
        """Would rather wait."""
        chair = self.chair_of(presence)
        if self.sitting is None and not self.is_settled():
            chair.unready()
            self._changed()
            await self._kept()

    async def prepare(self, presence: Presence, word: str) -> None:
        """Keeps ``word`` with the seat, to be given to the shuffle once its person is ready."""
        chair = self.chair_of(presence)
        if self.sitting is not None:
            raise HouseRefusal("game-runs")
        kept = clean(word, MAX_TEXT)
        if kept and not chair.text and not chair.seal:
            chair.word = kept
            await self._kept()

    async def begin(self, presence: Presence) -> None:
        """Begins although seats are free: levels take them for this game."""
        self.chair_of(presence)
        if self.sitting is not None:
            raise HouseRefusal("game-runs")
        for chair in self.chairs:
            if self.is_forsaken(chair):
                self._stand(chair.seat)
        if not self.all_ready():
            raise HouseRefusal("not-all-ready")
        self.beginning = True
        self._changed()
        await self.begin_if_ready()

    async def begin_if_ready(self) -> None:
        """Begins if all that is needed was said."""
        async with self._moving:
            if self.sitting is not None or self.closed:
                return
            if not (self.is_settled() and self.all_said()):
                return  # somebody has got up meanwhile
            minder = Seat("level", self.plan.minder)
            seats: list[Seat] = []
            names: list[str] = []
            for chair in self.chairs:
                person = bool(chair.key)
                seats.append(
                    Seat("person") if person else Seat("level", chair.level) if chair.level
                    else minder
                )  # fmt: skip
                names.append(chair.name if person else CREW[chair.seat % len(CREW)])
                chair.given_up = chair.kept = False
            self.said = self.shuffling.said(self.chairs)
            setup = Setup(
                self.game,
                tuple(seats),
                tuple(names),
                self.shuffling.dealer,
                self.shuffling.seed(self.chairs),
            )
            sitting = Sitting.begin(setup, self.house.shelf, self.house.thinker)
            # At once: whoever gets up from here on gets up from a game.
            self.beginning = False
            self.chat.cut(-1)
            self._adopt(sitting)
            await sitting.settled()
            await self._kept()  # before anybody is shown a card
            log.info("table %s: game %s begins", self.id, sitting.id)
            self._run()
            self.news.tell(Began())
            self._changed()

    def _adopt(self, sitting: Sitting) -> None:
        sitting.pace = self.house.pace
        sitting.even = True
        sitting.spans = self.house.spans
        sitting.budget = self.house.budget
        sitting.listen(self._noticed)
        self.sitting = sitting
        self._over = sitting.table.outcome() is not None
        self.minding = Minding(
            sitting,
            self.chairs,
            self.here,
            self.house.clock,
            away=self.plan.away,
            thinking=self.plan.thinking,
            minder=self.plan.minder,
            late=self._late,
        )

    def _late(self, seat: int) -> None:
        self._remark(self.chairs[seat], "late")
        self.news.tell(TimeUp(seat))

    def _say_who_plays(self) -> None:
        """Says once where a level takes a seat over, and once where its person is back."""
        sitting = self.sitting
        if sitting is None or self.phase is not Phase.PLAYING or self.closed:
            return
        for chair in self.chairs:
            minded = bool(chair.key) and self.chat.is_minded(chair.key)
            if chair.key and chair.overdue and sitting.seats[chair.seat].minding and not minded:
                self._remark(chair, "minded")
                self.news.tell(Remarked(chair.name, "minded"))
            elif minded and self.here(chair.seat):
                self._remark(chair, "back")
                self.news.tell(Remarked(chair.name, "back"))

    def _run(self) -> None:
        """Sees to it that levels play whenever they are asked."""
        sitting = self.sitting
        if sitting is None or self._asleep or sitting.closed:
            return
        if self._running is None or self._running.done():
            self._running = asyncio.get_running_loop().create_task(self._playing(sitting))

    async def _playing(self, sitting: Sitting) -> None:
        try:
            await sitting.run()
        except Exception:
            log.exception("table %s: levels do not play on", self.id)

    def _noticed(self, notice: Notice) -> None:
        if isinstance(notice, Ready):
            # Not in the middle of a choice's news: handing a seat over is news, too.
            asyncio.get_running_loop().call_soon(self._settle)
        elif isinstance(notice, SeatChanged):
            asyncio.get_running_loop().call_soon(self._changed)

    def _settle(self) -> None:
        sitting = self.sitting
        if sitting is None or self.closed or sitting.closed:
            return
        over = sitting.table.outcome() is not None
        if self.minding is not None:
            self.minding.settle()
        self.undoing.settle()
        if (asked := self._asked_people()) != self._awaited:
            self._awaited = asked
            self.house.changed()  # the lobby says whose turn it is
        if over and not self._over:
            self._over = True
            log.info("table %s: game %s is over", self.id, sitting.id)
            self._changed()
            self.news.tell(Over())
            self._give_copies()
        elif not over:
            self._over = False
            self._run()

    def _asked_people(self) -> list[str]:
        """The keys of those for whom the game waits."""
        return [chair.key for chair in self.chairs if self.asked(chair.key)]

    async def again(self, presence: Presence) -> None:
        """Another game with the same people; the deal passes to the left, the shuffle is new."""
        chair = self.chair_of(presence)
        async with self._moving:
            sitting = self.sitting
            if sitting is None:
                return  # somebody else was quicker
            if not self._over:
                raise HouseRefusal("game-runs")
            if self._copying is not None:
                await asyncio.wait([self._copying])
            self.sitting = None
            self._over = False
            self.rounds += 1
            dealer = (self.shuffling.dealer + 1) % self.plan.players
            self.shuffling = Shuffling(self.plan.rules, self.plan.players, dealer)
            self.said = ()
            for one in self.chairs:
                one.forget()
                one.given_up = False
            self._end_game()
            await sitting.close()
            await self._kept()
        self.house.put_away(sitting.id)
        self._changed()
        self.news.tell(Again(chair.name))

    def _end_game(self) -> None:
        if self.minding is not None:
            self.minding.close()
            self.minding = None
        self.undoing.drop()

    # Inside

    def resume(self, sitting: Sitting) -> None:
        """Goes on with a game that was under way when the server ended; for the house alone."""
        self._asleep = True
        for chair in self.chairs:
            chair.overdue = bool(chair.key) and bool(sitting.seats[chair.seat].minding)
        self._adopt(sitting)

    def _is_back(self, seat: int) -> None:
        super()._is_back(seat)
        self._asleep = False
        if self.phase is Phase.PLAYING:
            self._run()
        elif self.phase is Phase.OVER:
            self._give_copies()

    def _deserted(self) -> None:
        self.house.close_table(self)

    def _gone(self) -> None:
        self.undoing.count()

    def _changed(self) -> None:
        if self.closed or self.house.closing:
            return
        if self.minding is not None:
            self.minding.settle()
        self._say_who_plays()
        self._keep()
        self.news.tell(Changed())
        self.house.changed()

    def _keep(self) -> None:
        if self.closed:
            return
        file = keeping.file_of(self)
        if self._written is not None and keeping.same(self._written, file):
            return
        self._written = file
        self._writing = self.house.files.put(file)
        self._writing.add_done_callback(self._wrote)

    def _wrote(self, writing: asyncio.Future[None]) -> None:
        if writing.cancelled():
            return
        error = writing.exception()
        if error is not None:
            self._written = None  # the next change tries it again
            log.error("table %s: cannot be written down: %s", self.id, type(error).__name__)

    async def _kept(self) -> None:
        self._keep()
        if self._writing is not None:
            with contextlib.suppress(OSError):  # told by ``_wrote``; the table goes on in memory
                await asyncio.shield(self._writing)

    def _give_copies(self) -> None:
        """A copy of the finished game for everybody who played and can be given it now."""
        if self._copying is None or self._copying.done():
            self._copying = asyncio.get_running_loop().create_task(self._copy())

    async def _copy(self) -> None:
        sitting = self.sitting
        if sitting is None:
            return
        proof = self.proof()
        for chair in self.chairs:
            folder = self.house.folder_of(chair.key)
            if folder is None or chair.kept or chair.given_up:
                continue
            try:
                record = keeping.record_of(sitting, proof)
                await asyncio.to_thread(keeping.give_copy, folder, sitting.save(), record)
            except Exception:
                log.exception("table %s: no copy of the game for %s", self.id, chair.name)
            else:
                chair.kept = True
        self._keep()

    def shut(self) -> None:
        """Nobody can do anything here any more; for the house alone."""
        self.closed = True
        self._end_game()
        for presence in list(self._at):
            presence.tables.discard(self)
        self._at.clear()
        self.news.tell(Closed())

    async def end(self) -> None:
        """Ends the game under way with everything on the disk; for the house alone."""
        self._end_game()
        if self._copying is not None:
            await asyncio.wait([self._copying])
        if self.sitting is not None:
            await self.sitting.close()
        if self._running is not None:
            await asyncio.wait([self._running])
        await self._kept()
