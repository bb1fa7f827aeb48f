"""What is asked, what the answer so far is worth or why it was refused, and the keys for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual import events
from textual.keys import key_to_character

from tui.look import Look
from tui.widgets.canvas import Canvas, cells, wrapped
from tui.widgets.painted import Painted


class KeyHint(NamedTuple):
    """A key with what it does, as shown. press: the keys, as Textual calls them, that a click on
    it stands for; none if it cannot be clicked. lasting: others give way to it where there is no
    room for all."""

    key: str
    label: str
    press: tuple[str, ...] = ()
    lasting: bool = False


class Zone(NamedTuple):
    """Where a hint lies: cells ``left`` to ``right`` (not included) of row ``y``."""

    left: int
    right: int
    y: int
    press: tuple[str, ...]


def paint_hints(
    canvas: Canvas, x: int, y: int, hints: Sequence[KeyHint], *, gap: int = 2
) -> list[Zone]:
    """Writes keys and labels in a row; those that do not fit any more are left out. Where they
    can be clicked."""
    zones: list[Zone] = []
    for hint in hints:
        need = cells(hint.key) + 1 + cells(hint.label)
        if x + need > canvas.width:
            break
        left = x
        x = canvas.put(x, y, hint.key, "$text-accent bold")
        x = canvas.put(x + 1, y, hint.label, "$foreground")
        if hint.press:
            zones.append(Zone(left, x, y, hint.press))
        x += gap
    return zones


class Hinting(Painted):
    """A panel with hints that can be clicked: a click is the key."""

    zones: Sequence[Zone] = ()

    def on_click(self, event: events.Click) -> None:
        at = event.get_content_offset(self)
        if at is None:
            return
        for zone in self.zones:
            if zone.y == at.y and zone.left <= at.x < zone.right:
                event.stop()
                for key in zone.press:
                    self.app.post_message(events.Key(key, key_to_character(key)))
                return


def fitting(hints: Sequence[KeyHint], width: int, *, gap: int = 2) -> list[KeyHint]:
    """The hints that fit into a row; the last one, which is the way out, always among them, and
    those that last as long as any other one can give way."""
    kept = list(hints)
    while len(kept) > 1 and sum(cells(f"{one.key} {one.label}") for one in kept) > (
        width - gap * (len(kept) - 1)
    ):
        passing = [at for at, one in enumerate(kept[:-1]) if not one.lasting]
        del kept[passing[-1] if passing else -2]
    return kept


class Prompt(Hinting):
    """Draws the question in its first row, a detail below, and keys in its last row."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, id="prompt")
        self.question = ""
        self.detail = ""
        self.mark = ""
        self.refused = False
        self.hints: tuple[KeyHint, ...] = ()

    def show(
        self,
        question: str,
        *,
        detail: str = "",
        mark: str = "",
        refused: bool = False,
        hints: Sequence[KeyHint] = (),
    ) -> None:
        """What is drawn from now on; ``refused``: the detail says what was wrong.
        ``mark`` follows the detail in brackets, where there is room."""
        state = (question, detail, mark, refused, tuple(hints))
        if state != (self.question, self.detail, self.mark, self.refused, self.hints):
            self.question, self.detail, self.mark, self.refused, self.hints = state
            self.repaint()

    def paint(self, canvas: Canvas) -> None:
        width = canvas.width
        rows = canvas.height - 1
        asked = wrapped(self.question, width)
        told = wrapped(self.detail, width) if self.detail else []
        if told and self.mark:
            marked = wrapped(f"{self.detail} ({self.mark})", width)
            if len(asked) + len(marked) <= rows:
                told = marked
        # What is told must be read in full; the question gives way to it.
        if len(asked) + len(told) > rows:
            asked = asked[: max(0, rows - len(told))]
        y = 0
        for line in asked:
            canvas.put(0, y, line, "bold")
            y += 1
        for line in told:
            canvas.put(0, y, line, "$text-warning" if self.refused else "$quiet")
            y += 1
        canvas.fill(0, canvas.height - 1, width, 1, " ")
        self.zones = paint_hints(canvas, 0, canvas.height - 1, self.hints)


class KeyLine(Hinting):
    """The last row of every screen: its keys."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, classes="key-line")
        self.hints: tuple[KeyHint, ...] = ()
        self.note = ""

    def show(self, hints: Sequence[KeyHint], note: str = "") -> None:
        """Draws these keys from now on, with ``note`` at the right edge."""
        if (tuple(hints), note) != (self.hints, self.note):
            self.hints, self.note = tuple(hints), note
            self.repaint()

    def paint(self, canvas: Canvas) -> None:
        # What the note says is no key, and cannot be found anywhere else.
        room = canvas.width
        if self.note and cells(self.note) + 2 < canvas.width // 2:
            room -= cells(self.note) + 2
            canvas.right(canvas.width, 0, self.note, "$quiet")
        self.zones = paint_hints(canvas, 0, 0, fitting(self.hints, room))
