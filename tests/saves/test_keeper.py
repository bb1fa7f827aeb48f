"""The keeper: in order, off the caller's thread, told once, tried again."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from saves.disk import Disk
from saves.faults import InUse, SaveFault
from saves.keeper import Keeper, Trouble
from saves.schema import SavedGame
from saves.shelf import Shelf
from tests.support.breaking import FailingDisk
from tests.support.random_games import TABLES
from tests.support.saving import changed, some_save

GAME = some_save(*TABLES[0])


class Told:
    """The keeper's troubles, in order."""

    def __init__(self) -> None:
        self.queue: SimpleQueue[Trouble | None] = SimpleQueue()

    def __call__(self, trouble: Trouble | None) -> None:
        self.queue.put(trouble)

    def next(self) -> str | None:
        found = self.queue.get(timeout=30)
        return found.reason if found else None

    def nothing_more(self) -> bool:
        return self.queue.empty()


def begin(shelf: Shelf, told: Told | None = None) -> tuple[SavedGame, Keeper]:
    id_, keeper = shelf.begin(trouble=told)
    return changed(GAME, id=id_), keeper


def test_a_save_is_there_when_its_future_is_done(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    game, keeper = begin(shelf)
    assert keeper.save(game).result(30) is None
    assert shelf.load(game.id).saved == game
    keeper.close()


def test_saving_does_not_wait_for_the_disk(tmp_path: Path) -> None:
    class Slow(Disk):
        gate = threading.Event()

        def sync(self, descriptor: int) -> None:
            assert self.gate.wait(30)
            super().sync(descriptor)

    shelf = Shelf(tmp_path, disk=Slow())
    game, keeper = begin(shelf)
    future = keeper.save(game)
    assert not future.done()
    Slow.gate.set()
    assert future.result(30) is None
    keeper.close()


def test_saves_arrive_in_order_and_the_last_one_stays(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    game, keeper = begin(shelf)
    futures = [keeper.save(changed(game, title=f"T{number}")) for number in range(50)]
    assert keeper.close() is None
    assert [future.result(0) for future in futures] == [None] * 50
    assert shelf.load(game.id).saved.title == "T49"


def test_a_waiting_save_is_passed_over_for_a_newer_one(tmp_path: Path) -> None:
    """A slow disk is not made slower: of what waits, only the newest is written."""

    class Counting(Disk):
        made = 0

        def create(self, path: Path) -> int:
            Counting.made += 1
            return super().create(path)

    shelf = Shelf(tmp_path, disk=Counting())
    game, keeper = begin(shelf)
    for number in range(200):
        future = keeper.save(changed(game, title=f"T{number}"))
    assert future.result(30) is None
    keeper.close()
    assert 1 <= Counting.made < 200


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (errno.ENOSPC, "disk-full"),
        (errno.EDQUOT, "quota"),
        (errno.EROFS, "read-only"),
        (errno.EACCES, "not-allowed"),
        (errno.EIO, "device"),
    ],
)
def test_a_failing_disk_is_told_once_and_the_save_tried_again(
    tmp_path: Path, error: int, reason: str
) -> None:
    disk = FailingDisk(error)
    told = Told()
    shelf = Shelf(tmp_path, disk=disk, retry_seconds=600)
    game, keeper = begin(shelf, told)
    for number in range(5):
        found = keeper.save(changed(game, title=f"T{number}")).result(30)
        assert found == Trouble(reason, str(shelf.folder / game.id))
    assert told.next() == reason
    assert told.nothing_more()
    assert disk.tries == 5
    disk.error = 0
    assert keeper.save(changed(game, title="at last")).result(30) is None
    assert told.next() is None
    assert told.nothing_more()
    assert keeper.failing is None
    assert shelf.load(game.id).saved.title == "at last"
    keeper.close()


def test_a_failed_save_is_tried_again_by_itself(tmp_path: Path) -> None:
    disk = FailingDisk()
    told = Told()
    shelf = Shelf(tmp_path, disk=disk, retry_seconds=0.01)
    game, keeper = begin(shelf, told)
    assert keeper.save(game).result(30) is not None
    assert told.next() == "disk-full"
    disk.error = 0
    assert told.next() is None
    assert shelf.load(game.id).saved == game
    keeper.close()


def test_closing_tries_a_last_time_and_says_how_it_went(tmp_path: Path) -> None:
    disk = FailingDisk()
    shelf = Shelf(tmp_path, disk=disk, retry_seconds=600)
    game, keeper = begin(shelf)
    assert keeper.save(game).result(30) is not None
    disk.error = 0
    assert keeper.close() is None
    assert shelf.load(game.id).saved == game
    disk.error = errno.ENOSPC
    game, keeper = begin(shelf)
    keeper.save(game)
    found = keeper.close()
    assert found is not None
    assert found.reason == "disk-full"
    with pytest.raises(ValueError):
        keeper.save(game)


