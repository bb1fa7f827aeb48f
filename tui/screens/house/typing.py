"""A line to be typed, over a screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.screen import ModalScreen

from tui.commands import Command, bindings
from tui.keymap import bind
from tui.look import Look
from tui.screens.base import TooSmall, is_too_small
from tui.widgets.canvas import Canvas, cells, wrapped
from tui.widgets.painted import Painted
from tui.words.clean import clean
from tui.words.marks import N_

if TYPE_CHECKING:
    from tui.app import CardRoom
    from tui.words import Words

SEND = Command("typing.send", "enter", N_("done"), "send", N_("Take what was typed"))
DELETE = Command("typing.delete", "backspace", N_("delete"), "erase", N_("Delete a character"))
CLOSE = Command("typing.close", "escape", N_("back"), "close", N_("Back without it"))


class TypedLine(Painted):
    """What is asked for, the line that is being typed, and a remark below it."""

    def __init__(self, look: Look, ask: str, width: int) -> None:
        super().__init__(look, classes="typed")
        self.asked = wrapped(ask, width)
        self.text = ""
        self.note = ""
        self.wrong = False
        self.secret = False
        self.styles.height = len(self.asked) + 3

    def show(self, text: str, note: str = "", *, wrong: bool = False) -> None:
        """Draws these from now on."""
        if (text, note, wrong) != (self.text, self.note, self.wrong):
            self.text, self.note, self.wrong = text, note, wrong
            self.repaint()

    def paint(self, canvas: Canvas) -> None:
        y = 0
        for row in self.asked:
            canvas.put(0, y, row, "bold")
            y += 1
        shown = "*" * len(self.text) if self.secret else self.text
        # The end of a long line is what one is typing.
        while cells(shown) > canvas.width - 3:
            shown = shown[1:]
        x = canvas.put(0, y, "> ", "$quiet")
        x = canvas.put(x, y, shown, "$text-accent")
        canvas.put(x, y, "_", "blink $accent")
        for told in wrapped(self.note, canvas.width)[:2]:
            y += 1
            canvas.put(0, y, told, "$text-warning" if self.wrong else "$quiet")


class TypingScreen(ModalScreen[str]):
    """Asks for a line; dismissed with what was typed, "" for nothing.

    most: characters. secret: it is not shown. note: below the line.
    """

    AUTO_FOCUS = None
    KEYS: ClassVar[Sequence[Command]] = (SEND, DELETE, CLOSE)
    BINDINGS = bindings(KEYS)
    WIDTH: ClassVar[int] = 60

    def __init__(
        self, words: Words, look: Look, ask: str, *, most: int, secret: bool = False,
        note: str = "",
    ) -> None:  # fmt: skip
        super().__init__(classes="-ascii" if look.ascii else "")
        self.words = words
        self.look = look
        self.most = most
        self.note = note
        self.typed = ""
        self.line = TypedLine(look, ask, self.WIDTH)
        self.line.secret = secret

    def compose(self) -> ComposeResult:
        yield TooSmall(self.words, self.look)
        yield Container(self.line, classes="box")

    @property
    def room(self) -> CardRoom:
        """The application."""
        return cast("CardRoom", self.app)

    def wants_text(self) -> bool:
        """Whatever is typed is text."""
        return True

    def on_mount(self) -> None:
        bind(self, self.KEYS, self.room.settings.keys)
        self.line.show(self.typed, self.note)

    def on_resize(self) -> None:
        small = is_too_small(self.app.size)
        self.set_class(small, "-too-small")
        if small:
            self.query_one(TooSmall).repaint()

    def on_key(self, event: events.Key) -> None:
        if event.is_printable and event.character:
            event.stop()
            self.type(event.character)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self.type(event.text)

    def type(self, text: str) -> None:
        """Adds what was typed or pasted, without anything that could move a cursor."""
        for character in text[: self.most * 4]:
            added = clean(character) or (" " if character.isspace() and self.typed else "")
            if len(self.typed) < self.most:
                self.typed += added
        self.line.show(self.typed, self.note)

    def action_erase(self) -> None:
        """Deletes the last character."""
        self.typed = self.typed[:-1]
        self.line.show(self.typed, self.note)

    def action_send(self) -> None:
        """Takes what was typed."""
        self.dismiss(self.typed.strip())

    def action_close(self) -> None:
        """Takes nothing."""
        self.dismiss("")
