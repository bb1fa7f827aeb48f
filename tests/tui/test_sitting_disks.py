"""What real disks do to a game: the player is told once, plays on, and nothing is lost."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.log import Entry
from saves.disk import Disk
from saves.keeper import RETRY_SECONDS
from saves.restore import restore
from saves.shelf import Shelf
from saves.statistics import FILE
from tests.support.breaking import FailingDisk
from tests.support.disks import SmallDisk, small_disk
from tests.tui.test_sitting import FakeThinker, log_of, play, setup
from tui.notices import Counting, Notice, NotSaved, SavedAgain
from tui.sitting import Sitting
from tui.words import Words


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    with small_disk(tmp_path) as mounted:
        yield mounted


class Heard:
    """What a sitting said about saving."""

    def __init__(self, sitting: Sitting) -> None:
        self.notices: list[Notice] = []
        self._saved = asyncio.Event()
        sitting.listen(self._hear)

    def _hear(self, notice: Notice) -> None:
        self.notices.append(notice)
        if isinstance(notice, SavedAgain):
            self._saved.set()
        elif isinstance(notice, NotSaved):
            self._saved.clear()

    def reasons(self) -> list[str]:
        """The reason of every NotSaved; "saved" for every SavedAgain."""
        return [
            "saved" if isinstance(notice, SavedAgain) else notice.trouble.reason
            for notice in self.notices
            if isinstance(notice, (NotSaved, SavedAgain))
        ]

    async def until_saved(self) -> None:
        await asyncio.wait_for(self._saved.wait(), 30)


def on_disk(shelf: Shelf, id_: str) -> tuple[Entry, ...]:
    """The log of the newest save, held against the rules."""
    loaded = shelf.verify(id_)
    assert loaded.fault is None
    return restore(loaded.saved).table.log()


async def began(shelf: Shelf) -> tuple[Sitting, Heard]:
    sitting = Sitting.begin(setup("battalion-twins", 3), shelf, FakeThinker())
    heard = Heard(sitting)
    await play(sitting, 3)
    assert heard.reasons() == []
    return sitting, heard


async def test_a_full_disk_is_told_once_and_the_game_saved_when_there_is_room(
    disk: SmallDisk,
) -> None:
    shelf = Shelf(disk.path / "data", retry_seconds=0.2)
    sitting, heard = await began(shelf)
    before = on_disk(shelf, sitting.id)
    disk.fill()
    await play(sitting, 4)
    assert heard.reasons() == ["disk-full"]
    assert sitting.trouble is not None
    said = Words().trouble(sitting.trouble.reason, sitting.trouble.folder)
    assert "the disk is full" in said
    assert len(log_of(sitting)) > len(before)
    assert on_disk(shelf, sitting.id) == before  # the last save that fitted is whole
    disk.empty()
    await heard.until_saved()  # tried again by itself, without any choice
    assert heard.reasons() == ["disk-full", "saved"]
    assert await sitting.close() is None
    assert on_disk(shelf, sitting.id) == tuple(log_of(sitting))


async def test_with_the_disk_full_the_game_is_put_elsewhere(
    disk: SmallDisk, tmp_path: Path
) -> None:
    sitting, heard = await began(Shelf(disk.path / "data", retry_seconds=600))
    disk.fill()
    await play(sitting, 2)
    elsewhere = Shelf(tmp_path / "elsewhere")
    sitting.save_to(elsewhere)
    await heard.until_saved()
    await play(sitting, 2)
    assert await sitting.close() is None
    assert on_disk(elsewhere, sitting.id) == tuple(log_of(sitting))
    assert heard.reasons() == ["disk-full", "saved"]


async def test_left_with_the_disk_still_full_it_says_what_was_lost(disk: SmallDisk) -> None:
    sitting, _ = await began(Shelf(disk.path / "data", retry_seconds=600))
    disk.fill()
    await play(sitting, 2)
    trouble = await sitting.close()
    assert trouble is not None
    assert trouble.reason == "disk-full"


async def test_a_game_on_a_read_only_disk_is_played_in_memory(disk: SmallDisk) -> None:
    (disk.path / "data").mkdir()
    disk.protect(protected=True)
    try:
        shelf = Shelf(disk.path / "data", retry_seconds=600)
        sitting = Sitting.begin(setup("generals-war", 2), shelf, FakeThinker())
        heard = Heard(sitting)
        await play(sitting)
        assert sitting.table.outcome() is not None
        assert heard.reasons() == ["read-only"]
        trouble = await sitting.close()
        assert trouble is not None
        counting = [n.fault.code for n in heard.notices if isinstance(n, Counting)]
        assert counting == ["statistics-unusable"]
    finally:
        disk.protect(protected=False)


async def test_statistics_on_a_full_disk_cost_nothing(disk: SmallDisk, tmp_path: Path) -> None:
    shelf = Shelf(disk.path / "data", retry_seconds=600)
    sitting = Sitting.begin(setup("generals-war", 2), shelf, FakeThinker())
    heard = Heard(sitting)
    await play(sitting, 2)
    disk.fill()
    await play(sitting)
    assert await sitting.close() is not None
    assert [n.fault.values["reason"] for n in heard.notices if isinstance(n, Counting)] == [
        "disk-full"
    ]
    disk.empty()
    assert not (shelf.data_dir / FILE).exists() or (shelf.data_dir / FILE).stat().st_size == 0


async def test_a_folder_removed_in_mid_game_is_told_and_made_again(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "data", retry_seconds=0.1)
    sitting, heard = await began(shelf)
    shutil.rmtree(tmp_path / "data")
    await play(sitting, 3)
    await heard.until_saved()
    assert heard.reasons() == ["gone", "saved"]
    assert await sitting.close() is None
    assert on_disk(shelf, sitting.id) == tuple(log_of(sitting))


async def test_a_folder_moved_away_in_mid_game_leaves_what_was_saved(tmp_path: Path) -> None:
    """As by ``messdeck saves delete`` of an older version, or a file manager."""
    shelf = Shelf(tmp_path / "data", retry_seconds=0.1)
    sitting, heard = await began(shelf)
    before = tuple(log_of(sitting))
    (tmp_path / "data").rename(tmp_path / "moved")
    await play(sitting, 3)
    await heard.until_saved()
    assert on_disk(Shelf(tmp_path / "moved"), sitting.id) == before
    assert await sitting.close() is None
    assert on_disk(shelf, sitting.id) == tuple(log_of(sitting))


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (errno.EDQUOT, "quota"),
        (errno.EACCES, "not-allowed"),
        (errno.EPERM, "not-allowed"),
        (errno.EROFS, "read-only"),
        (errno.EIO, "device"),
        (errno.ENOSPC, "disk-full"),
        (errno.EMFILE, "too-many-files"),
        (errno.ESTALE, "gone"),
        (errno.EBADMSG, "other"),
    ],
)
async def test_whatever_the_system_says_is_told_once_with_its_reason(
    tmp_path: Path, error: int, reason: str
) -> None:
    failing = FailingDisk(0)
    shelf = Shelf(tmp_path, disk=failing, retry_seconds=600)
    sitting, heard = await began(shelf)
    failing.error = error
    await play(sitting, 3)
    assert heard.reasons() == [reason]
    assert failing.tries >= 6
    said = Words().trouble(reason, str(tmp_path))
    assert said.startswith("The game is not saved: ")
    failing.error = 0
    await play(sitting, 1)
    assert heard.reasons() == [reason, "saved"]
    assert await sitting.close() is None
    assert on_disk(shelf, sitting.id) == tuple(log_of(sitting))


async def test_another_reason_is_told_too(tmp_path: Path) -> None:
    failing = FailingDisk(errno.ENOSPC)
    sitting = Sitting.begin(
        setup("battalion-twins", 3), Shelf(tmp_path, disk=failing, retry_seconds=600), FakeThinker()
    )
    heard = Heard(sitting)
    await play(sitting, 2)
    failing.error = errno.EROFS
    await play(sitting, 2)
    assert heard.reasons() == ["disk-full", "read-only"]
    await sitting.close()


class BrokenCall(Disk):
    """A disk one of whose calls fails, as long as it is ``broken``."""

    def __init__(self, call: str) -> None:
        self.call = call
        self.broken = False

    def _may(self, call: str) -> None:
        if self.broken and call == self.call:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    def write(self, descriptor: int, data: bytes) -> None:
        self._may("write")
        super().write(descriptor, data)

    def sync(self, descriptor: int) -> None:
        self._may("sync")
        super().sync(descriptor)

    def rename(self, old: Path, new: Path) -> None:
        self._may("rename")
        super().rename(old, new)

    def sync_folder(self, folder: Path) -> None:
        self._may("sync folder")
        super().sync_folder(folder)


@pytest.mark.parametrize("call", ["write", "sync", "rename", "sync folder"])
async def test_a_failure_of_any_call_of_the_writer_is_told_and_leaves_no_litter(
    tmp_path: Path, call: str
) -> None:
    disk = BrokenCall(call)
    shelf = Shelf(tmp_path, disk=disk, retry_seconds=600)
    sitting, heard = await began(shelf)
    disk.broken = True
    await play(sitting, 2)
    assert heard.reasons() == ["device"]
    place = shelf.folder / sitting.id
    assert list(place.glob("tmp-*")) == []
    disk.broken = False
    await play(sitting, 1)
    assert await sitting.close() is None
    assert on_disk(shelf, sitting.id) == tuple(log_of(sitting))


def test_saving_is_tried_again_soon_by_itself() -> None:
    assert RETRY_SECONDS <= 10
