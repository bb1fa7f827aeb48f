"""One session's settings while it runs: what is set, and what follows from a change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from saves.settings import SettingFault, SettingsFile, Value
from tui.keymap import checked
from tui.look import Look
from tui.settings import AUTO, NOTES, Settings
from tui.words import Words
from tui.words.catalogue import ENGLISH

# What the screen is drawn with, and what it says.
LOOKS: Final = frozenset(("theme", "colours", "characters", "pace", "cards", "log"))
WORDS: Final = frozenset(("language", "characters", "suits"))


class Preferences:
    """What one person has set. file: where it is kept; None to forget it with the session.

    terminal: how the screen would be drawn if nothing were set. spoken: the language where the
    setting says that the locale decides.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        file: SettingsFile | None = None,
        *,
        terminal: Look | None = None,
        spoken: str = ENGLISH,
    ) -> None:
        self.settings = settings or Settings()
        self.file = file
        self.terminal = terminal or Look()
        self.spoken = spoken
        keys, self.faults = checked(self.settings.keys)
        self.settings = self.settings._replace(keys=keys)

    def change(self, changes: Mapping[str, Value], words: Words) -> SettingFault | None:
        """Sets something from now on and writes it down; what went wrong with that, else None.

        Whatever the disk does, it holds for this session. Raises SettingFault for a value that
        cannot be.
        """
        if self.file is not None:
            for name, value in changes.items():
                self.file.declared[name].accept(value)
        self.settings = self.settings._replace(**dict(changes))  # type: ignore[arg-type]
        if self.file is None:
            return None
        notes = {name: words.gettext(note) for name, note in NOTES.items()}
        try:
            return self.file.store(changes, notes)
        except SettingFault as fault:
            return fault

    def look(self, now: Look, changed: Mapping[str, Value]) -> Look:
        """How the screen is drawn after a change; what was not changed stays as the command line
        may have asked for it."""
        wanted = self.settings.look(self.terminal)
        found = now
        if {"theme", "colours"} & set(changed):
            found = found._replace(theme=wanted.theme)
        if "characters" in changed:
            found = found._replace(ascii=wanted.ascii)
        if "pace" in changed:
            found = found._replace(pace=wanted.pace)
        if {"cards", "log"} & set(changed):
            found = found._replace(cards=wanted.cards, log=wanted.log)
        return found

    def words(self, look: Look, now: Words, changed: Mapping[str, Value]) -> Words:
        """What is spoken after a change. Where nothing but ASCII is drawn it is English."""
        if not WORDS & set(changed):
            return now
        language = now.language
        if "language" in changed or "characters" in changed:
            set_ = self.settings.language
            language = self.spoken if set_ == AUTO else set_
        return type(now)(ENGLISH if look.ascii else language, self.settings.card_style(look))
