"""A thinker, and players that stand in its worker's way."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from ai.thinker import Thinker
from tests.support.odd_players import OddPlayers


@pytest.fixture
def odd_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OddPlayers]:
    """Registers players that stand in the way, for workers that are started from here on."""
    found = OddPlayers(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield found
    found.end()


@pytest_asyncio.fixture
async def thinker() -> AsyncIterator[Thinker]:
    """A thinker that has been started."""
    found = Thinker()
    await found.start()
    yield found
    await found.stop()
