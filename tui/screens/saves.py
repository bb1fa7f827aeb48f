"""The saved games: go on with one, look at it, give it a title, delete it, hand it on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from textual import events
from textual.containers import Container
from textual.content import Content
from textual.widget import Widget

from engine.refusals import MessdeckError
from saves.entries import Entry
from saves.names import MAX_TITLE
from saves.restore import restore
from tui.commands import BACK, DOWN, HELP, UP, Command
from tui.renderers.preview import preview_lines
from tui.screens.asking import LineDialog
from tui.screens.bin import BinScreen
from tui.screens.menu import ListScreen
from tui.screens.pages import TextScreen
from tui.screens.plates import Foot
from tui.screens.shelf_files import ask_for_export, ask_for_import
from tui.screens.shelf_lines import ORDERS, SELECTIONS, entry_choice
from tui.widgets.board import TitleLine
from tui.widgets.canvas import wrapped
from tui.widgets.choices import Choice, Choices
from tui.widgets.page import Page
from tui.words.marks import N_, NN_

OPEN = Command("saves.open", "enter", N_("continue"), "choose", N_("Go on with the marked game"))
PREVIEW = Command("saves.preview", "v,space", N_("table"), "preview",
                  N_("Look at the table of the marked game"))  # fmt: skip
REPLAY = Command("saves.replay", "r", N_("replay"), "replay",
                 N_("Look at the marked game choice by choice"))  # fmt: skip
TITLE = Command("saves.title", "t,n", N_("title"), "title", N_("Give the marked game a title"))
DELETE = Command("saves.delete", "d,delete", N_("delete"), "delete",
                 N_("Put the marked game into the bin"))  # fmt: skip
BIN = Command("saves.bin", "b", N_("bin"), "bin", N_("Look at the deleted games"))
IMPORT = Command("saves.import", "i", N_("take in"), "import_",
                 N_("Take in a save or records of somebody else"))  # fmt: skip
EXPORT = Command("saves.export", "e", N_("hand on"), "export",
                 N_("Write the marked game to a file"))  # fmt: skip
ORDER = Command("saves.order", "o", N_("order"), "order", N_("List them in another order"),
                shown=False)  # fmt: skip
SELECT = Command("saves.select", "f", N_("which"), "select",
                 N_("List all, or unfinished, finished, practice or damaged ones only"),
                 shown=False)  # fmt: skip

# What is done with the marked game.
_OF_ONE: Final = ("choose", "preview", "title", "delete", "replay", "export")
# From this width on the table of the marked game stands beside the list.
WIDE: Final = 120


class SavesScreen(ListScreen):
    """All games on the shelf, the one saved last first."""

    KEYS: ClassVar[Sequence[Command]] = (
        UP, DOWN, OPEN, PREVIEW, TITLE, DELETE, BIN, REPLAY, EXPORT, IMPORT, ORDER, SELECT, HELP,
        BACK,
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.order = 0
        self.selection = 0
        self.entries: dict[str, Entry] = {}
        # The table of a game in lines, by its id and the number of its save.
        self._tables: dict[tuple[str, int], list[str]] = {}
        self._shown: tuple[str, int] = ("", -1)
        # What the foot says until the next key, and whether something went wrong.
        self._said: tuple[str, bool] | None = None

    def content(self) -> Sequence[Widget]:
        self.title_line = TitleLine(self.look)
        self.foot = Foot(self.look)
        self.beside = Page(self.look, self._lay_out)
        self.beside.add_class("beside")
        return [
            self.title_line,
            Container(Choices(self.look, [], gap=0), self.beside, id="shelf"),
            self.foot,
        ]

    def on_screen_resume(self) -> None:
        if not self.stale:
            self.load()
        super().on_screen_resume()

    def renewed(self) -> None:
        self._tables = {}
        self.fit()
        self.load()

    def fit(self) -> None:
        self.beside.display = self.app.size.width >= WIDE

    def load(self, marked: str = "") -> None:
        """Reads the shelf again and marks a game, or leaves the mark where it was."""
        self.room.read_shelf(self, lambda entries: self._list(entries, marked))

    def _list(self, everything: list[Entry], marked: str) -> None:
        was = marked or (self.choices.current.id if self.choices.current else "")
        listed = [entry for entry in everything if SELECTIONS[self.selection][1](entry)]
        listed.sort(key=ORDERS[self.order][1])
        self.entries = {entry.id: entry for entry in listed}
        now = self.room.now()
        self.choices.replace([entry_choice(self.words, self.look, one, now) for one in listed])
        ids = [entry.id for entry in listed]
        if was in ids:
            self.choices.marked = ids.index(was)
            self.choices.repaint()
        self._say_what_is_listed(len(everything), len(listed))
        self._show_beside()
        self.show_keys()

    def _say_what_is_listed(self, there: int, listed: int) -> None:
        say, dot = self.words.gettext, f" {self.look.glyphs.dot} "
        count = self.words.fill(NN_("{count} game", "{count} games"), {"count": listed}, by="count")
        parts = [count, say(SELECTIONS[self.selection][0]), say(ORDERS[self.order][0])]
        self.title_line.show(say(N_("Saved games")), dot.join(parts) if there else "")
        if self._said is not None:
            self.foot.show(self._said[0], wrong=self._said[1])
            return
        if not there:
            self.foot.show(say(N_("No game was saved so far.")))
            return
        keys = {
            "order": self.words.said(self.key_of(ORDER)),
            "which": self.words.said(self.key_of(SELECT)),
        }
        told = self.words.fill(N_("{order} lists them in another order, {which} others."), keys)
        none = say(N_("No saved game is of that kind."))
        self.foot.show("" if listed else none, told)

    @property
    def marked(self) -> Entry | None:
        """The marked game, or what else lies on the shelf."""
        choice = self.choices.current
        return self.entries.get(choice.id) if choice is not None else None

    def say(self, text: str, *, wrong: bool = True) -> None:
        """Says something in the foot until the next key; ``wrong``: that something went wrong."""
        self._said = (text, wrong)
        self.foot.show(text, wrong=wrong)

    async def on_key(self, event: events.Key) -> None:
        self._said = None
        await super().on_key(event)

    async def chosen(self, choice: Choice) -> None:
        entry = self.entries.get(choice.id)
        if entry is None:
            return
        if entry.summary is None:
            if entry.fault is not None:
                self.say(self.words.error(entry.fault))
            return
        await self.room.resume(entry.id)

    def action_up(self) -> None:
        """Marks the game above."""
        super().action_up()
        self._show_beside()

    def action_down(self) -> None:
        """Marks the game below."""
        super().action_down()
        self._show_beside()

    # Its table

    def _show_beside(self) -> None:
        entry = self.marked
        key = (entry.id, entry.number) if entry is not None else ("", -1)
        if self.beside.display and (key not in self._tables or key != self._shown):
            self._shown = key
            self.run_worker(self._load_table(key), group="preview", exclusive=True)

    async def _load_table(self, key: tuple[str, int]) -> None:
        await self._table(key)
        self.beside.anew()

    async def _table(self, key: tuple[str, int]) -> list[str]:
        """The table of a game in lines; why there is none, if there is none."""
        if key not in self._tables:
            shelf, words = self.room.shelf, self.words

            def read() -> list[str]:
                restored = restore(shelf.verify(key[0]).saved)
                return preview_lines(words, restored.saved, restored.table, first=1)

            try:
                lines = await asyncio.to_thread(read) if key[0] else []
            except MessdeckError as error:
                lines = [words.error(error)]
            self._tables[key] = lines
        return self._tables[key]

    def _lay_out(self, width: int) -> list[Content]:
        entry = self.marked
        if entry is None:
            return []
        lines = self._tables.get((entry.id, entry.number), [])
        return _laid_out(lines, width)

    def action_preview(self) -> None:
        """Shows the table of the marked game on a page of its own."""
        entry = self.marked
        if entry is not None:
            self.run_worker(self._preview(entry), group="preview", exclusive=True)

    async def _preview(self, entry: Entry) -> None:
        lines = await self._table((entry.id, entry.number))
        title = entry_choice(self.words, self.look, entry, self.room.now()).title
        self.app.push_screen(TextScreen(title, lambda width: _laid_out(lines, width)))

    def action_replay(self) -> None:
        """Opens the replay of the marked game."""
        from tui.learning.playback import of_save

        entry = self.marked
        if entry is None:
            return
        try:
            playback = of_save(self.room.shelf.load(entry.id).saved, self.words)
        except MessdeckError as error:
            self.say(self.words.error(error))
            return
        self.room.show_replay(playback)

    # Order

    def action_order(self) -> None:
        """Lists them in another order."""
        self.order = (self.order + 1) % len(ORDERS)
        self.load()

    def action_select(self) -> None:
        """Lists others of them."""
        self.selection = (self.selection + 1) % len(SELECTIONS)
        self.load()

    def action_title(self) -> None:
        """Asks for a title for the marked game."""
        entry = self.marked
        if entry is None or entry.summary is None:
            self._say_fault(entry)
            return
        text = self.words.gettext(
            N_("What is the game to be called? An empty line takes the title away.")
        )

        def typed(title: str | None) -> None:
            if title is not None:
                self._change(lambda: self._rename(entry.id, title))

        dialog = LineDialog(self.words, self.look, text, entry.summary.title, most=MAX_TITLE)
        self.app.push_screen(dialog, typed)

    def _rename(self, id_: str, title: str) -> None:
        sitting = self.room.sitting
        if sitting is not None and sitting.id == id_:
            sitting.rename(title)
        else:
            self.room.shelf.rename(id_, title)

    def action_delete(self) -> None:
        """Asks whether the marked game is to be deleted, and puts it into the bin."""
        choice = self.choices.current
        if choice is None:
            return
        say = self.words.gettext
        text = self.words.fill(N_("Delete {title}?"), {"title": self.words.said(choice.title)})
        from_bin = say(N_("It goes into the bin, from which you can bring it back."))
        items = [
            Choice("keep", say(N_("Keep it")), key="n"),
            Choice("delete", say(N_("Delete it")), from_bin, key="y"),
        ]

        def answered(answer: str | None) -> None:
            if answer == "delete":
                self._change(lambda: self.room.shelf.delete(choice.id))

        self.room.ask(text, items, answered)

    def _change(self, change: Callable[[], None]) -> None:
        try:
            change()
        except MessdeckError as error:
            self.say(self.words.error(error))
            return
        self.load()

    def _say_fault(self, entry: Entry | None) -> None:
        if entry is not None and entry.fault is not None:
            self.say(self.words.error(entry.fault))

    def action_bin(self) -> None:
        """Shows the deleted games."""
        self.app.push_screen(BinScreen())

    # Files

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("import_", "export") and not self.room.can_export:
            return False  # files here are not the person's own
        if action in _OF_ONE and self.is_mounted and self.choices.current is None:
            return False
        return super().check_action(action, parameters)

    def action_import_(self) -> None:
        """Takes in a save or records of somebody else."""
        ask_for_import(self)

    def action_export(self) -> None:
        """Writes the marked game to a file."""
        entry = self.marked
        if entry is None or entry.summary is None:
            self._say_fault(entry)
            return
        ask_for_export(self, entry)


def _laid_out(lines: Sequence[str], width: int) -> list[Content]:
    if len(lines) == 1:  # no table, but why there is none
        return [Content(row) for row in wrapped(lines[0], width)]
    return [
        Content.styled(line, "bold" if number == 0 else "") for number, line in enumerate(lines)
    ]
