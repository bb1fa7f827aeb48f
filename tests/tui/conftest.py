"""A card room of its own for each test, or the installed command in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from saves.settings import SettingsFile
from saves.shelf import Shelf
from tui.app import CardRoom
from tui.look import Look
from tui.preferences import Preferences
from tui.settings import Settings
from tui.words import Words

if TYPE_CHECKING:
    from tests.support.terminal import Terminal

MakeRoom = Callable[..., CardRoom]
OpenTerminal = Callable[..., "Terminal"]


@pytest.fixture
def make_room(tmp_path: Path) -> MakeRoom:
    """Makes a card room with its own folder of saves; moves are shown at once."""

    def make(
        *,
        ascii_only: bool = False,
        theme: str = "mess-dark",
        pace: float = 0.0,
        language: str = "en",
        settings: Settings | None = None,
        file: SettingsFile | None = None,
    ) -> CardRoom:
        look = Look(ascii=ascii_only, theme=theme, pace=pace)
        words = Words(language, "letters" if ascii_only else "symbols")
        now = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)
        preferences = Preferences(settings, file, terminal=look, spoken=language)
        return CardRoom(words, look, Shelf(tmp_path), now=lambda: now, preferences=preferences)

    return make


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[OpenTerminal]:
    """Opens the installed command with arguments, moves shown at once; closed after the test."""
    from tests.support.terminal import Terminal  # where there is pyte

    opened: list[Terminal] = []

    def open_(*arguments: str, **given: object) -> Terminal:
        terminal = Terminal(tmp_path, *arguments, "--pace", "0", **given)  # type: ignore[arg-type]
        opened.append(terminal)
        return terminal

    yield open_
    for terminal in opened:
        terminal.close()
