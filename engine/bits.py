"""Sets of cards as 52-bit masks, for games with one deck.

Bit ``c`` of a mask stands for card ``c``. Tables are bytes, the cheapest module constant there is
in compiled code.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

ALL: Final = 4503599627370495  # 2**52 - 1
# For the 13 bits of a suit's ranks (``suit_of``): how many, the lowest, the highest; 13 for none.
COUNT: Final[bytes] = bytes([m.bit_count() for m in range(8192)])
LOWEST: Final[bytes] = bytes([13] + [(m & -m).bit_length() - 1 for m in range(1, 8192)])
HIGHEST: Final[bytes] = bytes([13] + [m.bit_length() - 1 for m in range(1, 8192)])


def _shifted(one: i64, n: i64) -> i64:
    return one << n


def bit(card: i64) -> i64:
    """The mask of one card.

    The 1 that is shifted comes in as a parameter: mypyc 2.4 compiles ``i64(1) << n``, a constant
    it can see, to a 32-bit shift, which is wrong for n of 31 and more.
    """
    return _shifted(1, card)


def whole_suit(suit: i64) -> i64:
    """The mask of all cards of ``suit`` (0 to 3)."""
    return _shifted(8191, suit * 13)


def suit_of(mask: i64, suit: i64) -> i64:
    """The ranks of ``suit`` (0 to 3) in ``mask``, as 13 bits."""
    return (mask >> (suit * 13)) & 8191


def count(mask: i64) -> i64:
    """How many cards are in ``mask``."""
    return (
        i64(COUNT[mask & 8191])
        + i64(COUNT[(mask >> 13) & 8191])
        + i64(COUNT[(mask >> 26) & 8191])
        + i64(COUNT[(mask >> 39) & 8191])
    )


def lowest(mask: i64) -> i64:
    """The first card of ``mask`` in card order; 52 for the empty mask."""
    base: i64 = 0
    while base < 52:
        part = mask & 8191
        if part != 0:
            return base + i64(LOWEST[part])
        mask >>= 13
        base += 13
    return 52


def highest_of(mask: i64, suit: i64) -> i64:
    """The highest card of ``suit`` in ``mask``; -1 if there is none."""
    part = (mask >> (suit * 13)) & 8191
    if part == 0:
        return -1
    return suit * 13 + i64(HIGHEST[part])


def nth(mask: i64, n: i64) -> i64:
    """The ``n``-th card (from 0) of ``mask`` in card order; the mask holds more than ``n``."""
    base: i64 = 0
    part = mask & 8191
    held = i64(COUNT[part])
    while n >= held:
        n -= held
        mask >>= 13
        base += 13
        part = mask & 8191
        held = i64(COUNT[part])
    while n > 0:
        part &= part - 1
        n -= 1
    return base + i64(LOWEST[part])


def cards_of(mask: i64) -> list[int]:
    """The cards of ``mask`` in card order."""
    found: list[int] = []
    while mask != 0:
        found.append(int(lowest(mask)))
        mask &= mask - 1
    return found


def mask_of(cards: list[int]) -> i64:
    """The mask of ``cards``, each of which occurs once."""
    mask: i64 = 0
    for card in cards:
        mask |= bit(card)
    return mask
