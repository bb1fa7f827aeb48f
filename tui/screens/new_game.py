"""A new game: rule set, seats, options, seed, first dealer; then it begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.options import Option
from engine.refusals import OptionFault
from engine.registry import rule_sets
from tui.commands import Command
from tui.renderers import can_show
from tui.screens.form_screen import (
    DELETE,
    DOWN,
    HELP,
    HELP_TOO,
    LESS,
    MORE,
    UP,
    USUAL,
    FormScreen,
    added,
    following,
    seat_of,
)
from tui.setup import PERSON, Draft, new_draft
from tui.widgets.form import Row
from tui.words.marks import N_

ENTER = Command("form.enter", "enter", N_("next, begin"), "enter",
                N_("To the next row; on the last one the game begins"))  # fmt: skip
BACK = Command("form.back", "escape", N_("back"), "back", N_("Back without a game"))

MAX_SEED = 64
MAX_NAME = 16


class NewGameScreen(FormScreen):
    """Edits a draft and begins it."""

    KEYS: ClassVar[Sequence[Command]] = (
        UP, DOWN, LESS, MORE, ENTER, DELETE, USUAL, HELP, HELP_TOO, BACK,
    )  # fmt: skip

    def __init__(self, draft: Draft | None = None) -> None:
        super().__init__()
        self.known = [id_ for id_ in rule_sets() if can_show(id_)]
        self.draft = draft or new_draft(self.known[0])

    def headline(self) -> tuple[str, str]:
        return self.words.gettext(N_("New game")), ""

    # Rows

    def rows(self) -> list[Row]:
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
            shown = self.words.option_value(option, draft.value(option))
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

    def _show_fault(self, name: str, fault: OptionFault) -> None:
        """What is wrong with an option, by the name that stands in the form."""
        label = self.words.option(self._option(name)).label
        called = OptionFault(fault.code, **{**fault.values, "name": label})
        self.foot.show(self.words.error(called), wrong=True)

    def explain(self) -> None:
        row, words = self.form.current, self.words
        faults = self.draft.faults()
        name = row.id.removeprefix("option-")
        if row.id.startswith("option-") and name in faults:
            self._show_fault(name, faults[name])
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
        elif (seat := seat_of(row)) is not None:
            who = self.draft.who[seat]
            line = words.level_line(who)
            if who == PERSON:
                line = words.gettext(N_("Somebody at this screen. Typing changes the name."))
            self.foot.show(line, words.gettext(N_("The arrows choose who sits here.")))
        elif row.id == "begin" and faults:
            self._show_fault(*next(iter(faults.items())))
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

    def change(self, row: Row, by: int) -> None:
        draft = self.draft
        if row.id == "rules":
            self._change_rules(by)
        elif row.id == "players":
            draft.players = following(draft.rule_set.seats, draft.players, by)
            if draft.dealer is not None and draft.dealer >= draft.players:
                draft.dealer = None
        elif (seat := seat_of(row)) is not None:
            draft.who[seat] = following((PERSON, *draft.levels()), draft.who[seat], by)
        elif row.id.startswith("option-"):
            self._change_option(self._option(row.id.removeprefix("option-")), by)
        elif row.id == "dealer":
            draft.dealer = following((None, *range(draft.players)), draft.dealer, by)

    def _change_rules(self, by: int) -> None:
        old = self.draft
        self.draft = new_draft(following(self.known, old.rules, by))
        for seat in range(min(len(old.who), len(self.draft.who))):
            self.draft.who[seat] = old.who[seat]
            self.draft.names[seat] = old.names[seat]
        self.draft.seed = old.seed

    def _change_option(self, option: Option, by: int) -> None:
        value = self.draft.value(option)
        if option.choices:
            assert isinstance(value, str)
            self.draft.values[option.name] = following(option.choices, value, by)
            return
        assert isinstance(value, int)
        low = option.low if option.low is not None else value + by
        high = option.high if option.high is not None else value + by
        self.draft.values[option.name] = min(max(value + by, low), high)

    @property
    def typing(self) -> bool:
        return super().typing or (bool(self.form.rows) and seat_of(self.form.current) is not None)

    def type(self, row: Row, character: str) -> bool:
        draft = self.draft
        if row.id.startswith("option-") and character in "0123456789":
            option = self._option(row.id.removeprefix("option-"))
            if not option.choices:
                self._type_number(option, character)
        elif row.id == "seed":
            draft.seed = added(draft.seed, character, MAX_SEED)
        elif (seat := seat_of(row)) is not None:
            draft.names[seat] = added(draft.names[seat], character, MAX_NAME)
        else:
            return False
        return True

    def _type_number(self, option: Option, digit: str) -> None:
        value = self.draft.value(option)
        fresh = self.typed_into != f"option-{option.name}"
        text = digit if fresh or value == 0 else f"{value}{digit}"
        if len(text) <= 5:
            self.draft.values[option.name] = int(text)

    def erase(self, row: Row) -> None:
        draft = self.draft
        if row.id == "seed":
            draft.seed = draft.seed[:-1]
        elif (seat := seat_of(row)) is not None:
            draft.names[seat] = draft.names[seat][:-1]
        elif row.id.startswith("option-"):
            option = self._option(row.id.removeprefix("option-"))
            value = draft.value(option)
            if isinstance(value, int):
                draft.values[option.name] = value // 10

    def reset(self, row: Row) -> None:
        draft = self.draft
        if row.id.startswith("option-"):
            draft.values.pop(row.id.removeprefix("option-"), None)
        elif row.id == "seed":
            draft.seed = ""
        elif (seat := seat_of(row)) is not None:
            draft.names[seat] = ""
        elif row.id == "dealer":
            draft.dealer = None

    async def press_button(self, id_: str) -> None:
        faults = self.draft.faults()
        if faults:
            name, fault = next(iter(faults.items()))
            self.form.mark(f"option-{name}")
            self._show_fault(name, fault)
            return
        await self.begin()

    async def begin(self) -> None:
        """Begins with the draft, in which nothing is wrong."""
        await self.room.begin(self.room.setup_of(self.draft))
