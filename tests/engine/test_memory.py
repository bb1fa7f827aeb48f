"""Compiled code gives back what it took: vectors that cross into it from Python are not freed."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai.levels import level, levels_for
from ai.player import NO_LIMIT, player_rng
from engine.game import State
from engine.registry import rule_set
from engine.rng import rng_from
from tests.support.random_games import TABLE_IDS, TABLES, positions

STATM = Path("/proc/self/statm")
pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(not STATM.exists(), reason="memory is read from /proc"),
]


def resident() -> int:
    """Bytes of this process in memory."""
    return int(STATM.read_text().split()[1]) * 4096


def some(name: str, players: int) -> list[State]:
    game = rule_set(name).game(players)
    found = [
        state.clone()
        for seed in range(8)
        for at, state in enumerate(positions(game, f"memory {seed}"))
        if at == 3 + 4 * seed and not state.is_over()
    ]
    assert len(found) >= 2
    return found


@pytest.mark.parametrize(("name", "players"), TABLES, ids=TABLE_IDS)
def test_imagining_positions_takes_no_memory_for_good(name: str, players: int) -> None:
    views = [state.view(state.actors()[0]) for state in some(name, players)]
    rng = rng_from("memory")
    for times in (200, 3000):
        before = resident()
        for number in range(times):
            views[number % len(views)].sample(rng)
    assert resident() - before < 3000 * 100


@pytest.mark.parametrize(("name", "players"), TABLES, ids=TABLE_IDS)
def test_levels_keep_no_memory_from_choice_to_choice(name: str, players: int) -> None:
    game = rule_set(name).game(players)
    views = [state.view(state.actors()[0]) for state in some(name, players)]
    for kind in levels_for(game):
        player = level(kind + ":worlds=3" if kind in ("captain", "general") else kind, game)
        for times in (50, 400):
            before = resident()
            for number in range(times):
                player.choose(views[number % len(views)], NO_LIMIT, player_rng(b"m", 0, number))
        # A vector that is not freed costs 2 KB a world, which is several times as much.
        assert resident() - before < 400 * 400, kind
