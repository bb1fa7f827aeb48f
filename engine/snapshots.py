"""Reading of snapshots and dumped views, with every field checked before it is used."""

from __future__ import annotations

from collections.abc import Mapping

from engine.cards import UnknownCard, parse_cards
from engine.refusals import BadSnapshot

MAX_TEXT = 4096


def whole(source: Mapping[str, object], field: str, low: int, high: int) -> int:
    """The whole number at ``field``, from ``low`` to ``high``. Raises BadSnapshot."""
    return _whole(source.get(field), field, low, high)


def wholes(source: Mapping[str, object], field: str, size: int, low: int, high: int) -> list[int]:
    """The list of exactly ``size`` whole numbers at ``field``. Raises BadSnapshot."""
    value = source.get(field)
    if not isinstance(value, (list, tuple)) or len(value) != size:
        raise BadSnapshot("not-a-list", field=field, size=size)
    return [_whole(item, field, low, high) for item in value]


def length(source: Mapping[str, object], field: str, most: int) -> int:
    """How many items the list at ``field`` has, at most ``most``. Raises BadSnapshot."""
    value = source.get(field)
    if not isinstance(value, (list, tuple)) or len(value) > most:
        raise BadSnapshot("not-a-list", field=field, size=most)
    return len(value)


def word(source: Mapping[str, object], field: str, allowed: tuple[str, ...]) -> str:
    """The text at ``field``, one of ``allowed``. Raises BadSnapshot."""
    value = source.get(field)
    if not isinstance(value, str) or value not in allowed:
        raise BadSnapshot("not-a-word", field=field, allowed=allowed)
    return value


def pile(source: Mapping[str, object], field: str, most: int = 156) -> list[int]:
    """The cards written at ``field``, in that order, at most ``most``. Raises BadSnapshot."""
    return _pile(source.get(field), field, most)


def piles(source: Mapping[str, object], field: str, size: int, most: int = 156) -> list[list[int]]:
    """The list of exactly ``size`` piles at ``field``. Raises BadSnapshot."""
    value = source.get(field)
    if not isinstance(value, (list, tuple)) or len(value) != size:
        raise BadSnapshot("not-a-list", field=field, size=size)
    return [_pile(item, field, most) for item in value]


def _whole(value: object, field: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadSnapshot("not-a-number", field=field, low=low, high=high)
    return value


def _pile(value: object, field: str, most: int) -> list[int]:
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise BadSnapshot("not-cards", field=field)
    try:
        cards = parse_cards(value)
    except UnknownCard as error:
        raise BadSnapshot("not-cards", field=field, text=error.text) from None
    if len(cards) > most:
        raise BadSnapshot("too-many-cards", field=field, most=most)
    return cards
