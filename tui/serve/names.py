"""Names of people: what may be one, and which ones look the same."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from rich.cells import cell_len

from tui.serve.faults import NameFault

MOST: Final = 24
# A code that adds a key (``tui.serve.people``): so many letters and digits, a digit among them.
CODE_LENGTH: Final = 12
_GROUPED: Final = re.compile(r"\W*\w{4}\W+\w{4}\W+\w{4}\W*\Z", re.ASCII)
# Letters that draw nothing, or a blank.
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_SIGNS: Final = " -_.'’·"
_MOST_MARKS: Final = 2
# What looks like a Latin letter, or a digit that does; small letters.
_ALIKE: Final = str.maketrans(
    {
        **dict(zip("авекмнорстухіјѕԁгь", "abekmhopctyxijsdrb", strict=True)),
        **dict(zip("αβεικμνορτυχγη", "abeikmvoptuxyn", strict=True)),
        **dict(zip("0135|!", "oiesii", strict=True)),
        "l": "i",
        "ı": "i",
        "ł": "i",
        "ø": "o",
        "đ": "d",
        "ħ": "h",
        "ё": "e",
        "ї": "i",
        "ß": "ss",
        "æ": "ae",
        "œ": "oe",
        "þ": "p",
        "ð": "d",
    }
)
_KEPT_NAMES: Final = (
    "admin", "administrator", "bank", "house", "host", "guest", "messdeck", "moderator",
    "nobody", "operator", "player", "pot", "root", "server", "spectator", "system", "you",
)  # fmt: skip


def cleaned(text: str) -> str:
    """``text`` as a name: composed, without what cannot be seen, single spaces."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFKC", text[: MOST * 8]):
        category = unicodedata.category(char)
        if char.isspace():
            char = " "
        elif category[0] in "CZ" or char in _BLANK or "\ufe00" <= char <= "\ufe0f":
            continue
        marks = marks + 1 if category[0] == "M" else 0
        if marks <= _MOST_MARKS and not (char == " " and (not kept or kept[-1] == " ")):
            kept.append(char)
    return "".join(kept).strip()


def skeleton(name: str) -> str:
    """What two names have in common that a hurried eye takes for the same."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join([char for char in plain if unicodedata.category(char)[0] in "LN"])
    return plain.translate(_ALIKE).replace("rn", "m").replace("vv", "w")


def code_signs(text: str) -> str:
    """What is left of ``text`` if it has the shape of a code, whatever case, blanks and dashes it
    is typed with; "" if it has not."""
    plain = unicodedata.normalize("NFKC", text[: MOST * 8])
    plain = "".join([char for char in plain if unicodedata.category(char)[0] in "LMNPS "]).strip()
    dashed = "".join(["-" if unicodedata.category(char) == "Pd" else char for char in plain])
    signs = "".join([char for char in dashed.upper() if char.isalnum()])
    if len(signs) != CODE_LENGTH or not signs.isascii():
        return ""
    grouped = "-" in dashed and _GROUPED.match(dashed)
    return signs if grouped or any(char.isdigit() for char in signs) else ""


def checked(text: str) -> str:
    """The name that ``text`` stands for. Raises NameFault."""
    name = cleaned(text)
    if code_signs(text):
        raise NameFault("name-code")
    if not name:
        raise NameFault("name-empty")
    if cell_len(name) > MOST or len(name) > MOST:
        raise NameFault("name-long", most=MOST)
    strange = [
        char for char in name if unicodedata.category(char)[0] not in "LMN" and char not in _SIGNS
    ]
    if strange:
        raise NameFault("name-letters", text=" ".join(dict.fromkeys(strange)))
    if not any(unicodedata.category(char)[0] == "L" for char in name):
        raise NameFault("name-no-letter")
    if is_kept(name):
        raise NameFault("name-kept")
    return name


def is_kept(name: str) -> bool:
    """Whether nobody can be called that."""
    return skeleton(name) in _RESERVED


_RESERVED: Final = frozenset(skeleton(name) for name in _KEPT_NAMES)
