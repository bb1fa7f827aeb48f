"""A widget that paints itself on a canvas of its own size."""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Region
from textual.widget import Widget

from tui.look import Look
from tui.widgets.canvas import Canvas


class Painted(Widget, can_focus=False):
    """Base of the panels. Whoever changes what one shows calls ``repaint``."""

    def __init__(
        self,
        look: Look,
        *,
        id: str | None = None,  # noqa: A002 - what Textual calls it
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.look = look
        self._canvas: Canvas | None = None

    def paint(self, canvas: Canvas) -> None:
        """Draws on an empty canvas of the widget's content size."""
        raise NotImplementedError

    def painted(self) -> Canvas:
        """The widget painted anew."""
        canvas = Canvas(self.content_size.width, self.content_size.height)
        self.paint(canvas)
        if self.look.ascii:
            canvas.to_ascii()
        return canvas

    def repaint(self) -> None:
        """Paints anew, and sends only what is different from before: lines may be slow."""
        before = self._canvas
        size = self.content_size
        if before is None or (before.width, before.height) != (size.width, size.height):
            self._canvas = None
            self.refresh()
            return
        canvas = self.painted()
        regions = [Region(x, y, width, 1) for x, y, width in canvas.changes(before)]
        if regions:
            self._canvas = canvas
            self.refresh(*regions)

    def render(self) -> Content:
        size = self.content_size
        canvas = self._canvas
        if canvas is None or (canvas.width, canvas.height) != (size.width, size.height):
            canvas = self._canvas = self.painted()
        return canvas.content()
