"""battalion-twins on the screen: two rows of cards of one suit, and their points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from librt.vecs import vec
from mypy_extensions import i64

from engine.actions import ATTACK, DEFEND, SURRENDER
from engine.battalion import hands as held
from engine.battalion.public import ATTACKING, DEFENDING, BattalionPublic
from engine.cards import SUITS
from tui.renderers.battalion import BattalionRenderer, public_of
from tui.renderers.moment import Moment
from tui.renderers.question import Answering, Question
from tui.widgets.canvas import Canvas, cells
from tui.widgets.faces import paint_fan
from tui.words import Scene
from tui.words.marks import N_, NN_


def points(cards: Sequence[int]) -> int:
    """What cards of one suit are worth in a battle (rules, twins, Battle points)."""
    return int(held.points_of(vec[i64](cards)))


class TwinsRenderer(BattalionRenderer):
    """The rule set ``battalion-twins``."""

    attack_kinds = (ATTACK,)
    answer_kinds = (DEFEND, SURRENDER)

    def prompt_values(self, question: Question) -> dict[str, object]:
        values = super().prompt_values(question)
        public = public_of(question.view)
        if public.phase == ATTACKING:
            if public.demand > 0:
                values["least"] = int(public.demand)
            if public.last_suit >= 0:
                values["suit"] = SUITS[public.last_suit]
        return values

    def preview(self, answering: Answering) -> str:
        public = public_of(answering.question.view)
        cards = answering.cards
        if public.phase == DEFENDING:
            return self._answer_preview(public, cards)
        if not cards or answering.question.cards != ATTACK:
            return ""
        if len({card // 13 for card in cards}) > 1:
            return self.words.gettext(N_("All cards of an attack must be of one suit."))
        return self.words.fill(
            NN_("{cards}: worth {count} point.", "{cards}: worth {count} points."),
            {"cards": self.words.said(self.words.cards(cards)), "count": points(cards)},
            by="count",
        )

    def _answer_preview(self, public: BattalionPublic, cards: Sequence[int]) -> str:
        """What the battle would cost whom; without cards, what a surrender costs."""
        attack = int(held.points_of(public.attack))
        mine = points(cards) if len({card // 13 for card in cards}) == 1 else 0
        if cards and mine == 0:
            return self.words.gettext(N_("All cards of a defence must be of one suit."))
        me, attacker = int(public.defender), int(public.attacker)
        values: dict[str, object] = {
            "mine": mine,
            "attack": attack,
            "name": self.words.said(self.cast.names[attacker]),
        }
        if mine < attack:
            values["count"] = min(attack - mine, int(public.chips[me]))
            text = NN_(
                "{mine} against {attack} points: you pay {count} chip.",
                "{mine} against {attack} points: you pay {count} chips.",
            )
        elif mine > attack:
            values["count"] = min(2 * (mine - attack), int(public.chips[attacker]))
            text = NN_(
                "{mine} against {attack} points: {name} pays {count} chip.",
                "{mine} against {attack} points: {name} pays {count} chips.",
            )
        else:
            return self.words.fill(N_("{mine} against {attack} points: nobody pays."), values)
        return self.words.fill(text, values, by="count")

    def hint_without_cards(self, question: Question) -> str:
        public = public_of(question.view)
        if public.phase != DEFENDING:
            return ""
        cost = min(int(held.points_of(public.attack)), int(public.chips[public.defender]))
        return self.words.fill(
            NN_("A surrender costs {count} chip.", "A surrender costs {count} chips."),
            {"count": cost},
            by="count",
        )

    def remark(self, moment: Moment, scene: Scene) -> str:
        public = public_of(moment.view)
        if public.phase != ATTACKING or public.last_suit < 0:
            return ""
        suit = self.words.suit(int(public.last_suit))
        return self.words.fill(N_("no {suit} now"), {"suit": suit})

    def told_battle(self, moment: Moment, scene: Scene) -> list[str]:
        public = public_of(moment.view)
        found: list[str] = []
        if public.attacker >= 0:
            for seat, cards in (
                (int(public.attacker), [int(card) for card in public.attack]),
                (int(public.defender), [int(card) for card in public.answers]),
            ):
                name, worth = self.words.name(seat, scene), self._worth(public, seat, cards)
                told = [text for text in (worth, self.paid_text(public, seat)) if text]
                if cards:
                    found.append(self.tell_cards(name, cards, ", ".join(told)))
                elif worth != "?":
                    found.append(f"{name}: {', '.join(told)}.")
        remark = self.remark(moment, scene)
        return [*found, f"{remark[:1].upper()}{remark[1:]}."] if remark else found

    def paint_battle(
        self, canvas: Canvas, x: int, y: int, moment: Moment, scene: Scene, rows: int
    ) -> None:
        public = public_of(moment.view)
        if public.attacker < 0:
            return
        sides = [
            (int(public.attacker), [int(card) for card in public.attack]),
            (int(public.defender), [int(card) for card in public.answers]),
        ]
        told = [(self._worth(public, *side), self.paid_text(public, side[0])) for side in sides]
        # What stands beside the cards has the room it needs, but not more than they have.
        side = max(12, min(max(map(cells, chain(*told))), (canvas.width - x) // 2))
        for index, (seat, cards) in enumerate(sides):
            top = y + index * rows
            name = self.words.name(seat, scene)
            if rows == 1:
                at = canvas.put(x, top, f"{name} ", "bold", limit=x + 14)
                at = paint_fan(
                    canvas, at, top, cards, self.words, self.look, room=canvas.width - at, height=1
                )
                canvas.put(at + 1, top, told[index][0], limit=canvas.width)
                continue
            canvas.put(x, top, name, "bold", limit=x + side)
            worth, paid = told[index]
            canvas.put(x, top + 1, worth, limit=x + side)
            if paid:
                canvas.put(x, top + 2, paid, "$text-warning", limit=x + side)
            left = x + side + 1
            paint_fan(
                canvas, left, top, cards, self.words, self.look,
                room=canvas.width - left, height=rows,
            )  # fmt: skip

    def _worth(self, public: BattalionPublic, seat: int, cards: Sequence[int]) -> str:
        if not cards:
            if public.phase == DEFENDING and seat == public.defender:
                return "?"
            return self.words.gettext(N_("surrender"))
        text = NN_("{count} point", "{count} points")
        return self.words.fill(text, {"count": points(cards)}, by="count")
