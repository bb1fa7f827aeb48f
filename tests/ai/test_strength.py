"""A level takes more first places in a field of the next weaker one than is fair.

Everything is seeded, so a run says the same every time.
"""

from __future__ import annotations

import pytest

from ai.arena.run import ArenaSetup, run_arena
from tests.support.random_games import tries

# Rule set, seats, and the share of first places that one corporal takes at least from recruits.
TABLES = [
    ("battalion-twins", 3, 0.67),
    ("battalion-twins", 4, 0.55),
    ("battalion-cover", 3, 0.46),
    ("battalion-cover", 4, 0.35),
    ("fight-for-the-lead", 2, 0.70),
    ("fight-for-the-lead", 4, 0.43),
    ("generals-war", 2, 0.62),
    ("generals-war", 4, 0.30),
]
QUICK = [table for table in TABLES if table[1] == min(t[1] for t in TABLES if t[0] == table[0])]


def share(rules: str, seats: int, players: tuple[str, str], deals: int) -> tuple[float, float]:
    """Share of first places of the first of ``players`` in a field of the other, and its low."""
    found = run_arena(ArenaSetup(rules, players, seats, deals, "strength")).players[0]
    assert found.share is not None
    assert found.share_low is not None
    return found.share, found.share_low


@pytest.mark.parametrize("players", [("corporal", "recruit"), ("recruit", "random")], ids="-".join)
@pytest.mark.parametrize(("rules", "seats", "least"), QUICK)
def test_the_stronger_level_takes_more_than_its_share(
    rules: str, seats: int, least: float, players: tuple[str, str]
) -> None:
    _, low = share(rules, seats, players, tries(100, 40))
    assert low > 1 / seats


@pytest.mark.soak
@pytest.mark.parametrize("players", [("corporal", "recruit"), ("recruit", "random")], ids="-".join)
@pytest.mark.parametrize(("rules", "seats", "least"), TABLES)
def test_the_stronger_level_takes_as_much_as_it_is_made_for(
    rules: str, seats: int, least: float, players: tuple[str, str]
) -> None:
    value, low = share(rules, seats, players, 1000)
    assert low > 1 / seats
    if players[0] == "corporal":
        assert value >= least
