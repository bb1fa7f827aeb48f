"""What a lesson tells: a paragraph, and the keys that do what it asks for."""

from __future__ import annotations

from tui.look import Look
from tui.widgets.canvas import Canvas, wrapped
from tui.widgets.painted import Painted


class Coach(Painted):
    """Draws the text it was last told to ``show``; it can be leafed if there is too little room."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, id="coach")
        self.heading = ""
        self.story = ""
        self.keys = ""
        self.top = 0

    def show(self, heading: str, story: str, keys: str) -> None:
        """Draws these from now on. keys: what to press, always in sight."""
        if (heading, story, keys) != (self.heading, self.story, self.keys):
            self.heading, self.story, self.keys = heading, story, keys
            self.top = 0
            self.repaint()

    def leaf(self, pages: int) -> None:
        """Leafs the text back, or on by a negative number, as far as there is any."""
        rows = len(wrapped(self.story, self.content_size.width))
        room = self.room(self.content_size.width, self.content_size.height)
        top = min(max(0, self.top - pages * max(1, room - 1)), max(0, rows - room))
        if top != self.top:
            self.top = top
            self.repaint()

    def room(self, width: int, height: int) -> int:
        """Rows for the story, above its keys."""
        keys = len(wrapped(self.keys, width)) if self.keys else 0
        return max(1, height - keys - 1)

    def paint(self, canvas: Canvas) -> None:
        glyphs = self.look.glyphs
        canvas.put(0, 0, self.heading, "bold $text-accent", limit=canvas.width)
        rows = wrapped(self.story, canvas.width)
        room = self.room(canvas.width, canvas.height)
        for y, row in enumerate(rows[self.top : self.top + room], start=1):
            canvas.put(0, y, row)
        if self.top + room < len(rows):
            canvas.right(canvas.width, room, glyphs.below, "reverse")
        elif self.top:
            canvas.right(canvas.width, 1, glyphs.above, "reverse")
        y = min(len(rows), room) + 1
        for row in wrapped(self.keys, canvas.width) if self.keys else []:
            canvas.put(0, y, row, "bold $text-primary")
            y += 1
