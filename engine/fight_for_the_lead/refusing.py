"""Why a choice is not allowed. State and View ask the same, of what is public and a seat's hand."""

from __future__ import annotations

from mypy_extensions import i64

from engine import bits
from engine.actions import (
    ENTER,
    EXCHANGE,
    FIGHT,
    MAX_CARDS,
    PLAY,
    SIT,
    STAND,
    cards_of,
    kind_of,
    size_of,
)
from engine.cards import CARD_TEXTS, SUITS
from engine.fight_for_the_lead.public import LeadPublic
from engine.fight_for_the_lead.terms import ENTERING, EXCHANGING, FIGHTING, OVER, PHASES, TRICKS
from engine.refusals import Refusal, refuse


def refusal_of(public: LeadPublic, seat: i64, hand: i64, action: i64) -> Refusal | None:
    """Why ``seat``, who holds ``hand``, may not choose ``action``; None if it may."""
    if public.phase == OVER:
        return refuse("game-over", "common.over")
    if not public.asks(seat):
        return refuse("not-your-turn", "common.turn", seat=int(seat), asked=public.actors())
    kind = kind_of(action)
    if kind == ENTER or kind == SIT:
        wanted = ENTERING
    elif kind == FIGHT:
        wanted = FIGHTING
    elif kind == EXCHANGE or kind == STAND:
        wanted = EXCHANGING
    elif kind == PLAY:
        wanted = TRICKS
    else:
        wanted = OVER
    if wanted != public.phase:
        return refuse("not-asked", "common.choice", phase=PHASES[public.phase])
    if kind == ENTER or kind == SIT or kind == STAND:
        if action != kind:
            return refuse("too-many-cards", "common.choice", phase=PHASES[public.phase])
        return None
    why = _holding_refusal(hand, action)
    if why is not None:
        return why
    if kind == EXCHANGE:
        return _exchange_refusal(public, seat, size_of(action))
    if size_of(action) != 1:
        return refuse("one-card", "common.choice", cards=int(size_of(action)))
    if kind == PLAY:
        return _play_refusal(public, hand, (action >> 12) & 63)
    return None


def _exchange_refusal(public: LeadPublic, seat: i64, cards: i64) -> Refusal | None:
    if cards == 0:
        return refuse("exchange-nothing", "lead.exchange.number")
    if cards > public.most_exchanged(seat):
        return refuse(
            "cannot-afford",
            "lead.exchange.afford",
            cards=int(cards),
            price=int(cards * public.terms.ante),
            chips=int(public.chips[seat]),
        )
    return None


def _play_refusal(public: LeadPublic, hand: i64, card: i64) -> Refusal | None:
    if public.playable(hand) & bits.bit(card) != 0:
        return None
    return refuse("must-follow", "lead.play.follow", card=CARD_TEXTS[card], suit=SUITS[public.led])


def _holding_refusal(hand: i64, action: i64) -> Refusal | None:
    """Why the cards of ``action`` cannot be used by who holds ``hand``; None if they can."""
    if size_of(action) > MAX_CARDS:
        return refuse("too-many-cards", "common.choice", cards=int(size_of(action)))
    named: i64 = 0
    for card in cards_of(action):
        if card > 51:
            return refuse("no-such-card", "common.holding", card=card)
        mask = bits.bit(card)
        if hand & mask == 0:
            return refuse("not-held", "common.holding", card=CARD_TEXTS[card])
        if named & mask != 0:
            return refuse("named-twice", "common.holding", card=CARD_TEXTS[card])
        named |= mask
    if action >> (12 + 6 * size_of(action)) != 0 or (action >> 5) & 7 != 0:
        return refuse("too-many-cards", "common.choice", cards=int(size_of(action)))
    return None
