"""General's War by rule of thumb.

Muster every ace at once: five more cards win more battles than a shown general costs. Challenge
the smallest hand. Lay the three highest cards, but no ace as long as there is another card; where
even they are worth little, lay the three lowest and keep the rest for a better day.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from engine import bits
from engine.actions import CHALLENGE, MUSTER, READY, SQUAD, with_card, with_seat
from engine.game import View
from engine.generals_war.public import (
    ACES,
    CHALLENGING,
    MUSTERING,
    WarPublic,
    squad_mask,
    value_of,
)
from engine.generals_war.view import WarView
from engine.rng import Rng

# Three cards that are worth less lose nearly every battle.
WORTH_IT: Final = 20


def pick(public: WarPublic, seat: i64, hand: i64, rng: Rng) -> i64:
    """The choice of ``seat``, which is asked now and holds the cards of the mask ``hand``."""
    if public.phase == MUSTERING:
        aces = hand & ACES & ~public.announced
        return READY if aces == 0 else with_card(MUSTER, bits.lowest(aces))
    if public.phase == CHALLENGING:
        return with_seat(CHALLENGE, smallest_hand(public, seat, rng))
    return thumb_squad(hand)


def pick_for(view: View, rng: Rng) -> int:
    """The choice of the view's seat, which is asked now."""
    assert isinstance(view, WarView)
    return int(pick(view.public, view.seat, view.hand, rng))


def smallest_hand(public: WarPublic, seat: i64, rng: Rng) -> i64:
    """The seat that can be challenged with the fewest cards; of equal ones any."""
    best: i64 = -1
    fewest: i64 = 99
    equal: i64 = 0
    other: i64 = 0
    while other < public.players:
        if other != seat and public.can_battle(other):
            size = public.sizes[other]
            if size < fewest:
                best = other
                fewest = size
                equal = 1
            elif size == fewest:
                equal += 1
                if rng.below(equal) == 0:
                    best = other
        other += 1
    return best


def thumb_squad(hand: i64) -> i64:
    """The three cards of most value; the three of least if that would be too little to win."""
    best = _three(hand, 11)
    return best if value_of(squad_mask(best)) >= WORTH_IT else _three(hand, 0)


def _three(hand: i64, first: i64) -> i64:
    """Three cards, those of rank ``first`` before all others: the king (11) and then downwards,
    or the deuce (0) and then upwards; aces last. Of equal ranks the first in card order."""
    squad: i64 = 0
    left: i64 = 3
    turn: i64 = 0
    while left > 0:
        card = turn
        if turn < 12 and first > 0:
            card = first - turn
        while card < 52 and left > 0:
            if (hand >> card) & 1 != 0:
                squad |= bits.bit(card)
                left -= 1
            card += 13
        turn += 1
    code: i64 = SQUAD | (3 << 8)
    shift: i64 = 12
    while squad != 0:
        code |= bits.lowest(squad) << shift
        squad &= squad - 1
        shift += 6
    return code
