"""Keys that come all at once, before a screen has its widgets, or after it was closed."""

from __future__ import annotations

import random

import pytest
from textual import events
from textual.keys import _character_to_key

from tests.tui.conftest import MakeRoom
from tests.tui.person import Person
from tests.tui.screen_text import shown
from tui.app import CardRoom
from tui.screens.arena import ArenaScreen
from tui.screens.menu import MenuScreen
from tui.screens.palette import Palette

# Into the menu's screens, at once on, and out again.
_INTO = "sentralp"
_AFTER = (*"abcdefghijklmnoprstuvwxyz123?:/", "enter", "space", "up", "down", "delete", "backspace")


def type_at_once(room: CardRoom, *keys: str) -> None:
    """As a slow line brings them: together, before anything was done about the first one."""
    for key in keys:
        typed = len(key) == 1
        name = _character_to_key(key) if typed else key
        room.post_message(events.Key(name, key if typed else None))


@pytest.mark.parametrize("seed", range(2))
async def test_keys_typed_ahead_of_a_screen_hurt_nobody(make_room: MakeRoom, seed: int) -> None:
    chance = random.Random(seed)
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        for _ in range(25):
            ahead = [chance.choice(_INTO), *chance.choices(_AFTER, k=3), "escape"]
            type_at_once(room, *ahead)
            await pilot.pause()
            assert room.fault is None, (ahead, room.fault)
            if room._exit:
                break
            while not isinstance(room.screen, MenuScreen):
                room.pop_screen()
            await pilot.pause()


async def test_what_is_typed_at_once_is_done_in_its_order(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await person.press("a")
        await person.until("the arena's form", lambda: person.sees(ArenaScreen))
        screen = room.screen
        assert isinstance(screen, ArenaScreen)
        lines = ("left", "down", "down", *"sergeant", "down", *"recruit", "down", *"77", "up")
        type_at_once(room, *lines, "backspace")
        due = (["sergeant", "recrui"], "77")
        await person.until("all of it", lambda: (screen.draft.who[:2], screen.draft.deals) == due)


async def test_what_is_typed_ahead_of_a_screen_is_for_that_screen(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        type_at_once(room, "a", "left", "down", "down", *"sergeant")
        await person.until("the arena's form", lambda: person.sees(ArenaScreen))
        screen = room.screen
        assert isinstance(screen, ArenaScreen)
        await person.until("the name", lambda: "sergeant" in screen.draft.who)


async def test_another_script_is_text_where_a_key_before_it_asked_for_text(
    make_room: MakeRoom,
) -> None:
    """How a key is read is decided when its turn comes."""
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        type_at_once(room, ":", *"сд")
        await person.until("the palette", lambda: isinstance(room.screen, Palette))
        await person.until("the text", lambda: "сд" in shown(room))
