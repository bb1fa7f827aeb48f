"""One renderer a rule set: what the table's panels show, and how its questions are put."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from engine.game import Game
from tui.look import Look
from tui.renderers.renderer import Cast, Renderer
from tui.words import Words

# By rule set: module and class. Imported when a game of it is shown.
_RENDERERS: Final = {
    "battalion-twins": ("tui.renderers.battalion_twins", "TwinsRenderer"),
    "battalion-cover": ("tui.renderers.battalion_cover", "CoverRenderer"),
    "fight-for-the-lead": ("tui.renderers.fight_for_the_lead", "LeadRenderer"),
    "generals-war": ("tui.renderers.generals_war", "WarRenderer"),
}


def can_show(rules: str) -> bool:
    """Whether there is a renderer for a rule set."""
    return rules in _RENDERERS


def renderer_for(game: Game, cast: Cast, words: Words, look: Look) -> Renderer:
    """The renderer of ``game``. Raises KeyError for a rule set without one (``can_show``)."""
    module, name = _RENDERERS[game.rules]
    made: type[Renderer] = getattr(import_module(module), name)
    return made(game, cast, words, look)
