"""A person who plays by keys alone: looks at the question, picks a choice, presses its keys."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

from textual.pilot import Pilot

from engine import actions as act
from engine.game import View
from tui.app import CardRoom
from tui.screens.base import RoomScreen
from tui.screens.cover import CoverScreen
from tui.screens.keys import ANSWERS
from tui.screens.result import ResultScreen
from tui.screens.table import TableScreen

SECONDS = 20.0


async def until(pilot: Pilot[None], what: str, seen: Callable[[], bool]) -> None:
    """Waits until something is to be seen; fails with ``what`` if it never is."""
    try:
        async with asyncio.timeout(SECONDS):
            while not seen():
                await pilot.pause(0.005)
    except TimeoutError:
        raise AssertionError(f"never seen: {what}") from None


class Person:
    """Somebody at the keyboard of ``pilot``; ``seed`` decides what they choose."""

    def __init__(self, pilot: Pilot[None], seed: int = 1) -> None:
        self.pilot = pilot
        self.random = random.Random(seed)
        self.choices = 0

    @property
    def room(self) -> CardRoom:
        app = self.pilot.app
        assert isinstance(app, CardRoom)
        return app

    @property
    def table(self) -> TableScreen:
        screen = self.room.screen
        assert isinstance(screen, TableScreen), f"not at a table: {screen}"
        return screen

    def sees(self, *kinds: type[RoomScreen]) -> bool:
        """Whether a screen of one of these kinds is shown, ready for keys."""
        return isinstance(self.room.screen, kinds) and self.room.screen.is_mounted

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def until(self, what: str, seen: Callable[[], bool]) -> None:
        await until(self.pilot, what, seen)

    async def at_table(self) -> TableScreen:
        """Waits for a table to be shown."""
        await self.until("a table", lambda: self.sees(TableScreen))
        return self.table

    def asked(self) -> bool:
        """Whether a question is shown, or the end of the game, or a cover."""
        screen = self.room.screen
        if isinstance(screen, CoverScreen):
            return screen.is_mounted
        if not isinstance(screen, TableScreen) or screen.sending:
            return False
        over = screen.moment.view.outcome() is not None and not screen.play.waiting
        return screen.answering is not None or over

    async def wait_for_question(self) -> View | None:
        """The view on which a question is put; None when the game is over."""
        while True:
            await self.until("a question", self.asked)
            screen = self.room.screen
            if isinstance(screen, CoverScreen):
                await self.press("enter")
                await self.until("the table", lambda: isinstance(self.room.screen, TableScreen))
                continue
            assert isinstance(screen, TableScreen)
            return screen.answering.question.view if screen.answering is not None else None

    def keys_for(self, action: int) -> list[str]:
        """The keys that make a choice."""
        answering = self.table.answering
        assert answering is not None
        kind = action & 31
        if kind in ANSWERS:
            return [ANSWERS[kind].key]
        if kind == act.BID:
            return [*str(act.number_of(action)), "enter"]
        if kind == act.CHALLENGE:
            return [str(act.target_of(action) + 1)]
        keys: list[str] = []
        used: set[int] = set()
        for card in act.cards_of(action):
            index = next(
                at
                for at, held in enumerate(answering.question.hand)
                if held == card and at not in used
            )
            used.add(index)
            keys.append(self.table.labels()[index])
        keys.append("enter")
        if kind == act.ATTACK:
            keys.append(str(act.target_of(action) + 1))
        return keys

    async def choose(self, view: View) -> None:
        """Makes any one of the choices there are."""
        action = int(view.legal_nth(self.random.randrange(int(view.legal_count()))))
        screen, token = self.table, self.table.token
        await self.press(*self.keys_for(action))
        self.choices += 1
        await self.until(
            "the choice being taken",
            lambda: not screen.sending and (screen.token != token or screen.answering is None),
        )

    async def play_to_the_end(self) -> None:
        """Plays until the game is over, then goes to its result."""
        await self.at_table()
        while (view := await self.wait_for_question()) is not None:
            await self.choose(view)
        await self.press("enter")
        await self.until("the result", lambda: isinstance(self.room.screen, ResultScreen))
