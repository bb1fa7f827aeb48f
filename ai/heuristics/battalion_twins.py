"""battalion-twins by rule of thumb.

Collect one suit, twins above all, and a second one for the time when the first is banned. Bid
what the best suit allows. Attack the richest with all of the best suit; defend with all.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.heuristics.battalion import all_of_suit, richest, suit_points
from engine import bits
from engine.actions import (
    ATTACK,
    BID,
    DEFEND,
    DISCARD,
    DRAW_DISCARD,
    DRAW_STOCK,
    PASS,
    SURRENDER,
    with_card,
    with_number,
    with_seat,
)
from engine.battalion import hands as held
from engine.battalion.public import BIDDING, DEFENDING, DISCARDING, TAKING
from engine.battalion.view import BattalionView
from engine.battalion_twins.public import TwinsPublic
from engine.game import View
from engine.rng import Rng

# What the points of the suits are worth, best suit first, in hundredths.
_FIRST: Final = 100
_SECOND: Final = 55
_THIRD: Final = 20
_FOURTH: Final = 5
# A gain in hundredths above that of most cards of the stock.
_ENOUGH: Final = 100


def pick(public: TwinsPublic, seat: i64, hands: vec[i64], base: i64, rng: Rng) -> i64:
    """The choice of ``seat``, which is asked now and holds the hand at ``base`` of ``hands``."""
    phase = public.phase
    if phase == TAKING:
        return _take(public, hands, base)
    if phase == DISCARDING:
        return with_card(DISCARD, least_useful(hands, base))
    if phase == BIDDING:
        low, high = public.bid_range(hands, base)
        return with_number(BID, high) if high >= low else PASS
    if phase == DEFENDING:
        suit = public.last_suit
        if hands[base + held.LENGTHS + suit] == 0:
            return SURRENDER
        return all_of_suit(hands, base, suit, DEFEND)
    target = richest(public.chips, seat, rng)
    return all_of_suit(hands, base, _best_suit(public, hands, base), with_seat(ATTACK, target))


def pick_for(view: View, rng: Rng) -> int:
    """The choice of the view's seat, which is asked now."""
    assert isinstance(view, BattalionView)
    assert isinstance(view.public, TwinsPublic)
    return int(pick(view.public, view.seat, view.hand, 0, rng))


def _best_suit(public: TwinsPublic, hands: vec[i64], base: i64) -> i64:
    """The suit of most points that may attack; all of it meets the bid."""
    best: i64 = -1
    most: i64 = 0
    suit: i64 = 0
    while suit < 4:
        length = hands[base + held.LENGTHS + suit]
        if suit != public.last_suit and length > 0:
            points = suit_points(hands, base, suit)
            asked = points if public.points else length
            if asked >= public.demand and points > most:
                best = suit
                most = points
        suit += 1
    return best


def hand_value(hands: vec[i64], base: i64) -> i64:
    """What a hand is worth, in hundredths of a point of the best suit."""
    first: i64 = 0
    second: i64 = 0
    third: i64 = 0
    fourth: i64 = 0
    suit: i64 = 0
    while suit < 4:
        points = suit_points(hands, base, suit)
        if points > first:
            first, second, third, fourth = points, first, second, third
        elif points > second:
            second, third, fourth = points, second, third
        elif points > third:
            third, fourth = points, third
        else:
            fourth = points
        suit += 1
    return _FIRST * first + _SECOND * second + _THIRD * third + _FOURTH * fourth


def least_useful(hands: vec[i64], base: i64) -> i64:
    """The card without which the hand is worth most; the first of equal ones in card order."""
    hand = hands[base : base + held.HAND]
    best: i64 = -1
    most: i64 = -1
    rest = hand[held.KINDS]
    while rest != 0:
        card = bits.lowest(rest)
        rest &= rest - 1
        held.remove_card(hand, 0, card)
        worth = hand_value(hand, 0)
        held.add_card(hand, 0, card)
        if worth > most:
            best = card
            most = worth
    return best


def _take(public: TwinsPublic, hands: vec[i64], base: i64) -> i64:
    """The face-up card if the hand gains more by it than a card of the stock can promise."""
    card = public.top_discard()
    if card < 0:
        return DRAW_STOCK
    hand = hands[base : base + held.HAND]
    held.remove_card(hand, 0, least_useful(hand, 0))
    without = hand_value(hand, 0)  # any card can take the place of the least useful one
    hand = hands[base : base + held.HAND]
    held.add_card(hand, 0, card)
    held.remove_card(hand, 0, least_useful(hand, 0))
    return DRAW_DISCARD if hand_value(hand, 0) - without >= _ENOUGH else DRAW_STOCK
