"""A widget that paints itself on a canvas of its own size."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual.content import Content
from textual.geometry import Region
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget

from tui.look import Look
from tui.terminal.controls import printable
from tui.widgets.canvas import Canvas, cells


class Painted(Widget, can_focus=False):
    """Base of the panels. Whoever changes what one shows calls ``repaint``.

    Rows go to the screen as they were painted, one by one and only those that changed: a text that
    Textual lays out and makes selectable costs several times as much, for everybody at a table.
    """

    ALLOW_SELECT = False

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
        self._strips: dict[int, Strip] = {}
        # Styles as they are sent, by how they are written; good for one base and theme.
        self._sent_styles: dict[str, RichStyle] = {}
        self._styled_for: tuple[Style, str] | None = None

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
            self._forget()
            self.refresh()
            return
        canvas = self.painted()
        regions = [Region(x, y, width, 1) for x, y, width in canvas.changes(before)]
        if regions:
            self._canvas = canvas
            for region in regions:
                self._strips.pop(region.y, None)
            if not self._sent_at_once(regions):
                self.refresh(*regions)

    def _sent_at_once(self, regions: Sequence[Region]) -> bool:
        """Whether the application has its own, shorter way to the terminal; and has used it."""
        send = getattr(self.app, "send_rows", None)
        if send is None or not send(self, [region.y for region in regions]):
            return False
        # Should Textual draw the panel later, it has to ask for these rows anew.
        offset = self.content_offset
        self._styles_cache.set_dirty(*[region.translate(offset) for region in regions])
        return True

    def render(self) -> Content:
        return self._fresh().content()

    def render_line(self, y: int) -> Strip:
        canvas = self._fresh()
        base = self.visual_style
        styled_for = (base, self.app.theme)
        if styled_for != self._styled_for:
            self._styled_for = styled_for
            self._sent_styles.clear()
            self._strips.clear()
        strip = self._strips.get(y)
        if strip is None:
            strip = self._strips[y] = self._strip(canvas, y, base)
        return strip

    def _fresh(self) -> Canvas:
        """What is shown now; painted anew if the size is another one."""
        size = self.content_size
        canvas = self._canvas
        if canvas is None or (canvas.width, canvas.height) != (size.width, size.height):
            self._forget()
            canvas = self._canvas = self.painted()
        return canvas

    def _forget(self) -> None:
        self._canvas = None
        self._strips.clear()

    def _strip(self, canvas: Canvas, y: int, base: Style) -> Strip:
        if y >= canvas.height:
            return Strip.blank(canvas.width, base.rich_style)
        segments: list[Segment] = []
        for run, style in canvas.runs(y):
            text = printable(run)
            sent = self._sent_styles.get(style)
            if sent is None:
                mixed = base + self._get_style(style) if style else base
                sent = self._sent_styles[style] = (base + mixed).rich_style
            segments.append(Segment(text, sent))
        return Strip(segments, sum([cells(segment.text) for segment in segments]))
