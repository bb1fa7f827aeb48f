"""Rebuilds a game from its log, as a referee: every entry must be allowed where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from librt.vecs import vec
from mypy_extensions import i64

from engine.chance import Chance
from engine.events import Event
from engine.game import Game, State
from engine.log import Choice, Entry, Shuffle
from engine.refusals import IllegalAction, MessdeckError, Refusal


class LogFault(MessdeckError):
    """The first entry that the rules do not allow.

    index: its place in the log, from 0. refusal: the rule that forbids it, None for faults of the
    log itself (a shuffle that is not due or not of that pile, an incomplete round).
    """

    def __init__(
        self, index: int, code: str, refusal: Refusal | None = None, **values: object
    ) -> None:
        super().__init__(code, **values)
        self.index = index
        self.refusal = refusal


class LogEnded(Exception):
    """A shuffle is due that the log does not have any more."""


class LoggedChance(Chance):
    """Gives the shuffles that stand in a log; ``next`` is the index of the next entry."""

    def __init__(self, log: Sequence[Entry]) -> None:
        self.log = log
        self.next = 0

    def shuffle(self, pile: vec[i64]) -> vec[i64]:
        if self.next >= len(self.log):
            raise LogEnded
        entry = self.log[self.next]
        if not isinstance(entry, Shuffle):
            raise LogFault(self.next, "shuffle-missing", cards=len(pile))
        if sorted(entry.cards) != sorted(pile):
            raise LogFault(
                self.next, "shuffle-of-other-cards", due=len(pile), named=len(entry.cards)
            )
        self.next += 1
        return vec[i64](entry.cards)

    def clone(self) -> Chance:
        copy = LoggedChance(self.log)
        copy.next = self.next
        return copy


@dataclass(slots=True)
class Step:
    """A position on the way: after ``entries`` entries of the log, with what happened last."""

    entries: int
    state: State
    events: list[Event]


@dataclass(slots=True)
class Replay:
    """A log played through.

    steps: the position after the start and after every choice, oldest first; empty if the log
    ends before the first shuffle. complete: whether every entry is behind the last step (False if
    the log breaks off at a shuffle that the last choice made due).
    """

    steps: list[Step]
    complete: bool


def replay(game: Game, dealer: int, log: Sequence[Entry], *, keep: bool = True) -> Replay:
    """Plays ``log`` through. Raises LogFault at the first entry that is not allowed.

    keep: hold every position on the way; else ``steps`` has the last one only, and no events.
    """
    chance = LoggedChance(log)
    steps: list[Step] = []
    try:
        events: list[Event] = []
        state = game.start(dealer, chance, events)
    except LogEnded:
        return Replay(steps, complete=True)
    steps.append(Step(chance.next, state.clone() if keep else state, events))
    round_began = 0
    while chance.next < len(log):
        index = chance.next
        entry = log[index]
        if not state.missing():
            round_began = index
        if isinstance(entry, Shuffle):
            raise LogFault(index, "shuffle-not-due")
        last = index + 1 == len(log)
        before = state.clone() if last else state
        events = []
        try:
            chance.next += 1
            _referee(state, index, entry, events if keep else None)
        except LogEnded:
            if not keep:
                steps = [Step(index, before, [])]
            return Replay(steps, complete=False)
        if keep:
            steps.append(Step(chance.next, state.clone(), events))
    if not keep:
        steps = [Step(chance.next, state, [])]
    _no_half_round(round_began, state)
    return Replay(steps, complete=True)


def _referee(state: State, index: int, entry: Choice, events: list[Event] | None) -> None:
    actors = state.actors()
    if len(actors) > 1 and entry.seat in actors and entry.seat != actors[0]:
        raise LogFault(index, "round-out-of-order", seat=entry.seat, due=actors[0])
    try:
        state.apply(entry.seat, entry.action, events)
    except IllegalAction as error:
        raise LogFault(index, error.code, error.refusal, **error.values) from None


def _no_half_round(began: int, state: State) -> None:
    """An unfinished log ends before the first entry (at ``began``) of an incomplete round."""
    missing = state.missing()
    if missing:
        raise LogFault(began, "round-incomplete", seats=missing)
