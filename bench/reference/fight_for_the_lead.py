"""The reference player of Fight for the Lead. Frozen: never changed again.

Sits out when it owes and the debt lapses, fights with its lowest card, exchanges a card below a
six when its hand is poor, leads its highest card, takes tricks as cheaply as it can and throws away
its lowest card when it cannot.
"""

from __future__ import annotations

from common import by_suit

from engine.actions import ENTER, EXCHANGE, FIGHT, PLAY, SIT, STAND, with_card, with_cards
from engine.fight_for_the_lead.public import LeadPublic
from engine.fight_for_the_lead.terms import ENTERING, EXCHANGING, FIGHTING, LAPSES
from engine.game import View

SIX = 4
# Average rank of a hand that wins no trick without a better card.
POOR = 5.0


def rank(card: int) -> int:
    return card % 13


def pick(view: View) -> int:
    public = view.public  # type: ignore[attr-defined]
    assert isinstance(public, LeadPublic)
    mask = int(view.hand)  # type: ignore[attr-defined]
    cards = [card for card in range(52) if mask >> card & 1]
    if public.phase == ENTERING:
        owing = public.debts[view.seat] > 0 and public.terms.debt == LAPSES
        return SIT if owing else ENTER
    if public.phase == FIGHTING:
        # The lowest card, of equal ones that of the longest suit.
        length = [len(suit) for suit in by_suit(cards)]
        return int(with_card(FIGHT, min(cards, key=lambda c: (rank(c), -length[c // 13]))))
    if public.phase == EXCHANGING:
        low = min(cards, key=rank)
        poor = sum(map(rank, cards)) / len(cards) < POOR
        if poor and rank(low) < SIX and public.chips[view.seat] > 3:
            return int(with_cards(EXCHANGE, [low]))
        return STAND
    if public.laid == 0:
        return int(with_card(PLAY, max(cards, key=rank)))
    playable = int(public.playable(mask))
    cards = [card for card in cards if playable >> card & 1]
    best = int(public.best)
    winning = [card for card in cards if card // 13 == best // 13 and card > best]
    if not winning:
        return int(with_card(PLAY, min(cards, key=rank)))
    last = public.laid + 1 == public.size
    return int(with_card(PLAY, min(winning) if last else max(winning)))
