"""An exported view holds nothing that its seat may not know."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import msgspec
import pytest

from engine.game import SPECTATOR
from engine.rng import rng_from
from saves.faults import SaveFault
from saves.restore import Restored, restore
from saves.seen import export_view, view_tree
from saves.shelf import Shelf
from tests.support.random_games import TABLE_IDS, TABLES
from tests.support.saving import some_save


def scrambled(restored: Restored, seat: int, seed: object) -> Restored:
    """The same game with everything else than ``seat`` may know exchanged."""
    module = importlib.import_module(
        f"tests.contract.scramble_{restored.saved.rules.replace('-', '_')}"
    )
    other = restore(restored.saved)
    state, _ = module.scramble(other.table._state, seat, rng_from("seen", seed))
    other.table._state = state
    for at, action in other.table.pending().items():  # what others have committed, too
        if at != seat:
            legal = state.legal_actions(at)
            other.table._pending[at] = legal[0] if legal[0] != action else legal[-1]
    return Restored(other.saved, other.table, other.replayed)


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=TABLE_IDS)
def test_a_view_is_the_same_whatever_is_hidden(rules: str, players: int) -> None:
    changed = 0
    for number, choices in enumerate((3, 12, 30)):
        restored = restore(some_save(rules, players, choices, "seen"))
        for seat in range(players):
            other = scrambled(restored, seat, number)
            assert msgspec.json.encode(view_tree(other, seat)) == msgspec.json.encode(
                view_tree(restored, seat)
            )
            changed += other.table.snapshot() != restored.table.snapshot()
    assert changed >= players


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=TABLE_IDS)
def test_a_view_names_neither_seed_nor_shuffles_nor_choices(rules: str, players: int) -> None:
    saved = some_save(rules, players)
    for seat in range(SPECTATOR, players):
        tree = view_tree(restore(saved), seat)
        assert {"seed", "shuffles", "log", "snapshot", "pending", "base"}.isdisjoint(tree)
        assert saved.seed.hex() not in str(tree)


def test_an_exported_view_is_a_line_of_json(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    saved = some_save("generals-war", 2)
    id_ = shelf.put(saved)
    data = export_view(shelf, id_, 0)
    assert data.count(b"\n") == 1
    tree = json.loads(data)
    assert (tree["format"], tree["version"], tree["seat"]) == ("messdeck-view", 1, 0)
    table = restore(saved).table
    assert tree["view"] == json.loads(msgspec.json.encode(table.view(0).dump()))
    assert tree["asked"] == table.actors()


def test_ones_own_commitment_is_in_ones_view_and_in_no_others() -> None:
    saved = next(
        found
        for seed in range(20)
        if (found := some_save("generals-war", 2, 12, f"own {seed}")).pending
    )
    restored = restore(saved)
    (seat,) = restored.table.committed()
    assert view_tree(restored, seat)["own"] == saved.pending[0]
    other = view_tree(restored, 1 - seat)
    assert other["own"] is None
    assert other["committed"] == [seat]
    assert view_tree(restored, SPECTATOR)["own"] is None


def test_a_seat_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    id_ = shelf.put(some_save("generals-war", 2))
    for seat in (-2, 2):
        with pytest.raises(SaveFault) as found:
            export_view(shelf, id_, seat)
        assert found.value.code == "no-such-seat"
