"""The search of ``bench/serve`` for cards of others finds what is there; all of it runs."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ai.thinker import Thinker
from saves.shelf import Shelf
from tui.setup import PERSON, draft_of
from tui.sitting import Sitting

pytest.importorskip("pyte")
ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "bench" / "serve"
SCREEN = "\x1b[H\x1b[2J{}\r\n ? keys  q leave"


@pytest.fixture
def searching(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(str(FOLDER))
    before = set(sys.modules)
    import searching as found  # type: ignore[import-not-found]

    yield found
    for name in set(sys.modules) - before:
        if str(FOLDER) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


class Client:
    """What the search knows of a client."""

    def __init__(self) -> None:
        self.name = "Ann"
        self.raw = bytearray()
        self.screen = ""
        self.shown: Any = None

    def text(self) -> str:
        return self.screen

    def gets(self, sent: str, screen: str = "") -> None:
        self.raw += sent.encode()
        self.screen = screen
        self.shown(self)


async def test_a_card_of_another_is_found_in_bytes_and_on_screens(
    tmp_path: Path, searching: Any
) -> None:
    draft = draft_of("generals-war", 2, (PERSON, PERSON), {}, "search", 0)
    sitting = Sitting.begin(draft.setup("Ann"), Shelf(tmp_path), Thinker())
    await sitting.settled()
    saved = sitting.save()
    await sitting.close()
    stored = searching.Stored(SimpleNamespace(rules=saved.rules), saved)
    mine, theirs = searching.hands_of(stored).values()
    client = Client()
    client.name = saved.names[0]
    searched = searching.Searched(client)
    own = " ".join(mine)
    table = f"{own}\n ? keys  q leave"
    client.gets(SCREEN.format(own), table)
    searched.look(stored)
    assert not searched.found
    assert searched.own == len(set(mine))
    assert searched.checks == len(set(theirs) - set(mine))
    card = next(one for one in theirs if one not in mine)
    # In a picture that was sent, with a change of looks between its letters.
    client.gets(f"\x1b[5;5H{card[:-1]}\x1b[31m{card[-1]}", table)
    searched.look(stored)
    assert len(searched.found) == 1
    # Two letters that stand elsewhere are no card.
    client.gets(f"\x1b[5;5H{card[:-1]}\x1b[9;9H{card[-1]}", table)
    searched.look(stored)
    assert len(searched.found) == 1
    # On a screen for a moment, of which the bytes tell only half.
    client.gets(card[-1], f"{own} {card}\n ? keys  q leave")
    client.gets(" ", table)
    searched.look(stored)
    assert len(searched.found) == 2


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.skipif(shutil.which("ssh") is None, reason="no OpenSSH here")
def test_real_clients_play_and_are_refused_what_they_must_be() -> None:
    command = [sys.executable, str(ROOT / "bench" / "run.py"), "serve", "clients"]
    seen = subprocess.run(
        [*command, "--only", "play", "refused", "kills", "--rules", "generals-war", "--kills", "2"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert seen.returncode == 0, seen.stdout + seen.stderr
