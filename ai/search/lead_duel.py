"""The tricks of two seats with all cards known: how many the leader takes.

Whatever the tricks are worth, each seat wants more of them than the other; so the number alone is
solved for, and what it is worth is looked up afterwards, debts and the end of the match included.
"""

from __future__ import annotations

from mypy_extensions import i64

from engine import bits


def taken_by_leader(mine: i64, theirs: i64) -> i64:
    """The tricks that the leader takes; ``mine`` are its cards, ``theirs`` as many others."""
    return _lead(mine, theirs, bits.count(mine), 0, 99)


def taken_by_follower(mine: i64, theirs: i64, card: i64) -> i64:
    """The tricks, the one on the table included, that a seat takes which holds ``mine`` and is to
    follow ``card``; ``theirs`` are the cards that the leader has left."""
    return _follow(mine, theirs, card, bits.count(mine), 0, 99)


def _lead(mine: i64, theirs: i64, left: i64, low: i64, high: i64) -> i64:
    """Exact if it is between ``low`` and ``high``, else a bound on that side."""
    if left == 1:
        return 0 if beats(theirs, bits.lowest(mine)) != 0 else 1
    found: i64 = -1
    both = mine | theirs
    last: i64 = -1
    rest = mine
    while rest != 0:
        card = bits.lowest(rest)
        rest &= rest - 1
        if last >= 0 and same(last, card, both):
            last = card
            continue
        last = card
        value = left - _follow(theirs, mine & ~bits.bit(card), card, left, left - high, left - low)
        if value > found:
            found = value
            if found > low:
                low = found
            if low >= high or found == left:
                break
    return found


def _follow(mine: i64, theirs: i64, led: i64, left: i64, low: i64, high: i64) -> i64:
    suit = led // 13
    cards = mine & bits.whole_suit(suit)
    follows = cards != 0
    if not follows:
        cards = mine
    if left == 1:
        return 1 if beats(cards, led) != 0 else 0
    found: i64 = -1
    both = mine | theirs | bits.bit(led)
    last: i64 = -1
    while cards != 0:
        card = bits.lowest(cards)
        cards &= cards - 1
        if last >= 0 and same(last, card, both):
            last = card
            continue
        last = card
        rest = mine & ~bits.bit(card)
        if follows and card > led:
            value = 1 + _lead(rest, theirs, left - 1, low - 1, high - 1)
        else:
            value = left - 1 - _lead(theirs, rest, left - 1, left - 1 - high, left - 1 - low)
        if value > found:
            found = value
            if found > low:
                low = found
            if low >= high:
                break
    return found


def beats(cards: i64, card: i64) -> i64:
    """The ranks above ``card`` in its suit among ``cards``; 0 if nothing beats it."""
    return bits.suit_of(cards, card // 13) >> (card % 13 + 1)


def same(last: i64, card: i64, both: i64) -> bool:
    """Whether two cards of a hand, ``last`` below ``card``, do the same: one suit, and none of
    ``both`` between them."""
    if last // 13 != card // 13:
        return False
    return both & (bits.bit(card) - 1) & ~(bits.bit(last) * 2 - 1) == 0
