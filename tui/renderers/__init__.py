"""One renderer a rule set: what the table's panels show, and how its questions are put."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from engine.game import Game
from engine.refusals import MessdeckError
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


class NotDrawn(MessdeckError):
    """The card room has no renderer for a rule set: ``no-renderer`` (rules)."""


def can_show(rules: str) -> bool:
    """Whether there is a renderer for a rule set."""
    return rules in _RENDERERS


def check_shown(rules: str) -> None:
    """Raises NotDrawn for a rule set without a renderer."""
    if not can_show(rules):
        raise NotDrawn("no-renderer", rules=rules)


def renderer_for(game: Game, cast: Cast, words: Words, look: Look) -> Renderer:
    """The renderer of ``game``. Raises NotDrawn for a rule set without one."""
    check_shown(game.rules)
    module, name = _RENDERERS[game.rules]
    made: type[Renderer] = getattr(import_module(module), name)
    return made(game, cast, words, look)
