"""Nobody learns what their seat may not know: scrambling it changes nothing they can see."""

from __future__ import annotations

import importlib
import os

import pytest

from engine.game import State
from engine.registry import rule_set, rule_sets
from engine.rng import rng_from
from tests.support.random_games import positions

OURS = [name for name in rule_sets() if not name.startswith("test-")]
# Positions a rule set; `make soak` tries as many as are asked for by MESSDECK_LEAK_POSITIONS.
POSITIONS = int(os.environ.get("MESSDECK_LEAK_POSITIONS", "150"))


def scrambler(name: str) -> object:
    return importlib.import_module(f"tests.contract.scramble_{name.replace('-', '_')}")


def varied_positions(name: str, wanted: int) -> list[State]:
    """Positions of random games with every number of players and with half-made rounds."""
    rules = rule_set(name)
    found: list[State] = []
    seed = 0
    while len(found) < wanted:
        players = rules.seats[seed % len(rules.seats)]
        game = rules.game(players)
        rng = rng_from("varied", name, seed)
        stride = 1 + int(rng.below(9))
        for at, state in enumerate(positions(game, f"leak {seed}", dealer=seed % players)):
            if at % stride == 0 and not state.is_over():
                found.append(state.clone())
            if at > 400 or len(found) >= wanted:
                break
        seed += 1
    return found


@pytest.mark.parametrize("name", OURS)
def test_scrambling_what_a_seat_cannot_know_changes_no_view_and_no_legal_action(name: str) -> None:
    module = scrambler(name)
    ever: dict[str, int] = dict.fromkeys(module.HIDDEN_PLACES, 0)  # type: ignore[attr-defined]
    rng = rng_from("scramble", name)
    for at, state in enumerate(varied_positions(name, POSITIONS)):
        for seat in {*state.actors(), at % state.game.players}:
            other, changed = module.scramble(state, seat, rng)  # type: ignore[attr-defined]
            other.check()
            assert other.view(seat).dump() == state.view(seat).dump()
            assert other.legal_actions(seat) == state.legal_actions(seat)
            for place, differs in changed.items():
                ever[place] += differs
    assert all(ever.values()), f"a hidden place was never scrambled: {ever}"
