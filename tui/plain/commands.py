"""What can be typed at any question besides an answer."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final

from tui.words import Words
from tui.words.marks import N_


class Said(Enum):
    """A command, by the word that is understood in every language."""

    HELP = "help"
    HAND = "hand"
    TABLE = "table"
    LOG = "log"
    HINT = "hint"
    WHY = "why"
    RULES = "rules"
    UNDO = "undo"
    QUIT = "quit"


# The word in the session's language, and what it does.
COMMANDS: Final = {
    Said.HELP: (N_("help"), N_("What you can type now.")),
    Said.HAND: (N_("hand"), N_("Your cards.")),
    Said.TABLE: (N_("table"), N_("Who sits where, and what lies on the table.")),
    Said.LOG: (N_("log"), N_("What happened so far; log 5 for the last five lines.")),
    Said.HINT: (N_("hint"), N_("What the strongest level would do now.")),
    Said.WHY: (
        N_("why"),
        N_(
            "Why the others did what they did since your last choice; why 2 for the last two moves."
        ),
    ),
    Said.RULES: (N_("rules"), N_("The rules; rules WORD for the parts that speak of it.")),
    Said.UNDO: (N_("undo"), N_("Take your last choice back.")),
    Said.QUIT: (N_("quit"), N_("Leave; the game is saved.")),
}
_OTHERS: Final = {
    "?": Said.HELP,
    "h": Said.HELP,
    "q": Said.QUIT,
    "exit": Said.QUIT,
    "save": Said.QUIT,
}
_AND: Final = " and "
_SPACES: Final = re.compile(r"\s+")
# Those that take a word after them.
_MORE: Final = (Said.LOG, Said.WHY, Said.RULES)


def command_of(text: str, words: Words) -> tuple[Said | None, str]:
    """The command that was typed, None if it is none, and what was typed after it."""
    said = _SPACES.sub(" ", text).strip(" .").casefold() or text.strip().casefold()
    # "save and quit" is as good as one of both.
    if said.partition(_AND)[0] in _OTHERS:
        return _OTHERS[said.partition(_AND)[0]], ""
    head, _, rest = said.partition(" ")
    for command, (name, _) in COMMANDS.items():
        known = (command.value, words.gettext(name).casefold())
        if said in known:
            return command, ""
        if head in known and command in _MORE:
            return command, rest
    return None, ""


def help_lines(words: Words) -> list[str]:
    """A line a command."""
    return [f"{words.gettext(name)}: {words.gettext(does)}" for name, does in COMMANDS.values()]
