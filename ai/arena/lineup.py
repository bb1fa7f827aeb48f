"""Who sits where: the line-up as written, and the seatings that every deal is played in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ai.levels import parse_player
from engine.refusals import MessdeckError

MOST_SEATINGS: Final = 24


class ArenaFault(MessdeckError):
    """A line-up or a number that the arena does not take."""


def parse_lineup(text: str) -> tuple[str, ...]:
    """The players written as ``A,B,…``, each in its one way of writing.

    Commas within quotation marks belong to a bot's command.
    Raises ArenaFault (``empty-player``) and as ``ai.levels.parse_player``.
    """
    names: list[str] = []
    for part in _parts(text):
        if not part.strip():
            raise ArenaFault("empty-player", text=text)
        names.append(parse_player(part).text)
    return tuple(names)


def _parts(text: str) -> list[str]:
    parts, quote = [""], ""
    for sign in text:
        if sign == "," and not quote:
            parts.append("")
            continue
        if sign in "\"'" and quote in ("", sign):
            quote = "" if quote else sign
        parts[-1] += sign
    return parts


def fill(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """One name a seat: the last one is repeated. Raises ArenaFault (``too-many-players``)."""
    if not names:
        raise ArenaFault("empty-player", text="")
    if len(names) > seats:
        raise ArenaFault("too-many-players", players=len(names), seats=seats)
    return tuple(names) + (names[-1],) * (seats - len(names))


def seatings(lineup: Sequence[str]) -> list[tuple[str, ...]]:
    """The different ways to seat ``lineup``, the line-up itself first; equal names are equal.

    All of them if there are at most MOST_SEATINGS, else the different rotations.
    """
    order = list(dict.fromkeys(lineup))
    left = [lineup.count(name) for name in order]
    found: list[tuple[str, ...]] = []
    if _seat(order, left, [], len(lineup), found):
        found.remove(tuple(lineup))
        return [tuple(lineup), *found]
    turned = (tuple(lineup[turn:]) + tuple(lineup[:turn]) for turn in range(len(lineup)))
    return list(dict.fromkeys(turned))


def _seat(
    order: list[str],
    left: list[int],
    seated: list[str],
    seats: int,
    found: list[tuple[str, ...]],
) -> bool:
    """Collects all ways to fill the remaining seats; False when there are too many."""
    if len(seated) == seats:
        found.append(tuple(seated))
        return len(found) <= MOST_SEATINGS
    for index, name in enumerate(order):
        if left[index] > 0:
            left[index] -= 1
            seated.append(name)
            within = _seat(order, left, seated, seats, found)
            seated.pop()
            left[index] += 1
            if not within:
                return False
    return True
