"""Who plays on in a game that came from elsewhere, seat by seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from ai.levels import levels_for
from saves.restore import game_of
from saves.schema import SavedGame, Seat
from tui.called import names_of
from tui.commands import DOWN, HELP, UP, Command
from tui.screens.form_screen import FormScreen, following, seat_of
from tui.setup import PERSON
from tui.widgets.form import Row
from tui.words.marks import N_

LESS = Command("seating.less", "left", N_("change"), "change(-1)", N_("The player before"))
MORE = Command("seating.more", "right,space", N_("change"), "change(1)", N_("The next player"),
               shown=False)  # fmt: skip
TAKE = Command("seating.take", "enter", N_("next, take in"), "enter",
               N_("To the next seat; on the last row the game is taken in"))  # fmt: skip
CANCEL = Command("seating.cancel", "escape,q", N_("back"), "back", N_("Back; nothing is taken in"))


class SeatingScreen(FormScreen):
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

    def headline(self) -> tuple[str, str]:
        words = self.words
        return words.gettext(N_("Who plays on?")), words.title(self.saved.rules)

    def explain(self) -> None:
        told = N_("Each seat goes to a person at this screen or to a level; the names stay.")
        self.foot.show(self.words.gettext(told))

    def rows(self) -> list[Row]:
        words = self.words
        names = names_of(words, self.saved)
        rows: list[Row] = []
        for seat, who in enumerate(self.who):
            label = words.fill(N_("Seat {number}"), {"number": seat + 1})
            shown = words.gettext(N_("person")) if who == PERSON else words.level(who)
            rows.append(Row(f"seat-{seat}", label, shown, note=names[seat]))
        rows.append(Row("take", words.gettext(N_("Take the game in")), button=True, space=True))
        return rows

    def change(self, row: Row, by: int) -> None:
        seat = seat_of(row)
        if seat is not None:
            self.who[seat] = following(self.known, self.who[seat], by)

    async def press_button(self, id_: str) -> None:
        seats = [Seat(PERSON) if who == PERSON else Seat("level", who) for who in self.who]
        self.app.pop_screen()
        self.then(seats)
