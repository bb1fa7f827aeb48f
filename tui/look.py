"""How one session's screen is drawn: which characters may be used, and how fast things move."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

# Themes as they are typed and set, and their names.
THEMES: Final = {"dark": "mess-dark", "light": "mess-light", "contrast": "mess-contrast"}
# What follows a theme's name where spades and clubs share a colour, and hearts and diamonds.
TWO_COLOURS: Final = "-two"
CardSize = Literal["auto", "small", "large"]
# The longest pace, in seconds.
MOST_PACE: Final = 10.0
# Textual theme variables that card faces are drawn with, by suit in the order S H D C.
SUIT_STYLES: Final = ("$spade", "$heart", "$diamond", "$club")
# The same on a panel's background, for logs and prompts.
SUIT_TEXT_STYLES: Final = ("$spade-text", "$heart-text", "$diamond-text", "$club-text")


class Glyphs(NamedTuple):
    """Characters of one cell each."""

    corners: str  # top left, top right, bottom left, bottom right
    across: str
    down: str
    back: str  # the back of a card
    turn: str  # before who has the turn
    dealer: str
    chosen: str
    cursor: str
    ellipsis: str
    dot: str  # between parts of a line
    above: str
    below: str
    dash: str
    tick: str
    bullet: str


UNICODE_GLYPHS: Final = Glyphs(
    "╭╮╰╯", "─", "│", "▒", "▶", "◆", "●", "▸", "…", "·", "↑", "↓", "–", "✓", "•"
)
ASCII_GLYPHS: Final = Glyphs(
    "++++", "-", "|", "#", ">", "D", "*", ">", "~", "-", "^", "v", "-", "x", "*"
)


class Look(NamedTuple):
    """The settings of one session's screen.

    ascii: nothing but ASCII is written. theme: a theme's name. pace: seconds that the move of
    somebody else stays on the screen before the next one is shown; 0: all at once. cards: how
    large they are. log: whether it stands beside the board where there is room.
    """

    ascii: bool = False
    theme: str = "mess-dark"
    pace: float = 0.6
    cards: CardSize = "auto"
    log: bool = True

    @property
    def glyphs(self) -> Glyphs:
        """The signs it is drawn with."""
        return ASCII_GLYPHS if self.ascii else UNICODE_GLYPHS


def theme_name(theme: str, colours: str) -> str:
    """The name of a theme (a key of THEMES) with suits in ``four`` colours or ``two``."""
    return THEMES[theme] + (TWO_COLOURS if colours == "two" else "")
