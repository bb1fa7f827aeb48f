"""Between people who share a screen: nothing but the name of who is to look at it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.widget import Widget

from tui.commands import Command
from tui.look import Look
from tui.screens.base import RoomScreen
from tui.widgets.canvas import Canvas, wrapped
from tui.widgets.painted import Painted
from tui.words import Words
from tui.words.marks import N_

SHOW = Command("cover.show", "enter,space", N_("show my cards"), "show",
               N_("Go on, when nobody else looks"))  # fmt: skip
LEAVE = Command("cover.leave", "q,escape", N_("leave"), "back",
                N_("Leave the table; the game is saved"))  # fmt: skip


class CoverPlate(Painted):
    """Whose turn it is at the screen."""

    def __init__(self, words: Words, look: Look, name: str) -> None:
        super().__init__(look, classes="plate")
        self.words = words
        self.name_shown = name

    def paint(self, canvas: Canvas) -> None:
        told = self.words.fill(
            N_(
                "Hand over the screen. Next the hand of {name} is shown; the others look away "
                "until this choice is made."
            ),
            {"name": self.words.said(self.name_shown)},
        )
        lines = wrapped(told, min(canvas.width, 50))
        top = max(0, canvas.height // 2 - 2)
        canvas.centre(top, self.name_shown, "bold $text-accent")
        for y, line in enumerate(lines, start=top + 2):
            canvas.centre(y, line, "$quiet")


class CoverScreen(RoomScreen):
    """Covers the table; dismissed with True when ``name`` wants to see it."""

    KEYS: ClassVar[Sequence[Command]] = (SHOW, LEAVE)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.shown_name = name

    def content(self) -> Sequence[Widget]:
        return [CoverPlate(self.words, self.look, self.shown_name)]

    def action_show(self) -> None:
        """Shows the table again."""
        self.dismiss(None)

    async def go_back(self) -> None:
        await self.room.leave_table()
