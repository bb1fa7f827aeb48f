"""The arena's form: rule set, seats, who sits there, deals, seed; then it is run or watched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.refusals import MessdeckError
from engine.registry import rule_sets
from tui.arena.draft import MOST_SPEC, ArenaDraft, new_arena
from tui.commands import Command
from tui.screens.arena_run import ArenaRunScreen
from tui.screens.form_screen import (
    DELETE,
    DOWN,
    HELP,
    HELP_TOO,
    LESS,
    MORE,
    UP,
    FormScreen,
    added,
    following,
    seat_of,
)
from tui.widgets.form import Row
from tui.words.marks import N_

ENTER = Command("arena.enter", "enter", N_("next, begin"), "enter",
                N_("To the next row; on a button, press it"))  # fmt: skip
BACK = Command("arena.back", "escape", N_("back"), "back", N_("Back to the menu"))

MOST_DIGITS = 8
MOST_SEED = 64


class ArenaScreen(FormScreen):
    """Edits a draft of a tournament, and runs it."""

    KEYS: ClassVar[Sequence[Command]] = (UP, DOWN, LESS, MORE, ENTER, DELETE, HELP, HELP_TOO, BACK)

    def __init__(self, draft: ArenaDraft | None = None) -> None:
        super().__init__()
        self.known = list(rule_sets())
        self.draft = draft or new_arena(self.known[0])

    def headline(self) -> tuple[str, str]:
        say = self.words.gettext
        return say(N_("Arena")), say(N_("who is the stronger one?"))

    # Rows

    def rows(self) -> list[Row]:
        say, draft = self.words.gettext, self.draft
        seats = self.words.fill(N_("{count} players"), {"count": draft.seats})
        rows = [
            Row("rules", say(N_("Game")), self.words.title(draft.rules)),
            Row("seats", say(N_("Players")), seats),
        ]
        for seat in range(draft.seats):
            label = self.words.fill(N_("Seat {number}"), {"number": seat + 1})
            written = draft.who[seat]
            known = written in draft.levels()
            note = self.words.level(written) if known else ""
            rows.append(
                Row(f"seat-{seat}", label, written, wrong=draft.fault(seat) is not None,
                    note="" if note == written else note)
            )  # fmt: skip
        rows += [
            Row("deals", say(N_("Deals")), draft.deals, typed=True, space=True),
            Row("seed", say(N_("Seed of the shuffles")), draft.seed, typed=True),
            Row("run", say(N_("Let them play")), button=True, space=True),
            Row("watch", say(N_("Watch one game")), button=True),
        ]
        return rows

    def explain(self) -> None:
        row, words, say = self.form.current, self.words, self.words.gettext
        if row.id == "rules":
            self.foot.show(words.line(self.draft.rules))
        elif (seat := seat_of(row)) is not None:
            fault = self.draft.fault(seat)
            if fault is not None:
                self.foot.show(words.error(fault), wrong=True)
                return
            told = say(N_("Arrows choose a level; or type one, such as captain:worlds=50."))
            written = self.draft.who[seat]
            line = words.level_line(written) if written in self.draft.levels() else ""
            self.foot.show(line or told, told if line else "")
        else:
            self.foot.show(self._line(row.id))

    def _line(self, id_: str) -> str:
        say = self.words.gettext
        return {
            "seats": say(N_("How many sit at the table.")),
            "deals": say(N_("Each deal is played once in every seating of these players.")),
            "seed": say(N_("The same text gives the same games.")),
            "run": say(N_("Games are kept; the same tournament goes on where it stood.")),
            "watch": say(N_("Look at these players at a table, at your own pace.")),
        }.get(id_, "")

    # Keys

    def change(self, row: Row, by: int) -> None:
        draft = self.draft
        if row.id == "rules":
            self.draft = new_arena(following(self.known, draft.rules, by))
        elif row.id == "seats":
            draft.seats = following(draft.rule_set.seats, draft.seats, by)
        elif (seat := seat_of(row)) is not None:
            draft.who[seat] = following(draft.levels(), draft.who[seat], by)
        elif row.id == "deals":
            now = int(draft.deals) if draft.deals.isdigit() else 0
            draft.deals = str(max(1, now * 2 if by > 0 else now // 2))[:MOST_DIGITS]

    @property
    def typing(self) -> bool:
        return super().typing or (bool(self.form.rows) and seat_of(self.form.current) is not None)

    def wants_text(self) -> bool:
        # Numbers and names of levels are Latin, whatever the layout.
        return bool(self.form.rows) and self.form.current.id == "seed"

    def type(self, row: Row, character: str) -> bool:
        draft, again = self.draft, self.typed_into == row.id
        if row.id == "deals" and character in "0123456789" and len(draft.deals) < MOST_DIGITS:
            draft.deals = (draft.deals if again else "") + character
        elif row.id == "seed":
            draft.seed = added(draft.seed, character, MOST_SEED)
        elif (seat := seat_of(row)) is not None:
            before = draft.who[seat] if again else ""
            if len(before) < MOST_SPEC and character.isascii():
                draft.who[seat] = before + character
        else:
            return False
        return True

    def erase(self, row: Row) -> None:
        draft = self.draft
        if row.id == "seed":
            draft.seed = draft.seed[:-1]
        elif row.id == "deals":
            draft.deals = draft.deals[:-1]
        elif (seat := seat_of(row)) is not None:
            draft.who[seat] = draft.who[seat][:-1]

    async def press_button(self, id_: str) -> None:
        try:
            if id_ == "run":
                self.app.push_screen(ArenaRunScreen(self.draft.setup()))
            else:
                setup = self.draft.watched(self.room.crew)
                await self.room.begin(setup)
        except MessdeckError as error:
            for seat in range(self.draft.seats):
                if self.draft.fault(seat) is not None:
                    self.form.mark(f"seat-{seat}")
                    break
            self.foot.show(self.words.error(error), wrong=True)
