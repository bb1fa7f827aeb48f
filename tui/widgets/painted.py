"""A widget that paints itself on a canvas of its own size."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

from tui.look import Look
from tui.widgets.canvas import Canvas


class Painted(Widget, can_focus=False):
    """Base of the table's panels. They are painted anew as a whole, and only themselves."""

    def __init__(
        self,
        look: Look,
        *,
        id: str | None = None,  # noqa: A002 - what Textual calls it
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.look = look

    def paint(self, canvas: Canvas) -> None:
        """Draws on an empty canvas of the widget's content size."""
        raise NotImplementedError

    def painted(self) -> Canvas:
        """The canvas as it is now."""
        canvas = Canvas(self.content_size.width, self.content_size.height)
        self.paint(canvas)
        if self.look.ascii:
            canvas.to_ascii()
        return canvas

    def render(self) -> Content:
        return self.painted().content()
