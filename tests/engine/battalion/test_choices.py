"""What a seat may choose, against plain enumeration of all its cards (written from the rules)."""

from __future__ import annotations

import itertools

import pytest

from engine.cards import SUITS, cards_text, parse_cards
from engine.registry import rule_set
from tests.support.battalion import Hand, shot, suits_of, texts_of, twins_worth
from tests.support.random_games import positions


def multisets(hand: Hand) -> set[tuple[int, ...]]:
    """All choices of one card or more of one suit."""
    return {
        tuple(sorted(chosen))
        for suited in suits_of(hand).values()
        for size in range(1, len(suited) + 1)
        for chosen in itertools.combinations(suited, size)
    }


def bids(shot_: dict[str, object], hand: Hand, rules: str, points: bool) -> set[str]:
    said = shot_["bids"]
    assert isinstance(said, list)
    lengths = [len(suited) for suited in suits_of(hand).values()]
    if rules == "battalion-cover":
        return {"pass"} | ({f"bid {max(lengths)}"} if max(lengths) >= 4 else set())
    worth = [twins_worth(suited) for suited in suits_of(hand).values()]
    limit = max(worth if points else lengths)
    return {"pass"} | {f"bid {n}" for n in range(max(4, max(said) + 1), limit + 1)}


def attacks(
    shot_: dict[str, object], hand: Hand, rules: str, points: bool, seat: int, players: int
) -> set[str]:
    demand = shot_["demand"]
    assert isinstance(demand, int)
    found: set[str] = set()
    pairs = any(len(suited) > 1 for suited in suits_of(hand).values())
    for chosen in multisets(hand):
        text = cards_text(list(chosen))
        if rules == "battalion-cover":
            if (len(chosen) == demand) if demand else (len(chosen) > 1 or not pairs):
                found.add(f"attack {text}")
        else:
            measure = twins_worth(list(chosen)) if points else len(chosen)
            if measure >= demand and SUITS[chosen[0] // 13] != shot_["last_suit"]:
                found |= {f"attack {to} {text}" for to in range(players) if to != seat}
    return found


def answers(shot_: dict[str, object], hand: Hand, rules: str) -> set[str]:
    suit = parse_cards(str(shot_["attack"]))[0] // 13
    if rules == "battalion-cover":
        usable = {card for card in hand if shot_["round"] == 2 or card // 13 == suit}
        return {"leave"} | {f"cover {cards_text([card])}" for card in usable}
    return {"surrender"} | {
        f"defend {cards_text(list(chosen))}"
        for chosen in multisets(hand)
        if chosen[0] // 13 == suit
    }


@pytest.mark.parametrize(
    ("rules", "option", "value"),
    [
        ("battalion-twins", "bid_counts", "cards"),
        ("battalion-twins", "bid_counts", "points"),
        ("battalion-cover", "refill", "ten"),
        ("battalion-cover", "refill", "none"),
    ],
)
@pytest.mark.parametrize("players", [3, 5])
def test_choices_are_those_of_the_rules(rules: str, option: str, value: str, players: int) -> None:
    game = rule_set(rules).game(players, {option: value})
    seen: set[str] = set()
    for seed in range(6):
        for at, state in enumerate(positions(game, seed, dealer=seed % players)):
            snapshot = state.snapshot()
            phase = str(snapshot["phase"])
            if phase == "over" or at > 150:
                break
            seat = state.actors()[0]
            hands = shot(state, "hands")
            assert isinstance(hands, list)
            hand = parse_cards(hands[seat])
            if phase == "take":
                expected = {"draw stock"} | ({"draw discard"} if snapshot["discard"] else set())
            elif phase == "discard":
                expected = {f"discard {cards_text([card])}" for card in hand}
            elif phase == "bid":
                expected = bids(snapshot, hand, rules, value == "points")
            elif phase == "attack":
                expected = attacks(snapshot, hand, rules, value == "points", seat, players)
            else:
                expected = answers(snapshot, hand, rules)
            found = texts_of(state, seat)
            assert len(set(found)) == len(found)
            assert {text[2:] for text in found} == expected
            demand = " first" if phase == "attack" and snapshot["demand"] else ""
            seen.add(f"{phase}{demand}")
    assert seen == {"take", "discard", "bid", "attack", "attack first", "defend"}
