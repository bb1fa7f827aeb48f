"""What tests of the two Battalion rule sets share, over snapshots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from engine.cards import cards_text, parse_cards
from engine.chance import FastChance
from engine.events import Event
from engine.game import State
from engine.outcome import Outcome
from engine.rng import Rng
from tests.support.dealing import Stacked

Hand = list[int]


def shot(state: State, field: str) -> object:
    return state.snapshot()[field]


def held(state: State, seat: int) -> str:
    hands = shot(state, "hands")
    assert isinstance(hands, list)
    return str(hands[seat])


def in_order(text: str) -> str:
    return cards_text(sorted(parse_cards(text)))


def chips(state: State) -> object:
    return shot(state, "chips")


def changed(state: State, **fields: object) -> State:
    """The position with some fields of its snapshot changed."""
    return state.game.restore({**state.snapshot(), **fields}, Stacked())


def outcome(state: State) -> Outcome:
    result = state.outcome()
    assert result is not None
    return result


def events_of(state: State, text: str) -> list[Event]:
    """What happens by a choice, told to everybody or to one seat."""
    seat, action = state.game.parse_action(text)
    events: list[Event] = []
    state.apply(seat, action, events)
    return events


def texts_of(state: State, seat: int) -> list[str]:
    return [state.game.action_text(seat, action) for action in state.legal_actions(seat)]


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
