"""One opener a game; the lock goes with its holder."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from saves.faults import InUse
from saves.lock import LOCK, take_lock

HOLDER = """
import sys
from pathlib import Path
from saves.lock import take_lock
lock = take_lock(Path(sys.argv[1]), "Ann\\x1b[2J")
print("held", flush=True)
sys.stdin.read()
"""


def hold(folder: Path) -> subprocess.Popen[bytes]:
    """Another process that holds the lock, until its input ends or it is killed."""
    paths = [path for path in sys.path if path]
    process = subprocess.Popen(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {paths!r}\n{HOLDER}", str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"held\n"
    return process


def test_the_second_opener_is_told_who_and_since_when(tmp_path: Path) -> None:
    began = int(time.time())
    process = hold(tmp_path)
    try:
        with pytest.raises(InUse) as found:
            take_lock(tmp_path, "Bob")
        assert found.value.code == "in-use"
        assert found.value.values["pid"] == process.pid
        assert found.value.values["who"] == "Ann[2J"
        since = found.value.values["since"]
        assert isinstance(since, int)
        assert began <= since <= time.time()
    finally:
        process.communicate()
    take_lock(tmp_path, "Bob").close()


def test_a_killed_holder_frees_the_lock(tmp_path: Path) -> None:
    process = hold(tmp_path)
    process.kill()
    process.wait()
    lock = take_lock(tmp_path, "Bob")
    assert lock.real
    lock.close()


def test_two_tables_of_one_process_keep_each_other_out(tmp_path: Path) -> None:
    lock = take_lock(tmp_path, "one")
    with pytest.raises(InUse):
        take_lock(tmp_path, "two")
    lock.close()
    lock.close()
    take_lock(tmp_path, "two").close()


@pytest.mark.parametrize("note", [b"", b"\xff\xfe", b"[1]", b'{"pid": -1, "who": 5}', b"[" * 2000])
def test_an_unreadable_note_keeps_out_all_the_same(tmp_path: Path, note: bytes) -> None:
    lock = take_lock(tmp_path, "one")
    (tmp_path / LOCK).write_bytes(note)
    with pytest.raises(InUse) as found:
        take_lock(tmp_path, "two")
    assert found.value.values == {"pid": 0, "who": "", "since": 0}
    lock.close()


def test_a_lock_whose_folder_was_renewed_holds_no_more(tmp_path: Path) -> None:
    place = tmp_path / "game"
    place.mkdir()
    lock = take_lock(place, "one")
    assert lock.holds()
    place.rename(tmp_path / "elsewhere")
    assert not lock.holds()
    place.mkdir()
    other = take_lock(place, "two")
    assert not lock.holds()
    assert other.holds()
    other.close()
    lock.close()


def test_a_link_in_the_place_of_the_lock_is_not_followed(tmp_path: Path) -> None:
    target = tmp_path / "precious"
    target.write_bytes(b"precious")
    place = tmp_path / "game"
    place.mkdir()
    (place / LOCK).symlink_to(target)
    lock = take_lock(place, "one")
    assert not lock.real
    assert target.read_bytes() == b"precious"
