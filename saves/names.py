"""Names and titles that come from people and files, made harmless to print."""

from __future__ import annotations

import unicodedata

GAME_ID = r"^[0-9a-hjkmnp-tv-z]{16}\Z"
MAX_NAME = 40
MAX_TITLE = 80
MAX_MARKS = 3
# Control and format characters (escapes, bidi), surrogates, private use, unassigned; line ends.
_UNWANTED = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def clean(text: str, most: int) -> str:
    """``text`` without characters that could move a cursor or hide others, at most ``most`` long.

    Runs of white space become one space; more than MAX_MARKS combining marks in a row are cut.
    """
    kept: list[str] = []
    marks = 0
    for char in text[: most * 8]:
        if char.isspace():
            char = " "
        kind = unicodedata.category(char)
        if kind in _UNWANTED:
            continue
        marks = marks + 1 if kind[0] == "M" else 0
        if marks <= MAX_MARKS and not (char == " " and (not kept or kept[-1] == " ")):
            kept.append(char)
    return "".join(kept)[:most].strip()
