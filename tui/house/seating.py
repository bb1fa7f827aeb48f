"""Who sits at a table, who watches, who is away, and what is said there."""

from __future__ import annotations

import logging
import secrets
from enum import Enum
from typing import TYPE_CHECKING, Final, Self

from engine.events import EVERYONE
from engine.game import SPECTATOR
from saves.capture import new_id
from tui.called import CREW
from tui.house.chairs import Chair
from tui.house.chat import ALL, Chat, Line
from tui.house.door import Door
from tui.house.files import hidden_phrase
from tui.house.news import Listeners, Spoken, Stood, TableNews
from tui.house.plan import Plan
from tui.house.refusals import HouseRefusal
from tui.house.shuffling import Shuffling
from tui.setup import PERSON

if TYPE_CHECKING:
    from engine.fairness import Proof, Said
    from tui.house.house import House, Presence
    from tui.house.minding import Minding
    from tui.sitting import Sitting

log = logging.getLogger("messdeck.house")

MOST_WATCHERS: Final = 10
MOST_SCREENS: Final = 3
# Before a game, a seat waits so long for somebody who was cut off.
FORSAKEN_SECONDS: Final = 60.0


class Phase(Enum):
    """Where a table stands."""

    WAITING = "waiting"  # for people to sit down and be ready
    PLAYING = "playing"
    OVER = "over"  # a game has ended, and nobody has asked for another


