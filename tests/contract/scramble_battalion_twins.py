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
    stock with its order. Whoever has to attack is known to be able to, and a bid to be held as long
    as the hands are those of the bidding.
    """
    shot = state.snapshot()
    turn = shot["turn"]
    demand = shot["demand"]
    points = state.game.options["bid_counts"] == "points"
    banned = parse_cards(f"2{shot['last_suit']}")[0] // 13 if shot["last_suit"] else -1
    bids = shot["bids"]
    assert isinstance(demand, int)
    assert isinstance(bids, list)

    def possible(other: int, hand: Hand) -> bool:
        suits = suits_of(hand)
        if (shot["phase"] == "bid" or demand > 0) and bids[other] > 0:
            limits = [twins_worth(cards) if points else len(cards) for cards in suits.values()]
            return bool(max(limits) >= bids[other])
        if shot["phase"] == "attack" and other == turn:
            return any(suit != banned for suit in suits)
        return True

    return redeal(state, seat, rng, possible)
