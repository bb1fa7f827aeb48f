"""The reference player of Fight for the Lead. Frozen: never changed again.

Sits out when it owes and the debt lapses, fights with a low card of a short suit, exchanges
nothing, leads the card with fewest unseen higher ones, takes tricks as cheaply as it can and throws
away its lowest card when it cannot.
"""

from __future__ import annotations

from common import by_suit

from engine.actions import ENTER, FIGHT, PLAY, SIT, STAND, with_card
from engine.fight_for_the_lead.public import LeadPublic
from engine.fight_for_the_lead.terms import ENTERING, EXCHANGING, FIGHTING, LAPSES
from engine.game import View

# Ranks that each further card of its suit makes a card worth more.
COMPANY = 2.5


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
    suits = by_suit(cards)
    if public.phase == FIGHTING:
        worth = {card: rank(card) + COMPANY * len(suits[card // 13]) for card in cards}
        return int(with_card(FIGHT, min(cards, key=lambda card: worth[card])))
    if public.phase == EXCHANGING:
        return STAND
    if public.laid == 0:
        seen = mask | int(public.played) | int(public.shown)

        def above(card: int) -> int:
            end = card - card % 13 + 13
            return sum(1 for other in range(card + 1, end) if not seen >> other & 1)

        lead = min(cards, key=lambda card: (above(card), -len(suits[card // 13]), -rank(card)))
        return int(with_card(PLAY, lead))
    playable = int(public.playable(mask))
    cards = [card for card in cards if playable >> card & 1]
    best = int(public.best)
    winning = [card for card in cards if card // 13 == best // 13 and card > best]
    if not winning:
        return int(with_card(PLAY, min(cards, key=rank)))
    last = public.laid + 1 == public.size
    return int(with_card(PLAY, min(winning) if last else max(winning)))
