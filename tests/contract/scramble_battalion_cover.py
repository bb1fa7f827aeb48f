"""Re-deals what a seat of battalion-cover cannot know (written from the rules, over the state)."""

from __future__ import annotations

from engine.cards import parse_cards
from engine.game import State
from engine.rng import Rng
from tests.support.battalion import Hand, redeal, suits_of

HIDDEN_PLACES = ("hands", "stock")


def scramble(state: State, seat: int, rng: Rng) -> tuple[State, dict[str, bool]]:
    """A position that ``seat`` cannot tell from ``state``, and which hidden places differ.

    Unknown are the cards in other hands, but for those taken face up and not laid since, and the
    stock with its order. Of a seat that has declared the length of its longest suit is known as
    long as the hands are those, and of a defender that is asked whether it holds the suit.
    """
    shot = state.snapshot()

    bids = shot["bids"]
    assert isinstance(bids, list)

    def possible(other: int, hand: Hand) -> bool:
        lengths = {suit: len(cards) for suit, cards in suits_of(hand).items()}
        if (shot["phase"] == "bid" or shot["demand"] != 0) and bids[other] > 0:
            return bool(max(lengths.values()) == bids[other])
        if shot["phase"] == "defend" and other == shot["turn"]:
            suit = parse_cards(str(shot["attack"]))[0] // 13
            return (lengths.get(suit, 0) > 0) == (shot["round"] == 1)
        return True

    return redeal(state, seat, rng, possible)
