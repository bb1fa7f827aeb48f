"""A screen without colours, for those who have set NO_COLOR."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

# Between black, 0, and white, 1.
_MIDDLE: Final = 0.5


class Colourless(LineFilter):
    """Leaves the terminal's own two colours: what stands dark on light in a dark theme, as cards
    do, or light on dark in a light one, is reversed. Bold, underlined and the like stay.

    dark: whether the theme is.
    """

    def __init__(self, dark: bool) -> None:
        super().__init__()
        self.dark = dark

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments without colours."""
        return [
            Segment(text, style and colourless(style, self.dark), control)
            for text, style, control in segments
        ]


@lru_cache(maxsize=1024)
def colourless(style: Style, dark: bool) -> Style:
    """The style without colours; reversed where it stands out from a theme that is dark or not."""
    back = 0.0 if dark else 1.0
    if style.bgcolor is not None and not style.bgcolor.is_default:
        back = Color.from_rich_color(style.bgcolor).brightness
    front = _MIDDLE
    if style.color is not None and not style.color.is_default:
        front = Color.from_rich_color(style.color).brightness
    if style.reverse:
        back, front = front, back
    return Style(
        bold=style.bold,
        dim=style.dim,
        italic=style.italic,
        underline=style.underline,
        strike=style.strike,
        reverse=(back > front) == dark,
        meta=style.meta,
    )


DARK: Final = Colourless(dark=True)
LIGHT: Final = Colourless(dark=False)
