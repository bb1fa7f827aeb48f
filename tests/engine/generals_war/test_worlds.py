"""Sampling in General's War is uniform over the worlds that agree with what a seat knows."""

from __future__ import annotations

import itertools
from collections import Counter

from engine.cards import cards_text, parse_cards
from engine.chance import FastChance
from engine.game import State
from engine.generals_war.game import WarGame
from engine.rng import rng_from
from tests.support.dealing import Stacked, do, stacked

PACK = sorted(parse_cards("KS QS AS 2S KH QH AH 2H 3D"))


def tiny(hands: tuple[str, str], then: str) -> State:
    game = WarGame(2, {"target": 364}, pack=PACK, hand_size=3)
    return game.start(0, Stacked(stacked(hands, then, dealer=0, pack=PACK)))


def world(state: State) -> tuple[str, str]:
    shot = state.snapshot()
    hands = shot["hands"]
    assert isinstance(hands, list)
    return str(hands[1]), str(shot["reserve"])


def agreeing(state: State, certain: str) -> set[tuple[str, str]]:
    """All worlds for seat 0: its own hand and ``certain`` cards of seat 1 are fixed."""
    shot = state.snapshot()
    hands = [parse_cards(str(text)) for text in shot["hands"]]  # type: ignore[attr-defined]
    seen = set(hands[0])
    for text in shot["won"]:  # type: ignore[attr-defined]
        seen |= set(parse_cards(str(text)))
    held = parse_cards(certain)
    loose = [card for card in PACK if card not in seen and card not in held]
    found = set()
    for order in itertools.permutations(loose):
        size = len(hands[1]) - len(held)
        hand = sorted([*held, *order[:size]])
        found.add((cards_text(hand), cards_text(list(order[size:]))))
    return found


def uniform(state: State, certain: str) -> None:
    expected = agreeing(state, certain)
    assert len(expected) > 5
    rng = rng_from("uniform", certain)
    view = state.view(0)
    each = 40
    counts = Counter(world(view.sample(rng)) for _ in range(each * len(expected)))
    assert set(counts) <= expected
    spread = sum((counts[key] - each) ** 2 / each for key in expected)
    free = len(expected) - 1
    assert spread < free + 5 * (2 * free) ** 0.5


def test_before_anything_is_known_every_deal_is_equally_likely() -> None:
    uniform(tiny(("KS QS 2S", "AH KH QH"), "AS 2H 3D"), "")


def test_an_announced_ace_is_in_every_world_and_the_rest_is_uniform() -> None:
    state = do(tiny(("KS QS 2S", "AH KH QH"), "AS 2H 3D"), "1 muster AH")
    assert len(parse_cards(world(state)[0])) == 6
    view = state.view(0)
    rng = rng_from("ace")
    hands = Counter(world(view.sample(rng))[0] for _ in range(600))
    assert all("AH" in hand for hand in hands)


def test_ready_says_nothing_about_aces() -> None:
    uniform(do(tiny(("KS QS 2S", "AH KH QH"), "AS 2H 3D"), "1 ready"), "")


def test_own_squad_face_down_stays_where_it_is_and_the_others_is_unknown() -> None:
    game = WarGame(2, {"target": 364}, pack=PACK, hand_size=4)
    order = stacked(("KS QS 2S AS", "AH KH QH 2H"), "", dealer=0, pack=PACK)
    state = do(game.start(0, Stacked(order)), "1 ready", "0 ready", "0 squad KS QS 2S")
    sampled = state.view(0).sample(FastChance(rng_from(1)).rng)
    assert sampled.missing() == [1]
    assert sampled.view(0).dump() == state.view(0).dump()
    other = state.view(1).sample(rng_from(2))
    assert other.actors() == [1, 0]
    other.check()
