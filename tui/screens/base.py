"""What every screen has: the session's words and look, a line of keys, a way out, a size check."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.widget import Widget

from tui.commands import EVERYWHERE, Command
from tui.keymap import bind
from tui.look import Look
from tui.screens.keyed import KeyedScreen, TooSmall
from tui.widgets.prompt import KeyHint, KeyLine
from tui.words import Words


class RoomScreen(KeyedScreen[None]):
    """Base of all screens. Subclasses declare ``KEYS`` and give ``content``."""

    # Words or look have changed since the screen was made.
    stale = False

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
        own = self.help_commands()
        # Where the screen itself leads to a place, that is the way there.
        labels = {command.label for command in own}
        places = [command for command in EVERYWHERE if command.label not in labels]
        return list({one.id: one for one in (*own, *places)}.values())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        # What does not fit on the screen cannot be used either.
        if self.is_mounted and self.too_small:
            return action == "back"
        # Somebody else's machine is not there to play tournaments.
        return not (action == "go" and "arena" in parameters and self.room.house is not None)

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
