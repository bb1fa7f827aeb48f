"""Whatever is typed, clicked, pasted or resized, nothing raises and every game stays legal."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

import pytest
from textual import events
from textual.pilot import Pilot

from saves.restore import restore
from saves.shelf import Shelf
from tests.tui.conftest import MakeRoom
from tests.tui.person import Person, until
from tui.app import CardRoom
from tui.screens.arena import ArenaScreen
from tui.screens.cover import CoverScreen
from tui.screens.menu import MenuScreen
from tui.screens.table import TableScreen
from tui.setup import PERSON, draft_of

KEYS: Final = (
    *"abcdefghijklmnopqrstuvwyz", *"1234567890", *"?:+-/.,ZйцъㅂㅏㅎÄ한漢\u0301",
    "enter", "enter", "enter", "space", "space", "escape", "backspace", "tab", "shift+tab",
    "delete", "up", "down", "left", "right", "home", "end", "pageup", "pagedown", "f1", "f5",
    "insert", "ctrl+p", "ctrl+z", "ctrl+a",
)  # fmt: skip
PASTES: Final = (
    "QS",
    "4",
    "\x1b[31mred\x1b]0;title\x07",
    "a\nb\r\n" * 200,
    "",
    "\u202eback",
    "é" * 3000,
)
SEATS: Final = {
    "battalion-twins": (PERSON, "recruit", "recruit"),
    "battalion-cover": ("recruit", PERSON, PERSON),
    "fight-for-the-lead": (PERSON, "recruit", "random", PERSON),
    "generals-war": (PERSON, "recruit"),
}


async def sit(room: CardRoom, rules: str, number: int) -> None:
    seats = SEATS[rules]
    draft = draft_of(rules, len(seats), seats, {}, f"fuzz {number}", 0)
    await room.begin(draft.setup("Player"))


async def one_event(pilot: Pilot[None], chance: random.Random) -> str:
    """Does something by chance; what it was."""
    room = pilot.app
    kind = chance.random()
    if kind < 0.70:
        key = chance.choice(KEYS)
        await pilot.press(key)
        return f"press {key!r}"
    width, height = room.size
    if kind < 0.90:
        spot = (chance.randrange(width), chance.randrange(height))
        if kind < 0.85:
            await pilot.click(offset=spot, times=chance.choice((1, 1, 2)))
            return f"click {spot}"
        wheel = chance.choice((events.MouseScrollUp, events.MouseScrollDown))
        await pilot._post_mouse_events([wheel], offset=spot, button=0)  # type: ignore[list-item]
        return f"{wheel.__name__} {spot}"
    if kind < 0.95:
        text = chance.choice(PASTES)
        room.post_message(events.Paste(text))
        await pilot.pause()
        return f"paste {text[:20]!r}"
    size = chance.choice(((80, 24), (60, 20), (120, 34), (140, 45), (59, 19), (30, 10), (1, 1)))
    await pilot.resize_terminal(*size)
    return f"resize {size}"


async def fuzz(room: CardRoom, folder: Path, rules: str, seed: int, count: int) -> int:
    """``count`` events at a table; how many choices were made. A table that was left is taken
    again. Ends early where the session was ended on purpose."""
    chance = random.Random(f"{rules} {seed}")
    done: list[str] = []
    games = 0
    try:
        async with room.run_test(size=(80, 24)) as pilot:
            for _ in range(count):
                if room._exit or not room.is_running:
                    break
                if isinstance(room.screen, (MenuScreen, ArenaScreen)) or room.sitting is None:
                    games += 1
                    await sit(room, rules, games)
                    await until(pilot, "a table", lambda: isinstance(
                        room.screen, (TableScreen, CoverScreen)))  # fmt: skip
                done.append(await one_event(pilot, chance))
                assert room.fault is None, room.fault
            await Person(pilot).pilot.pause()
    except BaseException:
        print("the last events:", *done[-12:], sep="\n  ")
        raise
    return legal(folder)


def legal(folder: Path) -> int:
    """Holds every game on the shelf against the rules; how many choices they have."""
    shelf, made = Shelf(folder), 0
    for entry in shelf.entries() + shelf.deleted():
        assert entry.fault is None, entry.fault
        if entry in shelf.deleted():
            continue
        restored = restore(shelf.load(entry.id).saved)
        assert restored.replayed
        made += restored.saved.choices
    return made


@pytest.mark.parametrize("rules", SEATS)
async def test_random_events_never_raise_and_leave_a_legal_game(
    make_room: MakeRoom, tmp_path: Path, rules: str
) -> None:
    await fuzz(make_room(), tmp_path, rules, 1, 50)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("seed", range(2, 8))
@pytest.mark.parametrize("rules", SEATS)
async def test_500_random_events_never_raise_and_leave_a_legal_game(
    make_room: MakeRoom, tmp_path: Path, rules: str, seed: int
) -> None:
    await fuzz(make_room(), tmp_path, rules, seed, 500)
