"""What lies between the players, drawn by the rule set's renderer."""

from __future__ import annotations

from tui.look import Look
from tui.renderers.moment import Moment
from tui.renderers.renderer import Renderer
from tui.widgets.canvas import Canvas
from tui.widgets.painted import Painted
from tui.words import Scene


class Board(Painted):
    """Draws the moment it was last told."""

    def __init__(self, look: Look, renderer: Renderer) -> None:
        super().__init__(look, id="board")
        self.renderer = renderer
        self.moment: Moment | None = None
        self.scene = Scene()

    def show(self, moment: Moment, scene: Scene) -> None:
        """Draws ``moment`` from now on, for the reader of ``scene``."""
        if moment is not self.moment or scene != self.scene:
            self.moment, self.scene = moment, scene
            self.repaint()

    def paint(self, canvas: Canvas) -> None:
        if self.moment is not None:
            self.renderer.paint_board(canvas, self.moment, self.scene)


class TitleLine(Painted):
    """One row: a title, and what is to be known about it."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, classes="title")
        self.title = ""
        self.status = ""

    def show(self, title: str, status: str = "") -> None:
        """Draws these from now on."""
        if (title, status) != (self.title, self.status):
            self.title, self.status = title, status
            self.repaint()

    def paint(self, canvas: Canvas) -> None:
        after = canvas.put(0, 0, self.title, "bold", limit=canvas.width)
        if self.status:
            canvas.put(after + 2, 0, self.status, "$quiet", limit=canvas.width)
