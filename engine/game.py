"""The one interface of every rule set: Game, State, View.

``Game`` is a rule set with its options fixed. ``State`` is a position, what is public and what is
hidden. ``View`` is what one seat knows of a position. All three are native base classes when
compiled, and a rule set in plain Python may subclass them.

Seats are 0 to players - 1, clockwise. Seat -1 is a spectator.
"""

from __future__ import annotations

from collections.abc import Mapping

from mypy_extensions import i64, mypyc_attr

from engine.actions import action_text, parse_action
from engine.chance import Chance
from engine.events import Event
from engine.options import Options
from engine.outcome import Outcome
from engine.refusals import IllegalAction, MalformedAction, Refusal
from engine.rng import Rng

SPECTATOR = -1
Dump = dict[str, object]


@mypyc_attr(native_class=True, allow_interpreted_subclasses=True)
class Game:
    """A rule set with its number of players and options fixed.

    rules: the rule set's id. version: of its behaviour. players: how many seats.
    options: every option with its value. kinds: the kinds of choices it knows (``actions``).
    one_suit: the clause that asks for cards of one suit, "" if none does.
    score: what ``Outcome.scores`` counts, ``"chips"`` or ``"points"``.
    """

    def __init__(
        self,
        rules: str,
        version: int,
        players: int,
        options: Options,
        kinds: tuple[int, ...],
        one_suit: str,
        score: str,
    ) -> None:
        self.rules = rules
        self.version = version
        self.players = players
        self.options = options
        self.kinds = kinds
        self.one_suit = one_suit
        self.score = score

    def start(self, dealer: int, chance: Chance, events: list[Event] | None = None) -> State:
        """The first position: pack shuffled, cards dealt. ``dealer`` is a seat."""
        raise NotImplementedError

    def restore(self, snapshot: Mapping[str, object], chance: Chance) -> State:
        """The position that ``State.snapshot`` described. Raises BadSnapshot or BrokenState."""
        raise NotImplementedError

    def load_view(self, dump: Mapping[str, object]) -> View:
        """The view that ``View.dump`` described. Raises BadSnapshot."""
        raise NotImplementedError

    def action_text(self, seat: int, action: int) -> str:
        """A choice as it stands in a record: ``0 attack 2 QS JS``."""
        return f"{seat} {action_text(action)}"

    def parse_action(self, text: str) -> tuple[int, int]:
        """Seat and code of a choice as it stands in a record.

        Raises MalformedAction (with the text) or IllegalAction (cards that never go together).
        """
        head, _, rest = text.partition(" ")
        if not (head.isascii() and head.isdigit()) or (len(head) > 1 and head[0] == "0"):
            raise MalformedAction("no-seat", text=text, word=head)
        if len(head) > 1 or int(head) >= self.players:
            raise MalformedAction("no-such-seat", text=text, word=head)
        return int(head), parse_action(rest, self.kinds, self.one_suit)


@mypyc_attr(native_class=True, allow_interpreted_subclasses=True)
class State:
    """A position of a game. It changes in place; ``clone`` gives an independent copy."""

    def __init__(self, game: Game, chance: Chance) -> None:
        self.game = game
        self.chance = chance

    def actors(self) -> list[int]:
        """The seats that are asked now; several, clockwise from the dealer's left, when they
        choose simultaneously; none when the game is over."""
        raise NotImplementedError

    def next_actor(self) -> i64:
        """The first of ``actors``, -1 when the game is over; cheap."""
        raise NotImplementedError

    def missing(self) -> list[int]:
        """The seats still asked in a simultaneous round that others have already answered;
        empty outside of such a half-made round."""
        raise NotImplementedError

    def legal_count(self, seat: i64) -> i64:
        """How many different choices ``seat`` has now; 0 for a seat that is not asked."""
        raise NotImplementedError

    def legal_nth(self, seat: i64, n: i64) -> i64:
        """The ``n``-th (from 0) of the choices of ``seat``; n is below ``legal_count``."""
        raise NotImplementedError

    def legal_actions(self, seat: int) -> list[int]:
        """All choices of ``seat``: each multiset of cards once, its cards in card order."""
        asked: i64 = seat
        found: list[int] = []
        n: i64 = 0
        total = self.legal_count(asked)
        while n < total:
            found.append(int(self.legal_nth(asked, n)))
            n += 1
        return found

    def refusal(self, seat: int, action: int) -> Refusal | None:
        """Why ``seat`` may not choose ``action`` now; None if it may. Any order of cards."""
        raise NotImplementedError

    def play(self, seat: i64, action: i64, events: list[Event] | None) -> None:
        """Makes a choice that is known to be allowed. ``events`` collects what happened."""
        raise NotImplementedError

    def apply(self, seat: int, action: int, events: list[Event] | None = None) -> None:
        """Makes a choice. Raises IllegalAction, and changes nothing, if it is not allowed."""
        why = self.refusal(seat, action)
        if why is not None:
            raise IllegalAction(why)
        self.play(seat, action, events)

    def play_random(self, seat: i64, rng: Rng) -> None:
        """Makes one of the choices of ``seat``, each equally likely."""
        self.play(seat, self.legal_nth(seat, rng.below(self.legal_count(seat))), None)

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.next_actor() < 0

    def outcome(self) -> Outcome | None:
        """The result, None while the game runs."""
        raise NotImplementedError

    def clone(self) -> State:
        """A copy that shares nothing that changes, its chance included."""
        raise NotImplementedError

    def view(self, seat: int) -> View:
        """What ``seat`` (or SPECTATOR) knows, built up from public things and its own."""
        raise NotImplementedError

    def check(self) -> None:
        """Raises BrokenState if any invariant does not hold."""
        raise NotImplementedError

    def snapshot(self) -> Dump:
        """The position by names: texts, whole numbers, lists and dicts with text keys only.

        Cards are written as in records (``"QS 2H"``), piles top first.
        """
        raise NotImplementedError


@mypyc_attr(native_class=True, allow_interpreted_subclasses=True)
class View:
    """What one seat knows of a position; a copy, which does not change when the game goes on.

    seat: whose view it is, SPECTATOR for somebody who holds no cards.
    """

    def __init__(self, game: Game, seat: int) -> None:
        self.game = game
        self.seat = seat

    def actors(self) -> list[int]:
        """The seats that are asked now."""
        raise NotImplementedError

    def legal_count(self) -> i64:
        """How many choices the view's own seat has now."""
        raise NotImplementedError

    def legal_nth(self, n: i64) -> i64:
        """The ``n``-th choice of the view's own seat."""
        raise NotImplementedError

    def legal_actions(self) -> list[int]:
        """All choices of the view's own seat, as ``State.legal_actions``."""
        found: list[int] = []
        n: i64 = 0
        total = self.legal_count()
        while n < total:
            found.append(int(self.legal_nth(n)))
            n += 1
        return found

    def refusal(self, action: int) -> Refusal | None:
        """Why the view's own seat may not choose ``action`` now; None if it may."""
        raise NotImplementedError

    def outcome(self) -> Outcome | None:
        """The result, None while the game runs."""
        raise NotImplementedError

    def sample(self, rng: Rng) -> State:
        """A position drawn uniformly from those that agree with all the seat is certain of.

        Every arrangement of the unseen cards (equal cards told apart) that could have led here
        is equally likely. Later shuffles of the position come from a stream of ``rng``.
        """
        raise NotImplementedError

    def dump(self) -> Dump:
        """The view as texts, whole numbers, lists and dicts, to cross a process border."""
        raise NotImplementedError
