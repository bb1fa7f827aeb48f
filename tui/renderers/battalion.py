"""What both Battalion rule sets show alike: stock and discard pile, chips, bids, the stage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine import events as ev
from engine.actions import BID, DISCARD, DRAW_DISCARD, DRAW_STOCK, PASS
from engine.battalion import hands as held
from engine.battalion.public import (
    BIDDING,
    DEFENDING,
    DISCARDING,
    TAKING,
    UNSAID,
    BattalionPublic,
)
from engine.battalion.view import BattalionView
from engine.cards import CARD_TEXTS, SUITS
from engine.game import View
from tui.renderers.facts import SeatFacts
from tui.renderers.moment import Deeds, Moment
from tui.renderers.question import Question
from tui.renderers.renderer import Renderer
from tui.widgets.canvas import Canvas, cells, wrapped
from tui.words import Scene
from tui.words.marks import N_, NN_

PILE_ROWS = 5


def public_of(view: View) -> BattalionPublic:
    """The public part of a Battalion view."""
    assert isinstance(view, BattalionView)
    return view.public


class BattalionRenderer(Renderer):
    """Base of the two Battalion rule sets."""

    # The kinds of choices of the two stages of combat.
    attack_kinds: Sequence[int] = ()
    answer_kinds: Sequence[int] = ()

    def hand(self, view: View) -> list[int]:
        assert isinstance(view, BattalionView)
        return held.cards_in(view.hand, 0)

    def hand_size(self, view: View, seat: int) -> int:
        return int(public_of(view).sizes[seat])

    def score(self, view: View, seat: int) -> int:
        return int(public_of(view).chips[seat])

    def dealer(self, view: View) -> int:
        return int(public_of(view).dealer)

    def kinds(self, view: View) -> Sequence[int]:
        phase = public_of(view).phase
        if phase == TAKING:
            return (DRAW_STOCK, DRAW_DISCARD)
        if phase == DISCARDING:
            return (DISCARD,)
        if phase == BIDDING:
            return (BID, PASS)
        return self.answer_kinds if phase == DEFENDING else self.attack_kinds

    def prompt_values(self, question: Question) -> dict[str, object]:
        public = public_of(question.view)
        values: dict[str, object] = {}
        top = int(public.top_discard())
        if public.phase == TAKING and top >= 0:
            values["card"] = CARD_TEXTS[top]
        if len(question.numbers) == 1:
            values["only"] = question.numbers[0]
        elif question.numbers:
            values["low"], values["high"] = question.numbers[0], question.numbers[-1]
        if public.phase == DEFENDING:
            values["suit"] = SUITS[public.last_suit]
        return values

    def notes(self, moment: Moment, seat: int) -> list[str]:
        public = public_of(moment.view)
        bid = int(public.bids[seat])
        if bid == UNSAID or public.attacks > 0:
            return []  # the first attack has to keep to the bids, later ones have not
        if bid == 0:
            return [self.words.gettext(N_("pass"))]
        return [self.words.fill(self.bid_text(), {"number": bid})]

    def facts(self, moment: Moment, seat: int, deeds: Deeds, scene: Scene) -> SeatFacts:
        found = super().facts(moment, seat, deeds, scene)
        last = deeds.last.get(seat)
        if isinstance(last, ev.Chose) and last.action & 31 in (BID, PASS):
            return replace(found, notes=())  # the deed says it
        return found

    def bid_text(self) -> str:
        """How a bid is said in a seat's panel."""
        return N_("bid {number}")

    def status(self, moment: Moment, scene: Scene) -> str:
        public = public_of(moment.view)
        parts: list[str] = []
        if public.deals > 1:
            parts.append(self.say(N_("hand {count}"), scene, count=int(public.deals)))
        if public.attacks:
            parts.append(
                self.say(
                    N_("attack {number} of at most {limit}"),
                    scene,
                    number=int(public.attacks),
                    limit=int(public.attack_limit),
                )
            )
        return f" {self.look.glyphs.dot} ".join(parts)

    # The board

    def told_board(self, moment: Moment, scene: Scene) -> list[str]:
        public = public_of(moment.view)
        found = [text + "." for text in (self.heading(moment, scene),) if text]
        text = NN_("Stock: {count} card.", "Stock: {count} cards.")
        found.append(self.say(text, scene, count=int(public.stock)))
        top = int(public.top_discard())
        if top >= 0:
            card = self.words.said(self.words.card(top))
            text = NN_(
                "Discard pile: {count} card, {card} on top.",
                "Discard pile: {count} cards, {card} on top.",
            )
            found.append(self.say(text, scene, count=len(public.discard), card=card))
        return found + self.told_battle(moment, scene)

    def told_battle(self, moment: Moment, scene: Scene) -> list[str]:
        """The battle on the table, or the last one, in sentences."""
        raise NotImplementedError

    def card_rows(self, canvas: Canvas) -> int:
        """How high cards are on the board: 1 means that they are written."""
        return self.rows_for(canvas.height, ((20, 8), (16, 6), (14, 5), (10, 4), (7, 3)))

    def paint_board(self, canvas: Canvas, moment: Moment, scene: Scene) -> None:
        public = public_of(moment.view)
        rows = self.card_rows(canvas)
        if rows == 1:
            self._paint_heading(canvas, 0, moment, scene)
            self.paint_piles(canvas, 0, 1, public, rows)
            self.paint_battle(canvas, 0, 2, moment, scene, rows)
            return
        x = self.paint_piles(canvas, 0, 0, public, rows) + 2
        self._paint_heading(canvas, x, moment, scene)
        self.paint_battle(canvas, x, 1, moment, scene, rows)

    def _paint_heading(self, canvas: Canvas, x: int, moment: Moment, scene: Scene) -> None:
        words = self.words
        parts = [self.heading(moment, scene), self.remark(moment, scene)]
        told = f" {self.look.glyphs.dot} ".join(part for part in parts if part)
        if x + cells(told) > canvas.width and parts[1]:
            told = parts[1]
        public = public_of(moment.view)
        if x + cells(told) > canvas.width and public.attacker >= 0:
            names = [words.name(int(seat), scene) for seat in (public.attacker, public.defender)]
            told = words.fill(N_("{one} → {other}"), {"one": names[0], "other": names[1]})
        if public.attacker < 0 and self.card_rows(canvas) > 1:
            # Nothing lies below it: there is room for as many rows as it takes.
            for y, row in enumerate(wrapped(told, canvas.width - x)):
                canvas.put(x, y, row, "$text-accent")
            return
        canvas.put(x, 0, told, "$text-accent", limit=canvas.width)

    def paint_piles(
        self, canvas: Canvas, x: int, y: int, public: BattalionPublic, rows: int
    ) -> int:
        """Draws stock and discard pile; returns the cell after them."""
        say = self.words.gettext
        top = int(public.top_discard())
        x = self.paint_pile(canvas, x, y, say(N_("Stock")), int(public.stock), height=rows)
        x += 2
        return self.paint_pile(
            canvas,
            x,
            y,
            say(N_("Discards")),
            len(public.discard),
            top=top if top >= 0 else None,
            height=rows,
        )

    def paint_battle(
        self, canvas: Canvas, x: int, y: int, moment: Moment, scene: Scene, rows: int
    ) -> None:
        """Draws the battle on the table, or the last one, from (x, y)."""
        raise NotImplementedError

    def remark(self, moment: Moment, scene: Scene) -> str:
        """What is more important than the heading where there is no room for both."""
        return ""

    def heading(self, moment: Moment, scene: Scene) -> str:
        """What the board shows, in a few words."""
        public = public_of(moment.view)
        words = self.words
        if public.phase in (TAKING, DISCARDING):
            done = int(public.rounds * public.players - public.turns_left)
            return words.fill(
                N_("Acquisition, round {number} of {rounds}"),
                {"number": done // int(public.players) + 1, "rounds": int(public.rounds)},
            )
        if public.phase == BIDDING:
            return self.bidding_heading(public, scene)
        if public.attacker < 0:
            return ""
        names = {
            "one": words.name(int(public.attacker), scene),
            "other": words.name(int(public.defender), scene),
        }
        if public.phase == DEFENDING:
            return words.fill(N_("{one} attacks {other}"), names)
        return words.fill(N_("{one} attacked {other}"), names)

    def bidding_heading(self, public: BattalionPublic, scene: Scene) -> str:
        """The bidding so far."""
        if public.best == 0:
            return self.words.gettext(N_("Bidding: no bid so far"))
        name = self.words.name(int(public.bidder), scene)
        return self.words.fill(
            N_("Bidding: {number} by {name}"), {"number": int(public.best), "name": name}
        )

    def paid_text(self, public: BattalionPublic, seat: int) -> str:
        """What a seat paid for the last battle; "" for nothing."""
        paid = int(public.paid[seat])
        if not paid or public.phase == DEFENDING:
            return ""
        return self.words.fill(
            NN_("paid {count} chip", "paid {count} chips"), {"count": paid}, by="count"
        )
