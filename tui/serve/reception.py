"""The first visit: whoever comes with a new key, or as a guest, says how to be called."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, cast

from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget

from engine.refusals import MessdeckError
from tui.commands import Command
from tui.look import Look
from tui.screens.base import RoomScreen
from tui.screens.plates import Foot, MenuPlate
from tui.serve.guard import Guarded
from tui.serve.names import MOST, cleaned
from tui.settings import Settings
from tui.themes import DEFAULTS, OURS
from tui.widgets.canvas import Canvas, wrapped
from tui.widgets.painted import Painted
from tui.words import Words
from tui.words.marks import N_

if TYPE_CHECKING:
    from tui.serve.person import Person

COME_IN = Command("reception.enter", "enter", N_("come in"), "enter", N_("Take this name"))
ERASE = Command("reception.erase", "ctrl+u", N_("erase"), "erase", N_("Erase what is typed"))
GO = Command("reception.leave", "escape", N_("leave"), "back", N_("Leave without a name"))
_MOST_TYPED: Final = 40

# Makes the person out of what was typed: a name, or the code of another key. Raises MessdeckError.
Take = Callable[[str], Awaitable["Person"]]


class Notice(Painted):
    """What a new guest should know, and the line to type on."""

    def __init__(self, words: Words, look: Look, fingerprint: str) -> None:
        super().__init__(look, classes="page")
        self.words = words
        self.fingerprint = fingerprint
        self.typed = ""

    def paint(self, canvas: Canvas) -> None:
        say, width = self.words.gettext, canvas.width
        y = 0

        def lines(text: str, style: str = "") -> None:
            nonlocal y
            for line in wrapped(text, width):
                canvas.put(0, y, line, style)
                y += 1

        if self.fingerprint:
            lines(say(N_("Nobody has come here with this key before:")))
            lines(self.fingerprint, "$text-accent")
            y += 1
            lines(say(N_("Choose a name. It belongs to this key from now on, as do your saves.")))
            hint = N_(
                "Have you come with another key? Make a code there (Your keys, in the menu) and "
                "type it here in place of a name."
            )
        else:
            lines(say(N_("You come as a guest, without a key.")))
            y += 1
            lines(say(N_("Choose a name; it is marked as a guest's, and free again when you go.")))
            hint = N_(
                "Guests leave no saved games behind. To keep a name and your games, make a key "
                "(ssh-keygen) and come with it."
            )
        y += 1
        x = canvas.put(0, y, say(N_("Name:")), "bold") + 1
        x = canvas.put(x, y, self.typed, "bold $text-accent", limit=width - 1)
        canvas.put(x, y, "_", "$accent")
        y += 2
        lines(say(hint), "$quiet")


class ReceptionScreen(RoomScreen):
    """Asks for the name."""

    KEYS: ClassVar[Sequence[Command]] = (COME_IN, ERASE, GO)

    def content(self) -> Sequence[Widget]:
        app = self.reception
        self.notice = Notice(app.words, app.look, app.fingerprint)
        self.notice.typed = app.proposed
        self.foot = Foot(app.look)
        return [MenuPlate(app.words, app.look), self.notice, self.foot]

    @property
    def reception(self) -> Reception:
        """The application."""
        return cast("Reception", self.app)

    def on_key(self, event: events.Key) -> None:
        if self.too_small:
            return
        if event.key == "backspace":
            self._type(self.notice.typed[:-1])
        elif event.character and event.character.isprintable():
            self._type(self.notice.typed + event.character)
        else:
            return
        event.stop()

    def on_paste(self, event: events.Paste) -> None:
        self._type(self.notice.typed + cleaned(event.text))
        event.stop()

    def action_erase(self) -> None:
        """Begins anew."""
        self._type("")

    async def action_enter(self) -> None:
        """Takes what was typed."""
        wrong = await self.reception.enter(self.notice.typed)
        if wrong:
            self.foot.show(wrong, wrong=True)

    async def go_back(self) -> None:
        await self.reception.leave()

    def _type(self, text: str) -> None:
        self.notice.typed = text[:_MOST_TYPED]
        self.notice.repaint()
        self.foot.show("")


class Reception(Guarded):
    """The application of a first visit. person: who came of it; None for somebody who left."""

    CSS_PATH = "../room.tcss"
    AUTO_FOCUS = None
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "leave", show=False, priority=True)
    ]

    def __init__(
        self, words: Words, look: Look, take: Take, *, fingerprint: str, proposed: str
    ) -> None:
        """fingerprint: of the key, "" for a guest. proposed: a name to begin with."""
        self.words = words
        self.look = look
        self.fingerprint = fingerprint
        self.settings = Settings()
        self.proposed = cleaned(proposed)[:MOST]
        self.person: Person | None = None
        self._take = take
        super().__init__()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(DEFAULTS)

    def on_mount(self) -> None:
        for theme in OURS:
            self.register_theme(theme)
        self.theme = self.look.theme
        self.push_screen(ReceptionScreen())

    def keys_of(self, command: Command) -> list[str]:
        """As ``CardRoom.keys_of``: nobody has bound keys anew yet."""
        return [key.strip() for key in command.key.split(",")]

    async def enter(self, text: str) -> str:
        """Takes a name or a code; what is wrong with it, else ""."""
        try:
            self.person = await self._take(text)
        except MessdeckError as error:
            return self.words.error(error)
        self.exit()
        return ""

    async def leave(self) -> None:
        """Goes without a name."""
        self.exit()

    async def action_leave(self) -> None:
        """Goes without a name."""
        await self.leave()
