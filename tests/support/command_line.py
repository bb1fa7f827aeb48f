"""Runs the command line: in this process for speed, or as a process of its own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.chance import SeededChance, seed_from_text
from engine.records import Record
from engine.registry import rule_set
from engine.rng import rng_from
from engine.table import Table
from tui.commandline.running import run

NAMES = ("Ann", "Bea", "Cleo", "Dan", "Eve", "Fay")
ROOT = Path(__file__).resolve().parents[2]


class Ran(NamedTuple):
    """What a command did: its exit status and what it printed."""

    status: int
    out: str
    err: str


class Line:
    """The command line of a test: ``line("record", "check", path)``."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *arguments: object, stdin: bytes = b"") -> Ran:
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        self._capsys.readouterr()
        status = run([str(argument) for argument in arguments])
        out, err = self._capsys.readouterr()
        return Ran(status, out, err)

    def refused(self, *arguments: object, stdin: bytes = b"") -> str:
        """The one sentence with which a command is refused."""
        ran = self(*arguments, stdin=stdin)
        assert ran.status == 2, ran
        assert ran.out == ""
        return one_sentence(ran.err)


def one_sentence(err: str) -> str:
    """What was said on stderr, which is one line and no traceback."""
    assert err.endswith("\n")
    assert err.count("\n") == 1, err
    assert err.startswith("messdeck: ")
    assert "Traceback" not in err
    return err.removeprefix("messdeck: ").strip()


def process(*arguments: object, stdin: bytes = b"", **environment: str) -> Ran:
    """Runs ``messdeck`` as a process without a terminal."""
    done = subprocess.run(
        [sys.executable, "-m", "tui.cli", *[str(argument) for argument in arguments]],
        input=stdin,
        capture_output=True,
        env={**os.environ, **environment},
        timeout=60,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def random_record(
    rules: str, players: int, seed: str, most: int = 10_000, **options: int | str
) -> Record:
    """The record of a random game, broken off after ``most`` choices."""
    game = rule_set(rules).game(players, options)
    table = Table(game, 0, SeededChance(seed_from_text(seed)))
    rng = rng_from("record", seed)
    for _ in range(most):
        asked = table.actors()
        if not asked:
            break
        ask = table.ask(asked[0])
        assert ask is not None
        choice = int(ask.view.legal_nth(rng.below(ask.view.legal_count())))
        table.submit(ask.seat, ask.token, choice)
    return Record(game, 0, list(NAMES[:players]), list(table.log()), table.outcome())
