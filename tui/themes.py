"""Colours: our themes, and what every theme needs for cards."""

from __future__ import annotations

import dataclasses
from typing import Final

from textual.theme import Theme

from tui.look import TWO_COLOURS

# White cards with black and red suits; diamonds and clubs a shade apart from hearts and spades.
_CARD: Final = {
    "card": "#f4efe2",
    "card-edge": "#a39c86",
    "card-key": "#8a5a00",
    "card-back": "#d4e4f7",
    "card-back-ground": "#2b4a73",
    "spade": "#1c1c1c",
    "heart": "#b3202c",
    "diamond": "#b45309",
    "club": "#1d5c3a",
}

DARK: Final = Theme(
    name="mess-dark",
    primary="#6fb3a2",
    secondary="#3f6f66",
    accent="#e7b75f",
    warning="#e9a05b",
    error="#e06c75",
    success="#8fc379",
    foreground="#dfe3dd",
    background="#101817",
    surface="#16211f",
    panel="#1d2c29",
    dark=True,
    variables={
        **_CARD,
        "quiet": "#94a49e",
        "spade-text": "#dfe3dd",
        "heart-text": "#f0838a",
        "diamond-text": "#efb562",
        "club-text": "#93cf9f",
    },
)
LIGHT: Final = Theme(
    name="mess-light",
    primary="#1f6a5a",
    secondary="#5b8f84",
    accent="#8a5a00",
    warning="#9a3d00",
    error="#a61b29",
    success="#2c6b1f",
    foreground="#1d2321",
    background="#f3f1ea",
    surface="#eae7dd",
    panel="#dfdccf",
    dark=False,
    variables={
        **_CARD,
        "card": "#ffffff",
        "card-edge": "#6e6a5c",
        "quiet": "#5d655f",
        "spade-text": "#1d2321",
        "heart-text": "#a61b29",
        "diamond-text": "#94480a",
        "club-text": "#1d5c3a",
    },
)
# Nothing but strong contrasts: black, white and full colours.
CONTRAST: Final = Theme(
    name="mess-contrast",
    primary="#00d7ff",
    secondary="#00afaf",
    accent="#ffff00",
    warning="#ffaf00",
    error="#ff5f5f",
    success="#5fff5f",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#1c1c1c",
    dark=True,
    variables={
        **_CARD,
        "card": "#ffffff",
        "card-edge": "#000000",
        "card-key": "#5f0000",
        "card-back": "#ffffff",
        "card-back-ground": "#0000af",
        "spade": "#000000",
        "heart": "#af0000",
        "diamond": "#af5f00",
        "club": "#005f00",
        "quiet": "#d0d0d0",
        "spade-text": "#ffffff",
        "heart-text": "#ff8787",
        "diamond-text": "#ffd75f",
        "club-text": "#87ff87",
    },
)
BASES: Final = (DARK, LIGHT, CONTRAST)


def _two_colours(theme: Theme) -> Theme:
    """The theme with spades and clubs in one colour, hearts and diamonds in another."""
    variables = dict(theme.variables)
    for end in ("", "-text"):
        variables[f"diamond{end}"] = variables[f"heart{end}"]
        variables[f"club{end}"] = variables[f"spade{end}"]
    return dataclasses.replace(theme, name=theme.name + TWO_COLOURS, variables=variables)


OURS: Final = (*BASES, *(_two_colours(theme) for theme in BASES))
# What card faces fall back to in a theme of somebody else's.
DEFAULTS: Final = {**_CARD, **DARK.variables}
