"""Whatever position passes its check can be played to the end, and passes it all the way."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from engine.chance import FastChance
from engine.game import Game, State
from engine.refusals import MessdeckError
from engine.registry import rule_set
from engine.rng import rng_from
from tests.support.mutating import position_mutated
from tests.support.random_games import TABLE_IDS, TABLES, positions, random_choice

MOST_CHOICES = 5000


def variants(rules: str, players: int) -> list[Game]:
    """The game with its usual options, and with odd ones, so that other parts of it are seen."""
    found = rule_set(rules)
    games = [found.game(players)]
    odd: dict[str, dict[str, object]] = {
        "battalion-twins": {"bid_counts": "points", "attack_limit": 12, "rounds": 1},
        "battalion-cover": {"refill": "none", "rounds": 1},
        "fight-for-the-lead": {"debt": "stands", "sit_out": "anyone", "deals": 3, "ante": 5},
        "generals-war": {"target": 40},
    }
    if rules in odd:
        games.append(found.game(players, odd[rules]))
    return games


def snapshots(game: Game, seed: str) -> list[dict[str, Any]]:
    """Positions from all parts of two games, also ends."""
    found: list[dict[str, Any]] = []
    for number in range(2):
        states = [state.snapshot() for state in positions(game, f"{seed} {number}")]
        found += states[:: max(1, len(states) // 12)] + states[-1:]
    return found


def play_on(state: State, seed: str) -> int:
    """Plays at random to the end; how many choices that took. Raises whatever goes wrong."""
    rng = rng_from("mutated", seed)
    for made in range(MOST_CHOICES):
        if state.is_over():
            assert state.outcome() is not None
            return made
        actors = state.actors()
        seat = actors[int(rng.below(len(actors)))]
        assert state.legal_count(seat) > 0, (seat, state.snapshot())
        state.play(seat, random_choice(state, seat, rng), None)
        if not state.missing():
            state.check()
            for seat in range(-1, state.game.players):
                state.view(seat)
    raise AssertionError(f"no end after {MOST_CHOICES} choices")


def mutate(game: Game, times: int, seed: str) -> Counter[str]:
    """Mutates positions ``times`` times; how many passed the check, each played to its end."""
    rng = random.Random(f"positions {game.rules} {game.players} {seed}")
    trees = snapshots(game, seed)
    counts: Counter[str] = Counter()
    for number in range(times):
        tree = rng.choice(trees)
        changed = position_mutated(tree, rng, rng.choice(trees))
        chance = FastChance(rng_from("mutated", seed, number))
        try:
            state = game.restore(changed, chance)
            state.check()
            if state.missing():
                raise MessdeckError("round-incomplete")
        except MessdeckError:
            counts["refused"] += 1
            continue
        counts["unchanged" if state.snapshot() == tree else "passed"] += 1
        if state.snapshot() == tree:
            continue
        try:
            counts["choices"] += play_on(state, f"{seed} {number}")
        except Exception as error:
            changes = {key: (tree.get(key), changed[key]) for key in changed
                       if changed[key] != tree.get(key)}  # fmt: skip
            raise AssertionError(f"{game.options}: {tree}\nchanged: {changes}") from error
    return counts


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=TABLE_IDS)
def test_what_passes_check_can_be_played_to_the_end(rules: str, players: int) -> None:
    for game in variants(rules, players):
        counts = mutate(game, 150, "test")
        assert counts["passed"] >= 5, counts
        assert counts["refused"] >= 50, counts


@pytest.mark.soak
@pytest.mark.parametrize(("rules", "players"), TABLES, ids=TABLE_IDS)
def test_what_passes_check_can_be_played_to_the_end_many_times(rules: str, players: int) -> None:
    for game in variants(rules, players):
        counts = mutate(game, 5000, "soak")
        print(rules, players, dict(counts))
        assert counts["passed"] >= 100
