"""Views as rows of numbers of a fixed length, for programs that learn.

Every rule set has a list of fields of ``View.dump`` and how each is written: a number as it is, a
word as one 1 among zeros, cards as 52 counts in card order (suit S H D C, deuce to ace).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards import DECK_SIZE, parse_cards

Row = NDArray[np.float32]
LOWEST: Final = -1.0
HIGHEST: Final = 100_000.0


class Field(NamedTuple):
    """A field of a dumped view: its name, how many numbers it takes, and how they are made."""

    name: str
    size: int
    write: Callable[[object], Sequence[float]]


def _numbers(value: object) -> Sequence[float]:
    found = value if isinstance(value, (list, tuple)) else [value]
    return [float(str(number)) for number in found]


def _cards(value: object) -> Sequence[float]:
    counts = [0.0] * DECK_SIZE
    for card in parse_cards(str(value)):
        counts[card] += 1
    return counts


def _piles(value: object) -> Sequence[float]:
    assert isinstance(value, (list, tuple))
    return [count for pile in value for count in _cards(pile)]


def _heap(value: object) -> Sequence[float]:
    """Several piles as one; "-" and "" are none."""
    assert isinstance(value, (list, tuple))
    return _cards(" ".join([str(pile) for pile in value if pile not in ("", "-")]))


def number(name: str) -> Field:
    """A whole number."""
    return Field(name, 1, _numbers)


def numbers(name: str, size: int) -> Field:
    """A list of ``size`` whole numbers."""
    return Field(name, size, _numbers)


def cards(name: str) -> Field:
    """A pile, as counts."""
    return Field(name, DECK_SIZE, _cards)


def piles(name: str, size: int) -> Field:
    """A list of ``size`` piles, as counts each."""
    return Field(name, size * DECK_SIZE, _piles)


def heap(name: str) -> Field:
    """A list of piles of any length, as the counts of all together."""
    return Field(name, DECK_SIZE, _heap)


def word(name: str, words: Sequence[str]) -> Field:
    """One of some words."""
    return Field(name, len(words), lambda value: [float(value == one) for one in words])


_BATTALION_PHASES: Final = ("take", "discard", "bid", "attack", "defend", "over")
_LEAD_PHASES: Final = ("enter", "fight", "exchange", "play", "over")
_WAR_PHASES: Final = ("muster", "challenge", "battle", "over")


def _battalion(n: int) -> tuple[Field, ...]:
    return (
        word("phase", _BATTALION_PHASES),
        *(number(name) for name in ("seat", "dealer", "turn", "turns_left", "bank", "stock_left")),
        *(numbers(name, n) for name in ("chips", "sizes", "bids", "paid", "place")),
        *(number(name) for name in ("demand", "attacks", "round", "asked")),
        word("last_suit", ("S", "H", "D", "C")),
        numbers("battle", 2),
        cards("hand"),
        cards("discard"),
        cards("attack"),
        heap("answers"),
        piles("known", n),
    )


def _lead(n: int) -> tuple[Field, ...]:
    flags = ("sat", "playing", "committed", "gave", "back", "fresh", "late_counts")
    return (
        word("phase", _LEAD_PHASES),
        *(number(name) for name in ("seat", "dealer", "turn", "deal", "pot", "stock_left")),
        *(number(name) for name in ("last_winner", "mixed", "lead")),
        *(numbers(name, n) for name in ("chips", "debts", *flags)),
        cards("hand"),
        cards("face_down"),
        cards("given"),
        cards("late"),
        cards("turned"),
        piles("fights", n),
        heap("tricks"),
    )


def _war(n: int) -> tuple[Field, ...]:
    return (
        word("phase", _WAR_PHASES),
        *(number(name) for name in ("seat", "dealer", "turn", "target", "reserve_left")),
        number("last_winner"),
        numbers("pair", 2),
        *(numbers(name, n) for name in ("sizes", "place", "committed")),
        numbers("killed", n * n),
        cards("hand"),
        cards("squad"),
        cards("announced"),
        cards("lost"),
        *(piles(name, n) for name in ("known", "won", "table", "last")),
    )


FIELDS: Final[Mapping[str, Callable[[int], tuple[Field, ...]]]] = {
    "battalion-twins": _battalion,
    "battalion-cover": _battalion,
    "fight-for-the-lead": _lead,
    "generals-war": _war,
}


class Encoder:
    """The fields of one rule set at a table of ``players``."""

    def __init__(self, rules: str, players: int) -> None:
        self.fields = FIELDS[rules](players)
        self.size = sum(field.size for field in self.fields)

    def row(self, dump: Mapping[str, object]) -> Row:
        """A dumped view as numbers. Raises KeyError or ValueError for another rule set's."""
        found: list[float] = []
        for field in self.fields:
            part = field.write(dump[field.name])
            if len(part) != field.size:
                raise ValueError(f"{field.name} takes {field.size} numbers, not {len(part)}")
            found += part
        return np.array(found, dtype=np.float32)
