"""The table: it alone owns the live position and the log, and hands out views.

A seat is asked with a token and answers with it. A token is good for one answer; it goes stale
when its question is answered, taken back or no longer asked, and stays good while other seats of
the same simultaneous round commit. Commitments wait here, unseen by the position, and enter the
log together when the round is complete.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from librt.vecs import vec
from mypy_extensions import i64

from engine.chance import Chance
from engine.events import EVERYONE, Event
from engine.game import Game, View
from engine.log import Choice, Entry, Shuffle, entry_text
from engine.outcome import Outcome
from engine.refusals import IllegalAction, StaleToken
from engine.replay import LogFault, LoggedChance

Listener = Callable[[list[Event]], None]


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to a seat: answer it with ``Table.submit(seat, token, action)``."""

    seat: int
    token: int
    view: View


class _Recorder(Chance):
    """Passes shuffles on and keeps them for the log."""

    def __init__(self, source: Chance) -> None:
        self.source = source
        self.issued: list[Shuffle] = []

    def shuffle(self, pile: vec[i64]) -> vec[i64]:
        order = self.source.shuffle(pile)
        self.issued.append(Shuffle(tuple([int(card) for card in order])))
        return order

    def clone(self) -> Chance:
        return _Recorder(self.source.clone())

    def take(self) -> list[Shuffle]:
        """The shuffles since the last call."""
        taken = self.issued
        self.issued = []
        return taken


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
        self._recorder = _Recorder(chance)
        self._listeners: list[tuple[int, Listener]] = []
        self._pending: dict[int, int] = {}
        self._serial = 0
        self._tokens: dict[int, int] = {}
        events: list[Event] = []
        self._state = game.start(dealer, self._recorder, events)
        self._log: list[Entry] = list(self._recorder.take())
        self._history: list[Event] = events
        self._renew_tokens()

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

        chance: given the number of shuffles that the log holds, where further ones come from.
        snapshot: the position in which the log begins, if it is not the game's start.
        Raises LogFault for a log that the rules do not allow, IllegalAction or StaleToken for a
        commitment, BadSnapshot or BrokenState for a snapshot.
        """
        taken = sum(1 for entry in log if isinstance(entry, Shuffle))
        table = cls.__new__(cls)
        table.game = game
        table.dealer = dealer
        table._listeners = []
        table._pending = {}
        table._serial = 0
        table._tokens = {}
        table._history = []
        table._log = []
        # Shuffles of the log first, then those of the source: a log may break off right before
        # a shuffle that its last choice made due.
        both = _Continued(log, chance(taken))
        table._recorder = _Recorder(both)
        if snapshot is None:
            table._state = game.start(dealer, table._recorder, table._history)
        else:
            table._state = game.restore(snapshot, table._recorder)
        table._log.extend(table._recorder.take())
        while both.next < len(log):
            index = both.next
            entry = log[index]
            if isinstance(entry, Shuffle):
                raise LogFault(index, "shuffle-not-due")
            both.next += 1
            try:
                table._state.apply(entry.seat, entry.action, table._history)
            except IllegalAction as error:
                raise LogFault(index, error.code, error.refusal, **error.values) from None
            table._log.append(entry)
            table._log.extend(table._recorder.take())
        missing = table._state.missing()
        if missing:
            raise LogFault(len(log), "round-incomplete", seats=missing)
        table._renew_tokens()
        for seat, action in (pending or {}).items():
            table.submit(seat, table._token_of(seat), action)
        return table

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

    def subscribe(self, seat: int, listener: Listener) -> Callable[[], None]:
        """Calls ``listener`` after every change with the events that ``seat`` may know.

        An empty list means that somebody committed. Returns a function that ends it.
        """
        entry = (seat, listener)
        self._listeners.append(entry)

        def unsubscribe() -> None:
            if entry in self._listeners:
                self._listeners.remove(entry)

        return unsubscribe

    def _play(self, choices: list[tuple[int, int]]) -> None:
        events: list[Event] = []
        for seat, action in choices:
            self._state.play(seat, action, events)
            self._log.append(Choice(seat, action))
        self._log.extend(self._recorder.take())
        self._history.extend(events)
        self._renew_tokens()
        self._tell(events)

    def _renew_tokens(self) -> None:
        self._tokens = {}
        for seat in self._state.actors():
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


class _Continued(LoggedChance):
    """The shuffles of a log, and those of another chance once the log is at its end."""

    def __init__(self, log: Sequence[Entry], after: Chance) -> None:
        super().__init__(log)
        self.after = after

    def shuffle(self, pile: vec[i64]) -> vec[i64]:
        if self.next >= len(self.log):
            return self.after.shuffle(pile)
        return super().shuffle(pile)
