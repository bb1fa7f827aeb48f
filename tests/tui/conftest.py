"""A card room of its own for each test."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from saves.settings import SettingsFile
from saves.shelf import Shelf
from tui.app import CardRoom
from tui.look import Look
from tui.preferences import Preferences
from tui.settings import Settings
from tui.words import Words

MakeRoom = Callable[..., CardRoom]


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
