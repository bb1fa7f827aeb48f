"""A small question that is answered by typing a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, cast

from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.screen import ModalScreen

from tui.commands import Command, bindings, key_name
from tui.keymap import bind
from tui.look import Look
from tui.screens.base import TooSmall, is_too_small
from tui.screens.dialog import Question
from tui.widgets.canvas import Canvas, cells, fitted
from tui.widgets.painted import Painted
from tui.widgets.prompt import Hinting, KeyHint, paint_hints
from tui.words import Words
from tui.words.clean import clean
from tui.words.marks import N_

if TYPE_CHECKING:
    from tui.app import CardRoom

OK = Command("line.ok", "enter", N_("ready"), "ok", N_("Take what was typed"))
DELETE = Command("line.delete", "backspace", N_("delete"), "delete",
                 N_("Delete the last character"), shown=False)  # fmt: skip
DELETE_ALL = Command("line.delete-all", "delete", N_("delete all"), "delete_all",
                     N_("Delete what was typed"))  # fmt: skip
COMPLETE = Command("line.complete", "tab", N_("complete"), "complete",
                   N_("Complete the name of a file"))  # fmt: skip
CANCEL = Command("line.cancel", "escape", N_("back"), "cancel", N_("Change nothing"))

# What may be typed further, given what was: the longest beginning that all candidates share.
Complete = Callable[[str], str]


class Line(Painted):
    """What was typed; of a long text its end."""

    def __init__(self, look: Look, text: str) -> None:
        super().__init__(look, classes="line")
        self.text = text

    def paint(self, canvas: Canvas) -> None:
        shown = self.text
        while cells(shown) > canvas.width - 1:
            shown = shown[1:]
        x = canvas.put(0, 0, shown, "bold")
        canvas.put(x, 0, "_", "$accent")


class Hints(Hinting):
    """A row of keys."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, classes="hints")
        self.hints: Sequence[KeyHint] = ()
        self.wrong = ""

    def paint(self, canvas: Canvas) -> None:
        canvas.put(0, 0, fitted(self.wrong, canvas.width), "$text-warning")
        self.zones = paint_hints(canvas, 0, 1, self.hints)


class LineDialog(ModalScreen[str | None]):
    """Asks for a line of text; dismissed with it, None if nothing is to be changed."""

    AUTO_FOCUS = None
    KEYS: ClassVar[Sequence[Command]] = (OK, DELETE, DELETE_ALL, COMPLETE, CANCEL)
    BINDINGS = bindings(KEYS)
    WIDTH: Final = 52

    def __init__(
        self,
        words: Words,
        look: Look,
        text: str,
        given: str = "",
        *,
        most: int = 80,
        complete: Complete | None = None,
    ) -> None:
        """text: the question. given: what stands there at first. most: characters. complete: for
        names of files."""
        super().__init__(classes="-ascii" if look.ascii else "")
        self.words = words
        self.look = look
        self.text = text
        self.given = given
        self.most = most
        self.complete = complete

    @property
    def room(self) -> CardRoom:
        """The application."""
        return cast("CardRoom", self.app)

    def compose(self) -> ComposeResult:
        self.line = Line(self.look, self.given)
        self.hints = Hints(self.look)
        yield TooSmall(self.words, self.look)
        yield Container(
            Question(self.look, self.text, self.WIDTH - 4), self.line, self.hints, classes="box"
        )

    def on_mount(self) -> None:
        bind(self, self.KEYS, self.room.settings.keys)
        shown = [OK, *([COMPLETE] if self.complete is not None else []), CANCEL]
        self.hints.hints = [self._hint(command) for command in shown]
        self.hints.repaint()

    def _hint(self, command: Command) -> KeyHint:
        key = self.room.keys_of(command)[0]
        name = self.words.gettext(key_name(key, symbols=not self.look.ascii))
        return KeyHint(name, self.words.gettext(command.label), (key,))

    def wants_text(self) -> bool:
        """Whatever is typed is text."""
        return True

    def on_resize(self) -> None:
        small = is_too_small(self.app.size)
        self.set_class(small, "-too-small")
        if small:
            self.query_one(TooSmall).repaint()

    def on_key(self, event: events.Key) -> None:
        if len(event.character or "") == 1 and event.is_printable:
            event.stop()
            self._type(event.character or "")

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self._type(event.text)

    def _type(self, text: str) -> None:
        kept = clean(text, self.most) or (" " if text.strip(" ") == "" and self.line.text else "")
        self.line.text = (self.line.text + kept)[: self.most]
        self.line.repaint()

    def action_delete(self) -> None:
        """Deletes the last character."""
        self.line.text = self.line.text[:-1]
        self.line.repaint()

    def action_delete_all(self) -> None:
        """Deletes everything."""
        self.line.text = ""
        self.line.repaint()

    def action_complete(self) -> None:
        """Types on as far as it is clear what is meant."""
        if self.complete is not None:
            self.line.text = self.complete(self.line.text)[: self.most]
            self.line.repaint()

    def action_ok(self) -> None:
        """Takes what was typed."""
        self.dismiss(self.line.text.strip())

    def action_cancel(self) -> None:
        """Changes nothing."""
        self.dismiss(None)
