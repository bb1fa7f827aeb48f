"""Talking at a table: what was said, and a line for what one has to say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.widget import Widget

from engine.refusals import MessdeckError
from tui.commands import Command
from tui.house.chat import MOST_CHARACTERS
from tui.house.news import Spoken
from tui.screens.asking import DELETE, DELETE_ALL, TypingOverlay
from tui.screens.house.told import AtTable, TableTold
from tui.widgets.canvas import Canvas, wrapped
from tui.widgets.painted import Painted
from tui.words.marks import N_

SAY = Command("chat.say", "enter", N_("say"), "send", N_("Say what was typed"))
MUTE = Command("chat.mute", "tab", N_("mute"), "mute", N_("Hear somebody no more, or again"))
CLOSE = Command("chat.close", "escape", N_("back"), "close", N_("Back to the table"))


class Talk(Painted):
    """The last things that were said."""

    ROWS: ClassVar[int] = 8

    def __init__(self, table: AtTable) -> None:
        super().__init__(table.look, classes="talk")
        self.at = table
        self.styles.height = self.ROWS

    def paint(self, canvas: Canvas) -> None:
        rows: list[str] = []
        for line in self.at.place.heard(self.at.presence):
            rows += wrapped(self.at.spoken(line), canvas.width, indent=1)
        if not rows:
            canvas.put(0, 0, self.at.words.gettext(N_("Nobody has said anything.")), "$quiet")
        for y, row in enumerate(rows[-canvas.height :]):
            canvas.put(0, y, row)


class ChatScreen(TypingOverlay):
    """Stays open until it is closed; the table goes on below it."""

    KEYS: ClassVar[Sequence[Command]] = (SAY, MUTE, DELETE, DELETE_ALL, CLOSE)

    def __init__(self, at: AtTable) -> None:
        self.at = at
        ask = at.words.gettext(N_("Say to the table:"))
        super().__init__(at.words, at.look, ask, most=MOST_CHARACTERS)
        self.talk = Talk(at)
        self._end_news = at.place.news.add(self._heard)

    def content(self) -> Sequence[Widget]:
        return [self.talk, *super().content()]

    def shown_keys(self) -> Sequence[Command]:
        return [SAY, MUTE, CLOSE]

    def on_unmount(self) -> None:
        self._end_news()

    def _heard(self, news: object) -> None:
        if isinstance(news, Spoken):
            self.post_message(TableTold(news))

    def on_table_told(self, message: TableTold) -> None:
        self.talk.repaint()

    def on_screen_resume(self) -> None:
        self.talk.repaint()

    def action_send(self) -> None:
        """Says what was typed."""
        text = self.line.text
        if not text.strip():
            self.dismiss(None)
            return
        try:
            self.at.place.say(self.at.presence, text)
        except MessdeckError as error:
            self.hints.show(self.words.error(error))
            return
        self.put("")

    def action_mute(self) -> None:
        """Asks who is to be heard."""
        self.at.ask_whom_to_hear()
