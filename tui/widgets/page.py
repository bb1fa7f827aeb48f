"""A text that is longer than the screen, leafed through by keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from tui.look import Look
from tui.widgets.canvas import ascii_text

# Text laid out for a width.
LayOut = Callable[[int], Sequence[Content]]
MOST_WIDTH = 92


class Page(Widget, can_focus=False):
    """Draws a part of the lines that ``lay_out`` makes for the widget's width."""

    def __init__(
        self, look: Look, lay_out: LayOut, *, from_end: bool = False, start: str = ""
    ) -> None:
        """start: how the line begins that is on top at first, if there is one."""
        super().__init__(classes="page")
        self.look = look
        self.lay_out = lay_out
        self.top = 0
        self.from_end = from_end
        self.start = start
        self._width = -1
        self._lines: list[Content] = []

    def lines(self) -> list[Content]:
        """The whole text for the present width."""
        width = min(self.content_size.width, MOST_WIDTH)
        if width != self._width:
            before = max(1, len(self._lines))
            self._lines = list(self.lay_out(width))
            if self.look.ascii:
                self._lines = [
                    Content(ascii_text(line.plain), list(line.spans)) for line in self._lines
                ]
            if self.from_end:
                self.top = self.last_top
                self.from_end = False
            elif self.start:
                self.go(self._line_of(self.start))
                self.start = ""
            elif self._width > 0:
                # The same part of the text stays in sight when the width changes.
                self.top = self.top * len(self._lines) // before
            self._width = width
        return self._lines

    def _line_of(self, start: str) -> int:
        for number, line in enumerate(self._lines):
            if f"{line.plain} ".startswith(f"{start} "):
                return number
        return 0

    @property
    def last_top(self) -> int:
        """The highest line that may be on top."""
        return max(0, len(self._lines) - self.content_size.height)

    def anew(self) -> None:
        """Lays the text out anew, from its beginning."""
        self._width = -1
        self.top = 0
        self.refresh()

    def scroll(self, lines: int) -> None:
        """Moves on by ``lines``, or back by a negative number."""
        self.lines()
        self.go(self.top + lines)

    def page(self, pages: int) -> None:
        """Moves on by pages, or back by a negative number of them."""
        self.scroll(pages * max(1, self.content_size.height - 2))

    def go(self, line: int) -> None:
        """Puts ``line`` on top, as far as that is possible."""
        top = min(max(0, line), self.last_top)
        if top != self.top:
            self.top = top
            self.refresh()

    def place(self) -> str:
        """Where in the text one is, in percent."""
        if not self.last_top:
            return ""
        return f"{100 * self.top // self.last_top} %"

    def on_resize(self, event: events.Resize) -> None:
        self.lines()
        self.top = min(self.top, self.last_top)

    def render(self) -> Content:
        shown = self.lines()[self.top : self.top + self.content_size.height]
        return Content("\n").join(shown)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return container.width

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.scroll(-3)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.scroll(3)
