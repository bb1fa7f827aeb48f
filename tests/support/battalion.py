"""What tests of the two Battalion rule sets share, over snapshots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from engine.cards import cards_text, parse_cards
from engine.chance import FastChance
from engine.game import State
from engine.rng import Rng

Hand = list[int]


def suits_of(hand: Hand) -> dict[int, Hand]:
    """The cards of a hand by suit."""
    found: dict[int, Hand] = {}
    for card in hand:
        found.setdefault(card // 13, []).append(card)
    return found


def twins_worth(cards: Hand) -> int:
    """Battle points of cards of one suit: 1 each, 2 each for the two of a pair."""
    return sum(count + 2 * (count // 2) for count in Counter(cards).values())


def redeal(
    state: State, seat: int, rng: Rng, possible: Callable[[int, Hand], bool]
) -> tuple[State, dict[str, bool]]:
    """Deals the unseen cards anew until every other hand is ``possible``.

    Kept are the hand of ``seat`` and the cards that others took face up and have not laid since.
    """
    shot = state.snapshot()
    hands = [parse_cards(text) for text in _texts(shot["hands"])]
    known = [parse_cards(text) for text in _texts(shot["known"])]
    stock = parse_cards(str(shot["stock"]))
    loose = list(stock)
    for other, hand in enumerate(hands):
        if other != seat:
            loose += list((Counter(hand) - Counter(known[other])).elements())
    while True:
        for last in range(len(loose) - 1, 0, -1):
            at = int(rng.below(last + 1))
            loose[last], loose[at] = loose[at], loose[last]
        rest = list(loose)
        dealt: list[Hand] = []
        for other, hand in enumerate(hands):
            if other == seat:
                dealt.append(hand)
                continue
            fresh = [rest.pop() for _ in range(len(hand) - len(known[other]))]
            dealt.append(sorted(known[other] + fresh))
        if all(possible(other, hand) for other, hand in enumerate(dealt) if other != seat):
            break
    changed = {"hands": dealt != hands, "stock": rest != stock}
    new = {**shot, "hands": [cards_text(hand) for hand in dealt], "stock": cards_text(rest)}
    return state.game.restore(new, FastChance(rng.fork())), changed


def _texts(value: object) -> list[str]:
    assert isinstance(value, list)
    return [str(text) for text in value]
