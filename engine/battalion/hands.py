"""Hands as counts, and the choices of several cards of one suit.

A hand is HAND numbers in a row: how many copies of each card 0 to 51 it holds, then, from LENGTHS
on, how many cards of each suit. A position keeps all hands in one vector, that of seat ``s`` from
``s * HAND`` on; ``base`` is where a hand begins.

The sub-multisets of a suit are numbered in mixed radix: how many copies of the deuce is the lowest
digit, how many of the ace the highest. Number 0 is the empty one. Where a number of cards or
points is asked for, they are numbered by that weight first (``weighted_nth``).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

CARDS: Final = 52
LENGTHS: Final = 52
HAND: Final = 56
# A hand has at most ten cards when it attacks or defends.
MAX_SUBSET: Final = 10
# They are worth at most 20 points (five pairs of twins): weights go from 0 to 20.
WEIGHTS: Final = 21
MAX_WEIGHT: Final = 20


def add_card(hands: vec[i64], base: i64, card: i64) -> None:
    """Puts one copy of ``card`` into the hand at ``base``."""
    hands[base + card] += 1
    hands[base + LENGTHS + card // 13] += 1


def remove_card(hands: vec[i64], base: i64, card: i64) -> None:
    """Takes one copy of ``card``, which must be there, out of the hand at ``base``."""
    hands[base + card] -= 1
    hands[base + LENGTHS + card // 13] -= 1


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
    found: i64 = 0
    card = base + low
    end = base + high
    while card < end:
        if hands[card] != 0:
            found += 1
        card += 1
    return found


def nth_kind(hands: vec[i64], base: i64, low: i64, n: i64) -> i64:
    """The ``n``-th (from 0) different card from ``low`` on that the hand at ``base`` holds."""
    card = low
    while True:
        if hands[base + card] != 0:
            if n == 0:
                return card
            n -= 1
        card += 1


def subsets(hands: vec[i64], base: i64, suit: i64) -> i64:
    """How many sub-multisets the suit has in the hand at ``base``, the empty one included."""
    if hands[base + LENGTHS + suit] == 0:
        return 1
    product: i64 = 1
    card = base + suit * 13
    end = card + 13
    while card < end:
        product *= hands[card] + 1
        card += 1
    return product


def subset_code(hands: vec[i64], base: i64, suit: i64, number: i64, head: i64) -> i64:
    """The action code of sub-multiset ``number``; ``head`` is its kind and its seat."""
    size: i64 = 0
    ranks: i64 = 0
    shift: i64 = 14
    card = base + suit * 13
    rank: i64 = 0
    while number != 0:
        radix = hands[card + rank] + 1
        digit = number % radix
        number //= radix
        while digit > 0:
            ranks |= rank << shift
            shift += 4
            size += 1
            digit -= 1
        rank += 1
    return head | (size << 8) | (suit << 12) | ranks


def several_number(hands: vec[i64], base: i64, suit: i64, n: i64) -> i64:
    """The number of the ``n``-th (from 0) sub-multiset that has two cards or more."""
    # Left out are the empty one and those of one card: 0 and each held rank's place value, which
    # come in rising order.
    number = n + 1
    place: i64 = 1
    card = base + suit * 13
    end = card + 13
    while card < end and place <= number:
        if hands[card] != 0:
            number += 1
            place *= hands[card] + 1
        card += 1
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
        card = base + suit * 13
        end = card + 13
        while card < end:
            points += weight(hands[card], True)
            card += 1
        if points > best:
            best = points
        suit += 1
    return best


def points_of(cards: vec[i64]) -> i64:
    """The points of cards that one side lays in a battle: a pair of twins counts 4."""
    points = i64(len(cards))
    copies = vec[i64]([0] * 13)
    for card in cards:
        copies[card % 13] += 1
    for held in copies:
        points += 2 * (held // 2)
    return points


def _ways(hands: vec[i64], base: i64, suit: i64, points: bool) -> vec[i64]:
    """How many sub-multisets of the lowest r ranks weigh w, at ``r * WEIGHTS + w``."""
    table = vec[i64]([0] * (14 * WEIGHTS))
    table[0] = 1
    rank: i64 = 0
    while rank < 13:
        row = rank * WEIGHTS
        copies = hands[base + suit * 13 + rank]
        laid: i64 = 0
        while laid <= copies:
            more = weight(laid, points)
            total: i64 = 0
            while total + more <= MAX_WEIGHT:
                table[row + WEIGHTS + total + more] += table[row + total]
                total += 1
            laid += 1
        rank += 1
    return table


def weighted(hands: vec[i64], base: i64, suit: i64, low: i64, high: i64, points: bool) -> i64:
    """How many sub-multisets of the suit weigh ``low`` to ``high`` cards, or points."""
    table = _ways(hands, base, suit, points)
    found: i64 = 0
    while low <= high:
        found += table[13 * WEIGHTS + low]
        low += 1
    return found


def weighted_nth(
    hands: vec[i64], base: i64, suit: i64, low: i64, points: bool, n: i64, head: i64
) -> i64:
    """The action code of the ``n``-th (from 0) sub-multiset that weighs ``low`` or more."""
    table = _ways(hands, base, suit, points)
    left = low
    while n >= table[13 * WEIGHTS + left]:
        n -= table[13 * WEIGHTS + left]
        left += 1
    size: i64 = 0
    ranks: i64 = 0
    rank: i64 = 12
    while rank >= 0:
        laid: i64 = 0
        while True:
            more = weight(laid, points)
            fewer = table[rank * WEIGHTS + left - more] if more <= left else 0
            if n < fewer:
                break
            n -= fewer
            laid += 1
        left -= weight(laid, points)
        while laid > 0:
            ranks = (ranks << 4) | rank
            size += 1
            laid -= 1
        rank -= 1
    return head | (size << 8) | (suit << 12) | (ranks << 14)
