"""The reference player of battalion-twins. Frozen: never changed again.

Collects one suit and its twins, bids as high as it can, defends with all it has, and attacks where
all of a suit beats by most what the target holds of it on average; who lately laid no more of a
suit in defence is taken to have only what it drew since.
"""

from __future__ import annotations

from collections import Counter

from common import by_suit, cards_held

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
    with_suited,
)
from engine.battalion.public import BIDDING, DEFENDING, DISCARDING, TAKING
from engine.battalion.signs import SIGNS, SINCE
from engine.battalion_twins.public import TwinsPublic
from engine.game import View

# What the points of the best suit, the next one … are worth in acquisition.
WORTH = (1.0, 0.5, 0.2, 0.0)
# What a card taken face up must bring to be better than one of the stock.
ENOUGH = 1.0


def points(cards: list[int]) -> int:
    """Battle points of cards of one suit: a pair of twins counts four."""
    return len(cards) + sum(2 * (copies // 2) for copies in Counter(cards).values())


def value(cards: list[int]) -> float:
    best = sorted((points(suit) for suit in by_suit(cards)), reverse=True)
    return sum(worth * found for worth, found in zip(WORTH, best, strict=True))


def without(cards: list[int], card: int) -> list[int]:
    left = cards[:]
    left.remove(card)
    return left


def least(cards: list[int]) -> int:
    return max(sorted(set(cards)), key=lambda card: value(without(cards, card)))


def pick(view: View) -> int:
    public = view.public  # type: ignore[attr-defined]
    assert isinstance(public, TwinsPublic)
    cards = cards_held(view)
    if public.phase == TAKING:
        top = int(public.top_discard())
        if top < 0:
            return DRAW_STOCK
        now = value(without(cards, least(cards)))
        then = [*cards, top]
        return DRAW_DISCARD if value(without(then, least(then))) - now >= ENOUGH else DRAW_STOCK
    if public.phase == DISCARDING:
        return int(with_card(DISCARD, least(cards)))
    suits = by_suit(cards)
    if public.phase == BIDDING:
        high = max(points(suit) if public.points else len(suit) for suit in suits)
        return int(with_number(BID, high)) if high > max(3, int(public.best)) else PASS
    if public.phase == DEFENDING:
        mine = suits[int(public.last_suit)]
        return int(with_suited(DEFEND, 0, mine)) if mine else SURRENDER
    return attack(view, public, suits)


def attack(view: View, public: TwinsPublic, suits: list[list[int]]) -> int:
    unseen = [0.0] * 4
    for card in range(52):
        unseen[card // 13] += int(public.pack[card])
    for card in public.discard:
        unseen[int(card) // 13] -= 1
    for suit in range(4):
        unseen[suit] -= len(suits[suit])
    everything = sum(unseen) or 1.0
    best, most = -1, -1e9
    for target in range(int(public.players)):
        if target == view.seat:
            continue
        size = int(public.sizes[target])
        for suit in range(4):
            mine = suits[suit]
            asked = points(mine) if public.points else len(mine)
            if not mine or suit == public.last_suit or asked < public.demand:
                continue
            may = min(size, int(public.signs[target * SIGNS + SINCE + suit]))
            theirs = may * unseen[suit] / everything
            gain = points(mine) - theirs
            gain = min(gain, float(public.chips[target])) if gain > 0 else 2 * gain
            if gain > most:
                best, most = int(with_suited(ATTACK, target, mine)), gain
    return best
