"""What a scene is, and what it is played in."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from textual.pilot import Pilot

from saves.shelf import Shelf
from tui.app import CardRoom
from tui.look import Look
from tui.preferences import Preferences
from tui.words import Words

# 4 May 2026, 12:00 UTC
MOMENT = 1_777_896_000
NOW = datetime.fromtimestamp(MOMENT, UTC)
SIZES = ((80, 24), (120, 34), (140, 45))
RULES = ("battalion-twins", "battalion-cover", "fight-for-the-lead", "generals-war")


@dataclass(frozen=True)
class Stage:
    """Where a scene is played. folder: of the saves. size: columns and rows."""

    folder: Path
    size: tuple[int, int] = SIZES[0]
    ascii: bool = False
    theme: str = "mess-dark"
    language: str = "en"

    @property
    def look(self) -> Look:
        """How it is drawn; moves are shown at once."""
        return Look(ascii=self.ascii, theme=self.theme, pace=0.0)

    @property
    def words(self) -> Words:
        """Words of its language."""
        return Words(self.language, "letters" if self.ascii else "symbols")

    def room(self) -> CardRoom:
        """A card room at home."""
        look, words = self.look, self.words
        preferences = Preferences(terminal=look, spoken=self.language)
        return CardRoom(words, look, Shelf(self.folder), now=lambda: NOW, preferences=preferences)


Before = Callable[[Pilot[None]], Awaitable[None]]
# Plays up to what is to be seen, and keeps it there.
Scene = Callable[[Stage], AbstractAsyncContextManager[Pilot[None]]]


def at_home(before: Before) -> Scene:
    """What somebody comes to see at home by ``before``."""

    @asynccontextmanager
    async def played(stage: Stage) -> AsyncIterator[Pilot[None]]:
        async with stage.room().run_test(size=stage.size) as pilot:
            await before(pilot)
            await pilot.pause(0.02)
            yield pilot

    return played


def all_at_home(scenes: Mapping[str, Before]) -> dict[str, Scene]:
    """``at_home`` of each."""
    return {name: at_home(before) for name, before in scenes.items()}
