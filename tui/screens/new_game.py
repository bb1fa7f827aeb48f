"""A new game: rule set, seats, options, seed, first dealer; then it begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from textual import events, on
from textual.widget import Widget

from engine.options import Option, OptionValue
from engine.registry import rule_sets
from tui.commands import Command
from tui.renderers import can_show
from tui.screens.base import RoomScreen
from tui.screens.plates import Foot
from tui.setup import PERSON, Draft, new_draft
from tui.widgets.board import TitleLine
from tui.widgets.form import Form, Row
from tui.widgets.prompt import KeyHint
from tui.words.clean import clean
from tui.words.marks import N_

UP = Command("form.up", "up,shift+tab", N_("up"), "up", shown=False)
DOWN = Command("form.down", "down,tab", N_("down"), "down", shown=False)
LESS = Command("form.less", "left", N_("change"), "change(-1)", N_("The value before"))
MORE = Command("form.more", "right", N_("change"), "change(1)", N_("The next value"), shown=False)
ENTER = Command("form.enter", "enter", N_("next, begin"), "enter",
                N_("To the next row; on the last one the game begins"))  # fmt: skip
DELETE = Command("form.delete", "backspace", N_("delete"), "delete",
                 N_("Delete what was typed"), shown=False)  # fmt: skip
USUAL = Command("form.usual", "delete", N_("usual"), "usual",
                N_("Put the usual value back"), shown=False)  # fmt: skip
HELP = Command("form.help", "question_mark", N_("keys"), "help", N_("Show what the keys do"))
HELP_TOO = Command("form.help-too", "f1", N_("keys"), "help_too", N_("Show what the keys do"),
                   shown=False)  # fmt: skip
BACK = Command("form.back", "escape", N_("back"), "back", N_("Back without a game"))

MAX_SEED = 64
MAX_NAME = 16


class NewGameScreen(RoomScreen):
    """Edits a draft and begins it."""

    KEYS: ClassVar[Sequence[Command]] = (
        UP,
        DOWN,
        LESS,
        MORE,
        ENTER,
        DELETE,
        USUAL,
        HELP,
        HELP_TOO,
        BACK,
    )

    def __init__(self, draft: Draft | None = None) -> None:
        super().__init__()
        self.known = [id_ for id_ in rule_sets() if can_show(id_)]
        self.draft = draft or new_draft(self.known[0])

    def content(self) -> Sequence[Widget]:
        self.title_line = TitleLine(self.look)
        self.title_line.show(self.words.gettext(N_("New game")))
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
        faults = draft.faults()
        players = self.words.fill(N_("{count} players"), {"count": draft.players})
        dealer = say(N_("drawn by lot"))
        if draft.dealer is not None:
            dealer = draft.seat_names(self.room.called, self.room.crew)[draft.dealer]
        rows = [
            Row("rules", say(N_("Game")), self.words.title(draft.rules)),
            Row("players", say(N_("Players")), players),
        ]
        for seat, name in enumerate(draft.seat_names(self.room.called, self.room.crew)):
            label = self.words.fill(N_("Seat {number}"), {"number": seat + 1})
            rows.append(Row(f"seat-{seat}", label, self._who(draft.who[seat]), note=name))
        for index, option in enumerate(draft.rule_set.options):
            shown = self._shown(option, draft.value(option))
            label = self.words.option(option).label
            number = not option.choices
            rows.append(
                Row(
                    f"option-{option.name}",
                    label,
                    shown,
                    typed=False,
                    wrong=option.name in faults,
                    note=self.words.option(option).range if number else "",
                    space=index == 0,
                )
            )
        rows.append(Row("dealer", say(N_("First dealer")), dealer, space=True))
        seed = draft.seed or ""
        note = "" if seed else say(N_("drawn by lot"))
        rows.append(Row("seed", say(N_("Seed of the shuffles")), seed, typed=True, note=note))
        rows.append(Row("begin", say(N_("Begin the game")), button=True, space=True))
        return rows

    def _who(self, who: str) -> str:
        if who == PERSON:
            return self.words.gettext(N_("person"))
        return self.words.level(who)

    def _shown(self, option: Option, value: OptionValue) -> str:
        return self.words.option_value(option, value)

    def _explain(self) -> None:
        self.show_keys()
        row, words = self.form.current, self.words
        faults = self.draft.faults()
        name = row.id.removeprefix("option-")
        if row.id.startswith("option-") and name in faults:
            self.foot.show(words.error(faults[name]), wrong=True)
        elif row.id.startswith("option-"):
            option = self._option(name)
            told = words.option(option)
            second = told.range
            for choice, (_, line) in zip(option.choices, told.choices, strict=True):
                if choice == self.draft.value(option):
                    second = line
            self.foot.show(told.line, second)
        elif row.id == "rules":
            self.foot.show(words.line(self.draft.rules))
        elif row.id.startswith("seat-"):
            who = self.draft.who[int(row.id.removeprefix("seat-"))]
            line = words.level_line(who)
            if who == PERSON:
                line = words.gettext(N_("Somebody at this screen. Typing changes the name."))
            self.foot.show(line, words.gettext(N_("The arrows choose who sits here.")))
        elif row.id == "begin" and faults:
            first = next(iter(faults.values()))
            self.foot.show(words.error(first), wrong=True)
        else:
            self.foot.show(self._line(row.id))

    def _line(self, id_: str) -> str:
        say = self.words.gettext
        return {
            "players": say(N_("How many sit at the table.")),
            "dealer": say(N_("Who deals first; the first choice is to the dealer's left.")),
            "seed": say(N_("The same text gives the same shuffles. Leave it empty for new ones.")),
            "begin": say(N_("Press Enter to sit down.")),
        }.get(id_, "")

    def _option(self, name: str) -> Option:
        return next(option for option in self.draft.rule_set.options if option.name == name)

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
            self._change_rules(by)
        elif row.id == "players":
            draft.players = _next(draft.rule_set.seats, draft.players, by)
            if draft.dealer is not None and draft.dealer >= draft.players:
                draft.dealer = None
        elif row.id.startswith("seat-"):
            seat = int(row.id.removeprefix("seat-"))
            draft.who[seat] = _next((PERSON, *draft.levels()), draft.who[seat], by)
        elif row.id.startswith("option-"):
            self._change_option(self._option(row.id.removeprefix("option-")), by)
        elif row.id == "dealer":
            dealers = (None, *range(draft.players))
            draft.dealer = dealers[(dealers.index(draft.dealer) + by) % len(dealers)]
        self.redraw()

    def _change_rules(self, by: int) -> None:
        old = self.draft
        rules = _next(tuple(self.known), old.rules, by)
        self.draft = new_draft(rules)
        for seat in range(min(len(old.who), len(self.draft.who))):
            self.draft.who[seat] = old.who[seat]
            self.draft.names[seat] = old.names[seat]
        self.draft.seed = old.seed

    def _change_option(self, option: Option, by: int) -> None:
        value = self.draft.value(option)
        if option.choices:
            assert isinstance(value, str)
            self.draft.values[option.name] = _next(option.choices, value, by)
            return
        assert isinstance(value, int)
        low = option.low if option.low is not None else value + by
        high = option.high if option.high is not None else value + by
        self.draft.values[option.name] = min(max(value + by, low), high)

    def on_key(self, event: events.Key) -> None:
        character = event.character or ""
        if self.too_small or len(character) != 1 or not event.is_printable:
            return
        if self._type(character):
            event.stop()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        if not self.too_small:
            for character in clean(event.text, MAX_SEED):
                self._type(character)

    def _type(self, character: str) -> bool:
        """Types a character into the marked row; False if that takes none."""
        row, draft = self.form.current, self.draft
        if row.id.startswith("option-") and character in "0123456789":
            option = self._option(row.id.removeprefix("option-"))
            if not option.choices:
                self._type_number(option, character)
        elif row.id == "seed" and len(draft.seed) < MAX_SEED:
            draft.seed += clean(character) or (" " if draft.seed else "")
        elif row.id.startswith("seat-"):
            seat = int(row.id.removeprefix("seat-"))
            if len(draft.names[seat]) < MAX_NAME:
                draft.names[seat] += clean(character) or (" " if draft.names[seat] else "")
        else:
            return False
        self._typed = row.id
        self.redraw()
        return True

    _typed = ""

    def _type_number(self, option: Option, digit: str) -> None:
        value = self.draft.value(option)
        fresh = self._typed != f"option-{option.name}"
        text = digit if fresh or value == 0 else f"{value}{digit}"
        if len(text) <= 5:
            self.draft.values[option.name] = int(text)

    def action_delete(self) -> None:
        """Deletes the last character that was typed."""
        row, draft = self.form.current, self.draft
        if row.id == "seed":
            draft.seed = draft.seed[:-1]
        elif row.id.startswith("seat-"):
            seat = int(row.id.removeprefix("seat-"))
            draft.names[seat] = draft.names[seat][:-1]
        elif row.id.startswith("option-"):
            option = self._option(row.id.removeprefix("option-"))
            value = draft.value(option)
            if isinstance(value, int):
                draft.values[option.name] = value // 10
                self._typed = row.id
        self.redraw()

    def action_usual(self) -> None:
        """The usual value of the marked row."""
        row, draft = self.form.current, self.draft
        if row.id.startswith("option-"):
            draft.values.pop(row.id.removeprefix("option-"), None)
        elif row.id == "seed":
            draft.seed = ""
        elif row.id.startswith("seat-"):
            draft.names[int(row.id.removeprefix("seat-"))] = ""
        elif row.id == "dealer":
            draft.dealer = None
        self.redraw()

    def action_help_too(self) -> None:
        """The page of keys, also where a question mark is typed."""
        self.action_help()

    async def action_enter(self) -> None:
        """The next row; on the last one the game begins."""
        if self.form.current.id == "begin":
            await self._begin()
        else:
            self._typed = ""
            self.action_down()

    async def _begin(self) -> None:
        faults = self.draft.faults()
        if faults:
            name, fault = next(iter(faults.items()))
            self.form.mark(f"option-{name}")
            self.foot.show(self.words.error(fault), wrong=True)
            return
        await self.room.begin(self.draft.setup(self.room.called, self.room.crew))

    @on(Form.Pressed)
    async def _clicked(self, message: Form.Pressed) -> None:
        if message.row.id == "begin":
            await self._begin()
        elif message.by:
            self.action_change(message.by)
        else:
            self._explain()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "help" and self.is_mounted and self._typing:
            # A question mark belongs into a name or a seed.
            return False
        return super().check_action(action, parameters)

    def wants_text(self) -> bool:
        return self._typing

    @property
    def _typing(self) -> bool:
        row = self.form.current if self.form.rows else None
        return row is not None and (row.typed or row.id.startswith("seat-"))


Value = TypeVar("Value")


def _next(values: Sequence[Value], now: Value, by: int) -> Value:
    at = values.index(now) if now in values else 0
    return values[(at + by) % len(values)]
