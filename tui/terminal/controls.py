"""Keeps controls out of what is drawn, whatever text they came with."""

from __future__ import annotations

from typing import Final

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from tui.terminal.clusters import clusters


class Controls(LineFilter):
    """Takes out of every line what a terminal would obey instead of showing it.

    In a picture's codes the grid could not tell a style that Textual writes from one that somebody
    has put into a name; here there is only text yet. Every text keeps its width.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments with texts that can only be shown."""
        if all(segment.text.isprintable() for segment in segments):
            return segments
        return [Segment(printable(text), style, control) for text, style, control in segments]


def printable(text: str) -> str:
    """``text`` without controls, of the same width."""
    if text.isprintable():
        return text
    return "".join(cluster for cluster, _ in clusters(text))


CONTROLS: Final = Controls()
