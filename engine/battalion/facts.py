"""The entries of a ledger: what happened to the unseen cards of one seat, as whole numbers.

A code is the kind in bits 0 to 3 and two numbers of 8 bits from bits 4 and 12. Drawing, showing and
the reshuffles tell the history; the facts say what is certain about the hand at that moment, and
each is followed by a KNEW for every card that all knew to be in the hand then.
"""

from __future__ import annotations

from typing import Final

from engine import bits
from engine.cards import CARD_TEXTS, SUITS, UnknownCard, parse_card
from engine.refusals import BadSnapshot

DREW: Final = 1  # so many cards from the stock, unseen by the others
SHOWED: Final = 2  # this card, of which nobody else knew that it was there
CUT: Final = 3  # the discard pile became the stock: what is drawn later was in it
LACKS: Final = 4  # no card of these suits (a mask, 1 << suit) was in the hand
LONGEST: Final = 5  # the longest suit had from so many to so many cards
POINTS: Final = 6  # the best suit was worth at least so many battle points
HOLDS: Final = 7  # at least one card of these suits (a mask) was in the hand
KNEW: Final = 8

ALL_SUITS: Final = 15
SUIT_MASKS: Final = bytes([1, 2, 4, 8])
MOST_CARDS: Final = 11  # in one hand: ten, and the one just taken
MOST_POINTS: Final = 20
_WORDS: Final = {
    DREW: "drew",
    SHOWED: "showed",
    CUT: "cut",
    LACKS: "lacks",
    LONGEST: "longest",
    POINTS: "points",
    HOLDS: "holds",
    KNEW: "knew",
}
_KINDS: Final = {word: kind for kind, word in _WORDS.items()}


def entry(kind: int, first: int = 0, second: int = 0) -> int:
    """The code of an entry."""
    return kind | (first << 4) | (second << 12)


def kind_of(code: int) -> int:
    """DREW … KNEW."""
    return code & 15


def first_of(code: int) -> int:
    """The first number of an entry: cards, a card, a mask of suits, the low end."""
    return (code >> 4) & 255


def second_of(code: int) -> int:
    """The second number: the high end of LONGEST."""
    return code >> 12


def is_fact(code: int) -> bool:
    """Whether an entry says something about a whole hand."""
    return LACKS <= (code & 15) <= HOLDS


def suits_text(mask: int) -> str:
    """The letters of the suits in a mask."""
    return "".join(letter for suit, letter in enumerate(SUITS) if mask >> suit & 1)


def entry_text(code: int) -> str:
    """An entry by words: ``drew 3``, ``showed QS``, ``lacks SH``, ``longest 5 10``."""
    kind = kind_of(code)
    first = first_of(code)
    if kind == CUT:
        return _WORDS[kind]
    if kind in (SHOWED, KNEW):
        return f"{_WORDS[kind]} {CARD_TEXTS[first]}"
    if kind in (LACKS, HOLDS):
        return f"{_WORDS[kind]} {suits_text(first)}"
    if kind == LONGEST:
        return f"{_WORDS[kind]} {first} {second_of(code)}"
    return f"{_WORDS[kind]} {first}"


def parse_entry(text: object, field: str) -> int:
    """The entry written as ``text``. Raises BadSnapshot."""
    if not isinstance(text, str) or len(text) > 20:
        raise BadSnapshot("not-an-entry", field=field)
    words = text.split(" ")
    kind = _KINDS.get(words[0], 0)
    given = words[1:]
    try:
        if kind == CUT and not given:
            return entry(CUT)
        if kind in (SHOWED, KNEW) and len(given) == 1:
            return entry(kind, parse_card(given[0]))
        if kind in (LACKS, HOLDS) and len(given) == 1:
            return entry(kind, _suits(given[0]))
        if kind == LONGEST and len(given) == 2:
            return entry(kind, _number(given[0], MOST_CARDS), _number(given[1], MOST_CARDS))
        if kind == DREW and len(given) == 1:
            return entry(kind, _number(given[0], 255))
        if kind == POINTS and len(given) == 1:
            return entry(kind, _number(given[0], MOST_POINTS))
    except (UnknownCard, ValueError):
        pass
    raise BadSnapshot("not-an-entry", field=field, text=text)


def _suits(text: str) -> int:
    mask = 0
    for suit, letter in enumerate(SUITS):
        if letter in text:
            mask |= bits.bit(suit)
    if mask == 0 or suits_text(mask) != text:
        raise ValueError(text)
    return mask


def _number(text: str, high: int) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > 3 or int(text) > high:
        raise ValueError(text)
    return int(text)
