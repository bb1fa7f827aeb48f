"""Thousands of random games go exactly as they went before, and alike on both builds.

A checksum covers every choice, how many there were to choose from, and the result. It is written
down, so that builds which never meet are compared. ``MESSDECK_GOLDEN=write`` writes it anew, with
``-m soak`` that of all games; a change is a change of a rule set's behaviour.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest

from engine.chance import SeededChance, seed_from_text
from engine.registry import OURS, rule_set
from engine.rng import Rng, rng_from
from engine.rules import RuleSet

CHECKSUMS = Path(__file__).resolve().parents[1] / "golden" / "checksums.json"
FEW = 40
MANY = 10_000
MOST_CHOICES = 5000


def options_of(rules: RuleSet, rng: Rng) -> dict[str, object]:
    """Every option that is a word takes any of its words; numbers stay at their defaults."""
    return {
        option.name: option.choices[int(rng.below(len(option.choices)))]
        for option in rules.options
        if option.choices
    }


def play(rules: RuleSet, number: int) -> bytes:
    """A random game: its choices, how many there were each time, and its result."""
    rng = rng_from("checksum", rules.id, number)
    players = rules.seats[number % len(rules.seats)]
    game = rules.game(players, options_of(rules, rng))
    state = game.start(number % players, SeededChance(seed_from_text(f"checksum {number}")))
    told: list[object] = [players, sorted(game.options.items())]
    # Every other game by the choices' numbers, the others by what playouts use.
    by_number = number % 2 == 0
    for _ in range(MOST_CHOICES):
        seat = int(state.next_actor())
        if seat < 0:
            break
        choices = int(state.legal_count(seat))
        told.append(choices)
        if by_number:
            action = int(state.legal_nth(seat, rng.below(choices)))
            told.append(action)
            state.play(seat, action, None)
        else:
            state.play_random(seat, rng)
    outcome = state.outcome()
    told.append(None if outcome is None else tuple(outcome))
    return repr(told).encode()


def checksum(rules: RuleSet, games: int) -> str:
    total = hashlib.blake2b(digest_size=16)
    for number in range(games):
        total.update(play(rules, number))
    return total.hexdigest()


def compare(name: str, games: int) -> None:
    known = json.loads(CHECKSUMS.read_text("utf-8")) if CHECKSUMS.exists() else {}
    found = checksum(rule_set(name), games)
    if os.environ.get("MESSDECK_GOLDEN") == "write":
        known.setdefault(name, {})[str(games)] = found
        CHECKSUMS.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", "utf-8")
    assert found == known[name][str(games)]


@pytest.mark.parametrize("name", OURS)
def test_some_random_games_go_as_they_went(name: str) -> None:
    compare(name, FEW)


@pytest.mark.soak
@pytest.mark.parametrize("name", OURS)
def test_ten_thousand_random_games_go_as_they_went(name: str) -> None:
    compare(name, MANY)
