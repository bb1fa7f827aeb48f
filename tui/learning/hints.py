"""What the strongest level advises, in words."""

from __future__ import annotations

from engine.game import View
from tui.learning.advice import Advice
from tui.words import Scene, Words
from tui.words.marks import N_


def hint_lines(words: Words, advice: Advice, view: View, scene: Scene) -> list[str]:
    """``advice`` on ``view``, a paragraph each: who advises, what, why, and in figures."""
    figures = words.figures(advice.why, scene, view.game.score)
    level = words.said(words.level(advice.level))
    return [
        words.fill(N_("Hint of the {level}"), {"level": level}),
        f"{words.action(advice.action, scene)}.",
        words.reason(advice.why, scene),
        f"{figures.expected} {figures.second} {figures.sure}".strip(),
        figures.effort,
    ]
