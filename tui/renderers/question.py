"""What a seat is asked, and an answer in the making: cards picked, a seat, a number.

Nothing here draws or reads keys; a screen, and anything else that talks with a person, use it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from engine import actions as act
from engine.cards import CARD_TEXTS
from engine.game import View
from engine.refusals import Refusal, refuse

PLAIN_KINDS: Final = frozenset(
    (
        act.DRAW_STOCK, act.DRAW_DISCARD, act.PASS, act.SURRENDER, act.LEAVE,
        act.ENTER, act.SIT, act.STAND, act.READY,
    )
)  # fmt: skip
ONE_CARD_KINDS: Final = frozenset((act.DISCARD, act.COVER, act.FIGHT, act.PLAY, act.MUSTER))
SUITED_KINDS: Final = frozenset((act.ATTACK, act.ASSAULT, act.DEFEND))
CARD_KINDS: Final = ONE_CARD_KINDS | SUITED_KINDS | {act.EXCHANGE, act.SQUAD}
SEAT_KINDS: Final = frozenset((act.ATTACK, act.CHALLENGE))


@dataclass(frozen=True, slots=True)
class Question:
    """What a view's own seat may choose among.

    view: what the seat knows. hand: its cards as they are sorted on the screen. plain: kinds that
    are only a word. cards: the kind that takes cards, None if there is none; least, most: how
    many. playable: indices of the cards that some allowed choice uses. seat_kind: the kind that
    takes a seat, alone or after the cards. seats: those that may be named. number: the kind that
    takes a number. numbers: those allowed, rising.
    """

    view: View
    hand: tuple[int, ...]
    plain: tuple[int, ...] = ()
    cards: int | None = None
    least: int = 1
    most: int = 1
    playable: frozenset[int] = frozenset()
    seat_kind: int | None = None
    seats: tuple[int, ...] = ()
    number: int | None = None
    numbers: tuple[int, ...] = ()

    @property
    def kinds(self) -> frozenset[int]:
        """The kinds of the choices that are allowed."""
        kinds = set(self.plain)
        kinds.update(kind for kind in (self.cards, self.seat_kind, self.number) if kind is not None)
        return frozenset(kinds)


def question_of(
    view: View,
    hand: Sequence[int],
    kinds: Sequence[int],
    *,
    least: int = 1,
    most: int | None = None,
) -> Question:
    """The question that ``view`` is asked, ``kinds`` being the kinds that its stage knows.

    hand: the seat's cards, sorted. least, most: bounds for the number of cards, where the rules
    set them; without ``most`` it is one card or as many as the kind can hold.
    """
    allowed = view.refusal
    plain = tuple(kind for kind in kinds if kind in PLAIN_KINDS and allowed(kind) is None)
    cards = next((kind for kind in kinds if kind in CARD_KINDS), None)
    seat_kind = next((kind for kind in kinds if kind in SEAT_KINDS), None)
    number = act.BID if act.BID in kinds else None
    playable: frozenset[int] = frozenset()
    if cards is not None:
        playable = _playable(view, hand, cards)
        if not playable:
            cards = None
    seats: tuple[int, ...] = ()
    if seat_kind == act.CHALLENGE:
        everybody = range(view.game.players)
        seats = tuple(
            seat for seat in everybody if allowed(int(act.with_seat(seat_kind, seat))) is None
        )
    elif seat_kind is not None:
        seats = tuple(seat for seat in range(view.game.players) if seat != view.seat)
    numbers: tuple[int, ...] = ()
    if number is not None:
        numbers = tuple(
            bid
            for bid in range(1, act.MAX_BID + 1)
            if allowed(int(act.with_number(number, bid))) is None
        )
        number = number if numbers else None
    if most is None:
        most = 1 if cards in ONE_CARD_KINDS else _most(cards)
    return Question(
        view,
        tuple(hand),
        plain,
        cards,
        least,
        min(most, max(1, len(hand))),
        playable,
        seat_kind,
        seats,
        number,
        numbers,
    )


def _most(cards: int | None) -> int:
    return act.MAX_SUIT_CARDS if cards in SUITED_KINDS else act.MAX_CARDS


def _playable(view: View, hand: Sequence[int], kind: int) -> frozenset[int]:
    """Indices of the cards that some allowed choice of ``kind`` uses."""
    if kind in ONE_CARD_KINDS:
        fine = {card for card in set(hand) if view.refusal(int(act.with_card(kind, card))) is None}
        return frozenset(index for index, card in enumerate(hand) if card in fine)
    if kind not in SUITED_KINDS:
        return frozenset(range(len(hand)))
    seat = 0
    if kind == act.ATTACK:
        seat = (view.seat + 1) % view.game.players
    found: set[int] = set()
    for suit in range(4):
        held = [index for index, card in enumerate(hand) if card // 13 == suit]
        cards = [hand[index] for index in held][: act.MAX_SUIT_CARDS]
        if any(
            view.refusal(int(act.with_suited(kind, seat, cards[:size]))) is None
            for size in range(len(cards), 0, -1)
        ):
            found.update(held)
    return frozenset(found)


class Need(Enum):
    """What is still missing when somebody confirms too early."""

    CARDS = "cards"
    SEAT = "seat"
    NUMBER = "number"
    NOTHING_ASKED = "nothing-asked"


class Stage(Enum):
    """What arrows, digits and the confirming key work on."""

    PLAIN = "plain"
    CARDS = "cards"
    SEAT = "seat"
    NUMBER = "number"


@dataclass(slots=True)
class Answering:
    """An answer to ``question`` in the making.

    picked: indices into the hand, in the order in which they were picked. cursor: the card that
    the arrows stand on, None before they were used. typed: the digits of the number so far.
    seat: the seat that is marked. word: the kind that is prepared where it is only a word, None if
    none is; whatever else is touched takes its place. stage: what the keys work on now.
    """

    question: Question
    picked: list[int] = field(default_factory=list)
    cursor: int | None = None
    typed: str = ""
    seat: int | None = None
    word: int | None = None
    stage: Stage = Stage.PLAIN

    def __post_init__(self) -> None:
        self.stage = self._first_stage()

    def _first_stage(self) -> Stage:
        if self.question.cards is not None:
            return Stage.CARDS
        if self.question.seats:
            return Stage.SEAT
        if self.question.numbers:
            return Stage.NUMBER
        return Stage.PLAIN

    @property
    def cards(self) -> list[int]:
        """The cards picked, in the order in which they were."""
        return [self.question.hand[index] for index in self.picked]

    def touch(self, index: int) -> Refusal | None:
        """Picks the card at ``index``, or puts it back; where one is asked it replaces another.

        Why it is not picked where it would be one too many for a squad, else None.
        """
        if self.stage is not Stage.CARDS or not 0 <= index < len(self.question.hand):
            return None
        self.word = None
        self.cursor = index
        if index in self.picked:
            self.picked.remove(index)
        elif self.question.most == 1:
            self.picked = [index]
        else:
            if self.question.cards == act.SQUAD and len(self.picked) >= self.question.most:
                cards = [*self.cards, self.question.hand[index]]
                return self.question.view.refusal(int(act.with_cards(act.SQUAD, cards)))
            self.picked.append(index)
        return None

    def step(self, by: int) -> None:
        """Moves the marked card, seat or number by ``by`` places."""
        if self.stage is not Stage.PLAIN:
            self.word = None
        if self.stage is Stage.CARDS:
            self._step_card(by)
        elif self.stage is Stage.SEAT:
            seats = self.question.seats
            if self.seat is None:
                self.seat = seats[0 if by > 0 else -1]
            else:
                self.seat = seats[(seats.index(self.seat) + by) % len(seats)]
        elif self.stage is Stage.NUMBER:
            self._step_number(by)

    def _step_card(self, by: int) -> None:
        size = len(self.question.hand)
        if not size:
            return
        if self.cursor is None:
            self.cursor = 0 if by > 0 else size - 1
        else:
            self.cursor = (self.cursor + by) % size

    def _step_number(self, by: int) -> None:
        numbers = self.question.numbers
        if not self.typed:
            self.typed = str(numbers[0 if by > 0 else -1])
            return
        now = int(self.typed)
        if by > 0:
            self.typed = str(next((n for n in numbers if n > now), numbers[-1]))
        else:
            self.typed = str(next((n for n in reversed(numbers) if n < now), numbers[0]))

    def digit(self, digit: int) -> bool:
        """A digit for the seat or the number; False if the stage takes none."""
        if self.stage is Stage.SEAT:
            # Seats are numbered from 1 for people.
            if digit - 1 not in self.question.seats:
                return False
            self.word = None
            self.seat = digit - 1
            return True
        if self.stage is Stage.NUMBER:
            self.word = None
        if self.stage is Stage.NUMBER and len(self.typed) < 2:
            self.typed = str(int(self.typed + str(digit)))
            return True
        return self.stage is Stage.NUMBER

    def back(self) -> bool:
        """Takes the last step back; False if there is nothing to take back."""
        if self.word is not None:
            self.word = None
            return True
        if self.stage is Stage.SEAT and self.question.cards is not None:
            self.stage = Stage.CARDS
            self.seat = None
            return True
        if self.typed:
            self.typed = self.typed[:-1]
            return True
        if self.picked:
            self.picked.pop()
            return True
        return False

    def clear(self) -> bool:
        """Takes everything back; False if there is nothing to take back."""
        given = self.picked or self.typed or self.word is not None or self.seat is not None
        if not given and self.stage is self._first_stage():
            return False
        self.picked = []
        self.typed = ""
        self.seat = None
        self.word = None
        self.stage = self._first_stage()
        return True

    def confirm(self) -> int | Need | Refusal:
        """The choice that is ready, what is missing, or why the cards never go together.

        Cards that need a seat as well move on to choosing it. A choice may still be one that the
        rules refuse; ``Question.view.refusal`` says why.
        """
        if self.word is not None:
            return self.word
        if self.stage is Stage.CARDS:
            return self._confirm_cards()
        if self.stage is Stage.SEAT:
            return Need.SEAT if self.seat is None else self._with_seat(self.seat)
        if self.stage is Stage.NUMBER:
            kind = self.question.number
            if not self.typed and len(self.question.numbers) == 1:
                self.typed = str(self.question.numbers[0])
            if not self.typed or kind is None:
                return Need.NUMBER
            return int(act.with_number(kind, int(self.typed)))
        return Need.NOTHING_ASKED

    def _confirm_cards(self) -> int | Need | Refusal:
        if not self.picked and self.question.most == 1 and self.cursor is not None:
            self.picked = [self.cursor]
        refusal = self.trial()
        if refusal is not None:
            return refusal
        if self.picked and self.question.seat_kind is not None:
            # Only cards that may be laid are worth asking for a target.
            self.stage = Stage.SEAT
            return Need.SEAT
        return self._with_cards(0)

    def trial(self) -> Refusal | None:
        """Why the cards picked may not be laid, whatever the seat; None if they may."""
        seat = self.question.seats[0] if self.question.seats else 0
        action = self._with_cards(seat)
        if isinstance(action, Need):
            return None
        if isinstance(action, Refusal):
            return action
        return self.question.view.refusal(action)

    def _with_seat(self, seat: int) -> int | Need | Refusal:
        if self.question.cards is not None:
            return self._with_cards(seat)
        assert self.question.seat_kind is not None
        return int(act.with_seat(self.question.seat_kind, seat))

    def _with_cards(self, seat: int) -> int | Need | Refusal:
        kind = self.question.cards
        cards = self.cards
        if kind is None or not cards:
            return Need.CARDS
        if kind in ONE_CARD_KINDS:
            return int(act.with_card(kind, cards[0]))
        if kind in SUITED_KINDS:
            return self._suited(kind, seat, cards)
        return int(act.with_cards(kind, cards[: act.MAX_CARDS]))

    def _suited(self, kind: int, seat: int, cards: list[int]) -> int | Refusal:
        """Cards of several suits have no code, so the rules cannot be asked about them."""
        for card in cards:
            if card // 13 != cards[0] // 13:
                first, other = CARD_TEXTS[cards[0]], CARD_TEXTS[card]
                clause = self.question.view.game.one_suit
                return refuse("not-one-suit", clause, first=first, other=other)
        return int(act.with_suited(kind, seat, cards[: act.MAX_SUIT_CARDS]))


Sorter = Callable[[int], tuple[int, int]]
# Black and red suits in turn, each from the ace down.
_SUIT_ORDER: Final = (0, 1, 3, 2)


def by_suit(card: int) -> tuple[int, int]:
    """Sorts a hand by suits, each from the highest card down."""
    return _SUIT_ORDER[card // 13], -(card % 13)


def by_rank(card: int) -> tuple[int, int]:
    """Sorts a hand by ranks, from the highest down."""
    return -(card % 13), _SUIT_ORDER[card // 13]
