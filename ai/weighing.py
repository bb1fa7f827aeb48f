"""What given choices are worth to a seat: for hints, and for the review after a game.

A weigher is written ``weigh:100:1f,2a``, sampled worlds and choices as hexadecimal codes, so that
it goes wherever a level goes, to the thinker's worker above all (``ai.weigher``). It is no level:
nobody can sit down as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ai.levels import LEVELS, levels_for
from engine.game import Game

PREFIX: Final = "weigh:"


def strongest(game: Game) -> str:
    """The strongest of our levels that plays this game."""
    playing = [name for name in levels_for(game) if name in LEVELS]
    return playing[-1]


def weigh_text(worlds: int, actions: Sequence[int]) -> str:
    """How the weigher of ``actions`` in so many worlds is written."""
    return f"{PREFIX}{worlds}:{','.join([f'{action:x}' for action in actions])}"


def is_weigher(text: str) -> bool:
    """Whether a player is written as a weigher."""
    return text.startswith(PREFIX)
