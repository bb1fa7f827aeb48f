"""Fight for the Lead by chances: what a card is likely to take, against what it costs.

Fight with the card that is worth least in the tricks. Exchange a card if a new one is expected to
bring more than it costs. Lead the card that is likeliest to take its trick, take a trick if it
can be had, and throw away what is least likely to take one later. Sit out when the debt lapses,
unless the match would be lost by it.
"""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from ai.heuristics.fight_for_the_lead_habits import THROW_OF_MORE, THROW_OF_TWO
from engine import bits
from engine.actions import ENTER, FIGHT, PLAY, SIT, STAND, with_card
from engine.fight_for_the_lead.public import LeadPublic, exchange_of
from engine.fight_for_the_lead.terms import ENTERING, EXCHANGING, FIGHTING, LAPSES
from engine.fight_for_the_lead.view import LeadView
from engine.game import View
from engine.rng import Rng


@mypyc_attr(native_class=True)
class LeadStyle:
    """What the heuristic goes by.

    length: ranks that each further card of its suit makes a card worth more in the choice of a
    fight card. caution: by how much better than even a new card's chance to take a trick has to
    be.
    """

    def __init__(self, length: float = 3.2, caution: float = 0.15) -> None:
        self.length = length
        self.caution = caution


def pick(style: LeadStyle, public: LeadPublic, seat: i64, hand: i64, rng: Rng) -> i64:
    """The choice of ``seat``, which is asked now and holds the cards of the mask ``hand``."""
    phase = public.phase
    if phase == ENTERING:
        return entering(public, seat)
    if phase == FIGHTING:
        return with_card(FIGHT, least_in_fight(style, hand))
    if phase == EXCHANGING:
        chosen = given_up(style, public, seat, hand)
        return exchange_of(hand, chosen) if chosen != 0 else STAND
    return with_card(PLAY, played(public, hand))


def pick_for(view: View, style: LeadStyle, rng: Rng) -> int:
    """The choice of the view's seat, which is asked now."""
    assert isinstance(view, LeadView)
    return int(pick(style, view.public, view.seat, view.hand, rng))


# Entering


def entering(public: LeadPublic, seat: i64) -> i64:
    """Sits out when the debt is forgotten by it, but not the last deal if only that can win."""
    terms = public.terms
    if public.debts[seat] == 0 or terms.debt != LAPSES:
        return ENTER
    if public.deal < terms.deals:
        return SIT
    best: i64 = 0
    other: i64 = 0
    others: i64 = 0
    while other < terms.players:
        if other != seat:
            if public.chips[other] > best:
                best = public.chips[other]
            if public.debts[other] == 0 and public.chips[other] >= terms.ante:
                others += terms.ante
        other += 1
    mine = public.chips[seat]
    return ENTER if mine < best and mine + others >= best - others else SIT


# The fight


