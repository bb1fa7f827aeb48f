"""How games end."""

from __future__ import annotations

from typing import NamedTuple


class Outcome(NamedTuple):
    """The result of a finished game.

    places: one a seat, 1 is best; equal seats share a place (1 1 3).
    scores: one a seat: chips after the last payment, or in General's War the value of the won pile.
    ending: code of the ending, such as ``"out-of-chips"``, ``"attack-limit"``, ``"target"``.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]
    ending: str


def places_by(scores: list[int], first: int = 1) -> list[int]:
    """Places for ``scores``, the highest taking place ``first``; equal scores share a place."""
    places: list[int] = []
    for score in scores:
        place = first
        for other in scores:
            if other > score:
                place += 1
        places.append(place)
    return places
