"""Who plays on in a game that came from elsewhere, seat by seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import on
from textual.widget import Widget

from ai.levels import levels_for
from saves.restore import game_of
from saves.schema import SavedGame, Seat
from tui.commands import DOWN, HELP, UP, Command
from tui.screens.base import RoomScreen
from tui.screens.plates import Foot
from tui.setup import PERSON
from tui.widgets.board import TitleLine
from tui.widgets.form import Form, Row
from tui.widgets.prompt import KeyHint
from tui.words.marks import N_

LESS = Command("seating.less", "left", N_("change"), "change(-1)", N_("The player before"))
MORE = Command("seating.more", "right,space", N_("change"), "change(1)", N_("The next player"),
               shown=False)  # fmt: skip
TAKE = Command("seating.take", "enter", N_("next, take in"), "take",
               N_("To the next seat; on the last row the game is taken in"))  # fmt: skip
CANCEL = Command("seating.cancel", "escape,q", N_("back"), "back", N_("Back; nothing is taken in"))


class SeatingScreen(RoomScreen):
    """Edits who sits where; ``then`` is handed a Seat each, unless one goes back."""

    KEYS: ClassVar[Sequence[Command]] = (UP, DOWN, LESS, MORE, TAKE, HELP, CANCEL)

    def __init__(
        self, saved: SavedGame, seats: Sequence[Seat], then: Callable[[list[Seat]], None]
    ) -> None:
        super().__init__()
        self.then = then
        self.saved = saved
        self.who = [seat.player if seat.kind == "level" else PERSON for seat in seats]
        self.known = (PERSON, *levels_for(game_of(saved)))

    def content(self) -> Sequence[Widget]:
        words = self.words
        title = TitleLine(self.look)
        title.show(words.gettext(N_("Who plays on?")), words.title(self.saved.rules))
        self.form = Form(self.look)
        self.form.show(self._rows())
        self.foot = Foot(self.look)
        told = N_("Each seat goes to a person at this screen or to a level; the names stay.")
        self.foot.show(words.gettext(told))
        return [title, self.form, self.foot]

    def _rows(self) -> list[Row]:
        words = self.words
        rows: list[Row] = []
        for seat, who in enumerate(self.who):
            label = words.fill(N_("Seat {number}"), {"number": seat + 1})
            shown = words.gettext(N_("person")) if who == PERSON else words.level(who)
            rows.append(Row(f"seat-{seat}", label, shown, note=self.saved.names[seat]))
        rows.append(Row("take", words.gettext(N_("Take the game in")), button=True, space=True))
        return rows

    def key_hints(self) -> list[KeyHint]:
        both = "".join([self.key_of(LESS), " " if self.look.ascii else "", self.key_of(MORE)])
        hints = [self.hint(command) for command in (TAKE, HELP, CANCEL)]
        return [KeyHint(both, self.words.gettext(LESS.label)), *hints]

    def action_up(self) -> None:
        """Marks the seat above."""
        self.form.move(-1)

    def action_down(self) -> None:
        """Marks the seat below."""
        self.form.move(1)

    def action_change(self, by: int) -> None:
        """Another player for the marked seat."""
        row = self.form.current
        if not row.button:
            seat = int(row.id.removeprefix("seat-"))
            now = self.who[seat]
            at = self.known.index(now) if now in self.known else 0
            self.who[seat] = self.known[(at + by) % len(self.known)]
            self.form.show(self._rows())

    def action_take(self) -> None:
        """The next seat; or takes the game in."""
        if not self.form.current.button:
            self.form.move(1)
            return
        seats = [Seat(PERSON) if who == PERSON else Seat("level", who) for who in self.who]
        self.app.pop_screen()
        self.then(seats)

    async def go_back(self) -> None:
        self.app.pop_screen()

    @on(Form.Pressed)
    def _clicked(self, message: Form.Pressed) -> None:
        if message.row.button:
            self.action_take()
        elif message.by:
            self.action_change(message.by)
