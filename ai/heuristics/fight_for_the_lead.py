"""Fight for the Lead by rule of thumb.

Fight with the second highest card: the highest stays for the tricks. Take a trick if you can, as
cheaply as the seats still to come allow, and throw away the lowest card if you cannot. Pay for no
exchange: a card costs more than it brings. Sit out when you owe and the debt will be forgotten,
unless you lead by half of it or more.
"""

from __future__ import annotations

from mypy_extensions import i64

from engine import bits
from engine.actions import ENTER, FIGHT, PLAY, SIT, STAND, with_card
from engine.fight_for_the_lead.public import LeadPublic
from engine.fight_for_the_lead.terms import ENTERING, EXCHANGING, FIGHTING, LAPSES
from engine.fight_for_the_lead.view import LeadView
from engine.game import View
from engine.rng import Rng


def pick(public: LeadPublic, seat: i64, hand: i64, rng: Rng) -> i64:
    """The choice of ``seat``, which is asked now and holds the cards of the mask ``hand``."""
    phase = public.phase
    if phase == ENTERING:
        return _enters(public, seat)
    if phase == FIGHTING:
        highest = _highest(hand)
        second = _highest(hand & ~bits.bit(highest))
        return with_card(FIGHT, second if second >= 0 else highest)
    if phase == EXCHANGING:
        return STAND
    return with_card(PLAY, _play(public, hand))


def pick_for(view: View, rng: Rng) -> int:
    """The choice of the view's seat, which is asked now."""
    assert isinstance(view, LeadView)
    return int(pick(view.public, view.seat, view.hand, rng))


def _enters(public: LeadPublic, seat: i64) -> i64:
    if public.debts[seat] == 0 or public.terms.debt != LAPSES:
        return ENTER
    left = public.chips[seat] - public.debts[seat] // 2
    other: i64 = 0
    while other < public.terms.players:
        if other != seat and public.chips[other] > left:
            return SIT
        other += 1
    return ENTER


def _lowest(hand: i64) -> i64:
    """The card of lowest rank, of equal ones the first in card order."""
    best: i64 = -1
    least: i64 = 99
    while hand != 0:
        card = bits.lowest(hand)
        if card % 13 < least:
            best = card
            least = card % 13
        hand &= hand - 1
    return best


def _highest(hand: i64) -> i64:
    """The card of highest rank, of equal ones the first in card order."""
    best: i64 = -1
    most: i64 = -1
    while hand != 0:
        card = bits.lowest(hand)
        if card % 13 > most:
            best = card
            most = card % 13
        hand &= hand - 1
    return best


def _play(public: LeadPublic, hand: i64) -> i64:
    if public.laid == 0:
        return _highest(hand)
    cards = public.playable(hand)
    winning = _higher(cards, public.best)
    if winning == 0:
        return _lowest(cards)
    last = public.laid + 1 == public.size
    return bits.lowest(winning) if last else bits.highest_of(winning, public.led)


def _higher(cards: i64, best: i64) -> i64:
    """Those of ``cards`` that are of the suit of ``best`` and higher."""
    found: i64 = 0
    suit = bits.suit_of(cards, best // 13)
    rank = best % 13 + 1
    while rank < 13:
        if (suit >> rank) & 1 != 0:
            found |= bits.bit(best // 13 * 13 + rank)
        rank += 1
    return found
