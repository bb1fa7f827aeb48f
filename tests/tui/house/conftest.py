"""Games at the house's tables go the same way in every run of a test."""

from __future__ import annotations

import random

import pytest

from tui.house import seating, shuffling


class TestSecrets:
    """In place of the module ``secrets``: numbers that follow from a test's name."""

    __test__ = False

    def __init__(self, name: str) -> None:
        self._numbers = random.Random(name)

    def token_bytes(self, count: int) -> bytes:
        return self._numbers.randbytes(count)

    def randbelow(self, below: int) -> int:
        return self._numbers.randrange(below)


@pytest.fixture(autouse=True)
def same_shuffles(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """No game ends at its third choice in one run of twenty: the generals may come at any time."""
    numbers = TestSecrets(request.node.name)
    monkeypatch.setattr(shuffling, "secrets", numbers)
    monkeypatch.setattr(seating, "secrets", numbers)
