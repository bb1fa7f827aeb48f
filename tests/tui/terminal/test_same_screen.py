"""Whatever is done in the card room, the terminal shows the same with the grid as without."""

from __future__ import annotations

import random
from typing import Any

import pytest
from textual import events
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.pilot import Pilot

from tests.support.shares import at_every_run
from tests.tui.conftest import MakeRoom
from tests.tui.person import until
from tests.tui.terminal.wires import Other
from tests.tui.test_whole_games import RULES
from tui.setup import draft_of
from tui.terminal.grid import Grid

KEYS = (
    *"1234567890sdpeyrnoghuiwb?qmcx", "enter", "space", "left", "right", "up", "down", "escape",
    "tab", "backspace", "pagedown", "pageup", "home", "end", "ctrl+p",
)  # fmt: skip
SIZES = ((80, 24), (60, 20), (120, 34), (140, 45), (50, 12), (81, 25))


class Both(Driver):
    """Draws on two terminals: all that Textual writes, and what a grid makes of it."""

    def __init__(self, app: App[Any], **given: Any) -> None:
        super().__init__(app, **given)
        assert self._size is not None
        width, height = self._size
        self.plain, self.other = Other(width, height), Other(width, height)
        self.grid = Grid(width, height)
        self.lazy = random.Random(1)
        self.bytes = [0, 0]

    def write(self, data: str) -> None:
        if data.startswith(("\x1b[?", "\x1b]", "\x07")):
            self.grid.feed(data)
            return
        self.bytes[0] += len(data.encode())
        self.plain.feed(data)
        self.grid.feed(data)
        if self.lazy.random() < 0.7:
            self.take()

    def take(self) -> None:
        """Brings the other terminal up to date."""
        sent = self.grid.take()
        self.bytes[1] += len(sent.encode())
        self.other.feed(sent)

    def resize(self, width: int, height: int) -> None:
        """The window has another size."""
        for screen in (self.plain, self.other):
            screen.resize(height, width)
        self.grid.resize(width, height)

    def start_application_mode(self) -> None:
        assert self._size is not None
        size = Size(*self._size)
        self.send_message(events.Resize(size, size))

    def disable_input(self) -> None: ...

    def stop_application_mode(self) -> None: ...


async def fuzz(make_room: MakeRoom, rules: str, steps: int, seed: int, language: str) -> list[int]:
    """Does ``steps`` things that somebody at a table could do; bytes of both terminals."""
    room = make_room(
        language=language, theme=random.Random(seed).choice(["mess-dark", "mess-light"])
    )
    room.driver_class = Both
    chance = random.Random(seed)
    written: list[int] = []

    async def play(pilot: Pilot[None]) -> None:
        driver = room._driver
        assert isinstance(driver, Both)
        draft = draft_of(rules, 3 if "battalion" in rules else 2, ("person", "random", "random"),
                         {}, f"fuzz {seed}", 0)  # fmt: skip
        await room.begin(draft.setup("한글 이름", ("Зоя", "日本", "Ann")))
        for step in range(steps):
            what = chance.random()
            if what < 0.06:
                width, height = chance.choice(SIZES)
                driver.resize(width, height)
                await pilot.resize_terminal(width, height)
            elif what < 0.2:
                x, y = chance.randrange(room.size.width), chance.randrange(room.size.height)
                await pilot.click(offset=(x, y))
            else:
                # Out of the card room is another test's way.
                key = chance.choice(KEYS)
                if not (type(room.screen).__name__ == "MenuScreen" and key in ("q", "escape")):
                    await pilot.press(key)
            if room.leaving or not room.is_running:
                break
            await pilot.pause()
            driver.take()
            assert driver.other.cells() == driver.plain.cells(), (step, what)
        written.extend(driver.bytes)
        await room.leave()

    await room.run_async(size=(80, 24), auto_pilot=play)
    if room.fault is not None:
        raise room.fault
    return written


@pytest.mark.parametrize("rules", at_every_run(RULES, ("battalion-cover",)))
async def test_random_keys_clicks_and_resizes_show_the_same(
    make_room: MakeRoom, rules: str
) -> None:
    plain, sent = await fuzz(
        make_room, rules, 25, RULES.index(rules), "ko" if "war" in rules else "en"
    )
    assert sent < plain / 2


@pytest.mark.soak
@pytest.mark.parametrize("language", ["en", "ko", "uk"])
@pytest.mark.parametrize("rules", RULES)
async def test_five_hundred_steps_show_the_same(
    make_room: MakeRoom, rules: str, language: str
) -> None:
    for part in range(5):
        await fuzz(make_room, rules, 100, 100 + part, language)


async def test_a_window_that_is_drawn_smaller_and_back_is_whole(make_room: MakeRoom) -> None:
    room = make_room()
    room.driver_class = Both

    async def play(pilot: Pilot[None]) -> None:
        driver = room._driver
        assert isinstance(driver, Both)
        await pilot.pause()
        for sizes in ([(60, 20), (80, 24)], [(100, 30), (61, 20), (80, 24)]):
            # Faster than anything can be drawn.
            for width, height in sizes:
                driver.resize(width, height)
                size = Size(width, height)
                driver.send_message(events.Resize(size, size))

            def whole(driver: Both = driver) -> bool:
                driver.take()
                drawn = driver.other.display
                return (
                    driver.other.cells() == driver.plain.cells()
                    and "New game" in "\n".join(drawn)
                    and "quit" in drawn[-1]
                )

            await until(pilot, "the whole menu", whole)
        await room.leave()

    await room.run_async(size=(80, 24), auto_pilot=play)
    if room.fault is not None:
        raise room.fault
