"""What a client says of its terminal: colours, letters, language. None of it is taken on trust."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import IO, Final, Literal, cast

from rich.color import Color
from rich.color import ColorSystem as RichSystem
from rich.console import Console

from tui.look import Look
from tui.words.catalogue import ENGLISH, VARIABLE, language_of

ColorSystem = Literal["standard", "256", "truecolor"]
_TRUE: Final = ("kitty", "alacritty", "foot", "ghostty", "wezterm", "direct", "contour", "iterm")
# Terminals of a time when there was nothing but ASCII.
_OLD: Final = ("vt", "ansi", "xterms-old", "cygwin", "wyse", "sun")
_UNUSABLE: Final = ("", "dumb", "unknown", "emacs")
# Variables that are kept of what a client sends, and how much of each.
KEPT: Final = ("LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "COLORTERM", "NO_COLOR",
               VARIABLE)  # fmt: skip
MOST: Final = 64


class ClientEnvironment(dict[bytes, bytes]):
    """In place of where asyncssh keeps the variables that a client sends: as many as it likes."""

    def __setitem__(self, name: bytes, value: bytes) -> None:
        if name.decode("ascii", "replace") in KEPT and len(value) <= MOST:
            super().__setitem__(name, value)

    def texts(self) -> dict[str, str]:
        """The variables, as far as they are ASCII."""
        pairs = [(name.decode(), value.decode("ascii", "ignore")) for name, value in self.items()]
        return dict(pairs)


def usable(term: str) -> bool:
    """Whether a screen can be drawn on a terminal of that type."""
    return term.lower() not in _UNUSABLE


def colours(term: str, environment: Mapping[str, str]) -> ColorSystem:
    """How many colours a terminal has."""
    name = term.lower()
    said = environment.get("COLORTERM", "").lower()
    if said in ("truecolor", "24bit") or any(part in name for part in _TRUE):
        return "truecolor"
    return "256" if "256" in name else "standard"


_STYLE: Final = re.compile(r"\x1b\[([\d;]*[34]8;2;[\d;]*)m")
_COLOUR: Final = re.compile(r"([34]8);2;(\d{1,3});(\d{1,3});(\d{1,3})")


def with_colours(picture: str, system: ColorSystem) -> str:
    """A picture in true colours as a terminal shows it that has fewer.

    Textual keeps the codes of a style once it was used, whatever terminal it was used for; so all
    sessions of a process are drawn in true colours, and only here they are told apart.
    """
    if system == "truecolor":
        return picture
    return _STYLE.sub(lambda found: _fewer(found[0], system), picture)


@lru_cache(maxsize=8192)
def _fewer(style: str, system: ColorSystem) -> str:
    def replaced(found: re.Match[str]) -> str:
        red, green, blue = (min(int(part), 255) for part in found.groups()[1:])
        colour = Color.from_rgb(red, green, blue).downgrade(_SYSTEMS[system])
        return ";".join(colour.get_ansi_codes(foreground=found[1] == "38"))

    return _COLOUR.sub(replaced, style)


_SYSTEMS: Final = {
    "standard": RichSystem.STANDARD,
    "256": RichSystem.EIGHT_BIT,
    "truecolor": RichSystem.TRUECOLOR,
}


def console(term: str) -> Console:
    """What Textual renders with, instead of one for the server's own terminal."""
    return Console(
        color_system="truecolor",
        file=cast(IO[str], _Nowhere()),
        markup=True,
        highlight=False,
        emoji=False,
        legacy_windows=False,
        _environ={"TERM": term},
        force_terminal=True,
        safe_box=False,
        soft_wrap=False,
    )


def look(term: str, environment: Mapping[str, str]) -> Look:
    """Plain characters where the terminal has no others; its locale tells, if it is known."""
    if term.lower().startswith(_OLD):
        return Look(ascii=True)
    variables = ("LC_ALL", "LC_CTYPE", "LANG")
    locale = next((environment[name] for name in variables if environment.get(name)), "")
    codeset = locale.partition("@")[0].partition(".")[2].lower().replace("-", "")
    return Look(ascii=locale in ("C", "POSIX") or codeset not in ("", "utf8"))


def language(environment: Mapping[str, str], plain: bool) -> str:
    """The language of a client's locale, if there is a catalogue; English with plain characters."""
    return ENGLISH if plain else language_of(environment)


class _Nowhere:
    """A file that keeps nothing."""

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return True
