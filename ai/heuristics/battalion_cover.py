"""battalion-cover by rule of thumb.

Collect high cards, or a suit that is long already, and declare what you have. Attack with the two
highest cards of a suit. Defend by beating as many cards as possible, each as cheaply as possible,
and cover the rest with what is lowest; who is out of the suit gets rid of low cards.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from engine.actions import (
    ASSAULT,
    BID,
    COVER,
    DISCARD,
    DRAW_DISCARD,
    DRAW_STOCK,
    LEAVE,
    PASS,
    with_card,
    with_number,
)
from engine.battalion import hands as held
from engine.battalion.public import BIDDING, DEFENDING, DISCARDING, TAKING
from engine.battalion.view import BattalionView
from engine.battalion_cover.public import SUIT_ONLY, CoverPublic
from engine.game import View
from engine.rng import Rng

# Cards below this rank (an eight) are worse than what the stock gives on average.
_LOW: Final = 6
# A suit of that many cards is kept together.
_LONG: Final = 6


def pick(public: CoverPublic, seat: i64, hands: vec[i64], base: i64, rng: Rng) -> i64:
    """The choice of ``seat``, which is asked now and holds the hand at ``base`` of ``hands``."""
    phase = public.phase
    if phase == TAKING:
        return _take(public, hands, base)
    if phase == DISCARDING:
        return with_card(DISCARD, _least_useful(hands, base))
    if phase == BIDDING:
        low, high = public.bid_range(hands, base)
        return with_number(BID, high) if high >= low else PASS
    if phase == DEFENDING:
        if public.round == SUIT_ONLY:
            return _answer_in_suit(public, hands, base)
        return _answer_with_any(public, hands, base)
    return _attack(public, hands, base)


def pick_for(view: View, rng: Rng) -> int:
    """The choice of the view's seat, which is asked now."""
    assert isinstance(view, BattalionView)
    assert isinstance(view.public, CoverPublic)
    return int(pick(view.public, view.seat, view.hand, 0, rng))


# Acquisition


def _take(public: CoverPublic, hands: vec[i64], base: i64) -> i64:
    """The face-up card if it is of the longest suit."""
    card = public.top_discard()
    if card >= 0 and card // 13 == _longest_suit(hands, base):
        return DRAW_DISCARD
    return DRAW_STOCK


def _longest_suit(hands: vec[i64], base: i64) -> i64:
    """The suit of most cards, of equal ones that with the higher sum of ranks."""
    best: i64 = -1
    most: i64 = -1
    suit: i64 = 0
    while suit < 4:
        worth = 1000 * hands[base + held.LENGTHS + suit] + _rank_sum(hands, base, suit)
        if worth > most:
            best = suit
            most = worth
        suit += 1
    return best


def _rank_sum(hands: vec[i64], base: i64, suit: i64) -> i64:
    total: i64 = 0
    rank: i64 = 0
    while rank < 13:
        total += rank * hands[base + suit * 13 + rank]
        rank += 1
    return total


def _least_useful(hands: vec[i64], base: i64) -> i64:
    """The lowest card, but of a long suit only if there is no other."""
    kept = _longest_suit(hands, base)
    if hands[base + held.LENGTHS + kept] < _LONG:
        kept = -1
    rank: i64 = 0
    while rank < 13:
        suit: i64 = 0
        while suit < 4:
            if suit != kept and hands[base + suit * 13 + rank] != 0:
                return suit * 13 + rank
            suit += 1
        rank += 1
    return held.nth_kind(hands, base, kept * 13, 0)


# Attack


def _attack(public: CoverPublic, hands: vec[i64], base: i64) -> i64:
    """As many cards as were declared, else two, or one where two of a suit are not held: the
    highest of the suit in which they are highest."""
    several: i64 = 2 if held.longest(hands, base) > 1 else 1
    wanted = public.demand if public.demand > 0 else several
    most: i64 = -1
    attack: i64 = 0
    suit: i64 = 0
    while suit < 4:
        if hands[base + held.LENGTHS + suit] >= wanted:
            ranks, total = highest(hands, base, suit, wanted)
            if total > most:
                most = total
                attack = ASSAULT | (wanted << 8) | (suit << 12) | (ranks << 14)
        suit += 1
    return attack


def highest(hands: vec[i64], base: i64, suit: i64, wanted: i64) -> tuple[i64, i64]:
    """The ``wanted`` highest cards of a suit: their ranks as in an action, and the sum."""
    ranks: i64 = 0
    total: i64 = 0
    rank: i64 = 12
    while wanted > 0:
        copies = hands[base + suit * 13 + rank]
        while copies > 0 and wanted > 0:
            ranks = (ranks << 4) | rank
            total += rank
            copies -= 1
            wanted -= 1
        rank -= 1
    return ranks, total


# Defence


def _answer_in_suit(public: CoverPublic, hands: vec[i64], base: i64) -> i64:
    """The card for the attack card that is asked about, by a plan for all that are left.

    Beaten are, from the lowest attack card up, all that the cheapest higher card is still there
    for: no plan beats more. What is left of the suit covers the others, lowest first.
    """
    suit = public.last_suit * 13
    asked = public.asked
    # How many of each rank are still to be answered, and how many of each rank are free.
    bare = vec[i64]([0] * 13)
    free = vec[i64]([0] * 13)
    rank: i64 = 0
    while rank < 13:
        free[rank] = hands[base + suit + rank]
        rank += 1
    n = asked
    while n < len(public.attack):
        bare[public.attack[n] - suit] += 1
        n += 1
    mine = public.attack[asked] - suit
    found: i64 = -1
    rank = 0
    while rank < 13:
        while bare[rank] > 0:
            higher = rank + 1
            while higher < 13 and free[higher] == 0:
                higher += 1
            if higher == 13:
                break
            free[higher] -= 1
            bare[rank] -= 1
            if rank == mine and found < 0:
                found = higher
        rank += 1
    if found < 0:
        rank = 0
        while rank < 13 and free[rank] == 0:
            rank += 1
        if rank == 13:
            return LEAVE
        found = rank
    return with_card(COVER, suit + found)


def _answer_with_any(public: CoverPublic, hands: vec[i64], base: i64) -> i64:
    """The lowest card if it is low and will be replaced: it costs nothing to lay it."""
    if not public.refills:
        return LEAVE
    rank: i64 = 0
    while rank < _LOW:
        suit: i64 = 0
        while suit < 4:
            if hands[base + suit * 13 + rank] != 0:
                return with_card(COVER, suit * 13 + rank)
            suit += 1
        rank += 1
    return LEAVE
