"""Text from outside (names, files, the network) made fit for a line on a screen."""

from __future__ import annotations

import unicodedata

_MORE = "…"
# Marks that stack on one letter; more than this many are somebody playing tricks.
_MAX_MARKS = 2


def clean(text: str, most: int = 60) -> str:
    """``text`` on one line of at most ``most`` characters, without anything that moves a cursor.

    Dropped are control and format characters, bidi overrides, lone surrogates, private and
    unassigned characters and floods of combining marks; white space becomes single spaces.
    """
    kept: list[str] = []
    marks = 0
    # Whatever is dropped may hide what comes after it, but the work must stay bounded.
    for char in text[: most * 8]:
        category = unicodedata.category(char)
        if char.isspace() or category[0] == "Z":
            if kept and kept[-1] != " ":
                kept.append(" ")
            continue
        if category[0] == "C":
            continue
        marks = marks + 1 if category[0] == "M" else 0
        if marks <= _MAX_MARKS:
            kept.append(char)
    found = "".join(kept).strip()
    if len(found) > most or len(text) > most * 8:
        return found[: most - 1].rstrip() + _MORE
    return found


def quoted(value: object, most: int = 60) -> str:
    """A value of a file or a command line as it is named in a sentence, short and clean."""
    if isinstance(value, str):
        return f"“{clean(value, most)}”"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{…}" if value else "{}"
    if isinstance(value, (list, tuple)):
        return "[…]" if value else "[]"
    if isinstance(value, int) and value.bit_length() > 200:
        return "-∞" if value < 0 else "∞"
    return clean(str(value), most)
