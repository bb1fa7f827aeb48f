"""Where saves live, and names that are safe to print."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from saves.folders import VARIABLE, data_dir, make_private, spare_dir
from saves.names import clean
from tests.support.disks import small_disk


def test_what_was_given_wins_over_the_environment_and_that_over_the_default(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_dir().name == "messdeck"
    monkeypatch.setenv(VARIABLE, str(tmp_path / "env"))
    assert data_dir() == tmp_path / "env"
    assert data_dir(tmp_path / "given") == tmp_path / "given"
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_dir("~/x") == tmp_path / "x"
    monkeypatch.chdir(tmp_path)
    assert data_dir("rel") == tmp_path / "rel"
    monkeypatch.setenv(VARIABLE, "")
    assert data_dir().name == "messdeck"


def test_the_spare_folder_is_writable_and_not_where_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, temporary = tmp_path / "home", tmp_path / "tmp"
    home.mkdir()
    temporary.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    assert spare_dir(tmp_path / "data") == home / "messdeck-saves"
    second = temporary / f"messdeck-saves-{os.getuid()}"
    for failing in (home, home / "messdeck-saves"):
        assert spare_dir(failing) == second
    home.rmdir()
    assert spare_dir(tmp_path / "data") == second
    temporary.rmdir()
    assert spare_dir(tmp_path / "data") is None


def test_the_spare_folder_has_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    with small_disk(tmp_path) as disk:
        monkeypatch.setenv("HOME", str(disk.path))
        found = spare_dir(tmp_path / "data")
        assert found is not None
        assert found.parent == tmp_path / "tmp"


def test_a_folder_is_made_with_all_above_it(tmp_path: Path) -> None:
    make_private(tmp_path / "a" / "b")
    make_private(tmp_path / "a" / "b")
    (tmp_path / "f").write_text("")
    with pytest.raises(OSError):
        make_private(tmp_path / "f" / "x")


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("Ann", "Ann"),
        ("  two\n\twords  ", "two words"),
        ("\x1b[31mred\x07", "[31mred"),
        ("\x9b31m", "31m"),
        ("\u202eevil\u2069", "evil"),
        ("a\u0301\u0301\u0301\u0301\u0301\u0301", "a\u0301\u0301\u0301"),
        ("\ud800", ""),
        ("한글 이름", "한글 이름"),
        ("♠" * 100, "♠" * 40),
        ("\u2028", ""),
    ],
)
def test_names_are_cleaned(text: str, cleaned: str) -> None:
    assert clean(text, 40) == cleaned
    assert clean(cleaned, 40) == cleaned
