"""An attack at random is one of those that are listed, by the same numbers."""

from __future__ import annotations

import pytest

from engine.battalion import hands as held
from engine.battalion.public import ATTACKING
from engine.battalion.state import BattalionState
from engine.registry import rule_set
from engine.rng import rng_from
from tests.support.random_games import positions


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("battalion-twins", {}),
        ("battalion-twins", {"bid_counts": "points"}),
        ("battalion-cover", {}),
    ],
)
def test_an_attack_at_random_is_the_one_its_number_stands_for(
    name: str, options: dict[str, str]
) -> None:
    game = rule_set(name).game(4, options)
    attacks = 0
    bound = 0
    for seed in range(12):
        for state in positions(game, f"attacks {seed}"):
            assert isinstance(state, BattalionState)
            public = state.public
            if public.phase != ATTACKING:
                continue
            attacks += 1
            bound += public.demand > 0
            seat = public.turn
            rng = rng_from("attack", attacks)
            number = rng.clone().below(state.legal_count(seat))
            base = seat * held.HAND
            found = public.random_attack(seat, state.hands, base, rng)
            assert found == state.legal_nth(seat, number)
    assert attacks > 100
    assert bound > 5
