"""The ladder of bench/ladder: its games are the arena's, its verdicts those of its intervals, and
what it alone may seat cannot be had anywhere else."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from ai.arena.run import ArenaSetup, run_arena
from ai.levels import parse_player
from ai.player import NO_LIMIT, UnknownPlayer, player_rng
from engine.chance import SeededChance, seed_from_text
from engine.registry import rule_set

FOLDER = Path(__file__).resolve().parents[2] / "bench" / "ladder"


@pytest.fixture(scope="module", autouse=True)
def ladder() -> Iterator[None]:
    sys.path.insert(0, str(FOLDER))
    yield
    sys.path.remove(str(FOLDER))


def module(name: str) -> ModuleType:
    return importlib.import_module(name)


@pytest.mark.parametrize(
    ("rules", "seats"), [("battalion-twins", 3), ("generals-war", 2), ("fight-for-the-lead", 4)]
)
def test_a_deal_set_of_the_ladder_is_that_of_the_arena(rules: str, seats: int) -> None:
    cell = module("cells").Cell(rules, seats, "corporal", "recruit", 0.0)
    bench = module("games").Bench(cell)
    shares = [bench.play(deal).share for deal in range(3)]
    seed = module("games").SEED
    arena = run_arena(ArenaSetup(rules, ("corporal", "recruit"), seats, 3, seed)).players[0]
    assert sum(shares) / 3 == pytest.approx(arena.share)


@pytest.mark.parametrize(
    ("bar", "share", "verdict"),
    [
        (40.0, 0.5, "yes"),
        (60.0, 0.5, "no"),
        (50.0, 0.5, "undecided"),
        ("above fair", 0.5, "yes"),
        ("above fair", 0.2, "no"),
        ("not worse", 0.2, "no"),
        ("not worse", 0.5, "yes"),
        ("measured", 0.5, "undecided"),
    ],
)
def test_a_cell_is_decided_by_its_interval(bar: float | str, share: float, verdict: str) -> None:
    cell = module("cells").Cell("battalion-twins", 3, "a", "b", bar)
    games = module("games")
    tally = module("tally").Tally()
    for number in range(400):
        off = 0.2 if number % 2 else -0.2
        tally.add(games.SetPlayed(share + off, (1, 2), (0.1, 0.2), 0.0, 0))
    tally.decide(cell)
    value, low, high = tally.interval()
    assert value == pytest.approx(100 * share)
    assert high - value == pytest.approx(value - low)
    assert 1.9 < value - low < 2.0  # 1.97 times 20 over the root of 400
    assert tally.verdict == verdict
    assert module("tally").Tally.from_json(tally.to_json()) == tally


def test_no_cell_is_given_up_for_a_few_hundred_sets() -> None:
    cell = module("cells").Cell("battalion-twins", 3, "a", "b", 40.0)
    tally = module("tally").Tally()
    for _ in range(module("tally").FEWEST_AGAINST - 1):
        tally.add(module("games").SetPlayed(0.0, (1, 2), (0.1, 0.2), 0.0, 0))
        tally.decide(cell)
    assert tally.verdict == "undecided"


def test_no_cell_is_decided_by_a_few_sets() -> None:
    cell = module("cells").Cell("battalion-twins", 3, "a", "b", 40.0)
    tally = module("tally").Tally()
    for _ in range(module("tally").FEWEST - 1):
        tally.add(module("games").SetPlayed(1.0, (1, 2), (0.1, 0.2), 0.0, 0))
        tally.decide(cell)
    assert tally.verdict == "undecided"


@pytest.mark.parametrize("rules", ["battalion-twins", "battalion-cover", "fight-for-the-lead"])
def test_reference_players_are_never_refused(rules: str) -> None:
    for seats in rule_set(rules).seats:
        game = rule_set(rules).game(seats)
        player = module("seats").seated("reference", game)
        secret = seed_from_text(f"reference {seats}")
        state = game.start(0, SeededChance(secret))
        for number in range(150):
            chosen = []
            for seat in state.actors():
                view = state.view(seat)
                action = player.choose(view, NO_LIMIT, player_rng(secret, seat, number)).action
                assert view.refusal(action) is None
                chosen.append((seat, action))
            for seat, action in chosen:
                state.apply(seat, action)


@pytest.mark.parametrize("name", ["all-seeing", "reference", "openspiel:simulations=9"])
def test_what_the_ladder_seats_is_no_player_of_the_app(name: str) -> None:
    with pytest.raises(UnknownPlayer):
        parse_player(name)
