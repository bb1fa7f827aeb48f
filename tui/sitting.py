"""A game being played, free of any screen: the table, who sits at it, the saver, the thinker.

Every choice is on the disk before the next one is asked for, a commitment in a simultaneous round
included; what a choice brought about is shown only then, so that nobody can learn something from
a choice and take it back by pulling the plug. If the disk fails, the game goes on in memory.
Everything here runs in one asyncio loop; only the writing has a thread of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

import msgspec

from ai.bots.player import is_bot
from ai.player import NO_LIMIT, Budget, Thought, UnknownPlayer, player_rng
from engine.chance import SEED_BYTES, SeededChance
from engine.game import Game, View
from engine.log import Choice
from engine.records import Record
from engine.refusals import MessdeckError, OptionFault, StaleToken, UndoRefused
from engine.rng import Rng
from engine.table import Ask, Table
from saves.capture import LogTexts, now, pending_texts, result_of
from saves.exchange import record_of
from saves.faults import SaveFault
from saves.keeper import Keeper, Trouble
from saves.names import MAX_NAME, MAX_TITLE, clean
from saves.restore import Restored
from saves.schema import SavedGame, Seat
from saves.shelf import Shelf
from saves.statistics import Statistics, StatisticsFault
from tui.notices import (
    Counting,
    LevelFailed,
    Notice,
    NoticeListener,
    NotSaved,
    Ready,
    SavedAgain,
    SeatChanged,
    Thinking,
)
from tui.window import EventListener, Window

PERSON = Seat("person")
# What a choice of a level takes at most where somebody waits for it. Levels are made to need far
# less; it guards against a slow machine, and what it cuts short is marked so in the reason.
CLOCK: Final = Budget(2.0)
# So many of a level's latest thoughts say how long one takes.
_SPANS: Final = 16
Told = TypeVar("Told")


class Thinks(Protocol):
    """What makes a level's choices; ``ai.thinker.Thinker`` is one."""

    async def choose(self, view: View, level: str, rng: Rng, budget: Budget = NO_LIMIT) -> Thought:
        """What ``level`` chooses on ``view``. Raises MessdeckError if there is no answer."""
        ...


@dataclass(frozen=True, slots=True)
class Setup:
    """A game to begin.

    seats, names: one a seat. usual: the seats whose names nobody gave. dealer: the first dealer.
    seed: 32 bytes, None for a fresh one (a text's is ``engine.chance.seed_from_text``). title: for
    lists.
    """

    game: Game
    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    dealer: int = 0
    seed: bytes | None = None
    title: str = ""
    practice: bool = False
    usual: tuple[int, ...] = ()


