"""The saved games: go on with one, delete one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import ClassVar

from textual.widget import Widget

from engine.refusals import MessdeckError
from saves.entries import Entry, Summary
from tui.commands import BACK, DOWN, HELP, UP, Command
from tui.learning.playback import of_save
from tui.screens.menu import ListScreen
from tui.screens.plates import Foot
from tui.screens.replay import ReplayScreen
from tui.widgets.board import TitleLine
from tui.widgets.choices import Choice, Choices
from tui.words.marks import N_, NN_

OPEN = Command("saves.open", "enter", N_("continue"), "choose", N_("Go on with the marked game"))
REPLAY = Command("saves.replay", "r", N_("replay"), "replay",
                 N_("Look at the marked game choice by choice"))  # fmt: skip
DELETE = Command("saves.delete", "d,delete", N_("delete"), "delete", N_("Delete the marked game"))


class SavesScreen(ListScreen):
    """All games on the shelf, the one saved last first."""

    KEYS: ClassVar[Sequence[Command]] = (UP, DOWN, OPEN, REPLAY, DELETE, HELP, BACK)

    def content(self) -> Sequence[Widget]:
        self.entries: dict[str, Entry] = {}
        self.title_line = TitleLine(self.look)
        self.foot = Foot(self.look)
        return [self.title_line, Choices(self.look, [], gap=0), self.foot]

    def on_screen_resume(self) -> None:
        self.load()
        super().on_screen_resume()

    def load(self) -> None:
        """Reads the shelf again."""
        found = self.room.shelf.entries()
        self.entries = {entry.id: entry for entry in found}
        self.choices.replace([self._choice(entry) for entry in found])
        say = self.words.gettext
        count = self.words.fill(
            NN_("{count} game", "{count} games"), {"count": len(found)}, by="count"
        )
        self.title_line.show(say(N_("Saved games")), count if found else "")
        self.foot.show(say(N_("No game was saved so far.")) if not found else "")
        self.show_keys()

    def _choice(self, entry: Entry) -> Choice:
        words = self.words
        if entry.summary is None:
            fault = words.error(entry.fault) if entry.fault is not None else ""
            return Choice(entry.id, entry.id, fault)
        summary = entry.summary
        title = words.title(summary.rules)
        if summary.title:
            title = f"{summary.title} {self.look.glyphs.dot} {title}"
        changed = datetime.fromtimestamp(summary.changed, UTC)
        line = self._preview(summary)
        if entry.fault is not None:
            text = N_("An earlier save is used, as the newest one has a fault: {why}")
            why = words.said(words.error(entry.fault))
            line = f"{line} {words.fill(text, {'why': why})}"
        return Choice(entry.id, title, line, note=words.when(changed, self.room.now()))

    def _preview(self, summary: Summary) -> str:
        words = self.words
        dot = f" {self.look.glyphs.dot} "
        who = words.both(list(summary.names))
        if summary.result is not None:
            first = [
                name
                for name, place in zip(summary.names, summary.result.places, strict=True)
                if place == 1
            ]
            state = words.fill(N_("won by {names}"), {"names": words.said(words.both(first))})
        else:
            state = words.fill(
                NN_("{count} choice made", "{count} choices made"),
                {"count": summary.choices},
                by="count",
            )
            asked = [summary.names[seat] for seat in summary.asked if seat < len(summary.names)]
            if asked:
                text = N_("to choose: {names}")
                next_ = words.fill(text, {"names": words.said(words.both(asked))})
                state = f"{state}{dot}{next_}"
        return f"{who}{dot}{state}"

    async def chosen(self, choice: Choice) -> None:
        entry = self.entries.get(choice.id)
        if entry is None:
            return
        if entry.summary is None:
            if entry.fault is not None:
                self.foot.show(self.words.error(entry.fault), wrong=True)
            return
        await self.room.resume(entry.id)

    def say(self, text: str) -> None:
        """Says in the foot what went wrong."""
        self.foot.show(text, wrong=True)

    def action_replay(self) -> None:
        """Opens the replay of the marked game."""
        choice = self.choices.current
        if choice is None:
            return
        try:
            playback = of_save(self.room.shelf.load(choice.id).saved)
        except MessdeckError as error:
            self.say(self.words.error(error))
            return
        self.app.push_screen(ReplayScreen(playback))

    def action_delete(self) -> None:
        """Asks whether the marked game is to be deleted, and deletes it."""
        choice = self.choices.current
        if choice is None:
            return
        say = self.words.gettext
        text = self.words.fill(N_("Delete {title}?"), {"title": choice.title})
        items = [
            Choice("keep", say(N_("Keep it")), key="n"),
            Choice("delete", say(N_("Delete it")), key="y"),
        ]

        def answered(answer: str | None) -> None:
            if answer == "delete":
                self._delete(choice.id)

        self.room.ask(text, items, answered)

    def _delete(self, id_: str) -> None:
        try:
            self.room.shelf.delete(id_)
        except MessdeckError as error:
            self.say(self.words.error(error))
            return
        self.load()
