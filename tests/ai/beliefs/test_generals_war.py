"""What is inferred from squads and musters: against all histories of a small pack, and the past."""

from __future__ import annotations

from itertools import combinations

import pytest

from ai.beliefs.generals_war import DOUBT, HIDDEN_ACE, WarWorlds, before_last, drawn_since
from ai.compositions.generals_war import habit
from ai.heuristics.generals_war_strong import Stakes, first_guess, leaning, pick
from engine import bits
from engine.chance import FastChance
from engine.generals_war.game import RULES, WarGame
from engine.generals_war.public import ACES, BATTLE, MUSTERING
from engine.generals_war.state import WarState
from engine.generals_war.view import WarView
from engine.rng import rng_from

HEAT = 0.02
# Five ranks of each suit, the ace among them.
SMALL = [suit * 13 + rank for suit in range(4) for rank in (1, 5, 8, 11, 12)]


def one_battle(seed: int) -> tuple[WarState, WarState]:
    """A small war for two before and after its first battle, without a muster and without a tie."""
    while True:
        game = WarGame(2, RULES.game(2).options, SMALL)
        state = game.start(0, FastChance(rng_from("small", seed)))
        assert isinstance(state, WarState)
        rng = rng_from("small play", seed)
        while state.public.phase == MUSTERING:
            state.play(state.next_actor(), 19, None)
        before = state.clone()
        assert isinstance(before, WarState)
        while state.public.phase == BATTLE and state.public.last[0] == 0:
            seat = int(state.next_actor())
            state.play(seat, pick(habit(2), state.public, seat, state.hands[seat], rng), None)
        if state.public.phase == BATTLE and state.public.last_winner >= 0:
            return before, state
        seed += 1000


def brute(before: WarState, view: WarView) -> dict[int, float]:
    """The weight of every hand that the other may hold, over all that it may have drawn."""
    enemy = 1 - view.seat
    sent = int(view.public.last[enemy])
    stakes = Stakes(before.public, enemy, view.seat)
    found: dict[int, float] = {}
    for cards in combinations(bits.cards_of(view.unseen()), int(view.public.sizes[enemy])):
        total = 0.0
        ways = list(combinations(cards, 3))
        for fresh in ways:
            kept = bits.mask_of(list(cards)) & ~bits.mask_of(list(fresh))
            hand = kept | sent
            squads = stakes.squads(hand)
            mix = leaning(first_guess(habit(2), before.public, stakes, squads, hand), HEAT)
            chance = DOUBT + sum(mix[n] for n in range(len(mix)) if squads.like(n, sent))
            total += chance * HIDDEN_ACE ** bits.count(kept & ACES)
        found[int(bits.mask_of(list(cards)))] = total / len(ways)
    return found


def marginals(weights: dict[int, float]) -> dict[int, float]:
    mass = sum(weights.values())
    cards = {card for hand in weights for card in bits.cards_of(hand)}
    return {
        card: sum(part for hand, part in weights.items() if hand >> card & 1) / mass
        for card in cards
    }


@pytest.mark.parametrize("seed", [1, 2])
def test_worlds_are_weighted_as_by_all_histories_of_a_small_pack(seed: int) -> None:
    before, state = one_battle(seed)
    view = state.view(0)
    assert isinstance(view, WarView)
    exact = marginals(brute(before, view))
    worlds = WarWorlds(view, habit(2), HEAT)
    rng = rng_from("marginals", seed)
    drawn: dict[int, float] = {}
    for _ in range(1500):
        world = worlds.draw(rng)
        assert isinstance(world, WarState)
        hand = int(world.hands[1])
        drawn[hand] = drawn.get(hand, 0.0) + worlds.weight()
    found = marginals(drawn)
    even = int(view.public.sizes[1]) / len(exact)
    assert max(abs(exact[card] - even) for card in exact) > 0.1  # there is something to infer
    for card, chance in exact.items():
        assert found[card] == pytest.approx(chance, abs=0.09)


@pytest.mark.parametrize("players", RULES.seats)
def test_the_position_before_the_last_squads_is_worked_out_from_what_lies_open(
    players: int,
) -> None:
    compared = 0
    for seed in range(12):
        rng = rng_from("past", players, seed)
        state = RULES.game(players).start(0, FastChance(rng.fork()))
        assert isinstance(state, WarState)
        before = state.clone()
        while not state.is_over():
            if state.public.phase == BATTLE and not state.missing():
                before = state.clone()
            state.play_random(state.next_actor(), rng)
            battled = state.public.last_winner >= 0 and not state.missing()
            if not battled or state.is_over() or not any(state.public.last):
                continue
            assert isinstance(before, WarState)
            if before.public.table != state.public.table or any(before.public.table):
                continue  # what an earlier tie left on the table is not told apart
            if {int(before.public.first), int(before.public.second)} != {
                n for n in range(players) if state.public.last[n] != 0
            }:
                continue
            past, then = before_last(state.public), before.public
            for name in ("reserve", "sizes", "won", "killed", "known", "place", "lost"):
                assert getattr(past, name) == getattr(then, name), name
            drew = drawn_since(state.public)
            assert sum(drew) == then.reserve - state.public.reserve
            compared += 1
    assert compared > 20


def test_who_musters_all_has_no_ace_that_was_not_shown() -> None:
    _, state = one_battle(3)
    view = state.view(0)
    assert isinstance(view, WarView)
    worlds = WarWorlds(view, habit(2), HEAT)
    aces = view.unseen() & ACES
    assert aces != 0
    with_ace, without = [], []
    for number in range(300):
        world = worlds.draw(rng_from("aces", number))
        assert isinstance(world, WarState)
        (with_ace if world.hands[1] & aces else without).append(worlds.weight())
    assert sum(with_ace) / len(with_ace) < sum(without) / len(without)
