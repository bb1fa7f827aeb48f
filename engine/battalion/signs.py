"""What a player who pays attention remembers of the others: counts made of public events alone.

Nothing here is certain about a hand; it is what beliefs are made of. SIGNS numbers a seat:

- from THROWN, one a suit: cards of that suit it threw away in the acquisition of this hand;
- from TAKEN, one a suit: cards of that suit it took face up then;
- from SINCE, one a suit: unseen cards that may be of that suit if, when it was last asked for the
  suit in defence, it laid all it had; it is never less than what came since;
- from SPENT, one a suit: the same, if it laid all it had also when it last attacked with the suit
  (battalion-twins);
- at FRESH: unseen cards that came after acquisition, in hundredths of a card, each card that it
  laid being taken for one of these as likely as for one of the others.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

THROWN: Final = 0
TAKEN: Final = 4
SINCE: Final = 8
SPENT: Final = 12
FRESH: Final = 16
SIGNS: Final = 17
CARD: Final = 100
# The most that any of the numbers can be.
MOST: Final = 2000


def begin(signs: vec[i64], seat: i64, size: i64) -> None:
    """``seat`` was dealt ``size`` cards: a hand begins."""
    base = seat * SIGNS
    suit: i64 = 0
    while suit < 4:
        signs[base + THROWN + suit] = 0
        signs[base + TAKEN + suit] = 0
        signs[base + SINCE + suit] = size
        signs[base + SPENT + suit] = size
        suit += 1
    signs[base + FRESH] = 0


def drew(signs: vec[i64], seat: i64, count: i64, acquiring: bool) -> None:
    """``seat`` drew ``count`` cards from the stock."""
    base = seat * SIGNS
    at = base + SINCE
    while at < base + FRESH:
        signs[at] += count
        at += 1
    if not acquiring:
        signs[base + FRESH] += CARD * count


def showed(signs: vec[i64], seat: i64, card: i64, size: i64) -> None:
    """``seat`` put down an unseen card, which was one of ``size`` cards in its hand."""
    base = seat * SIGNS
    at = base + SINCE + card // 13
    if signs[at] > 0:
        signs[at] -= 1
    at = base + SPENT + card // 13
    if signs[at] > 0:
        signs[at] -= 1
    signs[base + FRESH] -= signs[base + FRESH] // size


def answered(signs: vec[i64], seat: i64, suit: i64) -> None:
    """``seat`` laid no more of ``suit`` when it was asked for it."""
    signs[seat * SIGNS + SINCE + suit] = 0
    signs[seat * SIGNS + SPENT + suit] = 0


def attacked(signs: vec[i64], seat: i64, suit: i64) -> None:
    """``seat`` laid an attack of ``suit``."""
    signs[seat * SIGNS + SPENT + suit] = 0
