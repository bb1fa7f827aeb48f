"""In playouts by rule of thumb every seat plays as a corporal who sees its own cards only."""

from __future__ import annotations

import pytest

from ai.levels import heuristic
from ai.search.playout import play_out
from ai.search.policies import ViewPolicy, thumb_policy
from ai.search.policy import RandomPolicy
from engine.registry import rule_set
from engine.rng import rng_from
from tests.support.random_games import TABLE_IDS, TABLES, positions

every_table = pytest.mark.parametrize(("name", "players"), TABLES, ids=TABLE_IDS)


@every_table
def test_a_policy_chooses_as_the_rules_of_thumb_do_by_the_view(name: str, players: int) -> None:
    game = rule_set(name).game(players)
    policy = thumb_policy(name)
    by_view = ViewPolicy(heuristic(name))
    for at, state in enumerate(positions(game, "policy", most=20000)):
        if at > 250:
            break
        for seat in state.actors():
            chosen = int(policy.choose(state, seat, rng_from("policy", at)))
            assert chosen == int(by_view.choose(state, seat, rng_from("policy", at)))
            assert state.refusal(seat, chosen) is None


@every_table
def test_a_playout_by_rule_of_thumb_ends_and_repeats(name: str, players: int) -> None:
    game = rule_set(name).game(players)
    start = next(iter(positions(game, "playout")))
    ends = []
    for _ in range(2):
        rng = rng_from("playout", name)
        state = start.view(-1).sample(rng)
        made = play_out(state, thumb_policy(name), rng, 0)
        state.check()
        ends.append((int(made), state.outcome()))
    assert ends[0] == ends[1]
    assert ends[0][1] is not None


def test_a_rule_set_without_rules_of_thumb_is_played_at_random() -> None:
    assert isinstance(thumb_policy("chess"), RandomPolicy)
