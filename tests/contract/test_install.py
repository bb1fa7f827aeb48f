"""A clone installs with and without a C compiler, and plays either way."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.soak

REPORT = """
import engine.cards, engine.build as build
print(build.build_name(), build.stale(), bool(build.compile_failure()))
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The checkout as a clone has it, with a new environment inside."""
    folder = tmp_path / "a clone"
    run("git", "clone", "--quiet", str(ROOT), str(folder), cwd=tmp_path)
    run(sys.executable, "-m", "venv", "env", cwd=folder)
    return folder


def run(*command: str, cwd: Path, **settings: str) -> str:
    env = {k: v for k, v in os.environ.items() if k not in ("CC", "MESSDECK_COMPILE")} | settings
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def install(clone: Path, **settings: str) -> str:
    python = str(clone / "env" / "bin" / "python")
    pip = (python, "-m", "pip", "install", "--quiet", "-c", "constraints.txt", ".")
    run(*pip, cwd=clone, **settings)
    return run(python, "-P", "-c", REPORT, cwd=clone).strip()


def test_without_a_compiler_the_install_succeeds_interpreted_and_says_why(clone: Path) -> None:
    assert install(clone, CC="/nonexistent") == "interpreted () True"


def test_a_type_error_costs_the_speed_and_not_the_install(clone: Path) -> None:
    with (clone / "engine" / "cards.py").open("a", encoding="utf-8") as source:
        source.write('\nWRONG: int = "text"\n')
    assert install(clone) == "interpreted () True"


def test_a_compile_that_is_switched_off_is_no_failure(clone: Path) -> None:
    assert install(clone, MESSDECK_COMPILE="0") == "interpreted () False"


def test_an_install_after_a_compiled_one_holds_no_old_extension(clone: Path) -> None:
    assert install(clone, MESSDECK_COMPILE="1") == "compiled () False"
    assert install(clone, MESSDECK_COMPILE="0") == "interpreted () False"
