"""The menu comes at once: what it does not show is not loaded before it."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tui import starting

# A room of one's own, on no terminal, until its menu is drawn. What it prints: the modules that
# were put off, those of them that are loaded all the same, and the heavy ones of others.
MENU = """
import asyncio, json, sys, tempfile
from pathlib import Path
import tui.commandline.running, tui.home
from saves.shelf import Shelf
from tui.app import CardRoom
from tui.later import waiting
from tui.look import Look
from tui.words import Words

async def seen():
    with tempfile.TemporaryDirectory() as folder:
        room = CardRoom(Words(), Look(), Shelf(Path(folder)))
        async with room.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            put_off = waiting()
            heavy = {"markdown_it", "msgspec", "msgpack", "multiprocessing", "asyncssh", "numpy"}
            print(json.dumps({
                "shown": type(room.screen).__name__,
                "put_off": put_off,
                "loaded": [name for name in put_off if name in sys.modules],
                "heavy": sorted(heavy & set(sys.modules)),
                "levels": [name for name in sys.modules if name.split(".")[0] == "ai"],
            }))

asyncio.run(seen())
"""


def test_nothing_that_lies_behind_the_menu_is_loaded_before_it() -> None:
    done = subprocess.run([sys.executable, "-c", MENU], capture_output=True, text=True, check=True)
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["shown"] == "MenuScreen"
    assert {"tui.visit", "tui.screens.table", "tui.sitting"} <= set(found["put_off"])
    assert found["loaded"] == found["heavy"] == found["levels"] == []


@pytest.fixture
def collected() -> Iterator[None]:
    yield
    gc.unfreeze()
    gc.enable()


@pytest.mark.usefixtures("collected")
def test_garbage_is_looked_for_again_when_the_start_is_over_but_not_in_what_was_loaded() -> None:
    starting.begin()
    assert not gc.isenabled()
    starting.over()
    assert gc.isenabled()
    assert gc.get_freeze_count() > 0
    gc.unfreeze()
    starting.over()  # where nothing was put off, nothing is set aside either
    assert gc.get_freeze_count() == 0
