"""A small question that is answered by typing a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from textual import events
from textual.widget import Widget

from tui.commands import Command
from tui.look import Look
from tui.screens.dialog import Question
from tui.screens.overlay import Overlay
from tui.widgets.canvas import Canvas, cells, wrapped
from tui.widgets.painted import Painted
from tui.widgets.prompt import Hinting, KeyHint, paint_hints
from tui.words import Words
from tui.words.clean import clean
from tui.words.marks import N_

OK = Command("line.ok", "enter", N_("ready"), "ok", N_("Take what was typed"))
DELETE = Command("line.delete", "backspace", N_("delete"), "delete",
                 N_("Delete the last character"), shown=False)  # fmt: skip
DELETE_ALL = Command("line.delete-all", "delete", N_("delete all"), "delete_all",
                     N_("Delete what was typed"))  # fmt: skip
COMPLETE = Command("line.complete", "tab", N_("complete"), "complete",
                   N_("Complete the name of a file"))  # fmt: skip
CANCEL = Command("line.cancel", "escape", N_("back"), "close", N_("Change nothing"))

# What may be typed further, given what was: the longest beginning that all candidates share.
Complete = Callable[[str], str]


class Line(Painted):
    """What was typed; of a long text its end. secret: only how long it is."""

    def __init__(self, look: Look, text: str, *, secret: bool = False) -> None:
        super().__init__(look, classes="line")
        self.text = text
        self.secret = secret

    def paint(self, canvas: Canvas) -> None:
        shown = "*" * len(self.text) if self.secret else self.text
        while cells(shown) > canvas.width - 1:
            shown = shown[1:]
        x = canvas.put(0, 0, shown, "bold")
        canvas.put(x, 0, "_", "$accent")


class Hints(Hinting):
    """A remark, and below it a row of keys."""

    def __init__(self, look: Look, note: str, width: int) -> None:
        super().__init__(look, classes="hints")
        self.hints: Sequence[KeyHint] = ()
        self.note = note
        self.wrong = ""
        self.styles.height = max(1, len(wrapped(note, width))) + 1

    def show(self, wrong: str) -> None:
        """Says what was wrong instead of the remark; "" for nothing."""
        if wrong != self.wrong:
            self.wrong = wrong
            self.repaint()

    def paint(self, canvas: Canvas) -> None:
        last = canvas.height - 1
        style = "$text-warning" if self.wrong else "$quiet"
        for y, row in enumerate(wrapped(self.wrong or self.note, canvas.width)[:last]):
            canvas.put(0, y, row, style)
        self.zones = paint_hints(canvas, 0, last, self.hints)


class TypingOverlay(Overlay[str]):
    """Base of what asks for a line of text.

    text: the question. given: what stands there at first. most: characters. secret: it is not
    shown. note: a remark below it.
    """

    WIDTH: Final = 52

    def __init__(
        self,
        words: Words,
        look: Look,
        text: str,
        given: str = "",
        *,
        most: int = 80,
        secret: bool = False,
        note: str = "",
    ) -> None:
        super().__init__(words, look)
        self.most = most
        self.question = Question(look, text, self.WIDTH - 4)
        self.line = Line(look, given, secret=secret)
        self.hints = Hints(look, note, self.WIDTH)

    def content(self) -> Sequence[Widget]:
        return [self.question, self.line, self.hints]

    def shown_keys(self) -> Sequence[Command]:
        """The commands that the row of keys names."""
        return [command for command in self.KEYS if command.shown]

    def fit(self) -> None:
        self.hints.hints = [self.hint(command) for command in self.shown_keys()]
        self.hints.repaint()

    def wants_text(self) -> bool:
        return True

    def on_key(self, event: events.Key) -> None:
        if len(event.character or "") == 1 and event.is_printable:
            event.stop()
            self._type(event.character or "")

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self._type(event.text)

    def _type(self, text: str) -> None:
        kept = clean(text, self.most) or (" " if text.strip(" ") == "" and self.line.text else "")
        self.put(self.line.text + kept)

    def put(self, text: str) -> None:
        """Has ``text`` stand in the line, as far as that takes it."""
        self.hints.show("")
        self.line.text = text[: self.most]
        self.line.repaint()

    def action_delete(self) -> None:
        """Deletes the last character."""
        self.put(self.line.text[:-1])

    def action_delete_all(self) -> None:
        """Deletes everything."""
        self.put("")


class LineDialog(TypingOverlay):
    """Asks for a line of text; dismissed with it, None if nothing is to be changed."""

    KEYS: ClassVar[Sequence[Command]] = (OK, DELETE, DELETE_ALL, COMPLETE, CANCEL)

    def __init__(
        self,
        words: Words,
        look: Look,
        text: str,
        given: str = "",
        *,
        most: int = 80,
        secret: bool = False,
        note: str = "",
        complete: Complete | None = None,
    ) -> None:
        """complete: for names of files."""
        super().__init__(words, look, text, given, most=most, secret=secret, note=note)
        self.complete = complete

    def shown_keys(self) -> Sequence[Command]:
        return [OK, *([COMPLETE] if self.complete is not None else []), CANCEL]

    def action_complete(self) -> None:
        """Types on as far as it is clear what is meant."""
        if self.complete is not None:
            self.put(self.complete(self.line.text))

    def action_ok(self) -> None:
        """Takes what was typed."""
        self.dismiss(self.line.text.strip())
