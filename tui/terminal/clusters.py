"""Text as the cells that it takes up, measured as Textual measures it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from rich.cells import cell_len, get_character_cell_size

JOINER: Final = "\u200d"
_WIDER: Final = "\ufe0f"  # asks for the wide picture of the character before it
# Longer ones are floods of combining marks.
MOST_IN_CELL: Final = 16
# Kana, Chinese characters, Hangul, wide forms of Latin letters.
_WIDE_EVERYWHERE: Final = (
    ("\u3001", "\u30ff"),
    ("\u4e00", "\u9fff"),
    ("\uac00", "\ud7a3"),
    ("\uff01", "\uff60"),
)
# In place of what has a width but must not be written.
_INSTEAD: Final = "\ufffd"


@lru_cache(maxsize=4096)
def _cleaned(character: str) -> tuple[str, int]:
    """A character that may be written, "" if none, and its width in cells."""
    width = get_character_cell_size(character)
    if character == JOINER or not _forbidden(character):
        return character, width
    # Textual has counted its cells: they are filled, so that what follows keeps its column.
    return (_INSTEAD, 1) if width else ("", 0)


def _forbidden(character: str) -> bool:
    """Controls, marks that turn the direction of writing, halves of pairs, line separators."""
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")


def clusters(text: str) -> Iterator[tuple[str, int]]:
    """What is to be written into each cell or pair of cells, and the number of cells: 1 or 2.

    What takes no room belongs to the character before it. Controls and their like are left out.
    """
    cluster, width, joined = "", 0, False
    for given in text:
        character, cells = _cleaned(given)
        if not character:
            continue
        if cells and not joined:
            if cluster:
                yield cluster, width
            cluster, width = character, cells
            continue
        joined = character == JOINER
        if cluster and len(cluster) < MOST_IN_CELL:
            cluster += character
            if character == _WIDER and width == 1:
                width = min(cell_len(cluster), 2)
    if cluster:
        yield cluster, width


def is_sure(cluster: str, cells: int) -> bool:
    """Whether all terminals agree on the width: pictures and what is put together are disputed."""
    if len(cluster) != 1:
        return False
    return cells == 1 or any(first <= cluster <= last for first, last in _WIDE_EVERYWHERE)
