"""Every theme can be read in 24-bit colours, in 256 and in 16; NO_COLOR keeps the brightness."""

from __future__ import annotations

import pytest
from rich.color import Color, ColorSystem
from textual.color import Color as TextualColor
from textual.theme import Theme

from tui.themes import OURS

SYSTEMS = [ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT, ColorSystem.STANDARD]
TEXTS = (
    "foreground", "quiet", "accent", "text-accent", "text-primary", "text-warning",
    "text-success", "spade-text", "heart-text", "diamond-text", "club-text",
)  # fmt: skip
ON_CARDS = ("spade", "heart", "diamond", "club", "card-key")
LEAST = 3.0


def brightness(colour: str, system: ColorSystem) -> float:
    """Relative luminance of a colour as a terminal of that kind shows it (WCAG)."""
    shown = Color.parse(TextualColor.parse(colour).hex6).downgrade(system).get_truecolor()
    linear = [
        part / 255 / 12.92 if part / 255 <= 0.03928 else ((part / 255 + 0.055) / 1.055) ** 2.4
        for part in shown
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str, system: ColorSystem) -> float:
    high, low = sorted((brightness(one, system), brightness(other, system)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name.lower())
@pytest.mark.parametrize("theme", OURS, ids=lambda theme: theme.name)
def test_what_is_read_stands_out(theme: Theme, system: ColorSystem) -> None:
    colours = {**theme.to_color_system().generate(), **theme.variables}
    pairs = [(text, ground) for text in TEXTS for ground in ("background", "surface", "panel")]
    pairs += [(text, "card") for text in ON_CARDS]
    pairs.append(("card-back", "card-back-ground"))
    if not theme.dark:
        pairs.append(("card-edge", "card"))  # a white card on a light table is known by its edge
    for text, ground in pairs:
        found = contrast(colours[text], colours[ground], system)
        assert found >= LEAST, f"{text} on {ground}: {found:.1f}"


def test_with_two_colours_only_red_and_black_are_left() -> None:
    for theme in OURS:
        suits = [theme.variables[suit] for suit in ("spade", "heart", "diamond", "club")]
        assert len(set(suits)) == (2 if theme.name.endswith("-two") else 4)
