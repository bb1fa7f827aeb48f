"""Killed at any moment, nothing that was confirmed is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).resolve().parents[2] / "bench"
HARNESS = BENCH / "kills.py"


def kill(times: int, seed: int) -> dict[str, object]:
    paths = [path for path in sys.path if path]
    start = (
        f"import runpy, sys; sys.path[:0] = {paths!r}; sys.argv[1:] = {['--json']!r} + sys.argv[1:]"
        f"; runpy.run_path({str(HARNESS)!r}, run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", start, "--kills", str(times), "--seed", str(seed)],
        capture_output=True,
        check=False,
    )
    found: dict[str, object] = json.loads(done.stdout or b"{}")
    assert found, done.stderr.decode()
    return found


def test_twenty_kills_lose_no_confirmed_choice() -> None:
    found = kill(20, 1)
    assert found["faults"] == []
    assert found["kills"] == 20
    assert int(str(found["confirmed choices"])) > 20


@pytest.mark.soak
def test_a_thousand_kills_lose_no_confirmed_choice() -> None:
    found = kill(1000, 2)
    assert found["faults"] == []
    assert found["kills"] == 1000
    assert int(str(found["half-made rounds"])) > 0
    assert int(str(found["ahead"])) > 0


@pytest.mark.soak
def test_a_hundred_kills_of_the_card_room_lose_nothing() -> None:
    path = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(
        [sys.executable, str(BENCH / "app_kills.py"), "--kills", "100"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
        check=False,
    )
    assert "FAULT" not in done.stdout
    assert done.returncode == 0, done.stdout + done.stderr
    assert "still screens" in done.stdout
