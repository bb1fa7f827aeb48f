"""How a cell is coloured, as the parameters of Select Graphic Rendition (ECMA-48, 8.3.117)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

# What turns each attribute on: its bit is its place here. And what turns it off.
_ON: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "21", "51", "52", "53")
_OFF: Final = ("22", "22", "23", "24", "25", "25", "27", "28", "29", "24", "54", "54", "55")
_BIT: Final = {code: 1 << at for at, code in enumerate(_ON)}
_ENDED_BY: Final = {
    off: sum(1 << at for at, code in enumerate(_OFF) if code == off) for off in _OFF
}
# Attributes that show on a cell without a character: all but bold, dim, italic and hidden.
_ON_BLANKS: Final = sum(_BIT[code] for code in ("4", "5", "6", "7", "9", "21", "51", "52", "53"))
_MOST_COLOUR: Final = 255


class Style(NamedTuple):
    """fg, bg: a colour as its parameters, such as ``38;5;17`` or ``41``; "": the terminal's own.
    attributes: a bit for each that is on."""

    fg: str = ""
    bg: str = ""
    attributes: int = 0


PLAIN: Final = Style()


@lru_cache(maxsize=8192)
def styled(style: Style, parameters: str) -> Style:
    """``style`` after ``CSI parameters m``. What is unknown changes nothing."""
    fg, bg, attributes = style
    given = parameters.split(";")
    at = 0
    while at < len(given):
        code = given[at].lstrip("0")
        at += 1
        if code == "":
            fg, bg, attributes = PLAIN
        elif code in _BIT:
            attributes |= _BIT[code]
        elif code in _ENDED_BY:
            attributes &= ~_ENDED_BY[code]
        elif code in ("38", "48"):
            length = {"5": 2, "2": 4}.get(given[at], 0) if at < len(given) else 0
            numbers = given[at : at + length]
            at += length
            if length and len(numbers) == length and all(map(_is_colour, numbers)):
                colour = ";".join((code, *numbers))
                fg, bg = (colour, bg) if code == "38" else (fg, colour)
        elif code == "39":
            fg = ""
        elif code == "49":
            bg = ""
        elif code[:-1] in ("3", "9") and code[-1] in "01234567":
            fg = code
        elif code[:-1] in ("4", "10") and code[-1] in "01234567":
            bg = code
    return Style(fg, bg, attributes)


def _is_colour(text: str) -> bool:
    return text.isdecimal() and text.isascii() and int(text) <= _MOST_COLOUR


def shows_on_blanks(style: Style) -> bool:
    """Whether something of the style but its background is seen of a cell without a character."""
    return bool(style.attributes & _ON_BLANKS)


@lru_cache(maxsize=8192)
def of_blank(style: Style) -> Style:
    """What of a style is seen of a cell without a character."""
    if shows_on_blanks(style):
        return style
    return Style("", style.bg, 0)


@lru_cache(maxsize=8192)
def for_blank(now: Style | None, blank: Style) -> Style:
    """The style to write a blank cell in that asks for the least change from ``now``."""
    if now is None or blank.attributes:
        return blank
    return Style(now.fg, blank.bg, now.attributes & ~_ON_BLANKS)


@lru_cache(maxsize=8192)
def change(now: Style | None, then: Style) -> str:
    """The shortest code that makes ``then`` of ``now``; None: it is not known what is on."""
    if now == then:
        return ""
    anew = ["0", *_attributes(then.attributes), *filter(None, (then.fg, then.bg))]
    if anew == ["0"]:
        return "\x1b[m"
    codes = anew
    if now is not None:
        step = _step(now, then)
        if len(";".join(step)) <= len(";".join(anew)):
            codes = step
    return f"\x1b[{';'.join(codes)}m"


def _attributes(attributes: int) -> list[str]:
    return [code for code, bit in _BIT.items() if attributes & bit]


def _step(now: Style, then: Style) -> list[str]:
    codes: list[str] = []
    kept = now.attributes
    for off, ended in _ENDED_BY.items():
        if now.attributes & ~then.attributes & ended:
            codes.append(off)
            kept &= ~ended
    codes += _attributes(then.attributes & ~kept)
    if now.fg != then.fg:
        codes.append(then.fg or "39")
    if now.bg != then.bg:
        codes.append(then.bg or "49")
    return codes
