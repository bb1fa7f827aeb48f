"""Hands as counts, and the choices of several cards of one suit.

A hand is HAND numbers in a row: how many copies of each card 0 to 51 it holds; from LENGTHS on,
how many cards of each suit; at KINDS the mask (``engine.bits``) of the different cards, at TWINS
that of the cards it holds more than once. A position keeps all hands in one vector, that of seat
``s`` from ``s * HAND`` on; ``base`` is where a hand begins.

The sub-multisets of a suit are numbered in mixed radix: how many copies of the deuce is the lowest
digit, how many of the ace the highest. Number 0 is the empty one. Where a number of cards or
points is asked for, they are numbered by that weight first (``weighted_nth``).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from engine import bits

CARDS: Final = 52
LENGTHS: Final = 52
KINDS: Final = 56
TWINS: Final = 57
HAND: Final = 58
# A hand has at most ten cards when it attacks or defends.
MAX_SUBSET: Final = 10
# They are worth at most 20 points (five pairs of twins): weights go from 0 to 20.
WEIGHTS: Final = 21
MAX_WEIGHT: Final = 20
_SUIT_OF: Final = bytes([card // 13 for card in range(CARDS)])
_COUNT: Final = bits.COUNT
_LOWEST: Final = bits.LOWEST
_HIGHEST: Final = bits.HIGHEST


def add_card(hands: vec[i64], base: i64, card: i64) -> None:
    """Puts one copy of ``card`` into the hand at ``base``."""
    copies = hands[base + card]
    hands[base + card] = copies + 1
    hands[base + LENGTHS + i64(_SUIT_OF[card])] += 1
    hands[base + (KINDS if copies == 0 else TWINS)] |= bits.bit(card)


def remove_card(hands: vec[i64], base: i64, card: i64) -> None:
    """Takes one copy of ``card``, which must be there, out of the hand at ``base``."""
    left = hands[base + card] - 1
    hands[base + card] = left
    hands[base + LENGTHS + i64(_SUIT_OF[card])] -= 1
    if left < 2:
        hands[base + (KINDS if left == 0 else TWINS)] &= ~bits.bit(card)


def hand_of(cards: list[int]) -> vec[i64]:
    """The hand of these cards."""
    hand = vec[i64]([0] * HAND)
    for card in cards:
        add_card(hand, 0, card)
    return hand


def cards_in(hands: vec[i64], base: i64) -> list[int]:
    """The cards of the hand at ``base``, in card order."""
    found: list[int] = []
    card: i64 = 0
    while card < CARDS:
        copies = hands[base + card]
        while copies > 0:
            found.append(int(card))
            copies -= 1
        card += 1
    return found


def size(hands: vec[i64], base: i64) -> i64:
    """How many cards the hand at ``base`` holds."""
    return (
        hands[base + LENGTHS]
        + hands[base + LENGTHS + 1]
        + hands[base + LENGTHS + 2]
        + hands[base + LENGTHS + 3]
    )


def longest(hands: vec[i64], base: i64) -> i64:
    """How many cards the longest suit of the hand at ``base`` has."""
    most: i64 = 0
    suit: i64 = 0
    while suit < 4:
        if hands[base + LENGTHS + suit] > most:
            most = hands[base + LENGTHS + suit]
        suit += 1
    return most


def kinds(hands: vec[i64], base: i64, low: i64, high: i64) -> i64:
    """How many different cards from ``low`` up to, not including, ``high`` the hand holds."""
    return bits.count(hands[base + KINDS] & (bits.bit(high) - bits.bit(low)))


def nth_kind(hands: vec[i64], base: i64, low: i64, n: i64) -> i64:
    """The ``n``-th (from 0) different card from ``low`` on that the hand at ``base`` holds."""
    return bits.nth(hands[base + KINDS] & ~(bits.bit(low) - 1), n)


def subsets(hands: vec[i64], base: i64, suit: i64) -> i64:
    """How many sub-multisets the suit has in the hand at ``base``, the empty one included."""
    # Each different card is there or not; one of several copies 0, 1, … times.
    product = bits.bit(i64(_COUNT[bits.suit_of(hands[base + KINDS], suit)]))
    twins = bits.suit_of(hands[base + TWINS], suit)
    while twins != 0:
        copies = hands[base + suit * 13 + i64(_LOWEST[twins])]
        product = (product >> 1) * (copies + 1)
        twins &= twins - 1
    return product


def subset_code(hands: vec[i64], base: i64, suit: i64, number: i64, head: i64) -> i64:
    """The action code of sub-multiset ``number``; ``head`` is its kind and its seat."""
    first = base + suit * 13
    held = bits.suit_of(hands[base + KINDS], suit)
    size: i64 = 0
    ranks: i64 = 0
    shift: i64 = 14
    while number != 0:
        rank = i64(_LOWEST[held])
        held &= held - 1
        copies = hands[first + rank]
        if copies == 1:  # the most common case, without a division
            digit = number & 1
            number >>= 1
        else:
            digit = number % (copies + 1)
            number //= copies + 1
        while digit > 0:
            ranks |= rank << shift
            shift += 4
            size += 1
            digit -= 1
    return head | (size << 8) | (suit << 12) | ranks


def several_number(hands: vec[i64], base: i64, suit: i64, n: i64) -> i64:
    """The number of the ``n``-th (from 0) sub-multiset that has two cards or more."""
    # Left out are the empty one and those of one card: 0 and each held rank's place value, which
    # come in rising order.
    number = n + 1
    place: i64 = 1
    first = base + suit * 13
    ranks = bits.suit_of(hands[base + KINDS], suit)
    while ranks != 0 and place <= number:
        number += 1
        place *= hands[first + i64(_LOWEST[ranks])] + 1
        ranks &= ranks - 1
    return number


def weight(copies: i64, points: bool) -> i64:
    """What so many copies of one card weigh: cards, or points, where each pair is two more."""
    return copies + 2 * (copies // 2) if points else copies


def best_points(hands: vec[i64], base: i64) -> i64:
    """The points of the best suit of the hand at ``base`` (rules, twins, Battle points)."""
    best: i64 = 0
    suit: i64 = 0
    while suit < 4:
        points: i64 = 0
        ranks = bits.suit_of(hands[base + KINDS], suit)
        while ranks != 0:
            points += weight(hands[base + suit * 13 + i64(_LOWEST[ranks])], True)
            ranks &= ranks - 1
        if points > best:
            best = points
        suit += 1
    return best


def points_of(cards: vec[i64]) -> i64:
    """The points of cards that one side lays in a battle: a pair of twins counts 4."""
    points = i64(len(cards))
    single: i64 = 0  # the cards seen an odd number of times
    for card in cards:
        mask = bits.bit(card)
        single ^= mask
        if single & mask == 0:
            points += 2
    return points


def _ways(hands: vec[i64], base: i64, suit: i64, points: bool) -> vec[i64]:
    """How many sub-multisets of the r lowest different cards weigh w, at ``r * WEIGHTS + w``."""
    ranks = bits.suit_of(hands[base + KINDS], suit)
    table = vec[i64]([0] * ((i64(_COUNT[ranks]) + 1) * WEIGHTS))
    table[0] = 1
    most: i64 = 0  # the greatest weight so far
    row: i64 = 0
    while ranks != 0:
        copies = hands[base + suit * 13 + i64(_LOWEST[ranks])]
        laid: i64 = 0
        while laid <= copies:
            more = weight(laid, points)
            total: i64 = 0
            while total <= most and total + more <= MAX_WEIGHT:
                table[row + WEIGHTS + total + more] += table[row + total]
                total += 1
            laid += 1
        most += weight(copies, points)
        ranks &= ranks - 1
        row += WEIGHTS
    return table


def weighted(hands: vec[i64], base: i64, suit: i64, low: i64, high: i64, points: bool) -> i64:
    """How many sub-multisets of the suit weigh ``low`` to ``high`` cards, or points."""
    table = _ways(hands, base, suit, points)
    all_ranks = i64(len(table)) - WEIGHTS
    found: i64 = 0
    while low <= high:
        found += table[all_ranks + low]
        low += 1
    return found


def weighted_nth(
    hands: vec[i64], base: i64, suit: i64, low: i64, points: bool, n: i64, head: i64
) -> i64:
    """The action code of the ``n``-th (from 0) sub-multiset that weighs ``low`` or more."""
    table = _ways(hands, base, suit, points)
    row = i64(len(table)) - WEIGHTS
    left = low
    while n >= table[row + left]:
        n -= table[row + left]
        left += 1
    size: i64 = 0
    ranks: i64 = 0
    rest = bits.suit_of(hands[base + KINDS], suit)
    while row > 0:
        row -= WEIGHTS
        rank = i64(_HIGHEST[rest])
        rest ^= bits.bit(rank)
        laid: i64 = 0
        while True:
            more = weight(laid, points)
            fewer = table[row + left - more] if more <= left else 0
            if n < fewer:
                break
            n -= fewer
            laid += 1
        left -= weight(laid, points)
        while laid > 0:
            ranks = (ranks << 4) | rank
            size += 1
            laid -= 1
    return head | (size << 8) | (suit << 12) | (ranks << 14)
