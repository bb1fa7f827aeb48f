"""The file of settings: what people write in it is kept, what cannot be is named and ignored."""

from __future__ import annotations

import contextlib
import errno
import os
import random
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saves.settings import FILE, MAX_BYTES, Setting, SettingFault, SettingsFile, Value
from tests.support.breaking import BreakingDisk, FailingDisk, Stopped, stop

DECLARED = (
    Setting("theme", "dark", ("dark", "light")),
    Setting("pace", 0.6, low=0.0, high=10.0),
    Setting("kept", 3, low=1, high=50),
    Setting("bell", default=False),
)
DEFAULTS = {"theme": "dark", "pace": 0.6, "kept": 3, "bell": False}


def file_with(folder: Path, text: str | bytes) -> SettingsFile:
    folder.mkdir(exist_ok=True)
    data = text if isinstance(text, bytes) else text.encode()
    (folder / FILE).write_bytes(data)
    return SettingsFile(folder, DECLARED)


def text_of(file: SettingsFile) -> str:
    return file.path.read_text("utf-8")


def test_without_a_file_there_are_the_defaults(tmp_path: Path) -> None:
    loaded = SettingsFile(tmp_path / "none", DECLARED).load()
    assert loaded.values == DEFAULTS
    assert (loaded.given, loaded.faults) == (frozenset(), ())
    assert not (tmp_path / "none").exists()


def test_what_is_stored_is_loaded_again_and_stands_there_readably(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "a" / "b", DECLARED)
    assert file.store({"theme": "light", "pace": 2, "kept": 5}, {"pace": "Seconds."}) is None
    assert text_of(file) == 'theme = "light"\n# Seconds.\npace = 2.0\nkept = 5\n'
    loaded = file.load()
    assert loaded.values == {**DEFAULTS, "theme": "light", "pace": 2.0, "kept": 5}
    assert loaded.given == {"theme", "pace", "kept"}
    assert file.store({"bell": True}) is None
    assert file.load().values["bell"] is True


@pytest.mark.parametrize(
    ("line", "code", "value"),
    [
        ('theme = "loud"', "not-a-choice", "loud"),
        ("theme = 3", "not-a-choice", 3),
        ("pace = 50", "out-of-range", 50),
        ("pace = nan", "out-of-range", None),
        ('pace = "fast"', "out-of-range", "fast"),
        ("pace = true", "out-of-range", True),
        ("kept = 2.5", "out-of-range", 2.5),
        ("kept = 0", "out-of-range", 0),
        ("kept = 99999999999999999999999999999999999999999999", "out-of-range", None),
        ("bell = 1", "not-a-switch", 1),
        ("[theme]\nx = 1", "not-a-choice", None),
        ("theme = 1979-05-27", "not-a-choice", None),
    ],
)
def test_a_value_that_cannot_be_is_named_and_ignored(
    tmp_path: Path, line: str, code: str, value: object
) -> None:
    other = "kept" if "kept" not in line else "pace"
    head = "kept = 7" if other == "kept" else "pace = 7.0"
    loaded = file_with(tmp_path, f"{head}\n{line}\n").load()
    (fault,) = loaded.faults
    assert fault.code == code
    assert fault.values["name"] == line.strip("[").partition(" ")[0].partition("]")[0]
    if value is not None:
        assert fault.values["value"] == value
    assert loaded.values == {**DEFAULTS, other: 7}
    assert loaded.given == {other}


WRITTEN = """# My settings
theme = "dark"  # easy on the eyes
wallpaper = "ships"
list = [1, 2,
  3]

[keys]
sort = "s"
pace = 9
"""


def test_only_what_is_changed_changes(tmp_path: Path) -> None:
    file = file_with(tmp_path, WRITTEN)
    assert file.load().faults == ()
    assert file.store({"theme": "light", "pace": 1.5}) is None
    assert text_of(file) == WRITTEN.replace('theme = "dark"', 'theme = "light"').replace(
        "\n\n[keys]", "\n\npace = 1.5\n\n[keys]"
    )
    assert file.load().values["pace"] == 1.5
    assert tomllib.loads(text_of(file))["keys"] == {"sort": "s", "pace": 9}


