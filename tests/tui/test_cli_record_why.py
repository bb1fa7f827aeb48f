"""``messdeck record show --why``: the levels' reasons for the choices of a record."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

from engine.log import Choice
from engine.records import check_record
from tests.support.command_line import Line, random_record
from tests.support.random_games import TABLES

FEW = [(name, players) for name, players in TABLES if players in (2, 3)]


@pytest.fixture
def line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Line:
    return Line(capsys, monkeypatch)


@pytest.mark.parametrize(("rules", "players"), FEW)
def test_each_choice_that_was_one_is_judged(
    rules: str, players: int, tmp_path: Path, line: Line
) -> None:
    record = random_record(rules, players, "why", 30)
    path = tmp_path / "game.jsonl"
    path.write_text(record.to_line() + "\n", "utf-8")
    plain = line("record", "show", path)
    judged = line("record", "show", "--level", "corporal", path)
    assert plain.status == judged.status == 0, judged
    added = [row for row in judged.out.splitlines() if row not in plain.out.splitlines()]
    steps = check_record(json.loads(record.to_line()), keep=True).replay.steps
    free = 0
    for before, after in itertools.pairwise(steps):
        entry = record.log[before.entries]
        assert isinstance(entry, Choice)
        assert after.entries > before.entries
        free += before.state.legal_count(entry.seat) > 1
    assert free > 5
    total = [row for row in judged.out.splitlines() if row.startswith(" " * 9)]
    assert len(total) == free
    assert all("corporal" in row for row in total)
    assert added
    said = ("agrees", "would rather", "about as good")
    assert all(any(one in row for one in said) for row in total)


def test_why_asks_the_strongest_level(tmp_path: Path, line: Line) -> None:
    record = random_record("generals-war", 2, "why", 4)
    path = tmp_path / "game.jsonl"
    path.write_text(record.to_line() + "\n", "utf-8")
    ran = line("record", "show", "--why", path)
    assert ran.status == 0, ran
    assert "The general " in ran.out


def test_a_level_that_does_not_exist_is_named(tmp_path: Path, line: Line) -> None:
    record = random_record("generals-war", 2, "why", 4)
    path = tmp_path / "game.jsonl"
    path.write_text(record.to_line() + "\n", "utf-8")
    assert "colonel" in line.refused("record", "show", "--level", "colonel", path)
