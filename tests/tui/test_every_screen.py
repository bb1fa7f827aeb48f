"""Every screen in every state, at the sizes that are promised: nothing is cut off, nothing lies on
anything else, columns are aligned, and plain characters are plain.

The scenes are drawn to be looked at by ``bench/pictures.py``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import tui.sitting
from tests.support.shares import at_every_run
from tests.tui.scenes.every import SCENES
from tests.tui.scenes.faults import faults
from tests.tui.scenes.scene import MOMENT, SIZES, Scene, Stage
from tui.app import CardRoom
from tui.look import Look
from tui.widgets.canvas import Canvas
from tui.widgets.painted import Painted
from tui.words.catalogue import languages

# One of each kind of screen, among them those that are hardest to fit.
TAKEN = (
    "home/menu-game", "home/own-keys", "home/statistics", "home/saves", "home/saves-title",
    "home/saves-commands", "home/arena-run-six", "house/lobby", "house/opening-away",
    "house/waiting", "house/talk", "house/away", "battalion-twins/replay-end",
    "battalion-twins/lesson-6", "battalion-cover/why", "battalion-cover/review-marked",
    "fight-for-the-lead/lesson-1", "fight-for-the-lead/new-game-wrong", "generals-war/table-names",
    "generals-war/hint", "generals-war/replay",
)  # fmt: skip


@pytest.fixture(autouse=True)
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are saved at one fixed moment."""
    monkeypatch.setattr(tui.sitting, "now", lambda: MOMENT)


async def wrong(scene: Scene, stage: Stage) -> list[str]:
    """What is wrong with a scene at any size."""
    found: list[str] = []
    async with scene(stage) as pilot:
        room = pilot.app
        assert isinstance(room, CardRoom)
        for size in SIZES:
            if room.size != size:
                await pilot.resize_terminal(*size)
                await pilot.pause(0.02)
            found += [f"{size[0]}x{size[1]} {fault}" for fault in faults(room)]
    return found


@pytest.mark.parametrize("name", at_every_run(SCENES, TAKEN))
async def test_nothing_is_cut_off_or_lies_on_anything_else(name: str, tmp_path: Path) -> None:
    assert await wrong(SCENES[name], Stage(tmp_path)) == []


@pytest.mark.parametrize("name", at_every_run(SCENES, TAKEN[::6]))
async def test_plain_characters_are_plain_and_fit_as_well(name: str, tmp_path: Path) -> None:
    assert await wrong(SCENES[name], Stage(tmp_path, ascii=True)) == []


@pytest.mark.parametrize(
    ("name", "language"),
    at_every_run(
        [(name, language) for name in SCENES for language in languages() if language != "en"],
        [("home/settings", "ko"), ("house/waiting", "uk"), ("generals-war/replay", "ru")],
    ),
)
async def test_there_is_room_for_every_language(name: str, language: str, tmp_path: Path) -> None:
    assert await wrong(SCENES[name], Stage(tmp_path, language=language)) == []


class Crammed(Painted):
    """Does all that a panel must not do."""

    def paint(self, canvas: Canvas) -> None:
        canvas.put(0, 0, "over")
        canvas.put(2, 0, "written")
        canvas.put(canvas.width - 3, 1, "beyond")
        canvas.put(0, 2, "shortened", limit=5)
        canvas.put(0, canvas.height, "below")


async def test_what_is_cut_off_is_found(tmp_path: Path) -> None:
    room = Stage(tmp_path).room()
    async with room.run_test(size=SIZES[0]) as pilot:
        assert faults(room) == []
        await room.screen.mount(Crammed(Look()))
        await pilot.pause()
        found = "\n".join(faults(room))
    for fault in ("over 'over'", "at the side: 'beyond'", "shortened: 'shor…'", "no row"):
        assert fault in found
