"""General's War on the screen: the reserve, the two squads, what a tie left lying."""

from __future__ import annotations

from collections.abc import Sequence

from engine import bits
from engine.actions import CHALLENGE, MUSTER, READY, SQUAD
from engine.game import View
from engine.generals_war.public import (
    BATTLE,
    CHALLENGING,
    MUSTERING,
    SQUAD_SIZE,
    VALUES,
    WarPublic,
    value_of,
)
from engine.generals_war.view import WarView
from tui.renderers.moment import Moment
from tui.renderers.question import Answering, by_rank, by_suit
from tui.renderers.renderer import Renderer, squad_of
from tui.widgets.canvas import Canvas, cells, wrapped
from tui.widgets.faces import paint_cards, paint_fan
from tui.words import Scene
from tui.words.marks import N_, NN_


def by_value(card: int) -> tuple[int, int]:
    """Sorts a hand by what the cards are worth, from the king down to the ace."""
    return -int(VALUES[card % 13]), by_rank(card)[1]


def _war(view: View) -> WarView:
    assert isinstance(view, WarView)
    return view


class WarRenderer(Renderer):
    """The rule set ``generals-war``."""

    sorters = (by_value, by_suit)

    def hand(self, view: View) -> list[int]:
        return bits.cards_of(_war(view).hand)

    def hand_size(self, view: View, seat: int) -> int:
        return int(_war(view).public.sizes[seat])

    def score(self, view: View, seat: int) -> int:
        return int(value_of(_war(view).public.won[seat]))

    def dealer(self, view: View) -> int:
        return int(_war(view).public.dealer)

    def is_out(self, view: View, seat: int) -> bool:
        return bool(_war(view).public.place[seat] != 0)

    def kinds(self, view: View) -> Sequence[int]:
        phase = _war(view).public.phase
        if phase == MUSTERING:
            return (MUSTER, READY)
        return (CHALLENGE,) if phase == CHALLENGING else (SQUAD,)

    def bounds(self, view: View) -> tuple[int, int | None]:
        return (SQUAD_SIZE, SQUAD_SIZE) if _war(view).public.phase == BATTLE else (1, 1)

    def preview(self, answering: Answering) -> str:
        cards = answering.cards
        if answering.question.cards != SQUAD or not cards:
            return ""
        worth = sum(int(VALUES[card % 13]) for card in cards)
        text = NN_("{cards}: worth {count} point.", "{cards}: worth {count} points.")
        return self.words.fill(text, {"cards": self.words.cards(cards), "count": worth}, by="count")

    def notes(self, moment: Moment, seat: int) -> list[str]:
        public = _war(moment.view).public
        words = self.words
        found: list[str] = []
        if public.place[seat] != 0:
            found.append(words.fill(N_("place {place}"), {"place": int(public.place[seat])}))
        for other in range(int(public.players)):
            killed = int(public.killed[seat * public.players + other])
            if killed:
                text = NN_("general of {name}", "{count} generals of {name}")
                name = words.name(other, Scene(names=self.cast.names))
                values: dict[str, object] = {"count": killed, "name": name}
                found.append(words.fill(text, values, by="count"))
        known = bits.cards_of(public.known[seat])
        if known:
            found.append(words.fill(N_("holds {cards}"), {"cards": words.cards(known)}))
        won = int(bits.count(public.won[seat]))
        if won:
            found.append(words.fill(N_("won {count}"), {"count": won}))
        return found

    def status(self, moment: Moment, scene: Scene) -> str:
        target = int(_war(moment.view).public.target)
        return self.say(NN_("to {count} point", "to {count} points"), scene, count=target)

    # The board

    def paint_board(self, canvas: Canvas, moment: Moment, scene: Scene) -> None:
        public = _war(moment.view).public
        height = canvas.height
        cards = self.rows_for(height, ((18, 8), (14, 6), (12, 5), (8, 4), (6, 3)))
        title = self.words.gettext(N_("Reserve"))
        left = self.paint_pile(canvas, 0, 0, title, int(public.reserve), height=cards)
        if cards == 1:
            self._paint_small(canvas, left + 3, moment, scene)
            return
        x = left + 3
        if public.phase == MUSTERING:
            self._paint_mustering(canvas, x, moment, scene)
            return
        headings, squads = self._battle(moment, scene)
        heading = self._joined(headings)
        below: list[str] = []
        if cells(heading) > canvas.width - x and len(headings) > 1:
            heading, *below = headings
        canvas.put(x, 0, heading, "$text-accent", limit=canvas.width)
        room = (canvas.width - x - 2) // 2
        for index, (seat, shown, hidden) in enumerate(squads):
            at = x + index * (room + 2)
            canvas.put(at, 1, self.words.name(seat, scene), "bold", limit=at + room)
            if hidden:
                self.paint_backs(canvas, at, 2, hidden, room=room, height=cards)
            else:
                paint_fan(canvas, at, 2, shown, self.words, self.look, room=room, height=cards)
            if shown:
                worth = sum(int(VALUES[card % 13]) for card in shown)
                won = moment.own is None and seat == public.last_winner
                style = "bold $text-success" if won else "bold"
                canvas.put(at, 2 + cards, f"= {worth}", style)
        self._paint_notes(canvas, x, 3 + cards, below, moment, scene)

    def told_board(self, moment: Moment, scene: Scene) -> list[str]:
        public = _war(moment.view).public
        text = NN_("Reserve: {count} card.", "Reserve: {count} cards.")
        found = [self.say(text, scene, count=int(public.reserve))]
        if public.phase == MUSTERING:
            return [self.words.gettext(N_("Mustering")) + ".", *found]
        headings, squads = self._battle(moment, scene)
        if headings:
            found.append(self._joined(headings) + ".")
        for seat, shown, hidden in squads:
            name = self.words.name(seat, scene)
            if shown:
                worth = sum(int(VALUES[card % 13]) for card in shown)
                text = NN_("{count} point", "{count} points")
                found.append(self.tell_cards(name, shown, self.say(text, scene, count=worth)))
            elif hidden:
                values = {"name": self.words.said(name)}
                found.append(self.words.fill(N_("{name} has chosen a squad."), values))
        return found + self._tied(public, scene)

    def _joined(self, headings: Sequence[str]) -> str:
        return f"  {self.look.glyphs.dot}  ".join(headings)

    def _battle(
        self, moment: Moment, scene: Scene
    ) -> tuple[list[str], list[tuple[int, list[int], int]]]:
        """Headings, and for each side its seat, the cards shown and how many lie face down."""
        public = _war(moment.view).public
        first, second = int(public.first), int(public.second)
        fought = [seat for seat in range(int(public.players)) if public.last[seat] != 0]
        # The last battle stays until the reader has chosen for the next one, so that nobody
        # misses how it ended.
        again = set(fought) == {first, second} and moment.own is None
        if public.phase == BATTLE and moment.committed and not again:
            sides = []
            for seat in sorted((first, second)):  # as below, so that nobody changes sides
                if seat == moment.view.seat and moment.own is not None:
                    sides.append((seat, squad_of(moment.own), 0))
                else:
                    sides.append((seat, [], SQUAD_SIZE if seat in moment.committed else 0))
            return [self._versus(first, second, scene)], sides
        if not fought:
            if public.phase == BATTLE:
                return [self._versus(first, second, scene)], []
            return [], []
        winner = int(public.last_winner)
        if winner < 0:
            heading = self.words.gettext(N_("Last battle: a tie"))
        else:
            name = self.words.name(winner, scene)
            heading = self.words.fill(N_("Last battle: won by {name}"), {"name": name})
        headings = [heading]
        if public.phase == BATTLE and self.game.players > 2:
            headings.insert(0, self._versus(first, second, scene))
        return headings, [(seat, bits.cards_of(public.last[seat]), 0) for seat in fought]

    def _versus(self, first: int, second: int, scene: Scene) -> str:
        names = [self.words.name(seat, scene) for seat in (first, second)]
        return self.words.fill(N_("{one} against {other}"), {"one": names[0], "other": names[1]})

    def _paint_mustering(self, canvas: Canvas, x: int, moment: Moment, scene: Scene) -> None:
        public = _war(moment.view).public
        canvas.put(x, 0, self.words.gettext(N_("Mustering")), "$text-accent")
        y = 1
        for seat in range(int(public.players)):
            known = bits.cards_of(public.known[seat])
            if known:
                after = canvas.put(x, y, self.words.name(seat, scene) + " ", limit=canvas.width)
                paint_cards(canvas, after, y, known, self.words, style="bold")
                y += 1
        if y == 1:
            none = self.words.gettext(N_("No general was announced so far."))
            for row, line in enumerate(wrapped(none, canvas.width - x), start=1):
                canvas.put(x, row, line, "$quiet")

    def _paint_notes(
        self,
        canvas: Canvas,
        x: int,
        y: int,
        above: Sequence[str],
        moment: Moment,
        scene: Scene,
    ) -> None:
        """Writes what had no room ``above``, and what ties left, from row ``y`` or the next one."""
        lines = [(text, "$text-accent") for text in above]
        lines += [(text, "") for text in self._tied(_war(moment.view).public, scene)]
        if y + len(lines) < canvas.height:
            y += 1
        for row, (text, style) in enumerate(lines, start=y):
            canvas.put(x, row, text, style, limit=canvas.width)

    def _tied(self, public: WarPublic, scene: Scene) -> list[str]:
        """What ties left lying, and what is out of play."""
        found: list[str] = []
        lying = sum(int(bits.count(mask)) for mask in public.table)
        if lying:
            text = NN_("{count} card of ties lies there.", "{count} cards of ties lie there.")
            found.append(self.say(text, scene, count=lying))
        lost = int(bits.count(public.lost))
        if lost:
            text = NN_("{count} card is out of play.", "{count} cards are out of play.")
            found.append(self.say(text, scene, count=lost))
        return found

    def _paint_small(self, canvas: Canvas, x: int, moment: Moment, scene: Scene) -> None:
        headings, squads = self._battle(moment, scene)
        heading = self._joined(headings)
        if _war(moment.view).public.phase == MUSTERING:
            self._paint_mustering(canvas, x, moment, scene)
            return
        canvas.put(x, 0, heading, "$text-accent", limit=canvas.width)
        for y, (seat, shown, hidden) in enumerate(squads, start=1):
            name = self.words.name(seat, scene)
            at = canvas.put(0, y, name + " ", "bold", limit=20)
            at = paint_cards(canvas, at, y, shown, self.words)
            if hidden:
                canvas.put(at, y, self.look.glyphs.back * hidden)
            if shown:
                worth = sum(int(VALUES[card % 13]) for card in shown)
                canvas.put(at + 1, y, f"= {worth}", "bold")
        if cells(heading) and len(squads) + 1 < canvas.height:
            self._paint_notes(canvas, 0, len(squads) + 1, (), moment, scene)
