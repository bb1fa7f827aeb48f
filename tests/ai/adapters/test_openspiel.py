"""OpenSpiel's own players at our tables: legal, repeatable, and they know what a seat knows."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from ai.player import NO_LIMIT, player_rng
from engine.chance import SeededChance, seed_from_text
from engine.registry import rule_set
from tests.support.random_games import TABLE_IDS, TABLES

ROOT = Path(__file__).resolve().parents[3]
VERSION = f"python{sys.version_info.major}.{sys.version_info.minor}"
# OpenSpiel has an environment of its own (bench/README.md).
APART = ROOT / ".venv-openspiel" / "lib" / VERSION / "site-packages"


@pytest.fixture(scope="module")
def openspiel() -> Any:
    if APART.is_dir() and str(APART) not in sys.path:
        sys.path.append(str(APART))
    pytest.importorskip("pyspiel")
    from ai.adapters import openspiel as adapter

    return adapter


@pytest.mark.parametrize(("name", "players"), TABLES, ids=TABLE_IDS)
def test_openspiels_players_make_legal_choices_from_views_alone(
    openspiel: Any, name: str, players: int
) -> None:
    game = rule_set(name).game(players)
    secret = seed_from_text("openspiel")
    state = game.start(0, SeededChance(secret))
    tree, lot = openspiel.IsmctsPlayer(simulations=6), openspiel.RandomBotPlayer()
    for number in range(30):
        chosen = []
        for seat in state.actors():
            view = state.view(seat)
            player = tree if seat == number % players else lot
            action = player.choose(view, NO_LIMIT, player_rng(secret, seat, number)).action
            again = player.choose(view, NO_LIMIT, player_rng(secret, seat, number)).action
            assert view.refusal(action) is None
            assert action == again
            chosen.append((seat, action))
        for seat, action in chosen:
            state.apply(seat, action)
        if state.is_over():
            break


def test_a_position_shows_openspiel_what_its_seat_knows_and_no_more(openspiel: Any) -> None:
    game = rule_set("generals-war").game(2)
    state = game.start(0, SeededChance(seed_from_text("root")))
    while state.legal_count(state.next_actor()) < 10:
        seat = state.next_actor()
        state.play(seat, state.legal_nth(seat, state.legal_count(seat) - 1), None)
    seat = state.actors()[0]
    view = state.view(seat)
    root = openspiel.Position(view, seat, player_rng(b"root", seat, 0))
    world = root.resample_from_infostate(seat, None)
    assert world.current_player() == root.current_player() == seat
    assert world.information_state_string() == root.information_state_string()
    assert world.legal_actions() == root.legal_actions()
    copy = world.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert world.legal_actions() == root.legal_actions()
    assert copy.current_player() != seat  # the other one lays a squad too, without seeing this one
    shown = copy.information_state_string()
    other = world.clone()
    other.apply_action(other.legal_actions()[1])
    assert other.information_state_string() == shown
