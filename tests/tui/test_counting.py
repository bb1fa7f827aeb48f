"""The statistics in lines: bars in proportion, what is left out, every language and width."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from saves.schema import Result, Seat
from saves.statistics import MIXED, Finished, Line, Statistics
from tests.support.command_line import Line as Command
from tests.support.saving import some_save
from tui.counting import statistics_lines
from tui.widgets.canvas import cells
from tui.words import Words
from tui.words.catalogue import languages

NOW = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)


def game(number: int, *, left_out: str = "", score: int = 10, place: int = 1) -> Finished:
    return Finished(
        f"g{number}", "battalion-twins", 3, "recruit", left_out, "out-of-chips", 40,
        1_777_000_000 - number, place, score,
    )  # fmt: skip


GAMES = [game(n, score=n, place=1 + n % 3) for n in range(12)]
GAMES += [game(20, left_out="practice"), game(21, left_out="practice"), game(22, left_out="minded")]
LINES = [
    Line("battalion-twins", 3, "recruit", 12, (8, 4, 0), 66, 11, 0),
    Line("generals-war", 4, MIXED, 1, (0, 0, 0, 1), 12, 12, 12),
]


def text_of(words: Words, width: int = 76, *, plain: bool = False) -> list[str]:
    found = statistics_lines(words, LINES, GAMES, width=width, plain=plain, now=NOW)
    return [line.text for line in found]


def test_bars_are_in_proportion_and_numbers_stand_beside_them() -> None:
    text = text_of(Words("en", "letters"), plain=True)
    twins = [row for row in text if row.startswith("  place")][:3]
    assert [row.count("#") for row in twins] == [30, 15, 0]
    assert [row.split()[-1] for row in twins] == ["8", "4", "0"]
    assert any("13 games counted, 8 won." in row for row in text)
    assert any("2 practice games" in row and "1 game that a level" in row for row in text)
    assert any("First in 67 % (by chance alone 33 %)." in row for row in text)
    assert any("Chips: 5.5 on average, from 0 to 11." in row for row in text)
    assert any("against different levels" in row for row in text)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("width", [56, 76, 92])
def test_nothing_is_wider_than_the_page(language: str, width: int) -> None:
    for row in text_of(Words(language), width):
        assert cells(row) <= width, row


def test_plain_is_ascii() -> None:
    assert all(row.isascii() for row in text_of(Words("en", "letters"), plain=True))


def test_the_command_says_when_there_is_nothing_and_when_it_was_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = Command(capsys, monkeypatch)
    ran = line("statistics", "--data-dir", str(tmp_path))
    assert ran.status == 0
    assert "No game was finished so far." in " ".join(ran.out.split())
    assert line("statistics", "--data-dir", str(tmp_path), "--json").out == ""
    assert Statistics(tmp_path).games() == ([], None)
    (tmp_path / "statistics.sqlite3").write_bytes(b"no database at all" * 100)
    ran = line("statistics", "--data-dir", str(tmp_path), "--json")
    assert "damaged" in ran.err
    assert ran.out == ""


async def test_the_command_prints_finished_games_as_text_and_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = some_save("generals-war", 2)
    result = Result((1, 2), (30, 20), "target")
    seats = (Seat("person"), *[Seat("level", "recruit")] * (saved.players - 1))
    finished = msgspec.structs.replace(saved, result=result, seats=seats, practice=False, asked=())
    Statistics(tmp_path).record(finished)
    line = Command(capsys, monkeypatch)
    told = line("statistics", "--data-dir", tmp_path).out
    assert "1 game counted, 1 won." in told
    row = json.loads(line("statistics", "--data-dir", tmp_path, "--json").out)
    assert (row["place"], row["score"], row["level"]) == (1, 30, "recruit")
