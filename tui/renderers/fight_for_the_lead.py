"""Fight for the Lead on the screen: pot, stock, the fight, the trick."""

from __future__ import annotations

from collections.abc import Sequence

from engine import bits
from engine.actions import ENTER, EXCHANGE, FIGHT, PLAY, SIT, STAND, card_of
from engine.cards import SUITS
from engine.fight_for_the_lead.public import LeadPublic
from engine.fight_for_the_lead.terms import ENTERING, EXCHANGING, FIGHTING, OVER, TRICKS
from engine.fight_for_the_lead.view import LeadView
from engine.game import View
from tui.renderers.moment import Moment, Trick
from tui.renderers.question import Answering, Question
from tui.renderers.renderer import Renderer
from tui.widgets.canvas import Canvas, cells
from tui.widgets.faces import card_width, paint_back, paint_cards, paint_face
from tui.words import Scene
from tui.words.marks import N_, NN_, Text

MOST_COLUMN = 12


def _column(room: int, seats: int) -> int:
    """How wide the column of a seat is."""
    return max(6, min(MOST_COLUMN, room // max(1, seats)))


def _lead(view: View) -> LeadView:
    assert isinstance(view, LeadView)
    return view


class LeadRenderer(Renderer):
    """The rule set ``fight-for-the-lead``."""

    secret_kind = FIGHT

    def hand(self, view: View) -> list[int]:
        return bits.cards_of(_lead(view).hand)

    def hand_size(self, view: View, seat: int) -> int:
        return int(_lead(view).public.hand_size(seat))

    def score(self, view: View, seat: int) -> int:
        return int(_lead(view).public.chips[seat])

    def dealer(self, view: View) -> int:
        return int(_lead(view).public.dealer)

    def kinds(self, view: View) -> Sequence[int]:
        phase = _lead(view).public.phase
        if phase == ENTERING:
            return (ENTER, SIT)
        if phase == FIGHTING:
            return (FIGHT,)
        return (EXCHANGE, STAND) if phase == EXCHANGING else (PLAY,)

    def bounds(self, view: View) -> tuple[int, int | None]:
        public = _lead(view).public
        if public.phase == EXCHANGING:
            return 1, int(public.terms.hand_size)
        return 1, 1

    def is_out(self, view: View, seat: int) -> bool:
        public = _lead(view).public
        return public.phase not in (ENTERING, OVER) and not (public.playing >> seat) & 1

    def prompt_values(self, question: Question) -> dict[str, object]:
        view = _lead(question.view)
        public = view.public
        if public.phase == ENTERING:
            return {"price": int(public.price(view.seat))}
        if public.phase == EXCHANGING:
            return {"price": int(public.terms.ante)}
        if public.phase == TRICKS and public.laid > 0:
            led = int(public.led)
            if any(card // 13 == led for card in question.hand):
                return {"suit": SUITS[led]}
        return {}

    def preview(self, answering: Answering) -> str:
        cards = answering.cards
        if answering.question.cards != EXCHANGE or not cards:
            return ""
        public = _lead(answering.question.view).public
        values: dict[str, object] = {
            "cards": self.words.said(self.words.cards(cards)),
            "count": len(cards) * int(public.terms.ante),
        }
        return self.words.fill(
            NN_("{cards}: for {count} chip.", "{cards}: for {count} chips."), values, by="count"
        )

    def hint_without_cards(self, question: Question) -> str:
        view = _lead(question.view)
        public = view.public
        if public.phase == TRICKS and public.laid > 0:
            if not any(card // 13 == public.led for card in question.hand):
                suit = self.words.suit(int(public.led))
                return self.words.fill(
                    N_("You have no {led}: any card will do, but none takes the trick."),
                    {"led": suit},
                )
        if public.phase in (ENTERING, EXCHANGING):
            return self.words.fill(
                NN_("You have {count} chip.", "You have {count} chips."),
                {"count": int(public.chips[view.seat])},
                by="count",
            )
        return ""

    def notes(self, moment: Moment, seat: int) -> list[str]:
        public = _lead(moment.view).public
        words = self.words
        found: list[str] = []
        debt = int(public.debts[seat])
        if public.phase not in (ENTERING, OVER):
            if not (public.playing >> seat) & 1:
                found.append(words.gettext(N_("not in this deal")))
            elif public.phase == TRICKS:
                taken = int(public.tricks_of(seat))
                text = NN_("{count} trick", "{count} tricks")
                found.append(words.fill(text, {"count": taken}, by="count"))
        elif public.phase == ENTERING and (public.sat >> seat) & 1:
            found.append(words.gettext(N_("sits out")))
        if debt:
            found.append(words.fill(N_("owes {debt}"), {"debt": debt}))
        return found

    def status(self, moment: Moment, scene: Scene) -> str:
        public = _lead(moment.view).public
        terms = public.terms
        parts = [
            self.words.fill(
                N_("deal {number} of {deals}"),
                {"number": int(public.deal), "deals": int(terms.deals)},
            ),
            self.words.fill(N_("ante {ante}"), {"ante": int(terms.ante)}),
        ]
        return f" {self.look.glyphs.dot} ".join(parts)

    # The board

    def paint_board(self, canvas: Canvas, moment: Moment, scene: Scene) -> None:
        public = _lead(moment.view).public
        steps = ((18, 8), (12, 6), (9, 5), (8, 4), (6, 3))
        rows = self.rows_for(canvas.height, steps)
        pot = self.words.fill(
            NN_("Pot {count} chip", "Pot {count} chips"), {"count": int(public.pot)}, by="count"
        )
        stock = 0 if public.phase in (ENTERING, OVER) else int(public.stock)
        left = self.paint_pile(canvas, 0, 0, self.words.gettext(N_("Stock")), stock, height=rows)
        x = left + 3
        after = canvas.put(x, 0, pot, "$text-accent bold", limit=canvas.width)
        heading, y = self._heading(public, scene), 1
        dot = f" {self.look.glyphs.dot} "
        if heading and after + cells(dot + heading) <= canvas.width:
            canvas.put(after, 0, dot + heading, "$text-accent")
        elif heading:
            # Below the pot, then; the cards have a row less.
            canvas.put(x, 1, heading, "$text-accent", limit=canvas.width)
            y = 2
            rows = self.rows_for(canvas.height - 1, steps)
        if public.phase == ENTERING:
            self._paint_prices(canvas, x, y, public, scene)
            if moment.last_trick is not None:
                below = int(public.terms.players) + 1 + y
                self._paint_last(canvas, x, below, moment.last_trick, scene)
        elif public.phase in (FIGHTING, EXCHANGING):
            self._paint_fight(canvas, x, y, moment, scene, rows)
        else:
            self._paint_trick(canvas, x, y, public, scene, rows)

    def told_board(self, moment: Moment, scene: Scene) -> list[str]:
        public = _lead(moment.view).public
        heading = self._heading(public, scene)
        found = [f"{heading[:1].upper()}{heading[1:]}."] if heading else []
        text: Text = NN_("The pot holds {count} chip.", "The pot holds {count} chips.")
        found.append(self.say(text, scene, count=int(public.pot)))
        if public.phase == ENTERING:
            found += [self._price(public, seat, scene) + "." for seat in public.in_order()]
        elif public.phase == EXCHANGING:
            for seat in public.in_order():
                if (public.playing >> seat) & 1:
                    card = int((public.fights >> (6 * seat)) & 63)
                    name, new = self.words.name(seat, scene), self._exchanged(public, seat)
                    found.append(self.tell_cards(name, [card], new))
            if len(public.turned):
                said = self.words.gettext(N_("Turned up:"))
                found.append(f"{said} {self.words.cards([int(card) for card in public.turned])}.")
        elif public.phase != FIGHTING:
            for seat, laid in self._trick(public):
                if laid is not None:
                    found.append(self.tell_cards(self.words.name(seat, scene), [laid]))
        return found

    def _heading(self, public: LeadPublic, scene: Scene) -> str:
        words = self.words
        if public.phase == ENTERING:
            return words.fill(N_("who plays deal {number}?"), {"number": int(public.deal)})
        if public.phase == FIGHTING:
            return words.gettext(N_("the fight for the lead"))
        if public.phase == EXCHANGING:
            name = words.said(words.name(int(public.leader()), scene))
            return words.fill(N_("{name} has the lead"), {"name": name})
        done = int(public.done) if public.laid == 0 and public.done else int(public.done) + 1
        total = int(public.terms.hand_size)
        return words.fill(N_("trick {number} of {total}"), {"number": done, "total": total})

    def _paint_prices(
        self, canvas: Canvas, x: int, y: int, public: LeadPublic, scene: Scene
    ) -> None:
        for row, seat in enumerate(public.in_order(), start=y):
            canvas.put(x, row, self._price(public, seat, scene), limit=canvas.width)

    def _price(self, public: LeadPublic, seat: int, scene: Scene) -> str:
        """What the next deal costs a seat, and whether it plays."""
        words = self.words
        price = int(public.price(seat))
        values: dict[str, object] = {"name": words.said(words.name(seat, scene)), "count": price}
        if public.chips[seat] < price:
            text: Text = NN_(
                "{name}: {count} chip, cannot pay", "{name}: {count} chips, cannot pay"
            )
        elif (public.sat >> seat) & 1:
            text = N_("{name}: sits out")
        elif public.may_sit(seat):
            text = NN_("{name} may enter for {count} chip", "{name} may enter for {count} chips")
        else:
            text = NN_("{name}: {count} chip", "{name}: {count} chips")
        return words.fill(text, values, by="count" if isinstance(text, tuple) else "")

    def _paint_fight(
        self, canvas: Canvas, x: int, y: int, moment: Moment, scene: Scene, rows: int
    ) -> None:
        public = _lead(moment.view).public
        seats = [seat for seat in public.in_order() if (public.playing >> seat) & 1]
        revealed = public.phase == EXCHANGING
        column = _column(canvas.width - x, len(seats))
        for index, seat in enumerate(seats):
            card: int | None = None
            if revealed:
                card = int((public.fights >> (6 * seat)) & 63)
            elif seat == moment.view.seat and moment.own is not None:
                card = int(card_of(moment.own))
            down = not revealed and seat in moment.committed
            won = revealed and seat == public.leader()
            note = self._exchanged(public, seat) if revealed else ""
            self._paint_seat(
                canvas,
                x + index * column,
                y,
                seat,
                scene,
                rows,
                card,
                column,
                down=down,
                won=won,
                note=note,
            )
        if public.phase == FIGHTING and moment.last_trick is not None and moment.own is None:
            # A new deal has begun already; how the last one ended must not be missed.
            self._paint_last(canvas, x, y + 1 + rows, moment.last_trick, scene)
        if revealed and len(public.turned):
            turned = [int(card) for card in public.turned]
            row = y + 1 + rows + (1 if rows > 1 else 0)
            said = self.words.gettext(N_("Turned up:"))
            after = canvas.put(x, row, said + " ", "$quiet")
            paint_cards(canvas, after, row, turned[-10:], self.words, room=canvas.width - after)

    def _paint_last(self, canvas: Canvas, x: int, y: int, trick: Trick, scene: Scene) -> None:
        name = self.words.said(self.words.name(trick.winner, scene))
        said = self.words.fill(N_("Last trick, taken by {name}:"), {"name": name})
        if y + 1 < canvas.height:
            canvas.put(x, y, said, "$quiet", limit=canvas.width)
            paint_cards(canvas, x, y + 1, trick.cards, self.words)

    def _exchanged(self, public: LeadPublic, seat: int) -> str:
        gave = int((public.gave >> (4 * seat)) & 15)
        return self.words.fill(N_("new: {count}"), {"count": gave}) if gave else ""

    def _paint_trick(
        self, canvas: Canvas, x: int, y: int, public: LeadPublic, scene: Scene, rows: int
    ) -> None:
        last = public.laid == 0 and public.done > 0
        after = 3 * int(public.done)
        winner = int((public.leads >> after) & 7) if last else int(public.best_seat)
        column = _column(canvas.width - x, int(public.size))
        for index, (seat, card) in enumerate(self._trick(public)):
            self._paint_seat(
                canvas, x + index * column, y, seat, scene, rows, card, column,
                won=card is not None and seat == winner,
            )  # fmt: skip

    def _trick(self, public: LeadPublic) -> list[tuple[int, int | None]]:
        """The trick on the table, between two tricks the last one: each seat in the order of
        play, and its card, None if it has played none yet."""
        last = public.laid == 0 and public.done > 0
        number = int(public.done) - 1 if last else int(public.done)
        packed = int(public.finished(number)) if last else int(public.trick)
        laid = int(public.size) if last else int(public.laid)
        seat = int((public.leads >> (3 * number)) & 7)
        found: list[tuple[int, int | None]] = []
        for index in range(int(public.size)):
            found.append((seat, (packed >> (6 * index)) & 63 if index < laid else None))
            seat = int((public.after >> (seat * 4)) & 15)
        return found

    def _paint_seat(
        self,
        canvas: Canvas,
        x: int,
        y: int,
        seat: int,
        scene: Scene,
        rows: int,
        card: int | None,
        column: int,
        *,
        down: bool = False,
        won: bool = False,
        note: str = "",
    ) -> None:
        """A seat's card in a column: its name above, a mark below if it wins."""
        name = self.words.name(seat, scene)
        style = "bold $text-success" if won else ""
        canvas.put(x, y, name, style, limit=x + column - 1)
        if rows == 1:
            if card is not None:
                paint_cards(canvas, x, y + 1, [card], self.words)
            elif down:
                canvas.put(x, y + 1, self.look.glyphs.back * 2, "$quiet")
            return
        width = min(card_width(rows), column - 1)
        if card is not None:
            edge = "$card-key on $card bold" if won else None
            paint_face(
                canvas, x, y + 1, card, self.words, self.look, width=width, height=rows, edge=edge
            )
        elif down:
            paint_back(canvas, x, y + 1, self.look, width=width, height=rows)
        if note:
            canvas.put(x, y + 1 + rows, note, "$quiet", limit=x + column - 1)
