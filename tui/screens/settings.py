"""The settings, changed by arrows; each change holds at once and is written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from saves.names import MAX_NAME
from saves.settings import Value
from tui.commands import Command
from tui.look import MOST_PACE
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
)
from tui.screens.keys_page import KeysScreen, ask_usual
from tui.settings import AUTO, MOST_GENERATIONS, NOTES, declared
from tui.widgets.form import Row
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
ASCII_LANGUAGES: Final = {"en": "English", "ru": "Russian", "uk": "Ukrainian", "ko": "Korean"}
PACES: Final = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.5, 2.0, 3.0, 5.0, MOST_PACE)


class SettingsScreen(FormScreen):
    """Edits what the person has set."""

    KEYS: ClassVar[Sequence[Command]] = (
        UP, DOWN, LESS, MORE, ENTER, DELETE, USUAL, HELP, HELP_TOO, BACK,
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.typed: str | None = None
        self.fault = ""

    def headline(self) -> tuple[str, str]:
        return self.words.gettext(N_("Settings")), self._where()

    def _where(self) -> str:
        file = self.room.preferences.file
        # Where a server keeps it is nothing to the person.
        return str(file.path) if file is not None and self.room.person is None else ""

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.redraw()

    def explain(self) -> None:
        note = self.words.gettext(NOTES[self.marked]) if self.marked in NOTES else ""
        if self.marked == "keys":
            note = self.words.gettext(N_("Every command with its keys; change any of them."))
        if self.marked == "usual":
            note = self.words.gettext(N_("All settings and keys as they are without a file."))
        self.foot.show(self.fault or note, wrong=bool(self.fault))

    # Rows

    def rows(self) -> list[Row]:
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
            known = ASCII_LANGUAGES if self.look.ascii else LANGUAGES
            return known.get(str(value), str(value))
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

    def change(self, row: Row, by: int) -> None:
        name, settings = row.id, self.room.settings
        setting = next((one for one in declared() if one.name == name), None)
        if setting is None or name in ("name", "keys"):
            return
        now = getattr(settings, name)
        if setting.choices:
            self._set({name: following(setting.choices, now, by)})
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

    def leave_row(self) -> None:
        typed, self.typed = self.typed, None
        if typed is not None and clean(typed.strip()) != self.room.settings.name:
            self._set({"name": clean(typed.strip())})

    def type(self, row: Row, character: str) -> bool:
        if not row.typed:
            return False
        self.typed = added(self._named, character, MAX_NAME)
        return True

    @property
    def _named(self) -> str:
        return self.room.settings.name if self.typed is None else self.typed

    def erase(self, row: Row) -> None:
        if row.typed:
            self.typed = self._named[:-1]

    def reset(self, row: Row) -> None:
        self.typed = None
        for setting in declared():
            if setting.name == row.id and setting.name != "keys":
                self._set({setting.name: setting.default})

    async def press_button(self, id_: str) -> None:
        if id_ == "keys":
            self.app.push_screen(KeysScreen())
        else:
            ask = self.words.gettext(N_("Put all settings and keys back to what is usual?"))
            ask_usual(self.room, ask, self._all_usual)

    def _all_usual(self) -> None:
        self.typed = None
        self._set({setting.name: setting.default for setting in declared()})

    async def go_back(self) -> None:
        self.leave_row()
        self.app.pop_screen()
