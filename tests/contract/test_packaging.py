"""What an install holds is all that the program needs."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from engine import build

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("engine", "ai", "saves", "tui")


def modules(package: str) -> list[Path]:
    """The Python files of a package; what stands in ``locale`` makes catalogues and stays here."""
    aside = {"__pycache__", "locale"}
    folder = ROOT / package
    return [p for p in folder.rglob("*.py") if aside.isdisjoint(p.relative_to(folder).parts)]


def project() -> dict[str, object]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


@pytest.mark.parametrize("package", PACKAGES)
def test_every_folder_with_modules_is_a_package(package: str) -> None:
    """A folder without ``__init__.py`` works from a checkout and is missing from the install."""
    found = modules(package)
    assert found
    assert [m for m in found if not (m.parent / "__init__.py").is_file()] == []


def test_the_install_holds_every_rules_text() -> None:
    texts = sorted(p.relative_to(ROOT / "docs/rules") for p in (ROOT / "docs/rules").rglob("*.md"))
    assert len(texts) > 1
    installed = files("tui") / "rules_text"
    for text in texts:
        assert installed.joinpath(*text.parts).read_text("utf-8") == (
            ROOT / "docs" / "rules" / text
        ).read_text("utf-8")


def test_the_install_holds_every_module_style_and_catalogue() -> None:
    for package in PACKAGES:
        root = Path(str(files(package)))
        data = [
            path
            for pattern in ("*.tcss", "*.po", "*.mo", "py.typed")
            for path in (ROOT / package).rglob(pattern)
        ]
        assert data
        wanted = [path.relative_to(ROOT / package) for path in modules(package) + data]
        assert [str(path) for path in wanted if not (root / path).is_file()] == []


def test_all_of_the_players_that_handles_vectors_is_compiled() -> None:
    """A vector that compiled code hands to interpreted code is never given back."""
    compiled = set((ROOT / "engine/compiled.txt").read_text("utf-8").splitlines())
    handling = [
        str(path.relative_to(ROOT))
        for path in modules("ai")
        if "from librt.vecs import" in path.read_text("utf-8")
    ]
    assert len(handling) > 20
    assert [path for path in handling if path not in compiled] == []


def test_the_version_is_that_of_the_project() -> None:
    metadata = project()["project"]
    assert isinstance(metadata, dict)
    assert build.version() == metadata["version"]


def test_the_changelog_has_an_unreleased_head() -> None:
    heads = [
        line
        for line in (ROOT / "CHANGELOG.md").read_text("utf-8").splitlines()
        if line.startswith("## ")
    ]
    assert heads[0] == "## Unreleased"