class Sitting:
    """One game being played. ``begin`` or ``resume`` it in a running loop, then ``run`` it.

    table: what may be seen. fault: why an earlier save than the newest was resumed, else None.
    replayed: False if another version of the rule set had saved it, so that the log begins here.
    budget: of each choice of a level; a bot keeps its own time. pace: seconds a level's choice
    takes at least, for the eyes.
    even: a level takes as long where only one choice is left as where there are several, so that
    a quick answer tells nobody what it holds. spans: by level, how long its latest thoughts took;
    tables may share them.
    """

    def __init__(self, saved: SavedGame, table: Table, thinker: Thinks) -> None:
        """For ``begin`` and ``resume``; ``saved`` holds all but the position."""
        self.table = Window(table)
        self.fault: SaveFault | None = None
        self.replayed = True
        self.budget = NO_LIMIT
        self.pace = 0.0
        self.even = False
        self.spans: dict[str, deque[float]] = {}
        self._table = table
        self._saved = saved
        self._thinker = thinker
        self._texts = LogTexts(table.game)
        self._loop = asyncio.get_running_loop()
        self._keeper: Keeper | None = None
        self._listeners: list[tuple[int, EventListener]] = []
        self._notified: list[NoticeListener] = []
        self._turn = asyncio.Lock()
        self._settled = asyncio.Event()
        self._settled.set()
        self._news = asyncio.Event()
        self._closing = asyncio.Event()
        self._writes = 0
        self._thought: asyncio.Task[int | None] | None = None
        self._submitting: set[asyncio.Task[None]] = set()
        self._statistics: Statistics | None = None
        self._recording: asyncio.Task[None] | None = None

    @classmethod
    def begin(cls, setup: Setup, shelf: Shelf, thinker: Thinks) -> Sitting:
        """Sits down to a new game, which is saved at once.

        A folder that cannot be written to is no error here: a ``NotSaved`` says so.
        """
        game = setup.game
        seed = os.urandom(SEED_BYTES) if setup.seed is None else setup.seed
        table = Table(game, setup.dealer, SeededChance(seed))
        at = now()
        saved = SavedGame(
            rules=game.rules,
            rules_version=game.version,
            id="",
            title=clean(setup.title, MAX_TITLE),
            players=game.players,
            options=dict(game.options),
            dealer=setup.dealer,
            names=tuple(clean(name, MAX_NAME) for name in setup.names),
            seats=setup.seats,
            seed=seed,
            log=(),
            shuffles=(),
            snapshot={},
            asked=(),
            practice=setup.practice,
            usual=setup.usual,
            created=at,
            changed=at,
        )
        if len(saved.names) != game.players or len(saved.seats) != game.players:
            raise ValueError(f"names and seats must be {game.players}, one a player")
        sitting = cls(saved, table, thinker)
        sitting._statistics = Statistics(shelf.data_dir)
        id_, sitting._keeper = shelf.begin(trouble=sitting._from_thread)
        sitting._saved = msgspec.structs.replace(saved, id=id_)
        sitting._write()
        return sitting

    @classmethod
    def resume(cls, saved: SavedGame | str, shelf: Shelf, thinker: Thinks) -> Sitting:
        """Sits down again to a game of the shelf (given by its id, or as loaded), at its newest
        usable save.

        Raises InUse if it is open elsewhere, SaveFault if no save of it can be used.
        """
        sittings: list[Sitting] = []

        def trouble(found: Trouble | None) -> None:
            sittings[0]._from_thread(found)

        id_ = saved if isinstance(saved, str) else saved.id
        opened = shelf.open(id_, trouble=trouble)
        restored = opened.restored
        sitting = cls(restored.saved, restored.table, thinker)
        sittings.append(sitting)
        sitting._keeper = opened.keeper
        sitting.fault = opened.fault
        sitting.replayed = restored.replayed
        sitting._statistics = Statistics(shelf.data_dir)
        sitting._count()  # a game whose end was saved, but not counted any more
        return sitting

    # What it is

    @property
    def id(self) -> str:
        """The game's id on the shelf."""
        return self._saved.id

    @property
    def title(self) -> str:
        """The game's title, "" for none."""
        return self._saved.title

    @property
    def names(self) -> tuple[str, ...]:
        """One name a seat."""
        return self._saved.names

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who holds each seat."""
        return self._saved.seats

    @property
    def practice(self) -> bool:
        """Whether this is a practice game."""
        return self._saved.practice

    @property
    def trouble(self) -> Trouble | None:
        """Why the game is not on the disk; None if it is, or is being written."""
        return self._keeper.failing if self._keeper else None

    @property
    def closed(self) -> bool:
        """Whether ``close`` was called."""
        return self._closing.is_set()

    def persons(self) -> list[int]:
        """The seats for which a person chooses now."""
        return [seat for seat, held in enumerate(self.seats) if not held.chooser]

    def next_setup(self) -> Setup:
        """The same again: the deal passes to the left, the shuffles are fresh."""
        dealer = (self.table.dealer + 1) % self.table.game.players
        return Setup(
            self.table.game,
            self.seats,
            self.names,
            dealer,
            practice=self.practice,
            usual=self._saved.usual,
        )

    def call_usual(self, names: Sequence[str]) -> None:
        """Calls the seats whose names nobody gave as ``names``, one a seat, has them: in another
        language. The next save has them so."""
        usual = self._saved.usual
        called = [
            clean(names[seat], MAX_NAME) if seat in usual else name
            for seat, name in enumerate(self.names)
        ]
        self._saved = msgspec.structs.replace(self._saved, names=tuple(called))

    async def settled(self) -> None:
        """Returns when everything so far is on the disk, or the disk has failed."""
        await self._settled.wait()

    def save(self) -> SavedGame:
        """The game as it was saved last: it holds every card, and those to come. For files."""
        return self._saved

    def record(self) -> Record:
        """The game's record so far, which shows all cards that were dealt: for files, not for
        those who still play. Raises SaveFault ``replay-not-available`` (see ``replayed``)."""
        return record_of(Restored(self._saved, self._table, self.replayed))

    # Listening

    def subscribe(self, seat: int, listener: EventListener) -> Callable[[], None]:
        """Calls ``listener`` after every settled change with the events that ``seat`` (or
        SPECTATOR) may know; an empty list means that somebody committed. Returns what ends it."""
        entry = (seat, listener)
        self._listeners.append(entry)

        def unsubscribe() -> None:
            if entry in self._listeners:
                self._listeners.remove(entry)

        return unsubscribe

    def listen(self, listener: NoticeListener) -> Callable[[], None]:
        """Calls ``listener`` with every Notice. Returns what ends it."""
        self._notified.append(listener)

        def end() -> None:
            if listener in self._notified:
                self._notified.remove(listener)

        return end

    # Playing

    def ask(self, seat: int) -> Ask | None:
        """The question open to a person's seat; None if there is none, or not yet: a Ready comes
        when the choice before is on the disk."""
        if self.closed or not self._settled.is_set() or self.seats[seat].chooser:
            return None
        return self._table.ask(seat)

    async def choose(self, seat: int, token: int, action: int) -> None:
        """A person's answer; returns when it is settled: on the disk, or the disk failed.

        Raises StaleToken if the question is not open any more, IllegalAction (the question stays
        open) if the rules do not allow the answer.
        """
        if self.seats[seat].chooser:
            raise StaleToken("not-asked", seat=seat)
        await self._submit(seat, token, action)

    def can_undo(self, seat: int, *, practice: bool = False) -> bool:
        """Whether ``undo`` would take a choice back."""
        return self.undo_refusal(seat, practice=practice) is None

    def undo_refusal(self, seat: int, *, practice: bool = False) -> UndoRefused | None:
        """Why a person's seat cannot take its last choice back, None if it can: see ``undo``."""
        if self.seats[seat].chooser:
            return UndoRefused("nothing-to-undo", seat=seat)
        persons = [at for at, held in enumerate(self.seats) if held.kind == "person"]
        unlimited = practice or self.practice
        return self._table.undo_refusal(seat, persons=persons, unlimited=unlimited)

    async def undo(self, seat: int, *, practice: bool = False) -> int:
        """Takes a person's last choice back, with all that levels chose since; how many choices
        are gone. Returns when that is settled, like ``choose``.

        That goes as far as no card came out since that the seat had not seen, and no further than
        another person's choice. practice: also past unseen cards; the game is a practice game
        then, and stays one. After a game that was over, ``run`` it again. Raises UndoRefused.
        """
        async with self._turn:
            await self._settled.wait()
            why = self.undo_refusal(seat, practice=practice)
            if why is None and self.closed:
                why = UndoRefused("nothing-to-undo", seat=seat)
            if why is not None:
                raise why
            open_ = self._table.undo_refusal(seat) is not None  # what only practice allows
            persons = [at for at, held in enumerate(self.seats) if held.kind == "person"]
            self.table.hold(undoing=True)
            gone = self._table.undo(seat, persons=persons, unlimited=True)
            self._saved = msgspec.structs.replace(
                self._saved,
                practice=self._saved.practice or open_,
                undone=self._saved.undone + gone,
            )
            if self._thought is not None:
                self._thought.cancel()  # it was thinking about what is gone
            self._write()
            await self._settled.wait()
            return gone

    async def run(self) -> None:
        """Lets levels play whenever they are asked, until the game is over or ``close``."""
        while not self.closed:
            self._news.clear()
            await self._settled.wait()
            if self._table.outcome() is not None:
                return
            seat = next((s for s in self._table.actors() if self.seats[s].chooser), None)
            if seat is None:
                await self._news.wait()
            elif not await self._level_turn(seat):
                return

    def mind(self, seat: int, player: str) -> None:
        """Lets the level ``player`` mind a person's seat; "" gives it back to the person."""
        held = self.seats[seat]
        if held.kind != "person":
            raise ValueError("only a person's seat can be minded")
        seats = list(self.seats)
        seats[seat] = msgspec.structs.replace(held, minding=player)
        self._change(seats=tuple(seats))
        if self._thought is not None:
            self._thought.cancel()
        self._tell(SeatChanged(seat))

    def rename(self, title: str) -> None:
        """Gives the game a title."""
        self._change(title=clean(title, MAX_TITLE))

    def save_to(self, shelf: Shelf) -> None:
        """Goes on saving on another shelf, for when this one fails. Raises InUse, SaveFault."""
        if self._keeper is not None:
            shelf.adopt(self.id, self._keeper)
            self._statistics = Statistics(shelf.data_dir)

    async def close(self) -> Trouble | None:
        """Stops thinking at once, waits for the last write, frees the game for others.

        Returns why the last position is not on the disk, None if it is.
        """
        self._closing.set()
        self._news.set()
        if self._thought is not None:
            self._thought.cancel()
        if self._keeper is None:
            return None
        trouble = await asyncio.to_thread(self._keeper.close)
        await self._settled.wait()
        if self._recording is not None:
            await self._recording
        return trouble

    # Levels

    async def _level_turn(self, seat: int) -> bool:
        """One choice of a level. False if there is nobody to think any more."""
        self._thought = asyncio.ensure_future(self._think(seat))
        try:
            action = await self._thought
        except asyncio.CancelledError:
            me = asyncio.current_task()
            if me is not None and me.cancelling() > 0:
                raise
            return True  # closed, or the seat changed hands
        finally:
            self._thought = None
        return action is not None

    async def _think(self, seat: int) -> int | None:
        player = self.seats[seat].chooser
        asked = self._table.ask(seat)
        if asked is None:
            return -1
        view = asked.view
        forced = view.legal_count() == 1
        if forced and not self.even:
            action = int(view.legal_nth(0))
        else:
            self._tell(Thinking(seat, player))
            began = self._loop.time()
            if forced:
                action = int(view.legal_nth(0))
                spans = self.spans.get(player)
                takes = secrets.choice(spans) if spans else 0.0
            else:
                found = await self._level_choice(seat, player, view)
                if found is None:
                    return None
                action = found
                takes = self._loop.time() - began
                self.spans.setdefault(player, deque(maxlen=_SPANS)).append(takes)
            await asyncio.sleep(max(takes, self.pace) - (self._loop.time() - began))
        # What is being written is not given up half-way, whoever cancels.
        submitting = asyncio.ensure_future(self._submit(seat, asked.token, action))
        submitting.add_done_callback(self._submitted)
        self._submitting.add(submitting)
        with contextlib.suppress(StaleToken):  # the position has changed, or it was closed
            await asyncio.shield(submitting)
        return action

    def _submitted(self, task: asyncio.Task[None]) -> None:
        self._submitting.discard(task)
        if not task.cancelled():
            task.exception()  # looked at, so that nobody complains that it was not

    async def _level_choice(self, seat: int, player: str, view: View) -> int | None:
        """What the level chooses, at the second try if need be; else one drawn by lot. None if
        the thinker was stopped."""
        number = self.choices_of(seat)
        budget = NO_LIMIT if is_bot(player) else self.budget
        error = MessdeckError("player-failed")
        for _ in range(2):
            stream = player_rng(self._saved.seed, seat, number)
            try:
                action = (await self._thinker.choose(view, player, stream, budget)).action
            except (UnknownPlayer, OptionFault) as fault:
                error = fault
                break
            except MessdeckError as fault:
                if fault.code == "thinker-stopped":
                    return None
                error = fault
                continue
            except Exception as fault:
                error = MessdeckError("player-failed", fault=type(fault).__name__)
                continue
            refusal = view.refusal(action)
            if refusal is None:
                return action
            error = MessdeckError("illegal-choice", level=player, refusal=refusal.code)
        self._tell(LevelFailed(seat, player, error))
        stream = player_rng(self._saved.seed, seat, number)
        return int(view.legal_nth(stream.below(view.legal_count())))

    def choices_of(self, seat: int) -> int:
        """How many choices the seat has made, whoever chose for it; undone ones do not count."""
        base = self._saved.base
        made = sum(
            1 for entry in self._table.log() if isinstance(entry, Choice) and entry.seat == seat
        )
        waiting = 1 if self._table.commitment(seat) is not None else 0
        return (base.choices[seat] if base else 0) + made + waiting

    # Keeping

    async def _submit(self, seat: int, token: int, action: int) -> None:
        async with self._turn:
            await self._settled.wait()
            if self.closed:
                raise StaleToken("stale-token", seat=seat)
            self.table.hold()
            try:
                self._table.submit(seat, token, action)
            except MessdeckError:
                self.table.settle()
                raise
            self._write()
            await self._settled.wait()

    def _change(self, **changes: object) -> None:
        self._saved = msgspec.structs.replace(self._saved, **changes)
        if not self.closed:
            self._write()

    def _write(self) -> None:
        table = self._table
        log, shuffles = self._texts.of(table.log())
        self._saved = msgspec.structs.replace(
            self._saved,
            log=log,
            shuffles=shuffles,
            pending=pending_texts(table.game, table),
            snapshot=table.snapshot(),
            asked=tuple(table.actors()),
            result=result_of(table.outcome()),
            changed=now(),
        )
        assert self._keeper is not None
        self._writes += 1
        self._settled.clear()
        written = asyncio.wrap_future(self._keeper.save(self._saved))
        written.add_done_callback(lambda _: self._written())

    def _written(self) -> None:
        self._writes -= 1
        if self._writes > 0:
            return
        news = self.table.settle()
        self._settled.set()
        self._news.set()
        self._count()
        if news.changed:
            for seat, listener in list(self._listeners):
                self._call(listener, list(news.events[seat]))
        self._tell(Ready())

    def _count(self) -> None:
        """Takes a game that is over down in the statistics, once for each sitting."""
        over = self._saved.result is not None
        if over and self._recording is None and self._statistics is not None:
            self._recording = asyncio.ensure_future(self._record(self._statistics, self._saved))

    async def _record(self, statistics: Statistics, saved: SavedGame) -> None:
        try:
            found = (await asyncio.to_thread(statistics.record, saved)).fault
        except StatisticsFault as fault:
            found = fault
        except Exception as error:  # statistics are not worth a game
            found = StatisticsFault("statistics-unusable", reason="program")
            self._loop.call_exception_handler(
                {"message": "a game could not be counted", "exception": error}
            )
        if found is not None:
            self._tell(Counting(found))

    def _from_thread(self, found: Trouble | None) -> None:
        notice: Notice = SavedAgain() if found is None else NotSaved(found)
        self._loop.call_soon_threadsafe(self._tell, notice)

    def _tell(self, notice: Notice) -> None:
        for listener in list(self._notified):
            self._call(listener, notice)

    def _call(self, listener: Callable[[Told], None], told: Told) -> None:
        """A screen's fault must not cost the others their news, nor the game its save."""
        try:
            listener(told)
        except Exception as error:
            self._loop.call_exception_handler(
                {"message": "a listener of a sitting failed", "exception": error}
            )
