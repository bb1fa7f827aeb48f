"""Packs in a chosen order, so that a test says which cards lie where."""

from __future__ import annotations

from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import i64

from engine.cards import deck, parse_cards
from engine.chance import Chance
from engine.game import Game, State


class Stacked(Chance):
    """Hands out the given orders one after another; then leaves piles as they are."""

    def __init__(self, *orders: Sequence[int]) -> None:
        self.orders = list(orders)
        self.asked: list[list[int]] = []

    def shuffle(self, pile: vec[i64]) -> vec[i64]:
        self.asked.append([int(card) for card in pile])
        if not self.orders:
            return pile
        order = self.orders.pop(0)
        assert sorted(order) == sorted(pile), "the test stacked another pile than the one due"
        return vec[i64](order)

    def clone(self) -> Chance:
        copy = Stacked(*self.orders)
        copy.asked = [list(pile) for pile in self.asked]
        return copy


def stacked(
    hands: Sequence[str], then: str = "", *, dealer: int, pack: Sequence[int] | None = None
) -> list[int]:
    """A pack that deals ``hands`` (one text a seat), with ``then`` on top of what remains.

    Dealing goes one card at a time, left of the dealer first.
    """
    dealt = [parse_cards(hand) for hand in hands]
    order: list[int] = []
    for turn in range(max(len(hand) for hand in dealt)):
        for step in range(len(hands)):
            hand = dealt[(dealer + 1 + step) % len(hands)]
            if turn < len(hand):
                order.append(hand[turn])
    order += parse_cards(then)
    rest = list(deck() if pack is None else pack)
    for card in order:
        rest.remove(card)
    return order + rest


def begin(game: Game, hands: Sequence[str], then: str = "", *, dealer: int = 0) -> State:
    """A game of one deck that begins with ``hands`` and has ``then`` on top of the stock."""
    return game.start(dealer, Stacked(stacked(hands, then, dealer=dealer)))


def do(state: State, *texts: str) -> State:
    """Makes the choices written as in records, checking all invariants after each."""
    for text in texts:
        seat, action = state.game.parse_action(text)
        state.apply(seat, action)
        state.check()
    return state
