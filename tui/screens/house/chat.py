"""Talking at a table: what was said, and a line for what one has to say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Container

from engine.refusals import MessdeckError
from tui.commands import Command, bindings
from tui.house.chat import MOST_CHARACTERS
from tui.house.news import Spoken
from tui.screens.base import TooSmall
from tui.screens.house.told import AtTable, TableTold
from tui.screens.house.typing import CLOSE, DELETE, TypingScreen
from tui.widgets.canvas import Canvas, wrapped
from tui.widgets.painted import Painted
from tui.words.marks import N_

SAY = Command("chat.say", "enter", N_("say"), "send", N_("Say what was typed"))
MUTE = Command("chat.mute", "tab", N_("mute"), "mute", N_("Hear somebody no more, or again"))


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


class ChatScreen(TypingScreen):
    """Stays open until it is closed; the table goes on below it."""

    KEYS: ClassVar[Sequence[Command]] = (SAY, MUTE, DELETE, CLOSE)
    BINDINGS = bindings(KEYS)

    def __init__(self, at: AtTable) -> None:
        self.at = at
        say = at.words.gettext
        super().__init__(
            at.words,
            at.look,
            say(N_("Say to the table:")),
            most=MOST_CHARACTERS,
            note=say(N_("Enter says it, Tab mutes somebody, Esc goes back.")),
        )
        self.talk = Talk(at)
        self._end_news = at.place.news.add(self._heard)

    def compose(self) -> ComposeResult:
        yield TooSmall(self.words, self.look)
        yield Container(self.talk, self.line, classes="box")

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
        if not self.typed.strip():
            self.dismiss("")
            return
        try:
            self.at.place.say(self.at.presence, self.typed)
        except MessdeckError as error:
            self.line.show(self.typed, self.words.error(error), wrong=True)
            return
        self.typed = ""
        self.line.show("", self.note)

    def action_mute(self) -> None:
        """Asks who is to be heard."""
        self.at.ask_whom_to_hear()
