"""The lobby: who is in the house, which tables there are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.message import Message
from textual.widget import Widget

from engine.game import SPECTATOR
from tui.commands import BACK, DOWN, HELP, UP, Command
from tui.house.seating import Phase
from tui.screens.menu import ListScreen
from tui.screens.plates import Foot
from tui.widgets.board import TitleLine
from tui.widgets.choices import Choice, Choices
from tui.words.marks import N_, NN_

if TYPE_CHECKING:
    from tui.house.house import House
    from tui.house.table import SharedTable

GO = Command("lobby.go", "enter", N_("sit, go"), "choose",
             N_("Sit down at the marked table, go back to your seat, or watch"))  # fmt: skip
WATCH = Command("lobby.watch", "w", N_("watch"), "watch", N_("Watch the marked table"))
OPEN = Command("lobby.open", "o", N_("open a table"), "open", N_("Open a table of your own"))
LEAVE = Command("lobby.leave", "x", N_("give up seat"), "leave_seat",
                N_("Give up your seat at the marked table for good"))  # fmt: skip


class LobbyScreen(ListScreen):
    """The tables, one's own first; it changes while one looks."""

    KEYS: ClassVar[Sequence[Command]] = (UP, DOWN, GO, WATCH, OPEN, LEAVE, HELP, BACK)

    class Changed(Message):
        """Somebody came or went, or a table is different."""

    def __init__(self) -> None:
        super().__init__()
        self._end_news: Callable[[], None] | None = None

    @property
    def house(self) -> House:
        """The house."""
        found = self.room.visit.house
        assert found is not None
        return found

    def content(self) -> Sequence[Widget]:
        self.title_line = TitleLine(self.look)
        self.foot = Foot(self.look)
        return [self.title_line, Choices(self.look, [], gap=0), self.foot]

    def on_mount(self) -> None:
        self._end_news = self.house.news.add(lambda _: self._changed())

    def on_unmount(self) -> None:
        if self._end_news is not None:
            self._end_news()

    def _changed(self) -> None:
        self.post_message(self.Changed())

    def on_lobby_screen_changed(self) -> None:
        # What lies over the lobby is drawn, the lobby is not.
        if self.app.screen is self:
            self.load()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.load()

    def load(self) -> None:
        """Looks at the house again; the mark stays at its table."""
        marked = self.choices.current
        key = self.room.visit.presence.person.key
        tables = sorted(
            self.house.tables.values(),
            key=lambda table: (
                not table.asked(key),
                table.seat_of(key) == SPECTATOR,
                table.phase is not Phase.WAITING,
                table.created,
            ),
        )
        self.choices.replace([self._choice(table, key) for table in tables])
        ids = [item.id for item in self.choices.items]
        if marked is not None and marked.id in ids:
            self.choices.marked = ids.index(marked.id)
            self.choices.repaint()
        self._say(len(tables))
        self.show_keys()

    def _say(self, count: int) -> None:
        words = self.words
        names = [person.name for person in self.house.people()]
        here = words.fill(
            NN_("{count} person in the house", "{count} people in the house"),
            {"count": len(names)},
            by="count",
        )
        self.title_line.show(words.gettext(N_("Tables")), here)
        who = words.fill(N_("Here: {names}"), {"names": words.said(words.both(names))})
        if count:
            self.foot.show("", who)
        else:
            self.foot.show(words.gettext(N_("No table is open. Press o to open one.")), who)

    def _choice(self, table: SharedTable, key: str) -> Choice:
        words, dot = self.words, f" {self.look.glyphs.dot} "
        title = words.title(table.plan.rules)
        if table.door.locked:
            title = dot.join([title, words.gettext(N_("pass phrase"))])
        parts = [self._who(table)]
        if table.plan.thinking:
            text = N_("{seconds} s a choice")
            parts.append(words.fill(text, {"seconds": table.plan.thinking}))
        watching = len(table.watchers())
        if watching:
            forms = NN_("{count} watching", "{count} watching")
            parts.append(words.fill(forms, {"count": watching}, by="count"))
        return Choice(table.id, title, dot.join(parts), note=self._state(table, key))

    def _who(self, table: SharedTable) -> str:
        free = self.words.gettext(N_("free"))
        names = [name or f"({free})" for name in table.names()]
        return ", ".join(names)

    def _state(self, table: SharedTable, key: str) -> str:
        say = self.words.gettext
        if table.asked(key):
            return say(N_("your turn"))
        mine = table.seat_of(key) != SPECTATOR
        if table.phase is Phase.PLAYING:
            return say(N_("you play")) if mine else say(N_("being played"))
        if table.phase is Phase.OVER:
            return say(N_("over"))
        free = sum(chair.free for chair in table.chairs)
        if mine:
            return say(N_("you sit here"))
        return self.words.fill(
            NN_("{count} seat free", "{count} seats free"), {"count": free}, by="count"
        )

    def _marked(self) -> SharedTable | None:
        choice = self.choices.current
        return self.house.tables.get(choice.id) if choice is not None else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("choose", "watch", "leave_seat") and self.is_mounted:
            table = self._marked()
            if table is None:
                return False
            key = self.room.visit.presence.person.key
            seated = table.seat_of(key) != SPECTATOR
            if action == "leave_seat" and not seated:
                return False
            if action == "watch" and seated:
                return False
        return super().check_action(action, parameters)

    def action_down(self) -> None:
        """Marks the table below."""
        super().action_down()
        self.show_keys()

    def action_up(self) -> None:
        """Marks the table above."""
        super().action_up()
        self.show_keys()

    async def chosen(self, choice: Choice) -> None:
        table = self.house.tables.get(choice.id)
        if table is None:
            self.load()
            return
        key = self.room.visit.presence.person.key
        if table.seat_of(key) == SPECTATOR and table.phase is Phase.WAITING and not table.full():
            await self.room.visit.sit(table)
        else:
            self.room.visit.come(table)

    def action_watch(self) -> None:
        """Watches the marked table."""
        table = self._marked()
        if table is not None:
            self.room.visit.come(table)

    def action_open(self) -> None:
        """Shows the form for a table of one's own."""
        self.room.visit.show_opening()

    def action_leave_seat(self) -> None:
        """Gives up the seat at the marked table."""
        table = self._marked()
        if table is not None:
            self.room.visit.ask_to_leave(table)
