"""A game that comes to its end is counted: once, off the loop, and never at the game's expense."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves.exchange import export_save, import_file, write_export
from saves.shelf import Shelf
from saves.statistics import FILE, Statistics
from tests.support.breaking import FailingDisk
from tests.tui.test_sitting import FakeThinker, play, setup
from tui.notices import Counting, Notice
from tui.sitting import Sitting


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "data")


async def test_the_end_of_a_game_is_counted_once(shelf: Shelf) -> None:
    sitting = Sitting.begin(setup("generals-war", 2), shelf, FakeThinker())
    statistics = Statistics(shelf.data_dir)
    await play(sitting, 2)
    assert statistics.games() == ([], None)
    await play(sitting)
    outcome = sitting.table.outcome()
    assert outcome is not None
    id_ = sitting.id
    await sitting.close()
    ((line,), fault) = statistics.lines()
    assert fault is None
    assert (line.rules, line.players, line.level, line.games) == ("generals-war", 2, "random", 1)
    assert line.places[outcome.places[0] - 1] == 1
    assert line.scores == outcome.scores[0]
    again = Sitting.resume(id_, shelf, FakeThinker())
    await again.close()
    assert len(statistics.games()[0]) == 1


async def test_an_end_that_was_saved_and_not_counted_is_counted_when_it_is_looked_at(
    shelf: Shelf,
) -> None:
    sitting = Sitting.begin(setup("generals-war", 2), shelf, FakeThinker())
    await play(sitting)
    id_ = sitting.id
    await sitting.close()
    (shelf.data_dir / FILE).unlink()
    again = Sitting.resume(id_, shelf, FakeThinker())
    await again.close()
    ((game,), _) = Statistics(shelf.data_dir).games()
    assert (game.id, game.left_out) == (id_, "")


async def test_practice_games_and_shared_screens_are_not_counted(shelf: Shelf) -> None:
    for given in ({"practice": True}, {"persons": 2}):
        sitting = Sitting.begin(setup("generals-war", 2, **given), shelf, FakeThinker())  # type: ignore[arg-type]
        await play(sitting)
        await sitting.close()
    games, _ = Statistics(shelf.data_dir).games()
    assert sorted(game.left_out for game in games) == ["hot-seat", "practice"]
    assert Statistics(shelf.data_dir).lines() == ([], None)


async def test_a_finished_game_of_somebody_else_is_not_ones_own(
    shelf: Shelf, tmp_path: Path
) -> None:
    theirs = Shelf(tmp_path / "theirs")
    sitting = Sitting.begin(setup("generals-war", 2), theirs, FakeThinker())
    await play(sitting)
    await sitting.close()
    write_export(tmp_path / "game.save", export_save(theirs, sitting.id))
    (id_,) = import_file(shelf, tmp_path / "game.save")
    mine = Sitting.resume(id_, shelf, FakeThinker())
    await mine.close()
    ((game,), _) = Statistics(shelf.data_dir).games()
    assert game.left_out == "imported"


async def test_damaged_statistics_are_told_and_cost_nothing(shelf: Shelf) -> None:
    shelf.data_dir.mkdir()
    (shelf.data_dir / FILE).write_bytes(b"rubbish" * 1000)
    sitting = Sitting.begin(setup("generals-war", 2), shelf, FakeThinker())
    told: list[Notice] = []
    sitting.listen(told.append)
    await play(sitting)
    assert await sitting.close() is None
    (notice,) = [notice for notice in told if isinstance(notice, Counting)]
    assert notice.fault.code == "set-aside"
    assert len(Statistics(shelf.data_dir).games()[0]) == 1


async def test_statistics_that_cannot_be_written_are_told_and_cost_nothing(shelf: Shelf) -> None:
    (shelf.data_dir / FILE).mkdir(parents=True)
    sitting = Sitting.begin(setup("generals-war", 2), shelf, FakeThinker())
    told: list[Notice] = []
    sitting.listen(told.append)
    await play(sitting)
    assert await sitting.close() is None
    assert [n.fault.code for n in told if isinstance(n, Counting)] == ["statistics-unusable"]
    assert shelf.verify(sitting.id).saved.finished


async def test_a_game_in_memory_is_counted_where_it_was_put(tmp_path: Path) -> None:
    sitting = Sitting.begin(
        setup("generals-war", 2), Shelf(tmp_path / "full", disk=FailingDisk()), FakeThinker()
    )
    await play(sitting, 1)
    good = Shelf(tmp_path / "good")
    sitting.save_to(good)
    await play(sitting)
    await sitting.close()
    assert len(Statistics(good.data_dir).games()[0]) == 1
