"""What squads say about the kind of enemy that sends them."""

from __future__ import annotations

import pytest
from librt.vecs import vec

from ai.compositions.generals_war import habit
from ai.heuristics.generals_war import thumb_squad
from ai.heuristics.generals_war_kinds import Kinds
from ai.heuristics.generals_war_squads import Squads
from ai.heuristics.generals_war_strong import Stakes, best_of, first_guess
from engine.chance import FastChance
from engine.generals_war.game import RULES
from engine.generals_war.public import MUSTERING, squad_mask
from engine.generals_war.state import WarState
from engine.rng import rng_from

HEAT, DOUBT = 0.004, 0.03


def priced(seed: int) -> tuple[vec[float], Squads, int]:
    """The prices of a hand's squads in the first battle of a game for two, and the hand."""
    state = RULES.game(2).start(0, FastChance(rng_from("kinds", seed)))
    assert isinstance(state, WarState)
    while state.public.phase == MUSTERING:
        state.play(state.next_actor(), 19, None)
    hand = int(state.hands[0])
    stakes = Stakes(state.public, 0, 1)
    squads = stakes.squads(hand)
    return first_guess(habit(2), state.public, stakes, squads, hand), squads, hand


def told_apart() -> tuple[vec[float], Squads, int, int, int]:
    """The same for a hand of which the kinds send different squads, and these squads: by price, by
    thumb."""
    for seed in range(100):
        guess, squads, hand = priced(seed)
        price = int(squads.masks[best_of(guess)])
        thumb = int(squad_mask(thumb_squad(hand)))
        if not squads.like(best_of(guess), thumb):
            return guess, squads, hand, price, thumb
    raise AssertionError("the kinds never differ")


def test_a_squad_by_rule_of_thumb_speaks_for_that_kind_and_one_by_price_against_it() -> None:
    guess, squads, hand, price, thumb = told_apart()
    kinds = Kinds(0.25)
    kinds.seen(thumb, guess, squads, hand, HEAT, DOUBT)
    assert kinds.now > 0.5
    kinds.seen(price, guess, squads, hand, HEAT, DOUBT)
    assert kinds.now < 0.25


def test_what_is_expected_is_a_mixture_that_follows_the_kind() -> None:
    guess, squads, hand, price, thumb = told_apart()
    kinds = Kinds(0.25)

    def sent(squad: int) -> float:
        mix = kinds.expected(guess, squads, hand, HEAT)
        assert sum(mix) == pytest.approx(1.0)
        return float(sum(mix[n] for n in range(len(mix)) if squads.like(n, squad)))

    first = sent(thumb)
    assert sent(price) > first > 0.2
    kinds.seen(thumb, guess, squads, hand, HEAT, DOUBT)
    assert sent(thumb) > 2.0 * first


def test_who_is_sure_of_a_sergeant_stays_so() -> None:
    guess, squads, hand, price, thumb = told_apart()
    kinds = Kinds(0.0)
    for squad in (thumb, price):
        kinds.seen(squad, guess, squads, hand, HEAT, DOUBT)
        assert kinds.now == 0.0
