"""What keys do, declared once: bindings, the line of keys and the help page are made from this."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from textual.binding import Binding, BindingType

from tui.words.marks import N_


class Command(NamedTuple):
    """One thing that a key does.

    id: stable, for rebinding: ``"table.help"``. key: Textual's names, separated by commas; the
    first is the one that is shown; "" for one that has a key only if somebody gives it one.
    label: two words at most, for the line of keys. action: the method ``action_…`` of the screen.
    help: a sentence for the help page; the label if empty. shown: whether the line of keys names
    it. others: more words that somebody may look for it by.
    """

    id: str
    key: str
    label: str
    action: str
    help: str = ""
    shown: bool = True
    others: tuple[str, ...] = ()

    def binding(self, key: str | None = None) -> Binding:
        """As Textual wants it, with another key if one is given; the texts are translated where
        they are shown."""
        given = self.key if key is None else key
        return Binding(given, self.action, self.label, show=self.shown, id=self.id)


def bindings(commands: Iterable[Command]) -> list[BindingType]:
    """The ``BINDINGS`` of a screen that has ``commands``."""
    return [command.binding() for command in commands if command.key]


# Keys as a person reads them, where Textual's name is another one.
_KEY_NAMES = {
    "escape": N_("Esc"),
    "enter": N_("Enter"),
    "space": N_("Space"),
    "tab": N_("Tab"),
    "backspace": N_("Backspace"),
    "question_mark": "?",
    "up": N_("Up"),
    "down": N_("Down"),
    "left": N_("Left"),
    "right": N_("Right"),
    "pageup": N_("PgUp"),
    "pagedown": N_("PgDn"),
    "home": N_("Home"),
    "end": N_("End"),
    "plus": "+",
    "minus": "-",
    "slash": "/",
    "colon": ":",
    "delete": N_("Del"),
    "shift+tab": N_("Shift+Tab"),
}
_ARROWS = {"up": "↑", "down": "↓", "left": "←", "right": "→"}


def key_name(key: str, *, symbols: bool = True) -> str:
    """A key as it is shown, untranslated; arrows as arrows if ``symbols``."""
    if symbols and key in _ARROWS:
        return _ARROWS[key]
    if len(key) > 1 and key[0] == "f" and key[1:].isdigit():
        return key.upper()
    if key.startswith("ctrl+"):
        return "Ctrl+" + key.removeprefix("ctrl+").upper()
    return _KEY_NAMES.get(key, key)


# Everywhere

BACK = Command("room.back", "escape,q", N_("back"), "back")
HELP = Command("room.help", "question_mark,h,f1", N_("keys"), "help", N_("Show what the keys do"))
UP = Command("room.up", "up,k", N_("up"), "up", shown=False)
DOWN = Command("room.down", "down,j", N_("down"), "down", shown=False)
ENTER = Command("room.enter", "enter", N_("choose"), "choose")
PALETTE = Command("room.palette", "colon,ctrl+p", N_("commands"), "palette",
                  N_("Find a command by its name"), shown=False)  # fmt: skip

# What can be set, as the settings call it on the screen, and in the file where that is another
# word.
SET: Final = (
    N_("Language"), N_("Colours of the screen"), N_("Colours of the suits"), N_("Characters"),
    N_("Suits"), N_("Cards"), N_("Log beside the board"), N_("Moves of the others"),
    N_("Only choice plays itself"), N_("Your name"), N_("Earlier saves kept"),
    N_("theme"), N_("pace"),
)  # fmt: skip

# What leads from any screen to another one: listed in the palette, with keys for those who give
# them some.
PLACES: Final = (
    Command("room.menu", "", N_("menu"), "go('menu')", N_("Go to the menu; a game is saved"),
            shown=False),
    Command("room.new-game", "", N_("new game"), "go('new')", N_("Choose a new game"),
            shown=False),
    Command("room.saves", "", N_("saved games"), "go('saves')", N_("Look at the saved games"),
            shown=False, others=(N_("continue"), N_("replay"), N_("bin"))),
    Command("room.statistics", "", N_("statistics"), "go('statistics')",
            N_("Look at the statistics"), shown=False),
    Command("room.learn", "", N_("learn"), "go('learn')", N_("Take a lesson"), shown=False),
    Command("room.arena", "", N_("arena"), "go('arena')", N_("Pit levels against each other"),
            shown=False),
    Command("room.settings", "", N_("settings"), "go('settings')", N_("Change the settings"),
            shown=False, others=SET),
    Command("room.rules", "", N_("all rules"), "go('rules')", N_("Read the rules of any game"),
            shown=False),
    Command("room.quit", "", N_("quit"), "go('quit')", N_("Leave the card room; a game is saved"),
            shown=False),
)  # fmt: skip
EVERYWHERE: Final = (PALETTE, *PLACES)
