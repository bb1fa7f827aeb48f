"""Re-deals what a seat of battalion-twins cannot know (written from the rules, over the state)."""

from __future__ import annotations

from engine.cards import parse_cards
from engine.game import State
from engine.rng import Rng
from tests.support.battalion import Hand, redeal, suits_of, twins_worth

HIDDEN_PLACES = ("hands", "stock")


def scramble(state: State, seat: int, rng: Rng) -> tuple[State, dict[str, bool]]:
    """A position that ``seat`` cannot tell from ``state``, and which hidden places differ.

    Unknown are the cards in other hands, but for those taken face up and not laid since, and the
    stock with its order. Whoever has to attack is known to be able to.
    """
    shot = state.snapshot()
    turn = shot["turn"]
    demand = shot["demand"]
    points = state.game.options["bid_counts"] == "points"
    banned = parse_cards(f"2{shot['last_suit']}")[0] // 13 if shot["last_suit"] else -1
    assert isinstance(demand, int)

    def possible(other: int, hand: Hand) -> bool:
        if shot["phase"] != "attack" or other != turn:
            return True
        allowed = {suit: cards for suit, cards in suits_of(hand).items() if suit != banned}
        if demand == 0:
            return bool(allowed)
        return any(
            (twins_worth(cards) if points else len(cards)) >= demand for cards in allowed.values()
        )

    return redeal(state, seat, rng, possible)
