"""Choices as whole numbers, and as the text of ``docs/record-format.md``.

An action code fits into 63 bits: the kind in bits 0 to 4, a target seat in bits 5 to 7, the number
of cards in bits 8 to 11, and from bit 12 either a number (a bid), up to 8 cards of 6 bits each, or,
for cards that must be of one suit, the suit in 2 bits and up to 10 ranks of 4 bits each. The order
of the cards is the order in which they were laid, so the same cards in another order are another
code; the rules list each multiset once, in card order, and accept any.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from engine.cards import CARD_TEXTS, UnknownCard, parse_card
from engine.refusals import IllegalAction, MalformedAction, refuse

DRAW_STOCK: Final = 1
DRAW_DISCARD: Final = 2
DISCARD: Final = 3
BID: Final = 4
PASS: Final = 5
ATTACK: Final = 6  # any target (battalion-twins)
ASSAULT: Final = 7  # the next seat (battalion-cover); written "attack" too
DEFEND: Final = 8
SURRENDER: Final = 9
COVER: Final = 10
LEAVE: Final = 11
ENTER: Final = 12
SIT: Final = 13
FIGHT: Final = 14
EXCHANGE: Final = 15
STAND: Final = 16
PLAY: Final = 17
MUSTER: Final = 18
READY: Final = 19
CHALLENGE: Final = 20
SQUAD: Final = 21

MAX_BID: Final = 99
MAX_SUIT_CARDS: Final = 10
MAX_CARDS: Final = 8

# What follows the word: nothing, one card, cards, cards of one suit, a seat, a number.
_PLAIN: Final = 0
_CARD: Final = 1
_CARDS: Final = 2
_SUITED: Final = 3
_SEAT: Final = 4
_SEAT_SUITED: Final = 5
_NUMBER: Final = 6

_FORMS: Final = {
    DRAW_STOCK: ("draw stock", _PLAIN),
    DRAW_DISCARD: ("draw discard", _PLAIN),
    DISCARD: ("discard", _CARD),
    BID: ("bid", _NUMBER),
    PASS: ("pass", _PLAIN),
    ATTACK: ("attack", _SEAT_SUITED),
    ASSAULT: ("attack", _SUITED),
    DEFEND: ("defend", _SUITED),
    SURRENDER: ("surrender", _PLAIN),
    COVER: ("cover", _CARD),
    LEAVE: ("leave", _PLAIN),
    ENTER: ("enter", _PLAIN),
    SIT: ("sit", _PLAIN),
    FIGHT: ("fight", _CARD),
    EXCHANGE: ("exchange", _CARDS),
    STAND: ("stand", _PLAIN),
    PLAY: ("play", _CARD),
    MUSTER: ("muster", _CARD),
    READY: ("ready", _PLAIN),
    CHALLENGE: ("challenge", _SEAT),
    SQUAD: ("squad", _CARDS),
}


def kind_of(action: i64) -> i64:
    """The kind of an action code, one of the constants above."""
    return action & 31


def target_of(action: i64) -> i64:
    """The seat that an ATTACK or CHALLENGE names."""
    return (action >> 5) & 7


def size_of(action: i64) -> i64:
    """How many cards an action names."""
    return (action >> 8) & 15


def number_of(action: i64) -> i64:
    """The number that a BID names."""
    return (action >> 12) & 255


def card_of(action: i64) -> i64:
    """The card of an action that names one (DISCARD, COVER, FIGHT, PLAY, MUSTER)."""
    return (action >> 12) & 63


def cards_of(action: i64) -> list[int]:
    """The cards that an action names, in the order in which they are laid."""
    kind = action & 31
    size = (action >> 8) & 15
    cards: list[int] = []
    if kind in (ATTACK, ASSAULT, DEFEND):
        base = ((action >> 12) & 3) * 13
        ranks = action >> 14
        while size > 0:
            cards.append(int(base + (ranks & 15)))
            ranks >>= 4
            size -= 1
    else:
        rest = action >> 12
        while size > 0:
            cards.append(int(rest & 63))
            rest >>= 6
            size -= 1
    return cards


def suit_of_action(action: i64) -> i64:
    """The suit (0 to 3) of an ATTACK, ASSAULT or DEFEND."""
    return (action >> 12) & 3


def plain(kind: i64) -> i64:
    """The code of a choice that is only a word."""
    return kind


def with_card(kind: i64, card: i64) -> i64:
    """The code of a choice of one card."""
    return kind | 256 | (card << 12)


def with_number(kind: i64, number: i64) -> i64:
    """The code of a bid."""
    return kind | (number << 12)


def with_seat(kind: i64, seat: i64) -> i64:
    """The code of a choice of a seat."""
    return kind | (seat << 5)


def with_cards(kind: i64, cards: list[int]) -> i64:
    """The code of a choice of up to MAX_CARDS cards, in the order given."""
    code: i64 = kind | (i64(len(cards)) << 8)
    shift: i64 = 12
    for card in cards:
        code |= i64(card) << shift
        shift += 6
    return code


def with_suited(kind: i64, seat: i64, cards: list[int]) -> i64:
    """The code of 1 to MAX_SUIT_CARDS cards of one suit, in the order given; seat 0 if none."""
    suit: i64 = i64(cards[0]) // 13
    code: i64 = kind | (seat << 5) | (i64(len(cards)) << 8) | (suit << 12)
    shift: i64 = 14
    for card in cards:
        code |= (i64(card) - suit * 13) << shift
        shift += 4
    return code


def sorted_action(action: int) -> int:
    """The same choice with its cards in card order: two codes mean the same iff these are equal."""
    size = (action >> 8) & 15
    if size < 2:
        return action
    cards = sorted(cards_of(action))
    kind = action & 31
    if kind in (ATTACK, ASSAULT, DEFEND):
        return int(with_suited(kind, (action >> 5) & 7, cards))
    return int(with_cards(kind, cards))


def action_text(action: int) -> str:
    """The words of a choice without its seat: ``attack 2 QS JS``, ``bid 5``, ``surrender``."""
    kind = action & 31
    word, form = _FORMS[kind]
    if form == _PLAIN:
        return word
    if form == _NUMBER:
        return f"{word} {number_of(action)}"
    if form == _SEAT:
        return f"{word} {target_of(action)}"
    cards = " ".join([CARD_TEXTS[card] for card in cards_of(action)])
    if form == _SEAT_SUITED:
        return f"{word} {target_of(action)} {cards}"
    return f"{word} {cards}"


def word_of(kind: int) -> str:
    """The word or words with which a kind of choice is written."""
    return _FORMS[kind][0]


def _number(word: str, text: str) -> int:
    if not (word.isascii() and word.isdigit()) or (len(word) > 1 and word[0] == "0"):
        raise MalformedAction("not-a-number", text=text, word=word)
    if len(word) > 4:
        raise MalformedAction("number-too-large", text=text, word=word)
    return int(word)


def parse_action(text: str, kinds: tuple[int, ...], one_suit: str) -> int:
    """The code of a choice written without its seat, among the ``kinds`` a rule set knows.

    ``one_suit`` is the clause that asks for cards of one suit. Raises MalformedAction, which
    quotes the text, or IllegalAction for cards that no rule could allow together.
    """
    words = text.split(" ")
    for kind in kinds:
        word, form = _FORMS[kind]
        head = word.split(" ")
        if words[: len(head)] == head:
            return _parse_rest(kind, form, words[len(head) :], text, one_suit)
    raise MalformedAction("unknown-word", text=text, word=words[0])


def _parse_rest(kind: int, form: int, rest: list[str], text: str, one_suit: str) -> int:
    if form == _PLAIN:
        if rest:
            raise MalformedAction("too-many-words", text=text, word=rest[0])
        return kind
    if not rest:
        raise MalformedAction("too-few-words", text=text, word=_FORMS[kind][0])
    if form in (_NUMBER, _SEAT):
        if len(rest) > 1:
            raise MalformedAction("too-many-words", text=text, word=rest[1])
        number = _number(rest[0], text)
        if form == _SEAT:
            if number > 7:
                raise MalformedAction("no-such-seat", text=text, word=rest[0])
            return int(with_seat(kind, number))
        if number > 255:
            raise MalformedAction("number-too-large", text=text, word=rest[0])
        return int(with_number(kind, number))
    seat = 0
    if form == _SEAT_SUITED:
        seat = _number(rest[0], text)
        if seat > 7:
            raise MalformedAction("no-such-seat", text=text, word=rest[0])
        rest = rest[1:]
        if not rest:
            raise MalformedAction("too-few-words", text=text, word=_FORMS[kind][0])
    try:
        cards = [parse_card(word) for word in rest]
    except UnknownCard as error:
        raise MalformedAction("unknown-card", text=text, word=error.text) from None
    if form == _CARD:
        if len(cards) > 1:
            raise MalformedAction("too-many-words", text=text, word=rest[1])
        return int(with_card(kind, cards[0]))
    limit = MAX_CARDS if form == _CARDS else MAX_SUIT_CARDS
    if len(cards) > limit:
        raise MalformedAction("too-many-cards", text=text, word=rest[limit])
    if form == _CARDS:
        return int(with_cards(kind, cards))
    for card in cards:
        if card // 13 != cards[0] // 13:
            raise IllegalAction(
                refuse("not-one-suit", one_suit, first=CARD_TEXTS[cards[0]], other=CARD_TEXTS[card])
            )
    return int(with_suited(kind, seat, cards))
