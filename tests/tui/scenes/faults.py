"""What is wrong with the picture on a screen: cut off, written over, not aligned, not ASCII."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from unittest import mock

from rich.cells import cell_len
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget

from tui.app import CardRoom
from tui.screens.asking import Hints
from tui.screens.dialog import Question
from tui.screens.plates import Foot
from tui.widgets import painted
from tui.widgets.canvas import ELLIPSIS, Canvas, cells, fitted
from tui.widgets.choices import Choices
from tui.widgets.page import Page
from tui.widgets.painted import Painted
from tui.widgets.prompt import Hinting, KeyLine, Prompt


class Watched(Canvas):
    """Takes note of what does not fit on it."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height)
        self.faults: list[str] = []
        self.written: list[str] = []

    def put(self, x: int, y: int, text: str, style: str = "", *, limit: int | None = None) -> int:
        written = (text if limit is None else fitted(text, limit - x)).rstrip()
        if written:
            # With a limit an ellipsis stands for what is missing: see ``_is_cut``.
            self.written.append(written)
            if x < 0 or x + cells(written) > self.width:
                self.faults.append(f"cut at the side: {text!r}")
            if not 0 <= y < self.height:
                self.faults.append(f"no row {y} of {self.height}: {text!r}")
            elif self._covers(x, y, written):
                self.faults.append(f"over {''.join(self._texts[y]).strip()!r}: {text!r}")
        return super().put(x, y, text, style, limit=limit)

    def _covers(self, x: int, y: int, text: str) -> bool:
        """Whether letters would come to stand on others."""
        for character in text:
            size = cell_len(character)
            for at in range(max(0, x), min(x + size, self.width)):
                before = self._texts[y][at]
                if character.isalnum() and (before == "" or before.isalnum()):
                    return True
            x += size
        return False


def faults(room: CardRoom) -> list[str]:
    """All that is wrong with what ``room`` shows now, each with the panel it is in."""
    screen = room.screen
    names = room.sitting.names if room.sitting is not None else ()
    names = (*names, *getattr(getattr(screen, "sitting", None), "names", ()))
    found = [*_rows(room), *_regions(screen)]
    with mock.patch.object(painted, "Canvas", Watched):
        for widget in screen.query(Widget):
            if not widget.is_attached or not _is_seen(widget):
                continue
            found += [f"{type(widget).__name__}: {text}" for text in _of_widget(widget, names)]
    return found


def _is_seen(widget: Widget) -> bool:
    return all(one.display for one in widget.ancestors_with_self if isinstance(one, Widget))


def _rows(room: CardRoom) -> Iterator[str]:
    width, height = room.size
    rows = [strip.text for strip in room.screen._compositor.render_strips()]
    if len(rows) != height:
        yield f"{len(rows)} rows of {height}"
    for number, row in enumerate(rows):
        if cell_len(row) != width:
            yield f"row {number} is {cell_len(row)} wide: {row}"
        if room.look.ascii and not row.isascii():
            yield f"row {number} is not ASCII: {row}"


def _regions(screen: Screen[object]) -> Iterator[str]:
    """Panels that stick out of what holds them, or lie on each other."""
    whole = screen.size.region
    for widget, (region, clip) in screen._compositor.visible_widgets.items():
        if isinstance(widget, Screen):
            continue
        if clip.intersection(region) != region or whole.intersection(region) != region:
            yield f"{type(widget).__name__} at {region} is cut to {clip}"
    holders = [screen, *screen.query(Widget)]
    for holder in holders:
        placed: list[tuple[Widget, Region]] = [
            (child, child.region) for child in holder.children if child.display and child.region
        ]
        for at, (one, region) in enumerate(placed):
            for other, there in placed[at + 1 :]:
                if region.overlaps(there):
                    names = type(one).__name__, type(other).__name__
                    yield f"{names[0]} at {region} lies on {names[1]} at {there}"


def _of_widget(widget: Widget, names: Sequence[str]) -> Iterator[str]:
    if isinstance(widget, Page):
        for line in widget.lines():
            if cell_len(line.plain) > widget.content_size.width:
                yield f"too wide: {line.plain!r}"
    if not isinstance(widget, Painted):
        return
    if not widget.content_size:
        yield "has no room at all"
        return
    canvas = widget.painted()
    assert isinstance(canvas, Watched)
    scrolls = isinstance(widget, Choices)
    yield from [one for one in canvas.faults if not (scrolls and one.startswith("no row"))]
    meant = "".join(_said(widget))
    for text in canvas.written:
        if ELLIPSIS not in meant and any(_is_cut(word, names) for word in text.split()):
            yield f"shortened: {text!r}"
    there = _letters("".join(canvas.plain()))
    for text in _said(widget):
        if _letters(text) not in there:
            yield f"not in full: {text!r}"
    if isinstance(widget, Hinting) and not isinstance(widget, KeyLine):
        hints = getattr(widget, "hints", ())
        if len(widget.zones) < len([one for one in hints if one.press]):
            yield f"keys left out: {hints}"


def _is_cut(word: str, names: Sequence[str]) -> bool:
    """Whether something is left out of a word; a person's name may be shortened."""
    kept, cut, _ = word.partition(ELLIPSIS)
    if not cut or not kept:
        return False
    return not any(part.startswith(kept) for name in names for part in name.split())


def _said(widget: Painted) -> Iterator[str]:
    """What has to be read in full."""
    if isinstance(widget, Prompt):
        yield widget.question
        yield widget.detail
    elif isinstance(widget, Foot):
        yield widget.first
        yield widget.second
    elif isinstance(widget, Question):
        yield widget.text
    elif isinstance(widget, Hints):
        yield widget.wrong or widget.note


def _letters(text: str) -> str:
    """What can be compared wherever a row ends, and whatever stands for quotes and dots."""
    return "".join([character for character in text if character.isalnum()])
