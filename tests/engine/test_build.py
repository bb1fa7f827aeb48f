"""The build knows what it is: compiled or not, and from which sources."""

from __future__ import annotations

import hashlib
import importlib
import json
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from engine import build

HOT = ("engine/cards.py", "ai/search.py")


@pytest.fixture
def engine(tmp_path: Path) -> Path:
    """A folder like ours with two hot modules, not compiled."""
    folder = tmp_path / "engine"
    for source in HOT:
        path = tmp_path / source
        path.parent.mkdir()
        path.write_text(f"NAME = {source!r}\n", "utf-8")
    (folder / "compiled.txt").write_text("# hot\n" + "  # why\n".join(HOT) + "\n\n", "utf-8")
    return folder


def compile_all(engine: Path) -> None:
    """What setup.py leaves after a compile."""
    for source in HOT:
        add_extension(engine, source)
    bake(engine)


def add_extension(engine: Path, source: str) -> None:
    path = engine.parent / source
    path.with_name(path.stem + EXTENSION_SUFFIXES[0]).write_bytes(b"")


def bake(engine: Path) -> None:
    hashes = {s: hashlib.sha256((engine.parent / s).read_bytes()).hexdigest() for s in HOT}
    text = json.dumps({"failure": "", "sources": hashes})
    (engine / "_built.json").write_text(text, "utf-8")


def test_the_list_of_hot_modules_may_hold_comments_and_empty_lines(engine: Path) -> None:
    assert build.hot_sources(engine) == HOT


def test_sources_alone_are_the_interpreted_build(engine: Path) -> None:
    assert build.build_name(engine) == "interpreted"
    assert build.stale(engine) == ()


def test_every_hot_module_an_extension_is_the_compiled_build(engine: Path) -> None:
    compile_all(engine)
    assert build.build_name(engine) == "compiled"
    assert build.stale(engine) == ()


def test_some_extensions_only_are_called_mixed(engine: Path) -> None:
    add_extension(engine, HOT[0])
    assert build.build_name(engine) == "mixed"


def test_a_source_changed_after_the_compile_is_stale(engine: Path) -> None:
    compile_all(engine)
    (engine / "cards.py").write_text("NAME = 'changed'\n", "utf-8")
    assert build.stale(engine) == ("engine.cards",)


def test_an_extension_nobody_knows_the_source_of_is_stale(engine: Path) -> None:
    compile_all(engine)
    (engine / "_built.json").unlink()
    assert build.stale(engine) == ("engine.cards", "ai.search")


def test_a_failed_compile_leaves_its_reason(engine: Path) -> None:
    (engine / "_built.json").write_text('{"failure": "no cc", "sources": {}}', "utf-8")
    assert build.compile_failure(engine) == "no cc"
    assert build.build_name(engine) == "interpreted"


def test_this_build_is_whole_and_fresh() -> None:
    assert build.build_name() in ("compiled", "interpreted")
    assert build.stale() == ()


def test_every_hot_module_runs_as_the_build_says() -> None:
    """The names on disk say one thing; what Python really loaded has to agree."""
    suffixes = {
        source: Path(str(importlib.import_module(source[:-3].replace("/", ".")).__file__)).suffix
        for source in build.hot_sources()
    }
    expected = ".so" if build.build_name() == "compiled" else ".py"
    assert suffixes
    assert set(suffixes.values()) == {expected}, suffixes


@pytest.mark.compiled
def test_the_compiled_build_runs_the_sources_of_this_checkout() -> None:
    checkout = Path(__file__).resolve().parents[2]
    installed = Path(build.__file__).resolve().parents[1]
    for source in build.hot_sources():
        assert (installed / source).read_bytes() == (checkout / source).read_bytes(), source
