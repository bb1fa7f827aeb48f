"""A game that was played, position by position, for whoever may look back at it.

Everything is looked at through views: that of a seat, or the spectator's. Only a game that is over
may be seen with all cards open, which is every seat's view side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ai.levels import parse_player
from engine.events import EVERYONE, Chose, ChoseUnseen, Event, Revealed
from engine.game import SPECTATOR, Game, State, View
from engine.log import Choice, Entry
from engine.outcome import Outcome
from engine.records import Record
from engine.refusals import MessdeckError
from engine.replay import replay
from saves.exchange import record_of
from saves.restore import restore
from saves.schema import SavedGame
from tui.called import names_of
from tui.learning.moves import Move
from tui.renderers import can_show
from tui.renderers.moment import Deeds, Moment
from tui.words import Words


class NothingToReplay(MessdeckError):
    """A game that cannot be looked at: ``game-not-begun`` or ``no-picture`` (rules)."""


# The viewpoint of whoever sees all hands.
ALL_OPEN: Final = -2


@dataclass(frozen=True, slots=True)
class Stop:
    """A position that one can stop at, with how it came about.

    made: the choices since the stop before, one, or those of a simultaneous round; none at the
    first stop. events: what happened since, for all ears.
    """

    state: State
    made: tuple[Choice, ...]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Playback:
    """stops: at least one. names, levels: one a seat; a level is "" for a person, or if it is not
    known. own: the seat of the one person who played; SPECTATOR if several did or none.
    viewpoints: those that may be taken, the first one at the beginning.
    """

    game: Game
    names: tuple[str, ...]
    levels: tuple[str, ...]
    stops: tuple[Stop, ...]
    own: int
    viewpoints: tuple[int, ...]

    @property
    def outcome(self) -> Outcome | None:
        """The result, None if the game was not played to its end."""
        return self.stops[-1].state.outcome()

    def view(self, at: int, viewpoint: int) -> View:
        """What is known from ``viewpoint`` at stop ``at``. Raises ValueError for one that may not
        be taken."""
        if viewpoint not in self.viewpoints:
            raise ValueError(f"viewpoint {viewpoint} is not allowed")
        return self.stops[at].state.view(SPECTATOR if viewpoint == ALL_OPEN else viewpoint)

    def events(self, at: int, viewpoint: int) -> list[Event]:
        """What happened right before stop ``at``, as far as it may be known."""
        if viewpoint not in self.viewpoints:
            raise ValueError(f"viewpoint {viewpoint} is not allowed")
        events = self.stops[at].events
        if viewpoint == ALL_OPEN:
            return list(events)
        return [event for event in events if event.only in (EVERYONE, viewpoint)]

    def moment(self, at: int, viewpoint: int, deeds: Deeds) -> Moment:
        """What the table's panels draw."""
        asked = tuple(self.stops[at].state.actors())
        return Moment(self.view(at, viewpoint), asked, last_trick=deeds.last_trick)

    def deeds(self, at: int, viewpoint: int) -> Deeds:
        """What each seat did last at stop ``at``."""
        found = Deeds()
        for number in range(at + 1):
            found.add(self.events(number, viewpoint))
        return found

    def moves(self, at: int, viewpoint: int) -> list[Move]:
        """What others than ``viewpoint`` did right before stop ``at``."""
        if at == 0:
            return []
        before = self.view(at - 1, viewpoint)
        told = (Chose, ChoseUnseen, Revealed)
        events = [event for event in self.events(at, viewpoint) if isinstance(event, told)]
        shown = {event.seat for event in events if isinstance(event, Revealed)}
        return [
            Move(event, before)
            for event in events
            if event.seat != viewpoint
            and not (isinstance(event, ChoseUnseen) and event.seat in shown)
        ]

    def choices_of(self, seat: int) -> list[int]:
        """The stops right before which ``seat`` chose; with SPECTATOR, those of all."""
        return [
            at
            for at, stop in enumerate(self.stops)
            if any(seat in (SPECTATOR, choice.seat) for choice in stop.made)
        ]


def stops_of(game: Game, dealer: int, log: Sequence[Entry]) -> tuple[Stop, ...]:
    """The stops of a log, which the rules must allow; () if it ends before the first shuffle.
    Raises LogFault."""
    played = replay(game, dealer, log)
    found: list[Stop] = []
    made: list[Choice] = []
    events: list[Event] = []
    before = 0
    for number, step in enumerate(played.steps):
        entry = log[before] if number else None
        before = step.entries
        if isinstance(entry, Choice):
            made.append(entry)
        events.extend(step.events)
        if step.state.missing():  # in the middle of a simultaneous round nothing is to be seen
            continue
        found.append(Stop(step.state, tuple(made), tuple(events)))
        made, events = [], []
    return tuple(found)


def of_record(record: Record) -> Playback:
    """The playback of a record. What stands in an open file may be seen from every seat; all at
    once only if the game is over. Raises LogFault, NothingToReplay."""
    seats = tuple(range(record.game.players))
    levels = tuple([_level(name) for name in record.names])
    return _playback(record, levels, SPECTATOR, (SPECTATOR, *seats))


def of_game(record: Record, levels: Sequence[str], own: int | None = None) -> Playback:
    """The playback of a game of this house. levels: who chose, one a seat, "" for a person. own:
    the seat of whoever looks back; None: that of the one person who played.

    While it is not over, the one person who plays may take their own seat, and people who share
    a screen only the spectator's.
    """
    persons = [seat for seat, level in enumerate(levels) if not level]
    if own is None:
        own = persons[0] if len(persons) == 1 else SPECTATOR
    viewpoints = (own, SPECTATOR) if own != SPECTATOR else (SPECTATOR,)
    if record.outcome is not None:
        others = tuple(seat for seat in range(record.game.players) if seat not in viewpoints)
        viewpoints = (*viewpoints, *others)
    return _playback(record, tuple(levels), own, viewpoints)


def moves_since(record: Record, seat: int, most: int) -> list[Move]:
    """What others did since the last choice of ``seat``, as ``seat`` was told it: the last
    ``most``. Choices of its own that nobody else came between count as one."""
    levels = ("",) * record.game.players
    playback = of_game(record, levels, seat)
    found: list[Move] = []
    for at in range(len(playback.stops) - 1, 0, -1):
        own = any(choice.seat == seat for choice in playback.stops[at].made)
        found[:0] = playback.moves(at, seat)
        if len(found) >= most or (own and found):
            break
    return found[-most:]


def of_save(saved: SavedGame, words: Words) -> Playback:
    """The playback of a saved game, with the names that nobody gave in the language of ``words``.
    Raises SaveFault."""
    restored = restore(saved)
    levels = [seat.player if seat.kind == "level" else "" for seat in saved.seats]
    record = record_of(restored)
    return of_game(replace(record, names=list(names_of(words, saved))), levels)


def _level(name: str) -> str:
    """The level that plays under a name: records of the arena name players as they are written."""
    try:
        return parse_player(name).text
    except MessdeckError:
        return ""


def _playback(
    record: Record, levels: tuple[str, ...], own: int, viewpoints: tuple[int, ...]
) -> Playback:
    if not can_show(record.game.rules):
        raise NothingToReplay("no-picture", rules=record.game.rules)
    stops = stops_of(record.game, record.dealer, record.log)
    if not stops:
        raise NothingToReplay("game-not-begun")
    if stops[-1].state.is_over():
        viewpoints = (*viewpoints, ALL_OPEN)
    return Playback(record.game, tuple(record.names), levels, stops, own, viewpoints)
