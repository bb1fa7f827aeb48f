"""What screens with a form have in common: rows, keys that mark and change them, a foot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, TypeVar

from textual import events, on
from textual.widget import Widget

from tui.commands import Command
from tui.screens.base import RoomScreen
from tui.screens.plates import Foot
from tui.widgets.board import TitleLine
from tui.widgets.form import Form, Row
from tui.widgets.prompt import KeyHint
from tui.words.clean import clean
from tui.words.marks import N_

UP = Command("form.up", "up,shift+tab", N_("up"), "up", shown=False)
DOWN = Command("form.down", "down,tab", N_("down"), "down", shown=False)
LESS = Command("form.less", "left", N_("change"), "change(-1)", N_("The value before"))
MORE = Command("form.more", "right", N_("change"), "change(1)", N_("The next value"), shown=False)
DELETE = Command("form.delete", "backspace", N_("delete"), "delete",
                 N_("Delete what was typed"), shown=False)  # fmt: skip
USUAL = Command("form.usual", "delete", N_("usual"), "usual",
                N_("Put the usual value back"), shown=False)  # fmt: skip
HELP = Command("form.help", "question_mark", N_("keys"), "help", N_("Show what the keys do"))
HELP_TOO = Command("form.help-too", "f1", N_("keys"), "help_too", N_("Show what the keys do"),
                   shown=False)  # fmt: skip

# Characters of a text that is pasted into a row.
MOST_PASTED: Final = 64

Value = TypeVar("Value")


class FormScreen(RoomScreen):
    """Base of screens with a form: a title, rows of which one is marked, and what it is about.

    Subclasses give ``rows``, and say what changing, typing and pressing do to them.
    """

    KEYS: ClassVar[Sequence[Command]] = (UP, DOWN, LESS, MORE, DELETE, USUAL, HELP, HELP_TOO)

    # The row that was typed into last, so that its next character goes on and does not begin anew.
    typed_into = ""
    # The row that is marked, kept when the form is made anew.
    marked = ""

    def content(self) -> Sequence[Widget]:
        self.title_line = TitleLine(self.look)
        self.title_line.show(*self.headline())
        self.form = Form(self.look)
        self.foot = Foot(self.look)
        return [self.title_line, self.form, self.foot]

    def headline(self) -> tuple[str, str]:
        """The title, and what stands at its right; "" for nothing."""
        raise NotImplementedError

    def on_mount(self) -> None:
        self.redraw()

    def renewed(self) -> None:
        self.form.show(self.rows())
        self.form.mark(self.marked)
        self.redraw()

    def redraw(self) -> None:
        """Draws form and foot anew."""
        self.form.show(self.rows())
        self.marked = self.form.current.id
        self.show_keys()
        self.explain()

    def rows(self) -> list[Row]:
        """The rows as they are now."""
        raise NotImplementedError

    def explain(self) -> None:
        """Says at the foot what the marked row is about."""

    # What the screen does with it

    def change(self, row: Row, by: int) -> None:
        """Takes the next or the previous value for ``row``."""

    def type(self, row: Row, character: str) -> bool:
        """Types a character into ``row``; False if that takes none."""
        return False

    def erase(self, row: Row) -> None:
        """Deletes the last character that was typed into ``row``."""

    def reset(self, row: Row) -> None:
        """Puts the usual value of ``row`` back."""

    async def press_button(self, id_: str) -> None:
        """Does what the button of that id says."""

    def leave_row(self) -> None:
        """Called before another row is marked."""

    # Keys

    @property
    def typing(self) -> bool:
        """Whether what is typed goes into the marked row."""
        return bool(self.form.rows) and self.form.current.typed

    def wants_text(self) -> bool:
        return self.typing

    def key_hints(self) -> list[KeyHint]:
        # The arrows are one hint; a question mark that is text leaves the other key to help.
        less = next(one for one in self.KEYS if one.action == LESS.action)
        more = next(one for one in self.KEYS if one.action == MORE.action)
        space = " " if self.look.ascii else ""
        both = KeyHint(
            f"{self.key_of(less)}{space}{self.key_of(more)}", self.words.gettext(less.label)
        )
        shown = [one for one in self.KEYS if one.shown and one is not less]
        return [both, *(self.hint(HELP_TOO if one is HELP and self.typing else one)
                        for one in shown)]  # fmt: skip

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "help" and self.is_mounted and self.typing:
            return False  # a question mark is text there
        return super().check_action(action, parameters)

    def action_help_too(self) -> None:
        """The page of keys, also where a question mark is typed."""
        self.action_help()

    def action_up(self) -> None:
        """Marks the row above."""
        self.move(-1)

    def action_down(self) -> None:
        """Marks the row below."""
        self.move(1)

    def move(self, by: int) -> None:
        """Marks another row."""
        self.leave_row()
        self.form.move(by)
        self.redraw()

    def action_change(self, by: int) -> None:
        """The next or the previous value of the marked row."""
        self.change(self.form.current, by)
        self.redraw()

    def on_key(self, event: events.Key) -> None:
        character = event.character or ""
        if self.too_small or len(character) != 1 or not event.is_printable:
            return
        if self._type(character):
            event.stop()
            self.redraw()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        if not self.too_small:
            for character in clean(event.text, MOST_PASTED):
                self._type(character)
            self.redraw()

    def _type(self, character: str) -> bool:
        row = self.form.current
        if not self.type(row, character):
            return False
        self.typed_into = row.id
        return True

    def action_delete(self) -> None:
        """Deletes the last character that was typed."""
        row = self.form.current
        self.erase(row)
        self.typed_into = row.id
        self.redraw()

    def action_usual(self) -> None:
        """The usual value of the marked row."""
        self.reset(self.form.current)
        self.redraw()

    async def action_enter(self) -> None:
        """The next row; on a button, what it says."""
        if self.form.current.button:
            await self._press()
        else:
            self.typed_into = ""
            self.move(1)

    async def _press(self) -> None:
        self.leave_row()
        await self.press_button(self.form.current.id)

    @on(Form.Pressed)
    async def _clicked(self, message: Form.Pressed) -> None:
        if message.row.button:
            await self._press()
        elif message.by:
            self.action_change(message.by)
        else:
            self.leave_row()
            self.redraw()


def following(values: Sequence[Value], now: Value, by: int) -> Value:
    """The value ``by`` places after ``now``, round and round."""
    at = values.index(now) if now in values else 0
    return values[(at + by) % len(values)]


def added(text: str, character: str, most: int) -> str:
    """``text`` with a typed character, as far as it is harmless, at most ``most`` long."""
    if len(text) >= most:
        return text
    return text + (clean(character) or (" " if text else ""))


def seat_of(row: Row) -> int | None:
    """The seat that a row is about, by its id (``seat-2``); None for others."""
    head, _, seat = row.id.partition("-")
    return int(seat) if head == "seat" else None
