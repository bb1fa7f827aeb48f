"""The settings of the card room: what there is to set, and what follows from it."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from saves.folders import config_dir
from saves.names import MAX_NAME
from saves.settings import Setting, SettingFault, SettingsFile, Value
from saves.writing import KEEP
from tui.look import MOST_PACE, THEMES, CardSize, Look, theme_name
from tui.words.catalogue import languages
from tui.words.marks import N_
from tui.words.tongue import CardStyle

if TYPE_CHECKING:
    from saves.shelf import Shelf

AUTO: Final = "auto"
MOST_GENERATIONS: Final = 50
LONGEST_KEYS: Final = 60

# What each setting does, as a comment in the file and a line on a screen.
NOTES: Final = {
    "language": N_("The language; auto: as your locale says."),
    "theme": N_("Colours."),
    "characters": N_("What the screen is drawn with; auto: as your terminal's encoding says."),
    "suits": N_("How suits are shown: as symbols or as letters; auto: as characters says."),
    "pace": N_("Seconds that the moves of the others stay on the screen; 0 for not at all."),
    "generations": N_("How many earlier saves of each game are kept."),
    "colours": N_("Whether each suit has a colour of its own, or black and red are enough."),
    "cards": N_("How large cards are; auto: as large as the terminal allows."),
    "log": N_("Whether the log stands beside the board, where there is room for it."),
    "forced": N_("Whether a choice that is the only one there is plays itself, and is shown."),
    "name": N_("What you are called at a table; empty for the usual name."),
    "keys": N_("Keys of your own, by the name of the command; several with commas."),
}


def declared() -> tuple[Setting, ...]:
    """Every setting there is, in the order of the file."""
    return (
        Setting("language", AUTO, (AUTO, *languages())),
        Setting("theme", "dark", tuple(THEMES)),
        Setting("characters", AUTO, (AUTO, "unicode", "ascii")),
        Setting("suits", AUTO, (AUTO, "symbols", "letters")),
        Setting("pace", 0.6, low=0.0, high=MOST_PACE),
        Setting("generations", KEEP, low=1, high=MOST_GENERATIONS),
        Setting("colours", "four", ("four", "two")),
        Setting("cards", AUTO, (AUTO, "small", "large")),
        Setting("log", True),
        Setting("forced", False),
        Setting("name", "", high=MAX_NAME),
        Setting("keys", {}, high=LONGEST_KEYS),
    )


def settings_file(folder: Path | None = None) -> SettingsFile:
    """The user's file of settings, or the one in ``folder``."""
    return SettingsFile(folder or config_dir(), declared())


class Settings(NamedTuple):
    """The settings of one session. faults: what the file says that is ignored."""

    language: str = AUTO
    theme: str = "dark"
    characters: str = AUTO
    suits: str = AUTO
    pace: float = 0.6
    generations: int = KEEP
    colours: str = "four"
    cards: str = AUTO
    log: bool = True
    forced: bool = False
    name: str = ""
    keys: Mapping[str, str] = MappingProxyType({})
    faults: tuple[SettingFault, ...] = ()

    def look(self, terminal: Look) -> Look:
        """How the screen is drawn, on a terminal that alone would be drawn on like that."""
        ascii_ = terminal.ascii if self.characters == AUTO else self.characters == "ascii"
        return terminal._replace(
            ascii=ascii_,
            theme=theme_name(self.theme, self.colours),
            pace=self.pace,
            cards=cast(CardSize, self.cards),
            log=self.log,
        )

    def card_style(self, look: Look) -> CardStyle:
        """How cards are written."""
        if look.ascii or self.suits == "letters":
            return "letters"
        return "symbols"


def load_settings(file: SettingsFile | None = None) -> Settings:
    """What the file says, with the defaults for all else. Raises nothing."""
    loaded = (file or settings_file()).load()
    values = loaded.values
    pace, generations, keys = values["pace"], values["generations"], values["keys"]
    assert isinstance(pace, float)
    assert isinstance(generations, int)
    assert isinstance(keys, Mapping)
    return Settings(
        str(values["language"]),
        str(values["theme"]),
        str(values["characters"]),
        str(values["suits"]),
        pace,
        generations,
        str(values["colours"]),
        str(values["cards"]),
        bool(values["log"]),
        bool(values["forced"]),
        str(values["name"]),
        dict(keys),
        loaded.faults,
    )


def store_settings(
    changes: dict[str, Value], notes: dict[str, str], file: SettingsFile | None = None
) -> SettingFault | None:
    """Writes settings; notes: ``NOTES`` in the session's words. See ``SettingsFile.store``."""
    return (file or settings_file()).store(changes, notes)


def shelf_in(data_dir: Path, settings: Settings) -> Shelf:
    """The shelf of saved games as the settings have it."""
    from saves.shelf import Shelf

    return Shelf(data_dir, who=who_am_i(), keep=settings.generations)


def who_am_i() -> str:
    """What somebody else is told who tries to open a game that is open here: user and terminal."""
    try:
        import getpass

        name = getpass.getuser()
    except (KeyError, OSError):
        name = f"user {os.getuid()}"
    try:
        return f"{name}, {os.ttyname(sys.__stdin__.fileno())}" if sys.__stdin__ else name
    except (OSError, ValueError):
        return name
