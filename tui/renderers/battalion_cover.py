"""battalion-cover on the screen: attack cards in a row, what was laid on them below, the bank."""

from __future__ import annotations

from engine.actions import ASSAULT, COVER, LEAVE
from engine.battalion.public import ATTACKING, BARE, DEFENDING, BattalionPublic
from engine.cards import CARD_TEXTS
from tui.renderers.battalion import BattalionRenderer, public_of
from tui.renderers.moment import Moment
from tui.renderers.question import Answering, Question
from tui.widgets.canvas import Canvas, wrapped
from tui.widgets.faces import fan_for, paint_cards, paint_face, paint_place, width_for
from tui.words import Scene
from tui.words.marks import N_, NN_


def owed(public: BattalionPublic) -> tuple[int, int]:
    """What attacker and defender owe the bank for the battle as it lies (rules, cover, 3)."""
    attacker = defender = 0
    for attack, answer in zip(public.attack, public.answers, strict=True):
        if answer == BARE or answer // 13 != attack // 13:
            defender += 1
        elif answer > attack:
            attacker += 2
    return attacker, defender


class CoverRenderer(BattalionRenderer):
    """The rule set ``battalion-cover``."""

    attack_kinds = (ASSAULT,)
    answer_kinds = (COVER, LEAVE)

    def bid_text(self) -> str:
        return N_("says {number}")

    def bidding_heading(self, public: BattalionPublic, scene: Scene) -> str:
        if public.best == 0:
            return self.words.gettext(N_("Declaring: nothing declared so far"))
        name = self.words.said(self.words.name(int(public.bidder), scene))
        return self.words.fill(
            N_("Declaring: {number} by {name}"), {"number": int(public.best), "name": name}
        )

    def prompt_values(self, question: Question) -> dict[str, object]:
        values = super().prompt_values(question)
        public = public_of(question.view)
        if public.phase == ATTACKING:
            values["target"] = int(public.left_of(question.view.seat))
            if public.demand > 0:
                values["exactly"] = int(public.demand)
        if public.phase == DEFENDING:
            values["card"] = CARD_TEXTS[public.attack[public.asked]]
            values.pop("suit", None)
        return values

    def preview(self, answering: Answering) -> str:
        public = public_of(answering.question.view)
        cards = answering.cards
        if not cards:
            return ""
        said = self.words.said(self.words.cards(cards))
        if answering.question.cards == ASSAULT:
            if len({card // 13 for card in cards}) > 1:
                return self.words.gettext(N_("All cards of an attack must be of one suit."))
            return self.words.fill(
                NN_(
                    "{cards}: bare it costs the defender {count} chip.",
                    "{cards}: bare they cost the defender {count} chips.",
                ),
                {"cards": said, "count": len(cards)},
                by="count",
            )
        if answering.question.cards != COVER:
            return ""
        attack = int(public.attack[public.asked])
        values: dict[str, object] = {"card": said, "on": self.words.said(self.words.card(attack))}
        if cards[0] // 13 != attack // 13:
            return self.words.fill(N_("{card} on {on}: another suit, you pay 1 chip."), values)
        if cards[0] > attack:
            name = self.cast.names[public.attacker]
            values["name"] = self.words.said(name)
            return self.words.fill(N_("{card} on {on}: higher, {name} pays 2 chips."), values)
        return self.words.fill(N_("{card} on {on}: not higher, nobody pays."), values)

    def hint_without_cards(self, question: Question) -> str:
        public = public_of(question.view)
        if public.phase != DEFENDING:
            return ""
        theirs, mine = owed(public)
        name = self.words.said(self.cast.names[public.attacker])
        return self.words.fill(
            N_("As it lies, you pay {mine} and {name} pays {theirs}."),
            {"mine": mine, "theirs": theirs, "name": name},
        )

    # The board

    def told_battle(self, moment: Moment, scene: Scene) -> list[str]:
        public = public_of(moment.view)
        text = NN_("Bank: {count} chip.", "Bank: {count} chips.")
        found = [self.say(text, scene, count=int(public.bank))]
        if public.attacker < 0:
            return found
        for index, (attack, answer) in enumerate(zip(public.attack, public.answers, strict=True)):
            values = {
                "card": self.words.said(self.words.card(int(attack))),
                "on": self.words.said(self.words.card(int(answer))) if answer != BARE else "",
            }
            if answer != BARE:
                found.append(self.words.fill(N_("{card} is covered with {on}."), values))
            elif public.phase == DEFENDING and index == public.asked:
                found.append(self.words.fill(N_("{card} is to be covered now."), values))
            else:
                found.append(self.words.fill(N_("{card} lies bare."), values))
        payments = self._payments(public, scene)
        return [*found, payments + "."] if payments else found

    def paint_battle(
        self, canvas: Canvas, x: int, y: int, moment: Moment, scene: Scene, rows: int
    ) -> None:
        public = public_of(moment.view)
        self._paint_bank(canvas, public, scene, rows)
        if public.attacker < 0:
            return
        attack = [int(card) for card in public.attack]
        answers = [int(card) for card in public.answers]
        if rows == 1:
            self._paint_pairs(canvas, x, y, public, attack, answers)
            return
        room = canvas.width - x
        fan = fan_for(len(attack), room, width=width_for(len(attack), room, rows), height=rows)
        if fan.cells > room:
            self._paint_pairs(canvas, x, y, public, attack, answers)
            self._paint_payments(canvas, x, canvas.height - 1, public, scene)
            return
        asked = int(public.asked) if public.phase == DEFENDING else -1
        for index, (card, answer) in enumerate(zip(attack, answers, strict=True)):
            left = x + fan.x(index)
            edge = "$card-key on $card bold" if index == asked else None
            paint_face(
                canvas, left, y, card, self.words, self.look,
                width=fan.width, height=rows, show=fan.show(index), edge=edge,
            )  # fmt: skip
            if answer != BARE:
                paint_face(
                    canvas, left, y + rows, answer, self.words, self.look,
                    width=fan.width, height=rows, show=fan.show(index),
                )  # fmt: skip
            elif index == asked:
                paint_place(canvas, left, y + rows, self.look, width=fan.width, height=rows)
                canvas.put(left + 1, y + rows + rows // 2, "?", "$accent bold")
            else:
                canvas.put(left, y + rows, " " * fan.show(index))
        self._paint_payments(canvas, x, y + 2 * rows, public, scene)

    def _paint_bank(self, canvas: Canvas, public: BattalionPublic, scene: Scene, rows: int) -> None:
        text = NN_("Bank {count} chip", "Bank {count} chips")
        said = self.words.fill(text, {"count": int(public.bank)}, by="count")
        if rows == 1:
            canvas.right(canvas.width, 1, said, "$text-accent")
        else:
            canvas.put(0, rows + 3 if canvas.height > rows + 3 else rows + 2, said, "$text-accent")

    def _paint_payments(
        self, canvas: Canvas, x: int, y: int, public: BattalionPublic, scene: Scene
    ) -> None:
        said = self._payments(public, scene)
        rows = wrapped(said, canvas.width - x)
        if len(rows) > canvas.height - y:
            rows = [said]  # all that has room of it, with an ellipsis
        for at, row in enumerate(rows, y):
            if at < canvas.height:
                canvas.put(x, at, row, "$quiet", limit=canvas.width)

    def _payments(self, public: BattalionPublic, scene: Scene) -> str:
        """Who paid what for the last battle, "" while one is fought."""
        if public.phase == DEFENDING:
            return ""
        one, other = int(public.attacker), int(public.defender)
        values: dict[str, object] = {
            "one": self.words.said(self.words.name(one, scene)),
            "other": self.words.said(self.words.name(other, scene)),
            "first": int(public.paid[one]),
            "second": int(public.paid[other]),
        }
        return self.words.fill(N_("{one} paid {first}, {other} paid {second}"), values)

    def _paint_pairs(
        self,
        canvas: Canvas,
        x: int,
        y: int,
        public: BattalionPublic,
        attack: list[int],
        answers: list[int],
    ) -> None:
        """The attack cards in one row, the answers below them; on in further rows where the board
        is too narrow for all."""
        across = max(1, (canvas.width - x) // 4)
        for index, (card, answer) in enumerate(zip(attack, answers, strict=True)):
            left = x + index % across * 4
            top = y + index // across * 3
            style = "reverse" if public.phase == DEFENDING and index == public.asked else ""
            paint_cards(canvas, left, top, [card], self.words, style=style)
            if answer != BARE:
                paint_cards(canvas, left, top + 1, [answer], self.words)
            else:
                canvas.put(left, top + 1, self.look.glyphs.dash, "$quiet")
