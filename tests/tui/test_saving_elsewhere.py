"""In the room: a game whose disk fails is put elsewhere by a key."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves.shelf import Shelf
from tests.support.breaking import FailingDisk
from tests.tui.conftest import MakeRoom
from tests.tui.screen_text import shown
from tests.tui.test_table import sit_down
from tui.setup import PERSON


async def test_a_game_that_cannot_be_saved_is_put_elsewhere_by_a_key(
    make_room: MakeRoom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    room = make_room()
    disk = FailingDisk(0)
    room.shelf = Shelf(tmp_path / "data", disk=disk)
    async with room.run_test(size=(100, 30)) as pilot:
        person = await sit_down(room, pilot, "battalion-twins", [PERSON, "recruit", "recruit"])
        view = await person.wait_for_question()
        assert view is not None
        await person.press("q")
        await person.until("the question", lambda: "Leave the table?" in shown(room))
        assert "instead" not in shown(room)
        await person.press("p")
        view = await person.wait_for_question()
        assert view is not None
        disk.error = 28
        await person.choose(view)
        await person.until("the note", lambda: "NOT SAVED" in shown(room))
        await person.press("q")
        await person.until("the offer", lambda: "Save it in" in shown(room))
        await person.press("s")
        await person.until("where it is", lambda: "From now on" in shown(room))
        await person.press("enter")
        await person.at_table()
        await person.until("being saved", lambda: "NOT SAVED" not in shown(room))
        view = await person.wait_for_question()
        assert view is not None
        await person.choose(view)
        sitting = room.sitting
        assert sitting is not None
        await person.press("q")
        await person.until("the question", lambda: "Quit; the game is saved" in shown(room))
        await person.press("m")
    shelf = Shelf(tmp_path / "home" / "messdeck-saves")
    (entry,) = shelf.entries()
    assert entry.id == sitting.id
    assert shelf.verify(entry.id).saved.choices >= 2
