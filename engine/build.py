"""Which build is running: the hot modules compiled by mypyc, or plain Python.

The hot modules are listed in ``compiled.txt``. An install that compiled them has ``_built.json``
beside this file, with the sha256 of every source the extension was made from; a compiled module
wins over its source when it is imported, so a source that was changed afterwards has to be noticed
here. This module itself is never compiled.
"""

from __future__ import annotations

import hashlib
import json
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import Final, Literal, NamedTuple

_HERE: Final = Path(__file__).resolve().parent

BuildName = Literal["compiled", "interpreted", "mixed"]


class _Baked(NamedTuple):
    """What ``_built.json`` says. Sources: path -> sha256 in hex; none if the compile failed."""

    sources: dict[str, str]
    failure: str


def version() -> str:
    """The version of messdeck that is installed, such as ``0.1.0``."""
    return installed_version("messdeck")


def hot_sources(engine: Path = _HERE) -> tuple[str, ...]:
    """The paths of the hot modules, relative to the folder that holds ``engine``."""
    text = (engine / "compiled.txt").read_text("utf-8")
    lines = (line.split("#")[0].strip() for line in text.splitlines())
    return tuple(line for line in lines if line)


def build_name(engine: Path = _HERE) -> BuildName:
    """``compiled`` if every hot module is an extension, ``interpreted`` if none is.

    ``mixed`` means that extensions were left over or lost; no install of ours makes that.
    """
    sources = hot_sources(engine)
    compiled = sum(_is_compiled(engine.parent / source) for source in sources)
    if compiled == 0:
        return "interpreted"
    return "compiled" if compiled == len(sources) else "mixed"


def stale(engine: Path = _HERE) -> tuple[str, ...]:
    """The hot modules that run compiled from another source than the one beside them.

    Names such as ``engine.cards``, in the order of ``compiled.txt``. Empty for an interpreted
    build, which runs its sources.
    """
    baked = _baked(engine).sources
    return tuple(
        source.removesuffix(".py").replace("/", ".")
        for source in hot_sources(engine)
        if _is_compiled(engine.parent / source)
        and _sha256(engine.parent / source) != baked.get(source)
    )


def compile_failure(engine: Path = _HERE) -> str:
    """Why the install fell back to plain Python, as the tools said it; empty if it did not."""
    return _baked(engine).failure


def _is_compiled(source: Path) -> bool:
    stem = source.with_suffix("")
    return any(stem.with_name(stem.name + suffix).exists() for suffix in EXTENSION_SUFFIXES)


def _sha256(source: Path) -> str:
    return hashlib.sha256(source.read_bytes()).hexdigest()


def _baked(engine: Path) -> _Baked:
    try:
        baked = json.loads((engine / "_built.json").read_text("utf-8"))
    except FileNotFoundError:
        return _Baked({}, "")
    return _Baked(baked["sources"], baked["failure"])
