"""The palette: every command that can be used now, found by typing a part of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import actions, events, on
from textual.widget import Widget

from tui.commands import Command
from tui.finding import Fit, fit
from tui.look import Look
from tui.screens.base import RoomScreen
from tui.screens.overlay import Overlay
from tui.widgets.canvas import Canvas
from tui.widgets.choices import Choice, Choices
from tui.widgets.painted import Painted
from tui.words import Words
from tui.words.clean import clean
from tui.words.marks import N_

# Letters are typed into the filter, so that only other keys move and close.
UP = Command("palette.up", "up,shift+tab", N_("up"), "move(-1)", N_("Mark the command above"))
DOWN = Command("palette.down", "down,tab", N_("down"), "move(1)", N_("Mark the command below"))
RUN = Command("palette.run", "enter", N_("do it"), "run", N_("Do what is marked"))
DELETE = Command("palette.delete", "backspace", N_("delete"), "delete",
                 N_("Delete the last letter"))  # fmt: skip
CLOSE = Command("palette.close", "escape", N_("back"), "close", N_("Close the list of commands"))

WIDTH: Final = 56
MOST_ROWS: Final = 14
LONGEST: Final = 30


class Filter(Painted):
    """What was typed so far."""

    def __init__(self, words: Words, look: Look) -> None:
        super().__init__(look, classes="filter")
        self.words = words
        self.text = ""
        # Whether nothing is called so.
        self.none = False

    def paint(self, canvas: Canvas) -> None:
        canvas.put(0, 0, ":", "$text-accent bold")
        if self.text:
            x = canvas.put(2, 0, self.text, "bold", limit=canvas.width - 1)
            canvas.put(x, 0, "_", "$accent")
            if self.none:
                x = max(x + 2, 2)
                told = self.words.gettext(N_("There is no such command."))
                canvas.put(x, 0, told, "$quiet", limit=canvas.width)
        else:
            hint = self.words.gettext(N_("Type a part of what you want to do"))
            canvas.put(2, 0, hint, "$quiet", limit=canvas.width)


class Palette(Overlay[Command]):
    """Lists the commands of the screen below; dismissed with the one that was chosen."""

    KEYS: ClassVar[Sequence[Command]] = (UP, DOWN, RUN, DELETE, CLOSE)

    def __init__(self, words: Words, look: Look, about: RoomScreen) -> None:
        super().__init__(words, look)
        self.commands = commands_of(about)
        self.by_id = {command.id: command for command in self.commands}

    def content(self) -> Sequence[Widget]:
        self.filter = Filter(self.words, self.look)
        self.choices = Choices(self.look, [])
        return [self.filter, self.choices]

    def wants_text(self) -> bool:
        return True

    def fit(self) -> None:
        self.find(anew=False)

    def find(self, *, anew: bool = True) -> None:
        """Lists what fits the filter, the best first, and marks that; not anew: the mark stays."""
        found = ranked(self.filter.text, self.commands, self.words)
        self.choices.replace([self._choice(command) for command in found], anew=anew)
        self.choices.styles.height = max(1, min(MOST_ROWS, self.app.size.height - 6))
        self.filter.none = not found
        self.filter.repaint()

    def _choice(self, command: Command) -> Choice:
        said = self.words.gettext(command.help or command.label)
        note = self.key_of(command) if self.room.keys_of(command) else ""
        return Choice(command.id, said, note=note)

    def on_key(self, event: events.Key) -> None:
        character = event.character or ""
        if len(character) == 1 and event.is_printable and len(self.filter.text) < LONGEST:
            event.stop()
            typed = clean(character) or (" " if self.filter.text else "")
            self.filter.text += typed
            self.find()

    def action_move(self, by: int) -> None:
        """Marks the command above or below."""
        self.choices.move(by)

    def action_run(self) -> None:
        """Does what is marked."""
        choice = self.choices.current
        if choice is not None:
            self.dismiss(self.by_id[choice.id])

    def action_delete(self) -> None:
        """Deletes the last letter of the filter."""
        self.filter.text = self.filter.text[:-1]
        self.find()

    @on(Choices.Chosen)
    def _clicked(self, message: Choices.Chosen) -> None:
        self.dismiss(self.by_id[message.choice.id])

    def on_click(self, event: events.Click) -> None:
        if event.widget is self:
            self.dismiss(None)


def commands_of(screen: RoomScreen) -> list[Command]:
    """The commands of ``screen`` that make sense in a list, in the order of their declaration."""
    listed: dict[str, Command] = {}
    for command in screen.all_commands():
        if usable(command, screen):
            # Two keys for the same, as of help where a question mark may be text, are one command.
            listed.setdefault(command.help or command.label, command)
    return list(listed.values())


def ranked(typed: str, commands: Sequence[Command], words: Words) -> list[Command]:
    """The commands that fit what was typed, the best first; all of them if nothing was."""
    if not typed.strip():
        return list(commands)
    say = words.gettext
    fits: list[tuple[Fit, Command]] = []
    for command in commands:
        others = [say(other) for other in command.others]
        how = fit(typed, say(command.label), say(command.help or command.label), others)
        if how is not None:
            fits.append((how, command))
    fits.sort(key=lambda one: one[0])
    return [command for _, command in fits]


def usable(command: Command, screen: RoomScreen) -> bool:
    """Whether a command of ``screen`` makes sense in a list: not the arrows, and not now refused
    ones."""
    if command.action.startswith(_MOTIONS):
        return False
    if command.action == "choose" and not command.help:
        return False  # chooses what is marked in a list of whatever it is
    _, name, parameters = actions.parse(command.action)
    return screen.check_action(name, parameters) is not False


_MOTIONS: Final = (
    "up", "down", "step(", "raise_(", "scroll(", "leaf(", "palette", "pick", "confirm",
    "back_step", "clear",
)  # fmt: skip
