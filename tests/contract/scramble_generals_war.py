"""Re-deals what a seat of General's War cannot know (written from the rules, over the state).

Unknown to a seat: the cards in other hands except announced aces that were not laid yet, the
order and the cards of the reserve, and which squad another seat has put down.
"""

from __future__ import annotations

from engine.cards import cards_text, parse_cards
from engine.chance import FastChance
from engine.game import State
from engine.rng import Rng

HIDDEN_PLACES = ("hands", "reserve", "squads")


def scramble(state: State, seat: int, rng: Rng) -> tuple[State, dict[str, bool]]:
    """A position that ``seat`` cannot tell from ``state``, and which hidden places differ."""
    shot = state.snapshot()
    hands = [parse_cards(text) for text in _texts(shot["hands"])]
    announced = set(parse_cards(str(shot["announced"])))
    reserve = parse_cards(str(shot["reserve"]))
    loose = list(reserve)
    for other, hand in enumerate(hands):
        if other != seat:
            loose += [card for card in hand if card not in announced]
    for last in range(len(loose) - 1, 0, -1):
        at = int(rng.below(last + 1))
        loose[last], loose[at] = loose[at], loose[last]
    new_hands: list[list[int]] = []
    for other, hand in enumerate(hands):
        if other == seat:
            new_hands.append(hand)
            continue
        kept = [card for card in hand if card in announced]
        fresh = [loose.pop() for _ in range(len(hand) - len(kept))]
        new_hands.append(sorted(kept + fresh))
    squads = [parse_cards(text) for text in _texts(shot["squads"])]
    new_squads = [
        squad if other == seat or not squad else sorted(new_hands[other])[:3]
        for other, squad in enumerate(squads)
    ]
    changed = {
        "hands": any(sorted(a) != sorted(b) for a, b in zip(hands, new_hands, strict=True)),
        "reserve": loose != reserve,
        "squads": squads != new_squads,
    }
    new = {
        **shot,
        "hands": [cards_text(hand) for hand in new_hands],
        "reserve": cards_text(loose),
        "squads": [cards_text(sorted(squad)) for squad in new_squads],
    }
    return state.game.restore(new, FastChance(rng.fork())), changed


def _texts(value: object) -> list[str]:
    assert isinstance(value, list)
    return [str(text) for text in value]
