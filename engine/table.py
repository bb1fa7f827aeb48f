"""The table: it alone owns the live position and the log, and hands out views.

A seat is asked with a token and answers with it. A token is good for one answer; it goes stale
when its question is answered, taken back or no longer asked, and stays good while other seats of
the same simultaneous round commit. Commitments wait here, unseen by the position, and enter the
log together when the round is complete. A choice that was taken back leaves the log: the table is
played again up to there, and gives the same cards if the same choices are made once more.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.chance import Chance
from engine.events import EVERYONE, Event, Undone
from engine.game import Game, View
from engine.log import Choice, Entry, Shuffle, entry_text
from engine.outcome import Outcome
from engine.recorder import Continued, Recorder
from engine.refusals import IllegalAction, StaleToken, UndoRefused
from engine.replay import LogFault
from engine.unseen import unseen_came_out

Listener = Callable[[list[Event]], None]


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to a seat: answer it with ``Table.submit(seat, token, action)``."""

    seat: int
    token: int
    view: View


class _Step(NamedTuple):
    """A choice, or a whole simultaneous round: how many entries of the log and how many events
    there were before it."""

    entries: int
    events: int


class Table:
    """A game in progress.

    game: the rule set with its options. dealer: the first dealer's seat. chance: where shuffles
    come from; its owner must not use it elsewhere.
    """

    def __init__(self, game: Game, dealer: int, chance: Chance) -> None:
        if not 0 <= dealer < game.players:
            raise ValueError(f"dealer must be a seat from 0 to {game.players - 1}, not {dealer}")
        self.game = game
        self.dealer = dealer
        self._begin(None, None)
        self._recorder = Recorder(chance)
        self._state = game.start(dealer, self._recorder, self._history)
        self._note_shuffles()
        self._renew_tokens()

    def _begin(
        self, source: Callable[[int], Chance] | None, snapshot: Mapping[str, object] | None
    ) -> None:
        """Empty lists, before the first position. source: gives the chance after so many
        shuffles; None: ``_chances`` does. snapshot: where the log begins, None for the start."""
        self._source = source
        self._snapshot = snapshot
        self._chances: dict[int, Chance] = {}
        self._listeners: list[tuple[int, Listener]] = []
        self._pending: dict[int, int] = {}
        self._serial = 0
        self._tokens: dict[int, int] = {}
        self._log: list[Entry] = []
        self._history: list[Event] = []
        self._steps: list[_Step] = []

    @classmethod
    def resumed(
        cls,
        game: Game,
        dealer: int,
        log: Sequence[Entry],
        chance: Callable[[int], Chance],
        pending: dict[int, int] | None = None,
        snapshot: Mapping[str, object] | None = None,
    ) -> Table:
        """The table as it stood after ``log``, with the commitments ``pending`` (seat: action).

        chance: given how many shuffles the log holds, or what is left of it after choices were
        taken back, where further ones come from.
        snapshot: the position in which the log begins, if it is not the game's start.
        Raises LogFault for a log that the rules do not allow, IllegalAction or StaleToken for a
        commitment, BadSnapshot or BrokenState for a snapshot.
        """
        table = cls.__new__(cls)
        table.game = game
        table.dealer = dealer
        table._begin(chance, snapshot)
        table._replay(log)
        missing = table._state.missing()
        if missing:
            raise LogFault(len(log), "round-incomplete", seats=missing)
        table._renew_tokens()
        for seat, action in (pending or {}).items():
            table.submit(seat, table._token_of(seat), action)
        return table

    def _replay(self, log: Sequence[Entry]) -> None:
        """Goes to the position after ``log``; if that raises, nothing is changed."""
        taken = _shuffles(log)
        after = self._chances[taken].clone() if self._source is None else self._source(taken)
        # Shuffles of the log first, then those of the source: a log may break off right before
        # a shuffle that its last choice made due.
        both = Continued(log, after)
        recorder = Recorder(both)
        history: list[Event] = []
        if self._snapshot is None:
            state = self.game.start(self.dealer, recorder, history)
        else:
            state = self.game.restore(self._snapshot, recorder)
        played: list[Entry] = list(recorder.take())
        steps: list[_Step] = []
        round_left = 0
        while both.next < len(log):
            index = both.next
            entry = log[index]
            if isinstance(entry, Shuffle):
                raise LogFault(index, "shuffle-not-due")
            both.next += 1
            if round_left == 0:
                steps.append(_Step(len(played), len(history)))
                round_left = len(state.actors())
            try:
                state.apply(entry.seat, entry.action, history)
            except IllegalAction as error:
                raise LogFault(index, error.code, error.refusal, **error.values) from None
            round_left -= 1
            played.append(entry)
            played.extend(recorder.take())
        self._recorder = recorder
        self._state = state
        self._log = played
        self._history = history
        self._steps = steps

    # What anybody may know

    def view(self, seat: int) -> View:
        """What ``seat`` (or SPECTATOR) knows now."""
        return self._state.view(seat)

    def actors(self) -> list[int]:
        """The seats that have a question open, clockwise from the dealer's left."""
        return [seat for seat in self._state.actors() if seat not in self._pending]

    def committed(self) -> list[int]:
        """The seats that have committed in a simultaneous round that is not complete."""
        return sorted(self._pending)

    def commitment(self, seat: int) -> int | None:
        """What ``seat`` has committed; for that seat's own eyes."""
        return self._pending.get(seat)

    def outcome(self) -> Outcome | None:
        """The result, None while the game runs."""
        return self._state.outcome()

    def history(self, seat: int) -> list[Event]:
        """Everything that happened so far, as far as ``seat`` (or SPECTATOR) may know."""
        return [event for event in self._history if event.only in (EVERYONE, seat)]

    # For keeping the game: records and saves

    def log(self) -> tuple[Entry, ...]:
        """The log so far. It holds every card; hand it to nobody who sits at the table."""
        return tuple(self._log)

    def log_texts(self) -> list[str]:
        """The log as it stands in a record."""
        return [entry_text(self.game, entry) for entry in self._log]

    def pending(self) -> dict[int, int]:
        """All commitments of the round that is not complete; for saves only."""
        return dict(self._pending)

    def snapshot(self) -> dict[str, object]:
        """The position by names; for saves only."""
        return self._state.snapshot()

    # Asking and answering

    def ask(self, seat: int) -> Ask | None:
        """The question open to ``seat``; None if it is not asked or has committed."""
        token = self._tokens.get(seat)
        if token is None:
            return None
        return Ask(seat, token, self._state.view(seat))

    def submit(self, seat: int, token: int, action: int) -> None:
        """The answer of ``seat`` to its question.

        Raises StaleToken if that question is not open any more, IllegalAction (nothing is
        changed, the token stays good) if the rules do not allow the answer.
        """
        if self._tokens.get(seat) != token:
            raise StaleToken("stale-token", seat=seat)
        refusal = self._state.refusal(seat, action)
        if refusal is not None:
            raise IllegalAction(refusal)
        del self._tokens[seat]
        round_ = self._state.actors()
        if len(round_) == 1:
            self._play([(seat, action)])
            return
        self._pending[seat] = action
        if len(self._pending) == len(round_):
            choices = [(actor, self._pending[actor]) for actor in round_]
            self._pending = {}
            self._play(choices)
        else:
            self._tell([])

    # Taking back

    def undo_refusal(
        self, seat: int, *, persons: Collection[int] = (), unlimited: bool = False
    ) -> UndoRefused | None:
        """Why ``seat`` cannot go back to its last choice; None if it can.

        persons: seats whose choices since then are not to be lost; those of the other seats are
        made again. unlimited: also if an unseen card came out since, or the game is over.
        """
        if seat in self._pending:
            return None
        at = self._last_step_of(seat)
        if at < 0:
            return UndoRefused("nothing-to-undo", seat=seat)
        step = self._steps[at]
        for entry in self._log[self._end_of(at) :]:
            if isinstance(entry, Choice) and entry.seat in persons and entry.seat != seat:
                return UndoRefused("another-chose", seat=seat, chooser=entry.seat)
        for other in sorted(self._pending):
            if other in persons:
                return UndoRefused("another-chose", seat=seat, chooser=other)
        if unlimited:
            return None
        if self._state.is_over():
            return UndoRefused("game-over", seat=seat)
        if unseen_came_out(self._history[step.events :], seat):
            return UndoRefused("unseen-card", seat=seat)
        return None

    def undo(self, seat: int, *, persons: Collection[int] = (), unlimited: bool = False) -> int:
        """Goes back to the last choice of ``seat``, which is asked it again; how many choices
        are gone. What others have committed in the same round waits there again.

        All tokens of questions that are gone are stale. Raises UndoRefused (``undo_refusal``).
        """
        why = self.undo_refusal(seat, persons=persons, unlimited=unlimited)
        if why is not None:
            raise why
        if seat in self._pending:
            del self._pending[seat]
            self._new_token(seat)
            self._tell([Undone(seat, 1)])
            return 1
        at = self._last_step_of(seat)
        step = self._steps[at]
        round_ = self._log[step.entries : self._end_of(at)]
        waiting = {
            entry.seat: entry.action
            for entry in round_
            if isinstance(entry, Choice) and entry.seat != seat
        }
        gone = _choices(self._log[step.entries :]) + len(self._pending) - len(waiting)
        self._replay(self._log[: step.entries])
        self._pending = waiting
        self._renew_tokens()
        self._tell([Undone(seat, gone)])
        return gone

    def _last_step_of(self, seat: int) -> int:
        """The last choice or round in which ``seat`` chose, -1 if there is none."""
        for at in range(len(self._steps) - 1, -1, -1):
            for entry in self._log[self._steps[at].entries : self._end_of(at)]:
                if isinstance(entry, Choice) and entry.seat == seat:
                    return at
        return -1

    def _end_of(self, at: int) -> int:
        """How many entries the log has after step number ``at``."""
        return self._steps[at + 1].entries if at + 1 < len(self._steps) else len(self._log)

    # Listening

    def subscribe(self, seat: int, listener: Listener) -> Callable[[], None]:
        """Calls ``listener`` after every change with the events that ``seat`` may know.

        An empty list means that somebody committed; ``Undone`` alone, that ``history`` has become
        shorter. Returns a function that ends it.
        """
        entry = (seat, listener)
        self._listeners.append(entry)

        def unsubscribe() -> None:
            if entry in self._listeners:
                self._listeners.remove(entry)

        return unsubscribe

    def _play(self, choices: list[tuple[int, int]]) -> None:
        self._steps.append(_Step(len(self._log), len(self._history)))
        events: list[Event] = []
        for seat, action in choices:
            self._state.play(seat, action, events)
            self._log.append(Choice(seat, action))
        self._note_shuffles()
        self._history.extend(events)
        self._renew_tokens()
        self._tell(events)

    def _note_shuffles(self) -> None:
        """Shuffles since the last choice go into the log."""
        taken = self._recorder.take()
        self._log.extend(taken)
        if self._source is None and (taken or not self._chances):
            self._chances[_shuffles(self._log)] = self._recorder.further()

    def _renew_tokens(self) -> None:
        self._tokens = {}
        for seat in self.actors():
            self._new_token(seat)

    def _new_token(self, seat: int) -> None:
        self._serial += 1
        self._tokens[seat] = self._serial

    def _token_of(self, seat: int) -> int:
        token = self._tokens.get(seat)
        if token is None:
            raise StaleToken("not-asked", seat=seat)
        return token

    def _tell(self, events: list[Event]) -> None:
        for seat, listener in list(self._listeners):
            listener([event for event in events if event.only in (EVERYONE, seat)])


def _choices(log: Sequence[Entry]) -> int:
    return sum(1 for entry in log if isinstance(entry, Choice))


def _shuffles(log: Sequence[Entry]) -> int:
    return sum(1 for entry in log if isinstance(entry, Shuffle))
