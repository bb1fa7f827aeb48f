"""What every rule set's renderer does: it turns one seat's view into panels, a board, a question.

A renderer holds no game and no screen. It is handed views and speaks through a session's Words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine import actions as act
from engine.game import Game, View
from tui.look import Look
from tui.renderers.facts import SeatFacts
from tui.renderers.moment import Deeds, Moment
from tui.renderers.question import Answering, Question, Sorter, by_rank, by_suit, question_of
from tui.widgets.canvas import Canvas, cells
from tui.widgets.faces import (
    card_width,
    fan_for,
    paint_back,
    paint_cards,
    paint_face,
    paint_place,
    width_for,
)
from tui.words import Scene, Words
from tui.words.deeds import deed, deed_unseen
from tui.words.marks import N_, NN_
from tui.words.options import number_text

# Rows of a card on a board where cards are set to small.
MOST_SMALL = 4


@dataclass(frozen=True, slots=True)
class Cast:
    """Who sits at the table: one name and one level a seat; the level is "" for a person."""

    names: tuple[str, ...]
    levels: tuple[str, ...]


class Renderer:
    """Base of the renderers, one for each rule set.

    sorters: the orders in which a hand can be sorted, the first by default. secret_kind: the kind
    of choice of simultaneous rounds.
    """

    sorters: Sequence[Sorter] = (by_suit, by_rank)
    secret_kind = act.SQUAD

    def __init__(self, game: Game, cast: Cast, words: Words, look: Look) -> None:
        self.game = game
        self.cast = cast
        self.words = words
        self.look = look

    # For each rule set to say

    def hand(self, view: View) -> list[int]:
        """The cards in the view's own hand, in any order."""
        raise NotImplementedError

    def hand_size(self, view: View, seat: int) -> int:
        """How many cards ``seat`` holds."""
        raise NotImplementedError

    def score(self, view: View, seat: int) -> int:
        """The chips or points of ``seat`` (``Game.score``)."""
        raise NotImplementedError

    def kinds(self, view: View) -> Sequence[int]:
        """The kinds of choices that the stage of the game knows, in the order of their keys."""
        raise NotImplementedError

    def dealer(self, view: View) -> int:
        """The seat that deals, or dealt."""
        raise NotImplementedError

    def notes(self, moment: Moment, seat: int) -> list[str]:
        """What else is to be known about ``seat``, the most important first."""
        return []

    def is_out(self, view: View, seat: int) -> bool:
        """Whether ``seat`` takes no part any more, or not in this deal."""
        return False

    def status(self, moment: Moment, scene: Scene) -> str:
        """How far the game is, in a few words."""
        return ""

    def paint_board(self, canvas: Canvas, moment: Moment, scene: Scene) -> None:
        """Draws what lies between the players."""
        raise NotImplementedError

    def told_board(self, moment: Moment, scene: Scene) -> list[str]:
        """What lies between the players in sentences, for those who do not see a picture."""
        raise NotImplementedError

    def bounds(self, view: View) -> tuple[int, int | None]:
        """The least and the most cards a choice takes now; None: as the kind of choice has it."""
        return 1, None

    def prompt_values(self, question: Question) -> dict[str, object]:
        """What the sentence that asks may name (``tui.words.prompts``)."""
        return {}

    def preview(self, answering: Answering) -> str:
        """What the answer so far is worth; "" for nothing to say."""
        return ""

    def hint_without_cards(self, question: Question) -> str:
        """What is worth knowing before any card is picked; "" for nothing."""
        return ""

    # The same for all

    def sorted_hand(self, view: View, order: int = 0) -> list[int]:
        """The own hand in one of the orders of ``sorters``."""
        sorter = self.sorters[order % len(self.sorters)]
        return sorted(self.hand(view), key=sorter)

    def question(self, view: View, order: int = 0) -> Question:
        """What the view's own seat, which is asked, may choose among."""
        least, most = self.bounds(view)
        return question_of(
            view, self.sorted_hand(view, order), self.kinds(view), least=least, most=most
        )

    def facts(self, moment: Moment, seat: int, deeds: Deeds, scene: Scene) -> SeatFacts:
        """The panel of ``seat``."""
        view = moment.view
        level = self.cast.levels[seat]
        return SeatFacts(
            number=seat + 1,
            name=self.words.name(seat, scene),
            level=self.words.level(level) if level else "",
            person=self.words.gettext(N_("person")) if not level else "",
            cards=self.count_cards(self.hand_size(view, seat)),
            score=number_text(self.words, self.game.score, self.score(view, seat)),
            notes=tuple(self.notes(moment, seat)),
            deed=self._deed(moment, seat, deeds, scene),
            short=deeds.text(seat, self.words, scene, short=True)
            if seat not in moment.committed
            else "",
            turn=seat in moment.asked,
            me=seat == view.seat,
            out=self.is_out(view, seat),
            dealer=seat == self.dealer(view),
        )

    def _deed(self, moment: Moment, seat: int, deeds: Deeds, scene: Scene) -> str:
        if seat not in moment.committed:
            return deeds.text(seat, self.words, scene)
        if seat == moment.view.seat and moment.own is not None:
            return deed(self.words, moment.own, scene)
        return deed_unseen(self.words, self.secret_kind, 1)

    def count_cards(self, count: int) -> str:
        """``1 card``, ``10 cards``."""
        return self.words.fill(NN_("{count} card", "{count} cards"), {"count": count}, by="count")

    def say(self, text: str | tuple[str, str], scene: Scene, /, **values: object) -> str:
        """``text`` in the session's language; ``count`` chooses among its forms."""
        return self.words.fill(text, values, scene, "count" if isinstance(text, tuple) else "")

    # Parts of boards

    def tell_cards(self, who: str, cards: Sequence[int], after: str = "") -> str:
        """``Bea: Q♠ J♠ (3 points).``; ``after`` is what stands in brackets."""
        said = self.words.cards(cards)
        return f"{who}: {said} ({after})." if after else f"{who}: {said}."

    def rows_for(self, height: int, steps: Sequence[tuple[int, int]]) -> int:
        """How many rows a card takes on a board of ``height``: the second of the first of
        ``steps`` whose first is not above it; 1, which means that cards are written, if none is."""
        rows = next((rows for least, rows in steps if height >= least), 1)
        return min(rows, MOST_SMALL) if self.look.cards == "small" else rows

    def paint_pile(
        self,
        canvas: Canvas,
        x: int,
        y: int,
        title: str,
        count: int,
        *,
        top: int | None = None,
        height: int = 3,
    ) -> int:
        """Draws a pile with its title above and its size below; returns the cell after it.

        top: the card on top if it lies face up. A pile of no cards is an outline. Takes
        ``height`` + 2 rows; with a height below 2 it is written in one row.
        """
        if height < 2:
            x = canvas.put(x, y, f"{title} {count}")
            if top is not None:
                x = paint_cards(canvas, x + 1, y, [top], self.words)
            return x
        card = card_width(height)
        width = max(card, cells(title))
        left = x + (width - card) // 2
        canvas.centre(y, title, "$quiet", x=x, width=width)
        if count == 0:
            paint_place(canvas, left, y + 1, self.look, width=card, height=height)
        elif top is None:
            paint_back(canvas, left, y + 1, self.look, width=card, height=height)
        else:
            paint_face(canvas, left, y + 1, top, self.words, self.look, width=card, height=height)
        canvas.centre(y + 1 + height, str(count), "bold", x=x, width=width)
        return x + width

    def paint_backs(
        self, canvas: Canvas, x: int, y: int, count: int, *, room: int, height: int = 3
    ) -> int:
        """Draws ``count`` cards face down; returns the cell after the last one."""
        fan = fan_for(count, room, width=width_for(count, room, height), height=height)
        if height < 2:
            return canvas.put(x, y, self.look.glyphs.back * count, "$quiet")
        for index in range(count):
            paint_back(canvas, x + fan.x(index), y, self.look, width=fan.width, height=height)
        return x + fan.cells


def squad_of(action: int | None) -> list[int]:
    """The cards of a commitment, [] for none."""
    return act.cards_of(action) if action is not None else []