@pytest.mark.parametrize(
    "text",
    [
        '"theme" = "dark"\n',
        "kept = 3\n'theme' = 'dark'\n",
        'note = """\ntheme = "x"\n"""\n',
        "list = [\n[1],\n[2],\n]\ntheme = 'dark'\n",
        "when = 1979-05-27T07:32:00Z\nday = 1979-05-27\nat = 07:32:00\nodd = nan\nbig = inf\n",
        '"" = 1\n"a b" = {c = "\\u0007", d = [true, 1.5]}\n[[t]]\nx = 1\n[[t]]\nx = 2\n',
        "a.b.c = 1\na.b.d = 2\n",
        "theme = 'dark' # a \"quote\" and 'another'\n",
        "theme = 'a#b'\n",
    ],
)
def test_odd_but_right_files_keep_all_their_values(tmp_path: Path, text: str) -> None:
    file = file_with(tmp_path, text)
    before = tomllib.loads(text)
    assert file.store({"theme": "light"}) is None
    after = tomllib.loads(text_of(file))
    assert repr({**before, "theme": "light"}[next(iter(before))]) == repr(after[next(iter(before))])
    assert sorted(map(repr, {**before, "theme": "light"}.items())) == sorted(
        map(repr, after.items())
    )


values = st.recursive(
    st.booleans()
    | st.integers(-(2**62), 2**62)
    | st.floats(allow_nan=False)
    | st.text(st.characters(codec="utf-8"), max_size=20)
    | st.dates()
    | st.times().map(lambda time: time.replace(fold=0))
    | st.datetimes().map(lambda time: time.replace(fold=0)),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(st.characters(codec="utf-8"), max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(
    tree=st.dictionaries(st.text(st.characters(codec="utf-8"), max_size=8), values, max_size=4),
    pace=st.floats(0, 10),
)
def test_whatever_a_file_says_is_kept(
    tmp_path_factory: pytest.TempPathFactory, tree: dict[str, object], pace: float
) -> None:
    from saves.settings import _lines_of

    tree.pop("pace", None)
    text = "".join([f"{line}\n" for line in _lines_of(tree)])
    assert repr(sorted(tomllib.loads(text).items(), key=str)) == repr(sorted(tree.items(), key=str))
    file = file_with(tmp_path_factory.mktemp("s"), text)
    file.store({"pace": pace})
    found = tomllib.loads(text_of(file))
    assert found.pop("pace") == pace
    assert repr(sorted(found.items(), key=str)) == repr(sorted(tree.items(), key=str))


@pytest.mark.parametrize(
    "data",
    [b"theme = ", b"\xff\xfe", b"[" * 5000, b"a = " + b"[" * 20000, b"a = 1\na = 2\n"],
)
def test_a_file_that_is_no_toml_is_named_and_on_storing_set_aside(
    tmp_path: Path, data: bytes
) -> None:
    file = file_with(tmp_path, data)
    loaded = file.load()
    assert loaded.values == DEFAULTS
    assert [fault.code for fault in loaded.faults] == ["settings-broken"]
    aside = file.store({"theme": "light"})
    assert aside is not None
    assert aside.code == "settings-aside"
    assert Path(str(aside.values["path"])).read_bytes() == data
    assert text_of(file) == 'theme = "light"\n'
    file.path.write_bytes(data)
    again = file.store({"theme": "light"})
    assert again is not None
    assert again.values["path"] != aside.values["path"]


def test_too_large_a_file_is_not_read_and_not_replaced(tmp_path: Path) -> None:
    data = b"#" * (MAX_BYTES + 1)
    file = file_with(tmp_path, data)
    assert [fault.values["reason"] for fault in file.load().faults] == ["too-big"]
    with pytest.raises(SettingFault) as found:
        file.store({"theme": "light"})
    assert found.value.code == "settings-unreadable"
    assert file.path.read_bytes() == data


def test_a_folder_or_a_ring_of_links_in_its_place_is_told(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    file = SettingsFile(tmp_path, DECLARED)
    assert [fault.code for fault in file.load().faults] == ["settings-unreadable"]
    ring = tmp_path / "ring"
    ring.mkdir()
    (ring / FILE).symlink_to(ring / FILE)
    looped = SettingsFile(ring, DECLARED)
    assert [fault.code for fault in looped.load().faults] == ["settings-unreadable"]
    with pytest.raises(SettingFault):
        looped.store({"theme": "light"})


def test_a_link_to_the_file_stays_a_link(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.toml"
    real.write_text("kept = 4\n")
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / FILE).symlink_to(real)
    file = SettingsFile(tmp_path / "config", DECLARED)
    file.store({"theme": "light"})
    assert file.path.is_symlink()
    assert real.read_text() == 'kept = 4\ntheme = "light"\n'


def test_a_value_that_cannot_be_is_not_stored(tmp_path: Path) -> None:
    file = file_with(tmp_path, WRITTEN)
    wrong: list[dict[str, Value]] = [{"theme": "loud"}, {"pace": 11.0}, {"bell": 1}]
    for changes in wrong:
        with pytest.raises(SettingFault):
            file.store(changes)
    assert text_of(file) == WRITTEN


def test_interrupted_anywhere_the_old_file_or_the_new_one_is_there(tmp_path: Path) -> None:
    due = 'theme = "light"\n'
    old = 'theme = "dark"\n'
    seen = set()
    for at in range(1, 20):
        for after in (False, True):
            disk = BreakingDisk(at, stop, after=after)
            folder = tmp_path / f"{at} {after}"
            file_with(folder, old)
            with contextlib.suppress(Stopped):
                SettingsFile(folder, DECLARED, disk).store({"theme": "light"})
            found = (folder / FILE).read_text()
            assert found in (old, due)
            seen.add(found)
        if len(disk.calls) < at:
            break
    assert seen == {old, due}


@pytest.mark.parametrize(
    ("error", "reason"), [(errno.ENOSPC, "disk-full"), (errno.EROFS, "read-only")]
)
def test_what_the_system_refuses_is_told_and_changes_nothing(
    tmp_path: Path, error: int, reason: str
) -> None:
    file_with(tmp_path, WRITTEN)
    with pytest.raises(SettingFault) as found:
        SettingsFile(tmp_path, DECLARED, FailingDisk(error)).store({"theme": "light"})
    assert found.value.code == "settings-unwritable"
    assert found.value.values["reason"] == reason
    assert (tmp_path / FILE).read_text() == WRITTEN
    assert os.listdir(tmp_path) == [FILE]


def test_broken_files_never_raise(tmp_path: Path) -> None:
    rng = random.Random(3)
    for _ in range(300):
        data = bytearray(WRITTEN.encode())
        for _ in range(rng.randrange(1, 6)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        loaded = file_with(tmp_path, bytes(data)).load()
        assert loaded.values.keys() == DEFAULTS.keys()


# Texts, and tables of texts

TEXTS = (
    Setting("theme", "dark", ("dark", "light")),
    Setting("name", "", high=8),
    Setting("keys", {}, high=6),
)


def test_a_table_has_a_line_for_each_entry_and_goes_when_it_is_empty(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path, TEXTS)
    file.path.write_text('# mine\ntheme = "light"  # bright\n\n[other]\nx = 1\n')
    file.store({"keys": {"table.undo": "z", "a": "b,c"}}, {"keys": "Keys."})
    assert file.path.read_text() == (
        '# mine\ntheme = "light"  # bright\n\n'
        '# Keys.\nkeys."table.undo" = "z"\nkeys.a = "b,c"\n\n[other]\nx = 1\n'
    )
    assert file.load().values["keys"] == {"table.undo": "z", "a": "b,c"}
    file.store({"keys": {"a": "d"}}, {"keys": "Keys."})
    assert file.load().values["keys"] == {"a": "d"}
    assert file.path.read_text().count("# Keys.") == 1
    file.store({"keys": {}}, {"keys": "Keys."})
    assert file.load().values["keys"] == {}
    assert "keys" not in file.path.read_text()
    assert "# bright" in file.path.read_text()
    assert "[other]" in file.path.read_text()


def test_a_table_that_somebody_wrote_in_another_way_is_read_and_rewritten(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path, TEXTS)
    file.path.write_text('name = "Zoe"\n[keys]\n"table.undo" = "z"\n')
    assert file.load().values["keys"] == {"table.undo": "z"}
    file.store({"keys": {"table.undo": "y"}})
    loaded = file.load()
    assert (loaded.values["keys"], loaded.values["name"]) == ({"table.undo": "y"}, "Zoe")
    assert loaded.faults == ()


@pytest.mark.parametrize(
    ("line", "code", "name"),
    [
        ('name = "much too long"', "not-a-text", "name"),
        ('name = "a\\u001b[2J"', "not-a-text", "name"),
        ("name = 7", "not-a-text", "name"),
        ('keys = "u"', "not-a-table", "keys"),
        ("keys.undo = 5", "not-a-text", "keys.undo"),
        ('keys.undo = "far too long"', "not-a-text", "keys.undo"),
        (f'keys.{"u" * 70} = "u"', "not-a-text", f"keys.{'u' * 60}"),
    ],
)
def test_texts_and_tables_that_cannot_be_are_named_and_ignored(
    tmp_path: Path, line: str, code: str, name: str
) -> None:
    file = SettingsFile(tmp_path, TEXTS)
    file.path.write_text(line + "\n")
    loaded = file.load()
    (fault,) = loaded.faults
    assert (fault.code, fault.values["name"]) == (code, name)
    assert loaded.values == {"theme": "dark", "name": "", "keys": {}}
