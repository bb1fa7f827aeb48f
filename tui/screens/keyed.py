"""What screens and what lies over them have in common: declared keys, and a size check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final, TypeVar, cast

from textual.binding import BindingType
from textual.geometry import Size
from textual.screen import Screen

from tui.commands import Command, bindings, key_name
from tui.keymap import bind
from tui.look import Look
from tui.widgets.canvas import Canvas, wrapped
from tui.widgets.painted import Painted
from tui.widgets.prompt import KeyHint
from tui.words import Words
from tui.words.marks import N_

if TYPE_CHECKING:
    from tui.app import CardRoom

LEAST_WIDTH: Final = 60
LEAST_HEIGHT: Final = 20

Answer = TypeVar("Answer")


class TooSmall(Painted):
    """Stands in for a screen that does not fit."""

    def __init__(self, words: Words, look: Look) -> None:
        super().__init__(look, classes="too-small")
        self.words = words

    def paint(self, canvas: Canvas) -> None:
        text = self.words.fill(
            N_("This needs {width} × {height} characters; the terminal has {columns} × {rows}."),
            {
                "width": LEAST_WIDTH,
                "height": LEAST_HEIGHT,
                "columns": self.app.size.width,
                "rows": self.app.size.height,
            },
        )
        hint = self.words.gettext(N_("Enlarge it to go on, or press q to leave; games are saved."))
        lines = [*wrapped(text, canvas.width), *wrapped(hint, canvas.width)]
        top = max(0, (canvas.height - len(lines)) // 2)
        for y, line in enumerate(lines, start=top):
            canvas.centre(y, line)


def is_too_small(size: Size) -> bool:
    """Whether a terminal of that size is too small for any screen."""
    return size.width < LEAST_WIDTH or size.height < LEAST_HEIGHT


class KeyedScreen(Screen[Answer]):
    """A screen with the commands ``KEYS``; a ``TooSmall`` in it stands in for all the rest."""

    KEYS: ClassVar[Sequence[Command]] = ()
    BINDINGS: ClassVar[list[BindingType]] = []
    AUTO_FOCUS = None

    def __init_subclass__(cls, **kwargs: bool) -> None:
        if "KEYS" in cls.__dict__:
            cls.BINDINGS = [*bindings(cls.KEYS)]
        super().__init_subclass__(**kwargs)

    @property
    def room(self) -> CardRoom:
        """The application."""
        return cast("CardRoom", self.app)

    def bind_keys(self) -> None:
        """Takes the keys that this session has for the screen's commands."""
        bind(self, self.KEYS, self.room.settings.keys)

    def key_of(self, command: Command) -> str:
        """The key that a command has in this session, as it is shown."""
        room = self.room
        name = key_name(room.keys_of(command)[0], symbols=not room.look.ascii)
        return room.words.gettext(name)

    def hint(self, command: Command, label: str = "") -> KeyHint:
        """A command as a row of keys shows it; with another label than its own if given."""
        key = self.room.keys_of(command)[0]
        said = self.room.words.gettext(label or command.label)
        # All other keys can be found by the page of keys.
        lasting = command.action in ("help", "help_too")
        return KeyHint(self.key_of(command), said, (key,), lasting)

    @property
    def too_small(self) -> bool:
        """Whether the terminal is too small for the screen."""
        return is_too_small(self.app.size)

    def check_size(self) -> None:
        """Shows the screen, or that it needs more room."""
        self.set_class(self.too_small, "-too-small")
        if self.too_small:
            for stand_in in self.query(TooSmall):
                stand_in.repaint()

    def wants_text(self) -> bool:
        """Whether letters are typed into something now, instead of being keys."""
        return False
