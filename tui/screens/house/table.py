"""A game at a shared table, as one of the people at it sees it on a screen of their own."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.timer import Timer
from textual.widget import Widget

from engine.events import EVERYONE
from engine.game import SPECTATOR
from engine.refusals import MessdeckError
from tui.commands import Command
from tui.house.chat import Line
from tui.house.news import Changed, Spoken, TableNews
from tui.renderers.facts import SeatFacts
from tui.renderers.renderer import Cast
from tui.screens import keys
from tui.screens.house.chat import ChatScreen
from tui.screens.house.told import AtTable
from tui.screens.house.waiting import SAY
from tui.screens.lines import numbered_lines
from tui.screens.table import TableScreen
from tui.widgets.choices import Choice
from tui.widgets.log import LogLine
from tui.widgets.prompt import KeyHint
from tui.words.marks import N_

if TYPE_CHECKING:
    from tui.house.table import SharedTable
    from tui.sitting import Sitting

# Helps that would not be fair to the others at the table.
_UNFAIR = frozenset(("hint",))
# What only somebody with a seat has use for.
_OWN = frozenset(("undo", "sort"))


class SharedTableScreen(AtTable, TableScreen):
    """The table from the reader's own seat, or as a spectator may see it."""

    KEYS: ClassVar[Sequence[Command]] = (*keys.TABLE, SAY)

    def __init__(self, table: SharedTable, sitting: Sitting, seat: int) -> None:
        """seat: the reader's own, SPECTATOR for somebody who watches."""
        super().__init__(sitting)
        self.place = table
        # Everybody has a screen of their own: nobody is handed one, and "you" is the reader.
        self.persons = (seat,) if seat != SPECTATOR else ()
        self.shared = False
        self.viewer = seat
        self.moment = self._moment()
        self._ticking: Timer | None = None

    # Textual calls the handlers of all classes, this one's first.

    def on_mount(self) -> None:
        self.hear()

    def on_unmount(self) -> None:
        self.hear_no_more()

    def content(self) -> Sequence[Widget]:
        found = super().content()
        levels = tuple(held.player for held in self.sitting.seats)
        self.cast = self.renderer.cast = Cast(self.sitting.names, levels)
        return found

    # What is heard

    def _sit(self, seat: int) -> None:
        super()._sit(seat)
        self._talk_so_far()  # the log was written anew, without what people said

    def _talk_so_far(self) -> None:
        said = self.place.heard(self.presence)
        if not said:
            return
        history = self.table.history(self.viewer)
        # As ``Line.place`` counts: events that everybody knows, before each one.
        known = [0, *accumulate(event.only == EVERYONE for event in history)]
        lines: list[LogLine] = []
        waiting = deque(said)
        for at, line in numbered_lines(history, self.words, self.scene):
            while waiting and waiting[0].place <= known[at]:
                lines.append(self._line(waiting.popleft()))
            lines.append(line)
        self.log_pane.replace([*lines, *[self._line(line) for line in waiting]])

    def _line(self, line: Line) -> LogLine:
        return LogLine(self.spoken(line), mark=bool(line.what))

    def note(self, text: str) -> None:
        self._tell_at_once(text)

    def refreshed(self, news: TableNews) -> None:
        if isinstance(news, Spoken):
            return
        if isinstance(news, Changed):
            self.draw()
            self._tick()

    # What is shown

    def draw(self) -> None:
        super().draw()
        self._tick()

    def facts(self, seat: int) -> SeatFacts:
        """The panel of a seat: who is away or has little time left stands first."""
        found = super().facts(seat)
        notes = self._notes(seat)
        minder = self.sitting.seats[seat].minding
        level = self.words.level(minder) if minder else found.level
        if notes or minder:
            return replace(found, notes=(*notes, *found.notes), level=level)
        return found

    def _notes(self, seat: int) -> list[str]:
        place, words = self.place, self.words
        chair = place.chairs[seat]
        if chair.level or place.sitting is not self.sitting:
            return []
        notes: list[str] = []
        minding = place.minding
        if chair.given_up:
            notes.append(words.gettext(N_("has left")))
        elif chair.key and not place.here(seat):
            left = minding.seconds_away(seat) if minding is not None else None
            if left is None:
                notes.append(words.gettext(N_("away")))
            else:
                notes.append(words.fill(N_("away {seconds} s"), {"seconds": round(left)}))
        time = minding.seconds_left(seat) if minding is not None else None
        if time is not None:
            notes.append(words.fill(N_("{seconds} s left"), {"seconds": round(time)}))
        return notes

    def _runs(self) -> bool:
        """Whether something counts down."""
        minding = self.place.minding
        return minding is not None and any(
            minding.seconds_away(seat) is not None or minding.seconds_left(seat) is not None
            for seat in range(len(self.seats))
        )

    def _tick(self) -> None:
        """Draws every second while something counts down; else nothing is sent."""
        runs = self.is_mounted and self._runs()
        if runs and self._ticking is None:
            self._ticking = self.set_interval(1.0, self._count)
        elif not runs and self._ticking is not None:
            self._ticking.stop()
            self._ticking = None

    def _count(self) -> None:
        self.draw_seats()
        self._tick()

    # What the person does

    def audience_note(self) -> str:
        return self.words.gettext(N_("You watch; you see what lies open."))

    def plays_itself(self) -> bool:
        """Never: whoever answers at once where there is no choice would tell what they hold."""
        return False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in _UNFAIR or (action in _OWN and not self.persons):
            return False
        return super().check_action(action, parameters)

    def on_key(self, event: events.Key) -> None:
        """A key for what is not given here says so."""
        if event.key == self.key_of(keys.HINT) and not self.too_small:
            # After the table has done with the key: it takes away what was said before.
            self.call_later(self._say_no_hints)

    def _say_no_hints(self) -> None:
        self.notice = self.words.gettext(N_("There are no hints where others play, too."))
        self.draw_prompt()

    def key_hints(self) -> list[KeyHint]:
        hints = super().key_hints()
        useless = {
            self.key_of(one) for one in self.KEYS if self.check_action(one.action, ()) is False
        }
        found = [hint for hint in hints if hint.key not in useless]
        found.insert(1, self.hint(SAY))
        return found

    def help_commands(self) -> Sequence[Command]:
        return [one for one in super().help_commands() if one.action not in _UNFAIR]

    def action_talk(self) -> None:
        """Opens the line to talk."""
        self.app.push_screen(ChatScreen(self))

    def action_undo(self) -> None:
        """Asks the others whether the last choice may be taken back."""
        if self.sending:
            return
        try:
            self.place.undoing.ask(self.presence)
        except MessdeckError as error:
            self.notice = self.words.error(error, self.scene)
            self.draw_prompt()
            return
        if self.place.undoing.waiting:
            self.note(self.words.gettext(N_("The others are asked whether you may take it back.")))

    def action_confirm(self) -> None:
        """Does what is prepared; at the end, shows the result."""
        if not any(frame.events for frame in self.play.frames):
            # That somebody else has committed just now is nothing to be shown first.
            self.skip()
        if self.moment.view.outcome() is not None and not self.play.waiting:
            self.visit.show_result(self.place)
        else:
            super().action_confirm()

    async def go_back(self) -> None:
        if self.my_seat == SPECTATOR:
            self.visit.away(self.place)
            return
        say = self.words.gettext
        items = [
            Choice("stay", say(N_("Play on")), key="p"),
            Choice("talk", say(N_("Talk")), key="t"),
            Choice("shuffle", say(N_("How the shuffle was made")), key="s"),
            Choice("rules", say(N_("Rules of this game")), key="r"),
            Choice("keys", say(N_("What the keys do")), key="k"),
            Choice("lobby", say(N_("To the lobby; your seat is kept")), key="m"),
            Choice("leave", say(N_("Give your seat up")), key="g"),
            Choice("quit", say(N_("Quit; your seat is kept")), key="x"),
        ]

        async def answered(answer: str | None) -> None:
            if answer == "talk":
                self.action_talk()
            elif answer == "shuffle":
                self.visit.show_proof(self.place)
            elif answer == "rules":
                self.action_rules()
            elif answer == "keys":
                self.action_help()
            elif answer == "lobby":
                self.visit.away(self.place)
            elif answer == "leave":
                self.visit.ask_to_leave(self.place)
            elif answer == "quit":
                await self.room.leave()

        self.room.ask(say(N_("Leave the table?")), items, answered)
