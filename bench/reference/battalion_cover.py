"""The reference player of battalion-cover. Frozen: never changed again.

Keeps high cards and something of every suit, declares nothing, attacks with two cards of a suit
(the lower of them the more they cost, the shorter the neighbour is likely to be in it the better),
beats as many cards as it can as cheaply as it can and covers the others with its lowest.
"""

from __future__ import annotations

from common import by_suit, cards_held

from engine.actions import (
    ASSAULT,
    COVER,
    DISCARD,
    DRAW_DISCARD,
    DRAW_STOCK,
    LEAVE,
    PASS,
    with_card,
    with_suited,
)
from engine.battalion.public import BIDDING, DEFENDING, DISCARDING, TAKING
from engine.battalion.signs import SIGNS, SINCE
from engine.battalion_cover.public import SUIT_ONLY, CoverPublic
from engine.game import View

JACK = 9
EIGHT = 6


def pick(view: View) -> int:
    public = view.public  # type: ignore[attr-defined]
    assert isinstance(public, CoverPublic)
    cards = cards_held(view)
    suits = by_suit(cards)
    if public.phase == TAKING:
        top = int(public.top_discard())
        return DRAW_DISCARD if top >= 0 and top % 13 >= JACK else DRAW_STOCK
    if public.phase == DISCARDING:
        long = [card for card in cards if len(suits[card // 13]) > 2]
        return int(with_card(DISCARD, min(long or cards, key=lambda card: card % 13)))
    if public.phase == BIDDING:
        return PASS
    if public.phase == DEFENDING:
        return answer(public, cards, suits)
    return attack(view, public, suits)


def attack(view: View, public: CoverPublic, suits: list[list[int]]) -> int:
    target = (view.seat + 1) % int(public.players)
    size = max(1, int(public.sizes[target]))
    pack = [int(copies) for copies in public.pack]
    for card in public.discard:
        pack[int(card)] -= 1
    for card in cards_held(view):
        pack[card] -= 1
    total = sum(pack) or 1
    wanted = int(public.demand) or min(2, max(len(suit) for suit in suits))
    best, most = -1, -1e9
    for suit, cards in enumerate(suits):
        may = min(size, int(public.signs[target * SIGNS + SINCE + suit])) / total
        for start in range(len(cards) - wanted + 1):
            laid = cards[start : start + wanted]
            worth = 0.0
            for number, card in enumerate(laid):
                higher = may * sum(pack[card + 1 : suit * 13 + 13])
                any_ = may * sum(pack[suit * 13 : suit * 13 + 13])
                worth -= 2.0 * min(1.0, higher / (wanted - number))
                worth += 0.4 * (1.0 - min(1.0, any_ / (number + 1)))
                worth -= 0.5 * (card % 13) / 12
            if worth > most:
                best, most = int(with_suited(ASSAULT, 0, laid)), worth
    return best


def answer(public: CoverPublic, cards: list[int], suits: list[list[int]]) -> int:
    if public.round != SUIT_ONLY:
        low = min(cards, key=lambda card: card % 13)
        return int(with_card(COVER, low)) if public.refills and low % 13 < EIGHT else LEAVE
    free = suits[int(public.last_suit)][:]
    waiting = [int(card) for card in public.attack[int(public.asked) :]]
    mine = waiting[0]
    for card in sorted(waiting):
        higher = [held for held in free if held > card]
        if higher:
            if card == mine:
                return int(with_card(COVER, min(higher)))
            free.remove(min(higher))
    return int(with_card(COVER, free[0])) if free else LEAVE
