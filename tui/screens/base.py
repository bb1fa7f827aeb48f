"""What every screen has: the session's words and look, a line of keys, a way out, a size check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget

from tui.commands import EVERYWHERE, Command, bindings, key_name
from tui.keymap import bind
from tui.look import Look
from tui.widgets.canvas import Canvas, wrapped
from tui.widgets.painted import Painted
from tui.widgets.prompt import KeyHint, KeyLine
from tui.words import Words
from tui.words.marks import N_

if TYPE_CHECKING:
    from tui.app import CardRoom

LEAST_WIDTH: Final = 60
LEAST_HEIGHT: Final = 20


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


class RoomScreen(Screen[None]):
    """Base of all screens. Subclasses declare ``KEYS`` and give ``content``."""

    KEYS: ClassVar[Sequence[Command]] = ()
    BINDINGS: ClassVar[list[BindingType]] = []
    AUTO_FOCUS = None

    # Words or look have changed since the screen was made.
    stale = False

    def __init_subclass__(cls, **kwargs: bool) -> None:
        if "KEYS" in cls.__dict__:
            cls.BINDINGS = [*bindings(cls.KEYS)]
        super().__init_subclass__(**kwargs)

    @property
    def room(self) -> CardRoom:
        """The application."""
        return cast("CardRoom", self.app)

    @property
    def words(self) -> Words:
        """The session's words."""
        return self.room.words

    @property
    def look(self) -> Look:
        """How the session is drawn."""
        return self.room.look

    def compose(self) -> ComposeResult:
        yield TooSmall(self.words, self.look)
        yield from self.content()
        yield KeyLine(self.look)

    def content(self) -> Sequence[Widget]:
        """The widgets of the screen, from top to bottom, without its line of keys."""
        raise NotImplementedError

    def on_mount(self) -> None:
        self.bind_keys()
        self.set_class(self.look.ascii, "-ascii")
        self.check_size()
        self.show_keys()

    def on_resize(self, event: events.Resize) -> None:
        self.check_size()
        self.fit()

    def on_screen_resume(self) -> None:
        self.check_size()
        self.show_keys()
        if self.stale:
            self.call_later(self.renew)

    async def renew(self) -> None:
        """Makes all widgets anew, after words or look have changed."""
        self.stale = False
        await self.recompose()
        self.set_class(self.look.ascii, "-ascii")
        self.check_size()
        self.renewed()
        self.show_keys()

    def renewed(self) -> None:
        """Called when the widgets were made anew; for screens that fill them."""

    def bind_keys(self) -> None:
        """Takes the keys that this session has for the screen's commands."""
        bind(self, (*self.KEYS, *EVERYWHERE), self.room.settings.keys)

    def _compositor_refresh(self) -> None:
        # Textual takes the screen right below the topmost for one that shines through, whatever
        # the topmost is, and has that one drawn anew, all of it, with every message below.
        top = self.app.screen
        if top is not self and top.styles.background.a == 1:
            self._compositor._dirty_regions.clear()
            self._dirty_widgets.clear()
            return
        super()._compositor_refresh()

    @property
    def too_small(self) -> bool:
        """Whether the terminal is too small for the screen."""
        return is_too_small(self.app.size)

    def wants_text(self) -> bool:
        """Whether letters are typed into something now, instead of being keys."""
        return False

    def check_size(self) -> None:
        """Shows the screen, or that it needs more room."""
        self.set_class(self.too_small, "-too-small")
        if self.too_small:
            for stand_in in self.query(TooSmall):
                stand_in.repaint()

    def fit(self) -> None:
        """Called when the size has changed; for screens that lay themselves out."""

    def show_keys(self) -> None:
        """Draws the line of keys anew."""
        # A screen that was closed again before it was seen has no widgets.
        for line in self.query(KeyLine):
            line.show(self.key_hints(), self.key_note())

    def key_note(self) -> str:
        """What stands at the right end of the line of keys."""
        return ""

    def key_hints(self) -> list[KeyHint]:
        """The commands that can be used now, in the order of their declaration."""
        return [
            self.hint(command)
            for command in self.KEYS
            if command.shown and self.check_action(command.action, ()) is not False
        ]

    def help_commands(self) -> Sequence[Command]:
        """The commands that the page of keys explains."""
        return self.KEYS

    def all_commands(self) -> list[Command]:
        """The commands of the screen and those that are everywhere, each once."""
        return list({one.id: one for one in (*self.help_commands(), *EVERYWHERE)}.values())

    def hint(self, command: Command, label: str = "") -> KeyHint:
        """A command as the line of keys shows it; with another label than its own if given."""
        key = self.room.keys_of(command)[0]
        said = self.words.gettext(label or command.label)
        # All other keys can be found by the page of keys.
        lasting = command.action in ("help", "help_too")
        return KeyHint(self.key_of(command), said, (key,), lasting)

    def key_of(self, command: Command) -> str:
        """The key that a command has in this session, as it is shown."""
        keys = self.room.keys_of(command)
        return self.words.gettext(key_name(keys[0], symbols=not self.look.ascii))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        # What does not fit on the screen cannot be used either.
        if self.is_mounted and self.too_small:
            return action == "back"
        return True

    async def action_back(self) -> None:
        """Leaves the screen; the whole program if the screen cannot be seen."""
        if self.too_small:
            await self.room.leave()
        else:
            await self.go_back()

    async def go_back(self) -> None:
        """Goes to where this screen was opened from."""
        self.app.pop_screen()

    def action_palette(self) -> None:
        """Opens the list of commands."""
        self.room.show_palette(self)

    async def action_go(self, place: str) -> None:
        """Goes to another part of the card room."""
        await self.room.go(place)

    def action_help(self) -> None:
        """Shows the page of keys for this screen."""
        self.room.show_help(self)