def test_a_folder_that_is_gone_is_told_and_made_again(tmp_path: Path) -> None:
    told = Told()
    shelf = Shelf(tmp_path / "data", retry_seconds=600)
    game, keeper = begin(shelf, told)
    assert keeper.save(game).result(30) is None
    shutil.rmtree(tmp_path / "data")
    found = keeper.save(changed(game, title="in memory")).result(30)
    assert found is not None
    assert found.reason == "gone"
    assert told.next() == "gone"
    assert keeper.save(changed(game, title="back")).result(30) is None
    assert told.next() is None
    assert shelf.load(game.id).saved.title == "back"
    with pytest.raises(InUse):  # the new folder is locked like the old one
        shelf.open(game.id)
    keeper.close()


def test_a_game_can_go_on_in_another_folder(tmp_path: Path) -> None:
    told = Told()
    full = Shelf(tmp_path / "full", disk=FailingDisk(), retry_seconds=600)
    other = Shelf(tmp_path / "other")
    game, keeper = begin(full, told)
    assert keeper.save(game).result(30) is not None
    assert told.next() == "disk-full"
    other.adopt(game.id, keeper)
    assert told.next() is None  # what could not be saved there is saved here, unasked
    assert other.load(game.id).saved == game
    assert keeper.save(changed(game, title="here")).result(30) is None
    assert other.load(game.id).saved.title == "here"
    with pytest.raises(InUse):
        other.open(game.id)
    keeper.close()
    other.open(game.id).keeper.close()


@pytest.fixture
def read_only() -> Iterator[Path]:
    """A folder that may be read but not written to, by whoever runs the tests."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o555)
        root = os.geteuid() == 0
        if root:  # who may write anywhere
            os.seteuid(65534)
        try:
            yield folder
        finally:
            if root:
                os.seteuid(0)
            folder.chmod(0o755)


def test_a_read_only_folder_is_told(read_only: Path) -> None:
    told = Told()
    shelf = Shelf(read_only, retry_seconds=600)
    game, keeper = begin(shelf, told)
    found = keeper.save(game).result(30)
    assert found is not None
    assert found.reason == "not-allowed"
    assert told.next() == "not-allowed"
    assert shelf.entries() == []
    assert keeper.close() is not None


def test_a_file_in_the_place_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").write_bytes(b"")
    told = Told()
    game, keeper = begin(Shelf(tmp_path / "data", retry_seconds=600), told)
    assert keeper.save(game).result(30) is not None
    assert told.next() in ("gone", "other")
    keeper.close()


LIMITED = """
import resource, sys
from pathlib import Path
from tests.saves.test_keeper import GAME
from tests.support.saving import changed
from saves.shelf import Shelf
shelf = Shelf(Path(sys.argv[1]), retry_seconds=600)
told = []
id_, keeper = shelf.begin(trouble=told.append)
game = changed(GAME, id=id_)
assert keeper.save(game).result(30) is None
resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))
assert keeper.save(changed(game, title="too long")).result(30).reason == "file-limit"
assert shelf.load(id_).saved == game
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
assert keeper.save(changed(game, title="fits")).result(30) is None
assert [t and t.reason for t in told] == ["file-limit", None]
assert keeper.close() is None
assert shelf.load(id_).saved.title == "fits"
print("done")
"""


def test_a_limit_on_file_sizes_costs_nothing(tmp_path: Path) -> None:
    paths = [path for path in sys.path if path]
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {paths!r}\n{LIMITED}", str(tmp_path)],
        capture_output=True,
        check=False,
        timeout=100,
    )
    assert done.stdout == b"done\n", done.stderr.decode()


def test_a_listener_that_fails_does_not_end_the_writing(tmp_path: Path) -> None:
    def fail(_: Trouble | None) -> None:
        raise RuntimeError

    disk = FailingDisk()
    shelf = Shelf(tmp_path, disk=disk, retry_seconds=600)
    id_, keeper = shelf.begin(trouble=fail)
    game = changed(GAME, id=id_)
    assert keeper.save(game).result(30) is not None
    disk.error = 0
    assert keeper.save(game).result(30) is None
    keeper.close()


def test_a_game_too_big_for_a_save_is_told(tmp_path: Path) -> None:
    told = Told()
    shelf = Shelf(tmp_path)
    game, keeper = begin(shelf, told)
    huge = changed(game, log=("0 " + "x" * 190,) * 60_000, shuffles=())
    found = keeper.save(huge).result(30)
    assert found is not None
    assert found.reason == "too-big"
    assert told.next() == "too-big"
    keeper.close()
    with pytest.raises(SaveFault):
        shelf.load(game.id)
