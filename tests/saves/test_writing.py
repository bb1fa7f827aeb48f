"""A save is on the disk whole or not at all, whatever happens between two system calls."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from saves.disk import Disk
from saves.writing import clear_temporaries, file_name, numbers, write_file, write_save
from tests.support.breaking import BreakingDisk, Stopped, fail_with, stop

OLD, NEW = b"old" * 1000, b"new" * 1000


def calls_of_a_save(folder: Path) -> list[str]:
    disk = BreakingDisk()
    for number in range(1, 7):
        write_save(Disk(), folder, number, OLD)
    write_save(disk, folder, 7, NEW)
    return disk.calls


def test_the_order_of_calls_keeps_a_save_through_a_power_cut(tmp_path: Path) -> None:
    """Contents reach the disk before the name does, the name before an older save goes."""
    assert calls_of_a_save(tmp_path) == [
        "create tmp-",
        "write",
        "write",
        "sync",
        "close",
        "rename",
        "sync folder",
        "remove",
    ]


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("at", range(1, 9))
def test_stopped_at_any_call_the_old_or_the_new_save_is_there(
    tmp_path: Path, at: int, after: bool
) -> None:
    for number in range(1, 7):
        write_save(Disk(), tmp_path, number, OLD)
    with pytest.raises(Stopped):
        write_save(BreakingDisk(at, stop, after=after), tmp_path, 7, NEW)
    newest = numbers(tmp_path)[0]
    content = (tmp_path / file_name(newest)).read_bytes()
    assert (newest, content) in ((6, OLD), (7, NEW))
    renamed = at > 6 or (at == 6 and after)
    assert newest == (7 if renamed else 6)
    # The next writer finds nothing in its way and leaves nothing behind.
    clear_temporaries(Disk(), tmp_path)
    write_save(Disk(), tmp_path, 8, NEW)
    assert not [name for name in os.listdir(tmp_path) if not name.endswith(".save")]
    assert numbers(tmp_path)[0] == 8


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EROFS])
@pytest.mark.parametrize("at", range(1, 8))
def test_a_call_that_fails_costs_no_earlier_save(tmp_path: Path, at: int, error: int) -> None:
    write_save(Disk(), tmp_path, 1, OLD)
    with pytest.raises(OSError) as found:
        write_save(BreakingDisk(at, fail_with(error)), tmp_path, 2, NEW)
    assert found.value.errno == error
    assert (tmp_path / file_name(1)).read_bytes() == OLD
    assert not [name for name in os.listdir(tmp_path) if not name.endswith(".save")]
    if 2 in numbers(tmp_path):  # only the folder's sync failed
        assert (tmp_path / file_name(2)).read_bytes() == NEW


def test_earlier_saves_are_kept_up_to_a_number(tmp_path: Path) -> None:
    for number in (3, 5, 6, 9, 12, 13):
        write_save(Disk(), tmp_path, number, OLD, keep=3)
    assert numbers(tmp_path) == [13, 12, 9, 6]
    write_save(Disk(), tmp_path, 14, OLD, keep=0)
    assert numbers(tmp_path) == [14]


def test_an_earlier_save_that_cannot_be_removed_does_no_harm(tmp_path: Path) -> None:
    for number in range(1, 5):
        write_save(Disk(), tmp_path, number, OLD)
    write_save(BreakingDisk(8, fail_with(errno.EPERM)), tmp_path, 5, NEW)
    assert numbers(tmp_path) == [5, 4, 3, 2, 1]


def test_what_is_written_is_for_its_owner_only(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        write_file(Disk(), tmp_path / "x", NEW)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "x").stat().st_mode) == 0o600


def test_a_link_in_the_place_of_a_file_is_replaced_not_followed(tmp_path: Path) -> None:
    target = tmp_path / "precious"
    target.write_bytes(OLD)
    (tmp_path / "x").symlink_to(target)
    write_file(Disk(), tmp_path / "x", NEW)
    assert target.read_bytes() == OLD
    assert not (tmp_path / "x").is_symlink()


def test_other_names_are_no_saves(tmp_path: Path) -> None:
    for name in ("1.save", "000000000001.save.bak", "tmp-00", "00000000000١.save", "lock"):
        (tmp_path / name).write_bytes(b"")
    assert numbers(tmp_path) == []
    with pytest.raises(ValueError):
        file_name(10**12)
