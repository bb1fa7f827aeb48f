"""The settings, changed by arrows; each change holds at once and is written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from textual import events, on
from textual.widget import Widget

from saves.names import MAX_NAME
from saves.settings import Value
from tui.commands import Command
from tui.look import MOST_PACE
from tui.screens.base import RoomScreen
from tui.screens.keys_page import KeysScreen
from tui.screens.new_game import DELETE, DOWN, HELP, HELP_TOO, LESS, MORE, UP, USUAL
from tui.screens.plates import Foot
from tui.settings import AUTO, MOST_GENERATIONS, NOTES, declared
from tui.widgets.board import TitleLine
from tui.widgets.choices import Choice
from tui.widgets.form import Form, Row
from tui.widgets.prompt import KeyHint
from tui.words.clean import clean
from tui.words.marks import N_, NN_

ENTER = Command("settings.enter", "enter", N_("next"), "enter",
                N_("To the next row; press a button"))  # fmt: skip
BACK = Command("settings.back", "escape", N_("back"), "back", N_("Back; everything is kept"))

LABELS: Final = {
    "language": N_("Language"),
    "theme": N_("Colours of the screen"),
    "colours": N_("Colours of the suits"),
    "characters": N_("Characters"),
    "suits": N_("Suits"),
    "cards": N_("Cards"),
    "log": N_("Log beside the board"),
    "pace": N_("Moves of the others"),
    "forced": N_("Only choice plays itself"),
    "name": N_("Your name"),
    "generations": N_("Earlier saves kept"),
}
VALUES: Final = {
    ("language", AUTO): N_("as the locale says"),
    ("theme", "dark"): N_("dark"),
    ("theme", "light"): N_("light"),
    ("theme", "contrast"): N_("high contrast"),
    ("colours", "four"): N_("four, one a suit"),
    ("colours", "two"): N_("two, red and black"),
    ("characters", AUTO): N_("as the terminal says"),
    ("characters", "unicode"): N_("with lines and symbols"),
    ("characters", "ascii"): N_("plain ASCII, in English"),
    ("suits", AUTO): N_("as the characters allow"),
    ("suits", "symbols"): N_("symbols"),
    ("suits", "letters"): N_("letters"),
    ("cards", AUTO): N_("as large as fits"),
    ("cards", "small"): N_("small"),
    ("cards", "large"): N_("large"),
}
# Each language by its own name, as everybody finds their own.
LANGUAGES: Final = {"en": "English", "ru": "Русский", "uk": "Українська", "ko": "한국어"}
PACES: Final = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.5, 2.0, 3.0, 5.0, MOST_PACE)


class SettingsScreen(RoomScreen):
    """Edits what the person has set."""

    KEYS: ClassVar[Sequence[Command]] = (
        UP, DOWN, LESS, MORE, ENTER, DELETE, USUAL, HELP, HELP_TOO, BACK,
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.typed: str | None = None
        # The row that is marked, kept when the form is made anew.
        self.marked = ""
        self.fault = ""

    def content(self) -> Sequence[Widget]:
        marked = self.marked
        self.title_line = TitleLine(self.look)
        self.title_line.show(self.words.gettext(N_("Settings")), self._where())
        self.form = Form(self.look)
        self.form.show(self._rows())
        self.form.mark(marked)
        self.foot = Foot(self.look)
        return [self.title_line, self.form, self.foot]

    def _where(self) -> str:
        file = self.room.preferences.file
        # Where a server keeps it is nothing to the person.
        return str(file.path) if file is not None and self.room.person is None else ""

    def on_mount(self) -> None:
        super().on_mount()
        self.redraw()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.redraw()

    def renewed(self) -> None:
        self.redraw()

    def redraw(self) -> None:
        """Draws form and foot anew."""
        self.form.show(self._rows())
        self.marked = self.form.current.id
        note = self.words.gettext(NOTES[self.marked]) if self.marked in NOTES else ""
        if self.form.current.id == "keys":
            note = self.words.gettext(N_("Every command with its keys; change any of them."))
        if self.form.current.id == "usual":
            note = self.words.gettext(N_("All settings and keys as they are without a file."))
        self.foot.show(self.fault or note, wrong=bool(self.fault))
        self.show_keys()

    # Rows

    def _rows(self) -> list[Row]:
        say, settings = self.words.gettext, self.room.settings
        rows = [
            Row(name, say(label), self._shown(name, getattr(settings, name)),
                typed=name == "name", space=name in ("pace", "name"), note=self._note(name))
            for name, label in LABELS.items()
        ]  # fmt: skip
        keys = NN_("{count} key of your own", "{count} keys of your own")
        changed = self.words.fill(keys, {"count": len(settings.keys)}, by="count")
        rows.append(Row("keys", say(N_("Keys …")), button=True, note=changed, space=True))
        rows.append(Row("usual", say(N_("Everything as usual")), button=True))
        return rows

    def _note(self, name: str) -> str:
        if name == "name" and self.room.person is not None:
            return self.words.fill(
                N_("here you are {name}"), {"name": self.words.said(self.room.person.name)}
            )
        if name == "name" and not self.room.settings.name and not self.typed:
            return self.words.gettext(N_("Player"))
        return ""

    def _shown(self, name: str, value: Value) -> str:
        words = self.words
        if name == "name" and self.typed is not None:
            return self.typed
        if name == "language" and value != AUTO:
            return LANGUAGES.get(str(value), str(value))
        if (name, value) in VALUES:
            return words.gettext(VALUES[name, str(value)])
        if isinstance(value, bool):
            return words.gettext(N_("yes") if value else N_("no"))
        if name == "pace" and not value:
            return words.gettext(N_("shown at once"))
        if name == "pace":
            return words.fill(N_("{seconds} s each"), {"seconds": f"{value:g}"})
        return str(value)

    # Keys

    def key_hints(self) -> list[KeyHint]:
        both = "".join([self.key_of(LESS), " " if self.look.ascii else "", self.key_of(MORE)])
        hints = [
            self.hint(command) for command in (ENTER, HELP_TOO if self._typing else HELP, BACK)
        ]
        return [KeyHint(both, self.words.gettext(LESS.label)), *hints]

    @property
    def _typing(self) -> bool:
        return bool(self.form.rows) and self.form.current.typed

    def wants_text(self) -> bool:
        return self._typing

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "help" and self.is_mounted and self._typing:
            return False  # a question mark belongs into a name
        return super().check_action(action, parameters)

    def action_up(self) -> None:
        """Marks the row above."""
        self._move(-1)

    def action_down(self) -> None:
        """Marks the row below."""
        self._move(1)

    def _move(self, by: int) -> None:
        self._store_typed()
        self.form.move(by)
        self.redraw()

    def action_change(self, by: int) -> None:
        """The next or the previous value of the marked row."""
        name, settings = self.form.current.id, self.room.settings
        setting = next((one for one in declared() if one.name == name), None)
        if setting is None or name in ("name", "keys"):
            return
        now = getattr(settings, name)
        if setting.choices:
            at = setting.choices.index(now)
            self._set({name: setting.choices[(at + by) % len(setting.choices)]})
        elif isinstance(now, bool):
            self._set({name: not now})
        elif name == "pace":
            rest = [pace for pace in PACES if (pace > now if by > 0 else pace < now)]
            self._set({name: (rest[0] if by > 0 else rest[-1]) if rest else now})
        else:
            self._set({name: min(max(int(now) + by, 1), MOST_GENERATIONS)})

    def _set(self, changes: Mapping[str, Value]) -> None:
        fault = self.room.set(changes)
        self.fault = self.words.error(fault) if fault is not None else ""
        if self.stale:
            self.call_later(self.renew)
        else:
            self.redraw()

    def _store_typed(self) -> None:
        typed, self.typed = self.typed, None
        if typed is not None and clean(typed.strip()) != self.room.settings.name:
            self._set({"name": clean(typed.strip())})

    def on_key(self, event: events.Key) -> None:
        character = event.character or ""
        if self.too_small or len(character) != 1 or not event.is_printable or not self._typing:
            return
        event.stop()
        typed = self.room.settings.name if self.typed is None else self.typed
        if len(typed) < MAX_NAME:
            self.typed = typed + (clean(character) or (" " if typed else ""))
        self.redraw()

    def action_delete(self) -> None:
        """Deletes the last character of the name."""
        if self._typing:
            typed = self.room.settings.name if self.typed is None else self.typed
            self.typed = typed[:-1]
            self.redraw()

    def action_usual(self) -> None:
        """The usual value of the marked row."""
        self.typed = None
        for setting in declared():
            if setting.name == self.form.current.id and setting.name != "keys":
                self._set({setting.name: setting.default})

    def action_help_too(self) -> None:
        """The page of keys, also where a question mark is typed."""
        self.action_help()

    def action_enter(self) -> None:
        """The next row; or presses a button."""
        id_ = self.form.current.id
        if id_ == "keys":
            self._store_typed()
            self.app.push_screen(KeysScreen())
        elif id_ == "usual":
            self._ask_usual()
        else:
            self._move(1)

    def _ask_usual(self) -> None:
        say = self.words.gettext
        items = [
            Choice("keep", say(N_("Leave them as they are")), key="n"),
            Choice("usual", say(N_("Put them all back")), key="y"),
        ]

        def answered(answer: str | None) -> None:
            if answer == "usual":
                self.typed = None
                self._set({setting.name: setting.default for setting in declared()})

        self.room.ask(say(N_("Put all settings and keys back to what is usual?")), items, answered)

    async def go_back(self) -> None:
        self._store_typed()
        self.app.pop_screen()

    @on(Form.Pressed)
    def _clicked(self, message: Form.Pressed) -> None:
        self._store_typed()
        if message.row.button:
            self.action_enter()
        elif message.by:
            self.action_change(message.by)
        else:
            self.redraw()
