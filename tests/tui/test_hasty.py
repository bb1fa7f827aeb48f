"""Keys that come before a screen has its widgets, or after it was closed."""

from __future__ import annotations

import random

import pytest
from textual import events

from tests.tui.conftest import MakeRoom
from tui.screens.menu import MenuScreen

# Into the menu's screens, at once on, and out again.
_INTO = "sentralp"
_AFTER = (*"abcdefghijklmnoprstuvwxyz123?:/", "enter", "space", "up", "down", "delete", "backspace")


@pytest.mark.parametrize("seed", range(2))
async def test_keys_typed_ahead_of_a_screen_hurt_nobody(make_room: MakeRoom, seed: int) -> None:
    chance = random.Random(seed)
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        for _ in range(40):
            ahead = [chance.choice(_INTO), *chance.choices(_AFTER, k=3), "escape"]
            for key in ahead:
                room.post_message(events.Key(key, key if len(key) == 1 else None))
            await pilot.pause()
            assert room.fault is None, (ahead, room.fault)
            if room._exit:
                break
            while not isinstance(room.screen, MenuScreen):
                room.pop_screen()
            await pilot.pause()
