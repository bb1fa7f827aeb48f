"""Walks over msgpack bytes before they are unpacked, so that hostile sizes cost nothing.

A few bytes can claim an array of four thousand million items, and nesting multiplies such claims;
here every claim is held against the bytes that are really there, and against our own limits.
"""

from __future__ import annotations

from saves.faults import SaveFault

MAX_DEPTH = 8
MAX_ITEMS = 400_000
MAX_TEXT = 16_384

# First byte -> (kind, bytes of the length or of the value that follow).
_FIXED = 0
_TEXT = 1
_BYTES = 2
_ARRAY = 3
_MAP = 4
_FORBIDDEN = 5
_KINDS: dict[int, tuple[int, int]] = {
    0xC0: (_FIXED, 0),
    0xC2: (_FIXED, 0),
    0xC3: (_FIXED, 0),
    0xC4: (_BYTES, 1),
    0xC5: (_BYTES, 2),
    0xCC: (_FIXED, 1),
    0xCD: (_FIXED, 2),
    0xCE: (_FIXED, 4),
    0xCF: (_FIXED, 8),
    0xD0: (_FIXED, 1),
    0xD1: (_FIXED, 2),
    0xD2: (_FIXED, 4),
    0xD3: (_FIXED, 8),
    0xD9: (_TEXT, 1),
    0xDA: (_TEXT, 2),
    0xDC: (_ARRAY, 2),
    0xDD: (_ARRAY, 4),
    0xDE: (_MAP, 2),
    0xDF: (_MAP, 4),
}


def _table() -> list[tuple[int, int]]:
    kinds = [(_FORBIDDEN, 0)] * 256
    for first in range(256):
        if first < 0x80 or first >= 0xE0:
            kinds[first] = (_FIXED, 0)
    for first, kind in _KINDS.items():
        kinds[first] = kind
    return kinds


_TABLE = _table()


def measure(data: bytes) -> int:
    """How many items there are in ``data``, one msgpack value and nothing behind it.

    Raises SaveFault: ``too-deep``, ``too-many``, or ``bad-body`` for bytes that do not add up and
    for what a save never holds (floats, extension types, texts and bytes of huge length).
    """
    size = len(data)
    at = 0
    items = 0
    left = 1  # values still due on this level
    above: list[int] = []
    while True:
        while left == 0:
            if not above:
                if at != size:
                    raise SaveFault("bad-body", why="bytes-behind")
                return items
            left = above.pop()
        left -= 1
        items += 1
        if items > MAX_ITEMS:
            raise SaveFault("too-many", most=MAX_ITEMS)
        if at >= size:
            raise SaveFault("bad-body", why="cut-off")
        first = data[at]
        at += 1
        if 0xA0 <= first < 0xC0:  # a short text
            at += first & 31
        elif 0x80 <= first < 0xA0:  # a short array or map
            above.append(left)
            left = first & 15 if first >= 0x90 else (first & 15) * 2
        else:
            kind, width = _TABLE[first]
            if kind == _FORBIDDEN:
                raise SaveFault("bad-body", why="forbidden-type")
            if kind == _FIXED:
                at += width
            else:
                length = int.from_bytes(data[at : at + width], "big")
                at += width
                if kind >= _ARRAY:
                    above.append(left)
                    left = length if kind == _ARRAY else length * 2
                else:
                    if length > MAX_TEXT:
                        raise SaveFault("bad-body", why="too-long")
                    at += length
        if at > size or left > size - at:
            raise SaveFault("bad-body", why="cut-off")
        if len(above) > MAX_DEPTH:
            raise SaveFault("too-deep", most=MAX_DEPTH)
