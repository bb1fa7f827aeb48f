"""What is told of another's move holds nothing that the asker may not know."""

from __future__ import annotations

import importlib
import os

import pytest

from ai.levels import LEVELS
from engine.events import EVERYONE, Chose, ChoseUnseen, Event, Revealed
from engine.game import State
from engine.registry import rule_set, rule_sets
from engine.rng import rng_from
from tests.support.random_games import positions
from tui.learning.motives import motive_lines
from tui.learning.moves import Move
from tui.words import Scene, Words

OURS = [name for name in rule_sets() if not name.startswith("test-")]
POSITIONS = int(os.environ.get("MESSDECK_LEAK_POSITIONS", "150"))
WHO = ("", "bot:x", *LEVELS)


def told(state: State, chooser: int, action: int, asker: int) -> list[str] | None:
    """All that ``asker`` can be told of a choice, by whatever level; None if it cannot be made."""
    if state.refusal(chooser, action) is not None:
        return None
    before = state.view(asker)
    after = state.clone()
    events: list[Event] = []
    after.apply(chooser, action, events)
    scene = Scene(state.game.rules, ("Ann", "Bea", "Cleo", "Dan", "Eve", "Fay"), asker)
    found: list[str] = []
    for event in events:
        if event.only not in (EVERYONE, asker):
            continue
        if isinstance(event, (Chose, ChoseUnseen, Revealed)) and event.seat == chooser:
            for level in WHO:
                found += motive_lines(Words(), Move(event, before), level, scene)
    return found


@pytest.mark.parametrize("name", OURS)
def test_scrambling_what_the_asker_cannot_know_changes_no_word(name: str) -> None:
    module = importlib.import_module(f"tests.contract.scramble_{name.replace('-', '_')}")
    rng = rng_from("motives", name)
    rules = rule_set(name)
    compared = changed = 0
    for at in range(POSITIONS):
        players = rules.seats[at % len(rules.seats)]
        game = rules.game(players)
        skip = 1 + int(rng.below(40))
        state = next(
            (one for n, one in enumerate(positions(game, f"motive {at}", dealer=0)) if n == skip),
            None,
        )
        if state is None or state.is_over():
            continue
        chooser = state.actors()[0]
        action = int(state.legal_nth(chooser, rng.below(state.legal_count(chooser))))
        for asker in range(players):
            if asker == chooser:
                continue
            here = told(state, chooser, action, asker)
            other, moved = module.scramble(state, asker, rng)
            there = told(other, chooser, action, asker)
            if there is None:  # with other cards the choice cannot be made
                continue
            assert there == here
            compared += 1
            changed += any(moved.values())
    assert compared > POSITIONS // 8
    assert changed > 0


def test_a_leak_would_be_found() -> None:
    """The same comparison with the chooser's own view finds a difference."""
    module = importlib.import_module("tests.contract.scramble_generals_war")
    game = rule_set("generals-war").game(2)
    rng = rng_from("motives leak")
    state = next(one for n, one in enumerate(positions(game, "leak", dealer=0)) if n == 3)
    other, _ = module.scramble(state, 0, rng)
    assert other.view(1).dump() != state.view(1).dump()