class Seating:
    """The part of a table that is about people. What they do comes in through methods that take
    their ``Presence``; what they may not do raises HouseRefusal. ``news`` is told afterwards.

    plan: as it was opened; its phrase is not kept. shuffling: of the game to come, or under way.
    sitting: the game under way or over, None before one. said: what went into its shuffle.
    """

    def __init__(
        self, house: House, id_: str, plan: Plan, opener: tuple[str, str], shuffling: Shuffling
    ) -> None:
        self.house = house
        self.id = id_
        self.plan = plan
        self.game = plan.game()
        self.opener, self.opener_name = opener
        self.shuffling = shuffling
        self.door = Door(hidden_phrase(plan.phrase), self.opener)
        self.chairs = [
            Chair(seat, "" if who == PERSON else who) for seat, who in enumerate(plan.who)
        ]
        self.chat = Chat()
        self.news: Listeners[TableNews] = Listeners()
        self.sitting: Sitting | None = None
        self.minding: Minding | None = None
        self.said: tuple[Said, ...] = ()
        self.rounds = 0
        self.created = house.clock.wall()
        self.closed = False
        # When the last one went (``Clock.now``); of no meaning while somebody is there.
        self.empty_since = house.clock.now()
        # Somebody wants to begin although seats are free.
        self.beginning = False
        self._at: list[Presence] = []
        self._over = False

    @classmethod
    def new(cls, house: House, plan: Plan, opener: Presence) -> Self:
        """A table that nobody sits at yet. The first dealer is drawn by lot. Raises what
        ``Plan.checked`` does."""
        game = plan.checked()
        dealer = secrets.randbelow(game.players)
        shuffling = Shuffling(plan.rules, plan.players, dealer)
        person = opener.person
        return cls(house, new_id(), plan, (person.key, person.name), shuffling)

    # What it is

    @property
    def phase(self) -> Phase:
        """Where the table stands."""
        if self.sitting is None:
            return Phase.WAITING
        return Phase.OVER if self._over else Phase.PLAYING

    def seat_of(self, key: str) -> int:
        """The seat of a person, SPECTATOR for somebody who has none."""
        for chair in self.chairs:
            if key and chair.key == key:
                return chair.seat
        return SPECTATOR

    def is_of(self, key: str) -> bool:
        """Whether a person has a seat here, or has opened it."""
        return self.opener == key or self.seat_of(key) != SPECTATOR

    def full(self) -> bool:
        """Whether no seat is free for a person."""
        return not any(chair.free for chair in self.chairs)

    def empty(self) -> bool:
        """Whether nobody looks at the table."""
        return not self._at

    def here(self, seat: int) -> bool:
        """Whether the person of ``seat`` looks at the table now."""
        key = self.chairs[seat].key
        return bool(key) and any(one.person.key == key for one in self._at)

    def watchers(self) -> list[str]:
        """The names of those who watch."""
        found: dict[str, str] = {}
        for one in self._at:
            if self.seat_of(one.person.key) == SPECTATOR:
                found[one.person.key] = one.person.name
        return list(found.values())

    def all_ready(self) -> bool:
        """Whether everybody who sits here is ready."""
        seated = [chair for chair in self.chairs if chair.key]
        return bool(seated) and all(chair.ready for chair in seated)

    def all_said(self) -> bool:
        """Whether every text is there, those that were sealed too."""
        return self.all_ready() and all(chair.text for chair in self.chairs if chair.key)

    def is_settled(self) -> bool:
        """Whether it is settled who plays: nobody sits down any more, nor changes their text.
        Only now texts are shown, and those that were sealed are asked for."""
        return self.all_ready() and (self.beginning or self.full())

    def names(self) -> tuple[str, ...]:
        """One name a seat; "" for a free one."""
        if self.sitting is not None:
            return self.sitting.names
        return tuple(
            CREW[chair.seat % len(CREW)] if chair.level else chair.name for chair in self.chairs
        )

    def asked(self, key: str) -> bool:
        """Whether the game waits for this person."""
        seat = self.seat_of(key)
        return (
            seat != SPECTATOR
            and self.phase is Phase.PLAYING
            and self.sitting is not None
            and not self.sitting.seats[seat].chooser
            and seat in self.sitting.table.actors()
        )

    def proof(self) -> Proof:
        """What is known of the shuffle now: the house's number only after the game."""
        said = self.said if self.sitting is not None else self.shuffling.said(self.chairs)
        return self.shuffling.proof(said, over=self.phase is Phase.OVER)

    # Coming and going

    def come(self, presence: Presence, phrase: str = "") -> int:
        """Somebody looks at the table from now on: from their seat, which is given back to them,
        or as a watcher. Returns the seat, or SPECTATOR."""
        self._open()
        person = presence.person
        seat = self.seat_of(person.key)
        if presence not in self._at:
            screens = sum(1 for one in self._at if one.person.key == person.key)
            if screens >= MOST_SCREENS:
                raise HouseRefusal("too-many-screens", most=MOST_SCREENS)
            if seat == SPECTATOR:
                self.door.admit(person.key, phrase, self.house.clock.now())
                if len(self.watchers()) >= MOST_WATCHERS:
                    raise HouseRefusal("too-many-watchers", most=MOST_WATCHERS)
            self._at.append(presence)
            presence.tables.add(self)
        if seat != SPECTATOR:
            log.info("table %s: %s is at seat %d", self.id, person.name, seat + 1)
            self._is_back(seat)
        self._changed()
        return seat

    def _is_back(self, seat: int) -> None:
        """A person is at their seat again."""
        chair = self.chairs[seat]
        chair.detached = chair.overdue = False
        chair.until = None

    def go(self, presence: Presence, *, on_purpose: bool) -> None:
        """Somebody does not look at the table any more; a seat stays theirs. Never raises."""
        if presence not in self._at:
            return
        self._at.remove(presence)
        presence.tables.discard(self)
        seat = self.seat_of(presence.person.key)
        if seat != SPECTATOR and not self.here(seat):
            log.info("table %s: %s is away", self.id, presence.person.name)
            self.chairs[seat].detached = on_purpose
            self.chairs[seat].gone_at = self.house.clock.now()
        if not self._at:
            self.empty_since = self.house.clock.now()
        self._gone()
        self._changed()

    async def sit(self, presence: Presence, seat: int | None = None, phrase: str = "") -> int:
        """Takes a free seat, the first one if none is named, before a game; the seat."""
        self._open()
        person = presence.person
        mine = self.seat_of(person.key)
        if mine != SPECTATOR:
            if seat not in (None, mine):
                raise HouseRefusal("seated-already")
            return self.come(presence)
        self.door.admit(person.key, phrase, self.house.clock.now())
        if self.sitting is not None or self.beginning:
            raise HouseRefusal("game-runs")
        self.house.check_own(person.key, seated=True)
        free = [chair for chair in self.chairs if chair.free or self.is_forsaken(chair)]
        if seat is not None:
            chair = self.chairs[seat]
            if chair.level:
                raise HouseRefusal("seat-of-level")
            if chair not in free:
                raise HouseRefusal("seat-taken", name=chair.name)
        elif free:
            chair = free[0]
        else:
            raise HouseRefusal("table-full")
        if chair.key:
            self._stand(chair.seat, empty=False)
        chair.take(person.key, person.name)
        try:
            self.come(presence, phrase)
        except HouseRefusal:
            chair.clear()
            raise
        log.info("table %s: %s sits down at seat %d", self.id, person.name, chair.seat + 1)
        self._changed()
        await self._kept()
        return chair.seat

    async def leave(self, presence: Presence) -> None:
        """Gets up for good. In a game a level plays on; a table that nobody has a seat at any
        more is closed."""
        seat = self.seat_of(presence.person.key)
        if seat != SPECTATOR:
            self._stand(seat)
        self.go(presence, on_purpose=True)
        if not self.closed:
            await self._kept()

    def forsake(self, key: str) -> None:
        """Somebody will never come back; for the house alone."""
        seat = self.seat_of(key)
        if seat != SPECTATOR:
            self._stand(seat)

    def is_forsaken(self, chair: Chair) -> bool:
        """Whether, before a game, somebody was cut off so long ago that others need not wait."""
        if self.sitting is not None or not chair.key or chair.detached or self.here(chair.seat):
            return False
        return self.house.clock.now() - chair.gone_at > FORSAKEN_SECONDS

    def _stand(self, seat: int, *, empty: bool = True) -> None:
        """empty: the table is closed if nobody is left."""
        chair = self.chairs[seat]
        name = chair.name
        if self.sitting is None and self.is_settled():
            self._settle_anew()
        log.info("table %s: %s leaves seat %d", self.id, name, seat + 1)
        if self.phase is Phase.PLAYING:
            self._remark(chair, "left")
        chair.clear()
        chair.given_up = self.phase is Phase.PLAYING
        self.news.tell(Stood(seat, name))
        if empty and not any(one.key for one in self.chairs):
            self._deserted()
        else:
            self._changed()

    # Talking

    def say(self, presence: Presence, text: str) -> None:
        """Says something to everybody at the table. Raises HouseRefusal."""
        self._present(presence)
        person, clock = presence.person, self.house.clock
        watcher = self.seat_of(person.key) == SPECTATOR
        line = self.chat.say(
            person.key,
            person.name,
            text,
            clock.now(),
            clock.wall(),
            watcher=watcher,
            place=self.told_so_far(),
        )
        self.news.tell(Spoken(line.key, line.name, line.text, line.watcher))
        self._keep()

    def told_so_far(self) -> int:
        """How many events everybody knows of the game under way, -1 if there is none."""
        if self.sitting is None:
            return -1
        history = self.sitting.table.history(SPECTATOR)
        return sum(event.only == EVERYONE for event in history)

    def _remark(self, chair: Chair, what: str) -> None:
        """Puts into the log what became of somebody's seat."""
        wall = self.house.clock.wall()
        self.chat.remark(chair.key, chair.name, what, wall, self.told_so_far())

    def heard(self, presence: Presence) -> list[Line]:
        """What was said, as far as this person wants to hear it."""
        return self.chat.heard_by(presence.person.key)

    def mute(self, presence: Presence, key: str = ALL, *, on: bool) -> None:
        """Hears somebody (ALL: everybody) no more, or again."""
        self.chat.mute(presence.person.key, key, on=on)
        self._changed()

    def _settle_anew(self) -> None:
        """Somebody gets up who may know what others gave to the shuffle: all of it is void."""
        self.beginning = False
        before = self.shuffling
        self.shuffling = Shuffling(before.rules, before.players, before.dealer)
        for chair in self.chairs:
            chair.forget()

    # For the rest of the table

    def _changed(self) -> None:
        """Something that can be seen has changed; it is to be written down, and told."""
        raise NotImplementedError

    def _keep(self) -> None:
        """What is new is written down, by and by."""
        raise NotImplementedError

    async def _kept(self) -> None:
        """Returns when everything is written down."""
        raise NotImplementedError

    def _deserted(self) -> None:
        """Called when nobody has a seat any more."""
        raise NotImplementedError

    def _gone(self) -> None:
        """Called when somebody does not look at the table any more."""

    def _open(self) -> None:
        if self.house.closing:
            raise HouseRefusal("house-closes")
        if self.closed:
            raise HouseRefusal("no-such-table")

    def _present(self, presence: Presence) -> None:
        self._open()
        if presence not in self._at:
            raise HouseRefusal("not-seated")

    def chair_of(self, presence: Presence) -> Chair:
        """The chair of somebody who sits here. Raises HouseRefusal ``not-seated``."""
        self._open()
        seat = self.seat_of(presence.person.key)
        if seat == SPECTATOR:
            raise HouseRefusal("not-seated")
        return self.chairs[seat]
