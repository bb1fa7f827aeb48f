"""Every command with its keys, each of which can be changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.widget import Widget

from tui.commands import DOWN, HELP, UP, Command, key_name
from tui.keymap import clash, groups, is_key
from tui.screens.base import RoomScreen
from tui.screens.plates import Foot
from tui.widgets.board import TitleLine
from tui.widgets.choices import Choice
from tui.widgets.form import Form, Row
from tui.words.marks import N_

if TYPE_CHECKING:
    from tui.app import CardRoom

CHANGE = Command("keys.change", "enter,space", N_("change"), "change",
                 N_("Give the marked command the key that is pressed next"))  # fmt: skip
ADD = Command("keys.add", "a", N_("add"), "add",
              N_("Give the marked command one more key"))  # fmt: skip
USUAL = Command("keys.usual", "d,delete,backspace", N_("usual"), "usual",
                N_("Give the marked command its usual keys back"))  # fmt: skip
ALL_USUAL = Command("keys.all-usual", "u", N_("all usual"), "all_usual",
                    N_("Give every command its usual keys back"))  # fmt: skip
PAGE_UP = Command("keys.page-up", "pageup", N_("page up"), "leaf(-10)", N_("Ten commands back"),
                  shown=False)  # fmt: skip
PAGE_DOWN = Command("keys.page-down", "pagedown", N_("page down"), "leaf(10)",
                    N_("Ten commands on"), shown=False)  # fmt: skip
BACK = Command("keys.back", "escape,q", N_("back"), "back", N_("Back to the settings"))


class KeysScreen(RoomScreen):
    """The commands by screen; the marked one can be given another key."""

    KEYS: ClassVar[Sequence[Command]] = (
        UP, DOWN, PAGE_UP, PAGE_DOWN, CHANGE, ADD, USUAL, ALL_USUAL, HELP, BACK,
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        # Waiting for the key that the marked command is to have; adding: besides those it has.
        self.waiting = False
        self.adding = False
        self.said = ""
        self.wrong = False

    def content(self) -> Sequence[Widget]:
        self.title_line = TitleLine(self.look)
        self.title_line.show(self.words.gettext(N_("Keys")))
        self.by_id: dict[str, Command] = {}
        self.form = Form(self.look, most=64)
        self.form.show(self._rows())
        self.foot = Foot(self.look)
        return [self.title_line, self.form, self.foot]

    def on_mount(self) -> None:
        super().on_mount()
        self.redraw()

    def renewed(self) -> None:
        self.redraw()

    def _rows(self) -> list[Row]:
        say, given = self.words.gettext, self.room.settings.keys
        rows: list[Row] = []
        self.by_id = {}
        for group in groups():
            rows.append(Row(f"group {group.id}", say(group.id), heading=True, space=bool(rows)))
            for command in group.commands:
                if command.id in self.by_id:
                    continue
                self.by_id[command.id] = command
                note = say(N_("usually {keys}")) if command.id in given else ""
                usual = self._names(command.key.split(","))
                rows.append(
                    Row(
                        command.id,
                        say(command.help or command.label),
                        self._names(self.room.keys_of(command)),
                        plain=True,
                        note=self.words.fill(N_("usually {keys}"), {"keys": usual}) if note else "",
                    )
                )
            if rows[-1].heading:
                rows.pop()
        return rows

    def _names(self, keys: Sequence[str]) -> str:
        symbols = not self.look.ascii
        return " ".join([self.words.gettext(key_name(key, symbols=symbols)) for key in keys])

    @property
    def marked(self) -> Command:
        """The command that is marked."""
        return self.by_id[self.form.current.id]

    def redraw(self) -> None:
        """Draws the list and the foot anew."""
        self.form.show(self._rows())
        say = self.words.gettext
        if self.waiting:
            text = N_("Press the new key for “{command}”; Esc leaves it as it is.")
            label = say(self.marked.help or self.marked.label)
            self.foot.show(self.words.fill(text, {"command": self.words.said(label)}))
        elif self.said:
            self.foot.show(self.said, wrong=self.wrong)
        else:
            note = N_("Digits stay with cards, seats and numbers, and Ctrl+Q always leaves.")
            self.foot.show(say(self.marked.help or self.marked.label), say(note))
        self.show_keys()

    def _say(self, text: str, *, wrong: bool = False) -> None:
        self.said, self.wrong = text, wrong

    # Keys

    def on_key(self, event: events.Key) -> None:
        if not self.waiting or self.too_small:
            return
        event.stop()
        event.prevent_default()
        self.waiting = False
        if event.key != "escape":
            self._take(event.key)
        self.redraw()

    def _take(self, key: str) -> None:
        """Gives the marked command ``key``, unless another one has it."""
        command, given = self.marked, dict(self.room.settings.keys)
        shown = self._names([key])
        if not is_key(key):
            text = N_("{key} cannot be given away; choose another key.")
            self._say(self.words.fill(text, {"key": shown}), wrong=True)
            return
        other = clash(command, key, given)
        if other is not None:
            text = N_("{key} is taken by “{other}”; give that another key first.")
            label = self.words.said(self.words.gettext(other.help or other.label))
            self._say(self.words.fill(text, {"key": shown, "other": label}), wrong=True)
            return
        had = self.room.keys_of(command) if self.adding else []
        keys = [*[one for one in had if one != key], key][-4:]
        if keys == command.key.split(","):
            given.pop(command.id, None)
        else:
            given[command.id] = ",".join(keys)
        self._set(given)

    def _set(self, given: dict[str, str]) -> None:
        fault = self.room.set({"keys": given})
        self._say(self.words.error(fault) if fault is not None else "", wrong=fault is not None)

    def action_up(self) -> None:
        """Marks the command above."""
        self.action_leaf(-1)

    def action_down(self) -> None:
        """Marks the command below."""
        self.action_leaf(1)

    def action_leaf(self, by: int) -> None:
        """Marks a command further up or down."""
        self._say("")
        self.form.move(by)
        self.redraw()

    def action_change(self) -> None:
        """Waits for the key that the marked command is to have."""
        self.waiting, self.adding = True, False
        self.redraw()

    def action_add(self) -> None:
        """Waits for one more key."""
        self.waiting = self.adding = True
        self.redraw()

    def action_usual(self) -> None:
        """The usual keys of the marked command, unless another one has them now."""
        given = dict(self.room.settings.keys)
        given.pop(self.marked.id, None)
        for key in self.marked.key.split(","):
            other = clash(self.marked, key, given)
            if other is not None:
                text = N_("{key} is taken by “{other}”; give that another key first.")
                label = self.words.said(self.words.gettext(other.help or other.label))
                values = {"key": self._names([key]), "other": label}
                self._say(self.words.fill(text, values), wrong=True)
                self.redraw()
                return
        self._set(given)
        self.redraw()

    def action_all_usual(self) -> None:
        """The usual keys of all commands."""
        ask = self.words.gettext(N_("Give every command its usual keys back?"))
        ask_usual(self.room, ask, self._all_usual)

    def _all_usual(self) -> None:
        self._set({})
        self.redraw()

    @on(Form.Pressed)
    def _clicked(self, message: Form.Pressed) -> None:
        self.waiting = False
        if message.by:
            self.action_change()
        else:
            self.redraw()


def ask_usual(room: CardRoom, text: str, then: Callable[[], None]) -> None:
    """Asks ``text`` before everything is put back to what is usual; ``then`` does it."""
    say = room.words.gettext
    items = [
        Choice("keep", say(N_("Leave them as they are")), key="n"),
        Choice("usual", say(N_("Put them all back")), key="y"),
    ]

    def answered(answer: str | None) -> None:
        if answer == "usual":
            then()

    room.ask(text, items, answered)
