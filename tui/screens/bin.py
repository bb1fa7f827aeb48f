"""The bin: deleted games, to be brought back or thrown away for good."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.widget import Widget

from engine.refusals import MessdeckError
from tui.commands import BACK, DOWN, HELP, UP, Command
from tui.screens.menu import ListScreen
from tui.screens.plates import Foot
from tui.screens.shelf_lines import entry_choice
from tui.widgets.board import TitleLine
from tui.widgets.choices import Choice, Choices
from tui.words.marks import N_, NN_

RESTORE = Command("bin.restore", "enter,r", N_("bring back"), "choose",
                  N_("Bring the marked game back among the saved games"))  # fmt: skip
PURGE = Command("bin.purge", "x,delete", N_("for good"), "purge",
                N_("Delete the marked game for good"))  # fmt: skip


class BinScreen(ListScreen):
    """What was deleted, the game saved last first."""

    KEYS: ClassVar[Sequence[Command]] = (UP, DOWN, RESTORE, PURGE, HELP, BACK)

    def content(self) -> Sequence[Widget]:
        self.title_line = TitleLine(self.look)
        self.foot = Foot(self.look)
        return [self.title_line, Choices(self.look, [], gap=0), self.foot]

    def on_mount(self) -> None:
        super().on_mount()
        self.load()

    def renewed(self) -> None:
        self.load()

    def load(self) -> None:
        """Reads the bin again."""
        found = self.room.shelf.deleted()
        now = self.room.now()
        self.choices.replace([entry_choice(self.words, self.look, one, now) for one in found])
        count = self.words.fill(
            NN_("{count} game", "{count} games"), {"count": len(found)}, by="count"
        )
        self.title_line.show(self.words.gettext(N_("Deleted games")), count if found else "")
        empty = self.words.gettext(N_("The bin is empty."))
        self.foot.show("" if found else empty)
        self.show_keys()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("choose", "purge") and self.is_mounted and self.choices.current is None:
            return False
        return super().check_action(action, parameters)

    async def chosen(self, choice: Choice) -> None:
        try:
            self.room.shelf.restore(choice.id)
        except MessdeckError as error:
            self.foot.show(self.words.error(error), wrong=True)
            return
        self.load()
        text = N_("{title} is back among the saved games.")
        self.foot.show(self.words.fill(text, {"title": self.words.said(choice.title)}))

    def action_purge(self) -> None:
        """Asks whether the marked game is to go for good."""
        choice = self.choices.current
        if choice is None:
            return
        say = self.words.gettext
        text = N_("Delete {title} for good? Nothing brings it back then.")
        items = [
            Choice("keep", say(N_("Keep it in the bin")), key="n"),
            Choice("purge", say(N_("Delete it for good")), key="y"),
        ]

        def answered(answer: str | None) -> None:
            if answer != "purge":
                return
            try:
                self.room.shelf.purge(choice.id)
            except MessdeckError as error:
                self.foot.show(self.words.error(error), wrong=True)
                return
            self.load()

        title = self.words.said(choice.title)
        self.room.ask(self.words.fill(text, {"title": title}), items, answered)
