"""One's own cards as a fan: picked ones stick out, each has a key on its lower edge."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.message import Message

from tui.look import Look
from tui.widgets.canvas import Canvas
from tui.widgets.faces import Fan, fan_for, paint_face, width_for
from tui.widgets.painted import Painted
from tui.words import Words


class HandFan(Painted):
    """Draws the hand that it was last told to ``show``."""

    class Touched(Message):
        """A card was clicked; ``index`` into the hand."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self, words: Words, look: Look) -> None:
        super().__init__(look, id="hand")
        self.words = words
        self.cards: tuple[int, ...] = ()
        self.picked: frozenset[int] = frozenset()
        self.playable: frozenset[int] | None = None
        self.cursor: int | None = None
        self.labels = ""
        self.note = ""

    def show(
        self,
        cards: Sequence[int],
        *,
        picked: Sequence[int] = (),
        playable: frozenset[int] | None = None,
        cursor: int | None = None,
        labels: str = "",
        note: str = "",
    ) -> None:
        """What is drawn from now on.

        cards: sorted. picked, cursor: indices. playable: indices of the cards that can be chosen;
        None if none is asked for, and then none has a key. labels: a key for each card. note:
        said in place of a hand without cards.
        """
        state = (tuple(cards), frozenset(picked), playable, cursor, labels, note)
        if state != (
            self.cards, self.picked, self.playable, self.cursor, self.labels, self.note
        ):  # fmt: skip
            self.cards, self.picked, self.playable, self.cursor, self.labels, self.note = state
            self.repaint()

    def fan(self) -> Fan:
        """Where the cards lie in the widget as large as it is."""
        room, rows = self.content_size
        height = max(2, rows - 1)
        width = width_for(len(self.cards), room, height)
        fan = fan_for(len(self.cards), room, width=width, height=height)
        return fan._replace(left=max(0, (room - fan.cells) // 2))

    def paint(self, canvas: Canvas) -> None:
        if not self.cards:
            canvas.centre(canvas.height // 2, self.note, "$quiet")
            return
        fan = self.fan()
        for index, card in enumerate(self.cards):
            asked = self.playable is not None
            able = not asked or index in (self.playable or ())
            # A card without a key is one that cannot be chosen, also where colours do not tell.
            label = self.labels[index] if able and asked and index < len(self.labels) else ""
            label_style = "$card-key bold"
            if index == self.cursor and asked:
                label_style = "reverse $card-key bold"
            paint_face(
                canvas,
                fan.x(index),
                0 if index in self.picked else 1,
                card,
                self.words,
                self.look,
                width=fan.width,
                height=fan.height,
                show=fan.show(index),
                label=label,
                label_style=label_style,
                dim=not able,
                edge="$card-key on $card bold" if index == self.cursor and asked else None,
            )

    def on_click(self, event: events.Click) -> None:
        at = event.get_content_offset(self)
        index = self.fan().index_at(at.x) if at is not None else None
        if index is not None:
            self.post_message(self.Touched(index))
