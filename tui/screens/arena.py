"""The arena's form: rule set, seats, who sits there, deals, seed; then it is run or watched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events, on
from textual.widget import Widget

from engine.refusals import MessdeckError
from engine.registry import rule_sets
from tui.arena.draft import MOST_SPEC, ArenaDraft, new_arena
from tui.commands import Command
from tui.screens.arena_run import ArenaRunScreen
from tui.screens.base import RoomScreen
from tui.screens.plates import Foot
from tui.widgets.board import TitleLine
from tui.widgets.form import Form, Row
from tui.widgets.prompt import KeyHint
from tui.words.clean import clean
from tui.words.marks import N_

UP = Command("arena.up", "up,shift+tab", N_("up"), "up", shown=False)
DOWN = Command("arena.down", "down,tab", N_("down"), "down", shown=False)
LESS = Command("arena.less", "left", N_("change"), "change(-1)", N_("The value before"))
MORE = Command("arena.more", "right", N_("change"), "change(1)", N_("The next value"), shown=False)
ENTER = Command("arena.enter", "enter", N_("next, begin"), "enter",
                N_("To the next row; on a button, press it"))  # fmt: skip
DELETE = Command("arena.delete", "backspace", N_("delete"), "delete",
                 N_("Delete what was typed"), shown=False)  # fmt: skip
HELP = Command("arena.help", "question_mark", N_("keys"), "help", N_("Show what the keys do"))
HELP_TOO = Command("arena.help-too", "f1", N_("keys"), "help_too", N_("Show what the keys do"),
                   shown=False)  # fmt: skip
BACK = Command("arena.back", "escape", N_("back"), "back", N_("Back to the menu"))

MOST_DIGITS = 8
MOST_SEED = 64


class ArenaScreen(RoomScreen):
    """Edits a draft of a tournament, and runs it."""

    KEYS: ClassVar[Sequence[Command]] = (UP, DOWN, LESS, MORE, ENTER, DELETE, HELP, HELP_TOO, BACK)

    def __init__(self, draft: ArenaDraft | None = None) -> None:
        super().__init__()
        self.known = list(rule_sets())
        self.draft = draft or new_arena(self.known[0])

    def content(self) -> Sequence[Widget]:
        self.title_line = TitleLine(self.look)
        say = self.words.gettext
        self.title_line.show(say(N_("Arena")), say(N_("who is the stronger one?")))
        self.form = Form(self.look)
        self.foot = Foot(self.look)
        return [self.title_line, self.form, self.foot]

    def on_mount(self) -> None:
        super().on_mount()
        self.redraw()

    # Rows

    def redraw(self) -> None:
        """Draws form and foot anew."""
        self.form.show(self._rows())
        self._explain()

    def _rows(self) -> list[Row]:
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

    def _explain(self) -> None:
        self.show_keys()
        row, words, say = self.form.current, self.words, self.words.gettext
        if row.id == "rules":
            self.foot.show(words.line(self.draft.rules))
        elif row.id.startswith("seat-"):
            seat = int(row.id.removeprefix("seat-"))
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

    def key_hints(self) -> list[KeyHint]:
        both = "".join([self.key_of(LESS), " " if self.look.ascii else "", self.key_of(MORE)])
        help_ = HELP_TOO if self._typing else HELP
        hints = [self.hint(command) for command in (ENTER, help_, BACK)]
        return [KeyHint(both, self.words.gettext(LESS.label)), *hints]

    def action_up(self) -> None:
        """Marks the row above."""
        self.form.move(-1)
        self._explain()

    def action_down(self) -> None:
        """Marks the row below."""
        self.form.move(1)
        self._explain()

    def action_change(self, by: int) -> None:
        """The next or the previous value of the marked row."""
        row, draft = self.form.current, self.draft
        if row.id == "rules":
            at = self.known.index(draft.rules)
            self.draft = new_arena(self.known[(at + by) % len(self.known)])
        elif row.id == "seats":
            known = draft.rule_set.seats
            draft.seats = known[(known.index(draft.seats) + by) % len(known)]
        elif row.id.startswith("seat-"):
            seat = int(row.id.removeprefix("seat-"))
            levels = draft.levels()
            at = levels.index(draft.who[seat]) if draft.who[seat] in levels else 0
            draft.who[seat] = levels[(at + by) % len(levels)]
        elif row.id == "deals":
            now = int(draft.deals) if draft.deals.isdigit() else 0
            draft.deals = str(max(1, now * 2 if by > 0 else now // 2))[:MOST_DIGITS]
        self.redraw()

    def on_key(self, event: events.Key) -> None:
        character = event.character or ""
        if self.too_small or len(character) != 1 or not event.is_printable:
            return
        row, draft = self.form.current, self.draft
        if row.id == "deals" and character in "0123456789" and len(draft.deals) < MOST_DIGITS:
            draft.deals = (draft.deals if self._typed == row.id else "") + character
        elif row.id == "seed" and len(draft.seed) < MOST_SEED:
            draft.seed += clean(character) or (" " if draft.seed else "")
        elif row.id.startswith("seat-"):
            seat = int(row.id.removeprefix("seat-"))
            before = draft.who[seat] if self._typed == row.id else ""
            if len(before) < MOST_SPEC and character.isascii():
                draft.who[seat] = before + character
        else:
            return
        event.stop()
        self._typed = row.id
        self.redraw()

    def action_help_too(self) -> None:
        """The page of keys, also where a question mark is typed."""
        self.action_help()

    def wants_text(self) -> bool:
        return bool(self.form.rows) and self.form.current.id == "seed"

    _typed = ""

    def action_delete(self) -> None:
        """Deletes the last character that was typed."""
        row, draft = self.form.current, self.draft
        if row.id == "seed":
            draft.seed = draft.seed[:-1]
        elif row.id == "deals":
            draft.deals = draft.deals[:-1]
        elif row.id.startswith("seat-"):
            seat = int(row.id.removeprefix("seat-"))
            draft.who[seat] = draft.who[seat][:-1]
        self._typed = row.id
        self.redraw()

    async def action_enter(self) -> None:
        """The next row; on a button, what it says."""
        if self.form.current.button:
            await self._press(self.form.current.id)
        else:
            self._typed = ""
            self.action_down()

    async def _press(self, id_: str) -> None:
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

    @on(Form.Pressed)
    async def _clicked(self, message: Form.Pressed) -> None:
        if message.row.button:
            await self._press(message.row.id)
        elif message.by:
            self.action_change(message.by)
        else:
            self._explain()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "help" and self.is_mounted and self._typing:
            # A question mark belongs into a seed.
            return False
        return super().check_action(action, parameters)

    @property
    def _typing(self) -> bool:
        row = self.form.current if self.form.rows else None
        return row is not None and (row.typed or row.id.startswith("seat-"))