def least_in_fight(style: LeadStyle, hand: i64) -> i64:
    """The card that is missed least: of low rank, and with few others of its suit."""
    best: i64 = -1
    least = 1.0e9
    rest = hand
    while rest != 0:
        card = bits.lowest(rest)
        rest &= rest - 1
        others = i64(bits.COUNT[bits.suit_of(hand, card // 13)]) - 1
        worth = float(int(card % 13)) + style.length * float(int(others))
        if worth < least:
            least = worth
            best = card
    return best


# The exchange


def given_up(style: LeadStyle, public: LeadPublic, seat: i64, hand: i64) -> i64:
    """Which cards to exchange, as a mask of their places in ``hand``; 0 for none.

    With n seats a card of rank x (0 to 1) is taken to win a trick with the chance x ** (n - 1), so
    that a new one is worth 1 / n. Each costs an ante, of which 1 / n is expected back.
    """
    terms = public.terms
    size = public.size
    most = public.most_exchanged(seat)
    fair = 1.0 / float(int(size))
    stake = float(int(public.pot)) / float(int(terms.hand_size))
    if public.deal < terms.deals and (terms.debt != LAPSES or terms.players == 2):
        # Half of what a trick may save of a debt.
        stake += 0.5 * float(int(public.pot - terms.ante)) * fair
    limit = fair - style.caution - float(int(terms.ante)) * (1.0 - fair) / stake
    chosen: i64 = 0
    while most > 0 and limit > 0.0:
        worst: i64 = -1
        least = limit
        place: i64 = 0
        rest = hand
        while rest != 0:
            card = bits.lowest(rest)
            rest &= rest - 1
            if (chosen >> place) & 1 == 0:
                mine = chance(card, size)
                if mine < least:
                    least = mine
                    worst = place
            place += 1
        if worst < 0:
            break
        chosen |= bits.bit(worst)
        most -= 1
    return chosen


def chance(card: i64, size: i64) -> float:
    """How likely a card is to take a trick among ``size`` seats, nothing else known."""
    x = (float(int(card % 13)) + 0.5) / 13.0
    found = x
    n: i64 = 2
    while n < size:
        found *= x
        n += 1
    return found


# The tricks


def played(public: LeadPublic, hand: i64) -> i64:
    """The card that is laid."""
    cards = public.playable(hand)
    if cards & (cards - 1) == 0:
        return bits.lowest(cards)
    hidden = public.terms.pack & ~(hand | public.played | public.shown)
    unseen = bits.count(hidden)
    each = bits.count(hand)
    if public.laid == 0:
        return _led(hand, hidden, unseen, each * (public.size - 1))
    winning = higher(cards, public.best)
    if winning == 0:
        return _thrown(public.terms.players, cards)
    after = public.size - public.laid - 1
    if after == 0:
        return bits.lowest(winning)
    return bits.highest_of(winning, public.led)


def _led(hand: i64, hidden: i64, unseen: i64, against: i64) -> i64:
    """The likeliest to take the trick; of equally likely ones that of the longest suit."""
    best: i64 = -1
    most = -1.0
    rest = hand
    while rest != 0:
        card = bits.lowest(rest)
        rest &= rest - 1
        length = i64(bits.COUNT[bits.suit_of(hand, card // 13)])
        worth = on_top(card, hidden, unseen, against) + 0.001 * float(int(length))
        worth += 0.00001 * float(int(card % 13))
        if worth > most:
            most = worth
            best = card
    return best


def _thrown(players: i64, cards: i64) -> i64:
    """The lowest card; two seats hold on to short suits, more to long ones."""
    by = THROW_OF_TWO if players == 2 else THROW_OF_MORE
    by_rank = by[0] / 12.0
    by_length = by[1]
    best: i64 = -1
    most = -1.0e9
    rest = cards
    while rest != 0:
        card = bits.lowest(rest)
        rest &= rest - 1
        suit = card // 13
        length = i64(bits.COUNT[bits.suit_of(cards, suit)])
        worth = by_rank * float(int(card - 13 * suit)) + by_length * float(int(length))
        if worth > most:
            most = worth
            best = card
    return best


def above(card: i64, cards: i64) -> i64:
    """How many of ``cards`` are of the suit of ``card`` and higher."""
    return i64(bits.COUNT[bits.suit_of(cards, card // 13) >> (card % 13)])


def on_top(card: i64, hidden: i64, unseen: i64, against: i64) -> float:
    """The chance that none of ``against`` cards, of the ``unseen`` ones, beats ``card``."""
    over = above(card, hidden)
    if over == 0:
        return 1.0
    share = 1.0 - float(int(over)) / float(int(unseen))
    found = 1.0
    while against > 0:
        found *= share
        against -= 1
    return found


def higher(cards: i64, best: i64) -> i64:
    """Those of ``cards`` that are of the suit of ``best`` and higher."""
    suit = best // 13
    ranks = (bits.suit_of(cards, suit) >> (best % 13 + 1)) << (best % 13 + 1)
    return ranks << (suit * 13)
