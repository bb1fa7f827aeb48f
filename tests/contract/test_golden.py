"""Golden playthroughs: a recorded random game of every table, with what every seat saw.

``MESSDECK_GOLDEN=write`` writes them anew; a change of one is a change of a rule set's behaviour.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from engine.chance import SeededChance, seed_from_text
from engine.game import SPECTATOR, View
from engine.registry import rule_set
from engine.rng import rng_from
from engine.table import Table
from tests.support.random_games import TABLE_IDS, TABLES

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
MOST_CHOICES = 120


def changes(before: dict[str, object], view: View) -> tuple[dict[str, object], str]:
    """The fields of a view that are new, as one line of JSON, and the view's dump."""
    dump = view.dump()
    new = {key: value for key, value in dump.items() if before.get(key) != value}
    return dump, json.dumps(new, separators=(",", ":"), sort_keys=True)


def playthrough(name: str, players: int) -> str:
    """A random game with a fixed seed: every entry of the log and what it changed for whom."""
    game = rule_set(name).game(players)
    table = Table(game, players - 1, SeededChance(seed_from_text("golden 7")))
    rng = rng_from("golden", 7)
    lines = [f"{name} {players} version {game.version} {json.dumps(game.options)}"]
    seen: dict[int, dict[str, object]] = {seat: {} for seat in range(SPECTATOR, players)}
    told = 0
    choices = 0
    while True:
        texts = table.log_texts()
        lines += [f"> {text}" for text in texts[told:]]
        told = len(texts)
        for seat, before in seen.items():
            seen[seat], line = changes(before, table.view(seat))
            if line != "{}":
                lines.append(f"  {seat}: {line}")
        if not table.actors() or choices >= MOST_CHOICES:
            break
        choices += 1
        seat = table.actors()[int(rng.below(len(table.actors())))]
        ask = table.ask(seat)
        assert ask is not None
        lines.append(f"  {seat} has {ask.view.legal_count()} choices")
        table.submit(seat, ask.token, int(ask.view.legal_nth(rng.below(ask.view.legal_count()))))
    lines.append(json.dumps(table.outcome()))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("name", "players"), TABLES, ids=TABLE_IDS)
def test_playthroughs_are_as_they_were(name: str, players: int) -> None:
    path = GOLDEN / f"{name}-{players}.txt"
    found = playthrough(name, players)
    if os.environ.get("MESSDECK_GOLDEN") == "write":
        path.write_text(found, encoding="utf-8")
    assert path.exists(), f"{path.name} is missing"
    assert found == path.read_text(encoding="utf-8")
