"""What all screens at a shared table have: they hear its news, and say it in their language."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from textual.message import Message

from engine.game import SPECTATOR
from engine.refusals import MessdeckError
from tui.house.chat import ALL, Line
from tui.house.news import (
    Again,
    Began,
    Closed,
    Remarked,
    Spoken,
    Stood,
    TableNews,
    TimeUp,
    UndoAsked,
    UndoEnded,
)
from tui.screens.base import RoomScreen
from tui.widgets.choices import Choice
from tui.words.marks import N_

if TYPE_CHECKING:
    from tui.house.house import Presence
    from tui.house.table import SharedTable
    from tui.visit import Visit


# What the house says of somebody (``tui.house.chat.Line``), and of the reader.
_OF: Final = {
    "minded": N_("{name} is away; a level plays for that seat."),
    "back": N_("{name} is back and plays again."),
    "left": N_("{name} has left the seat."),
    "late": N_("The time of {name} is up; a level makes this choice."),
}
_OF_ONESELF: Final = {
    "minded": N_("You were away; from here on a level played for you."),
    "back": N_("You are back and play again."),
    "late": N_("Your time is up; a level makes this choice."),
}


class TableTold(Message):
    """The table said something. It is put into the screen's own queue: whoever caused it must
    not draw on other people's screens, nor be hurt by what goes wrong there."""

    def __init__(self, news: TableNews) -> None:
        super().__init__()
        self.news = news


class AtTable(RoomScreen):
    """Base of the screens at a shared table. place: the table; ``seated`` tells it."""

    place: SharedTable
    _end_news: Callable[[], None] | None = None

    @property
    def visit(self) -> Visit:
        """The session's visit to the house."""
        return self.room.visit

    @property
    def presence(self) -> Presence:
        """The session's connection to the house."""
        return self.visit.presence

    @property
    def my_seat(self) -> int:
        """The reader's seat, SPECTATOR for somebody who watches."""
        return self.place.seat_of(self.presence.person.key)

    def hear(self) -> None:
        """From now on the table's news come."""
        if self._end_news is None:
            self._end_news = self.place.news.add(lambda news: self._told(news))

    def hear_no_more(self) -> None:
        """The screen is gone."""
        if self._end_news is not None:
            self._end_news()
            self._end_news = None

    def _told(self, news: TableNews) -> None:
        self.post_message(TableTold(news))

    def on_table_told(self, message: TableTold) -> None:
        news = message.news
        if isinstance(news, Closed):
            self.visit.table_closed(self.place)
        elif isinstance(news, Began):
            if self._on_top():
                self.visit.show_table(self.place)
        elif isinstance(news, UndoAsked):
            if self._on_top():
                self._ask_about_undo(news)
        else:
            said = self.sentence(news)
            if said:
                self.note(said)
        self.refreshed(news)

    def _on_top(self) -> bool:
        """Whether no other screen at a table lies over this one, which would act on it too."""
        stack = reversed(self.room.screen_stack)
        return next((one for one in stack if isinstance(one, AtTable)), None) is self

    def note(self, text: str) -> None:
        """Something was said, by the house or by somebody."""

    def refreshed(self, news: TableNews) -> None:
        """Something is different: what is shown may have to be drawn anew."""

    # Words

    def name_of(self, seat: int) -> str:
        """A seat's name, as part of a sentence."""
        names = self.place.names()
        return self.words.said(names[seat]) if 0 <= seat < len(names) else ""

    def sentence(self, news: TableNews) -> str:
        """What happened, for those at the table; "" for what needs no words."""
        words = self.words
        if isinstance(news, Spoken):
            hears = self.place.chat.hears(self.presence.person.key, news.key)
            return (
                self.spoken(Line(news.key, news.name, news.text, 0, news.watcher)) if hears else ""
            )
        if isinstance(news, Remarked):
            return self.spoken(Line("", news.name, "", 0, what=news.what))
        if isinstance(news, UndoEnded):
            return self._undo_sentence(news)
        if isinstance(news, Stood):
            return self.spoken(Line("", news.name, "", 0, what="left"))
        if isinstance(news, TimeUp):
            key = self.place.chairs[news.seat].key
            return self.spoken(Line(key, self.place.names()[news.seat], "", 0, what="late"))
        if isinstance(news, Again):
            return words.fill(N_("{name} wants to play again."), {"name": words.said(news.name)})
        return ""

    def spoken(self, line: Line) -> str:
        """What somebody said, with the name before it."""
        if line.what:
            mine = line.key == self.presence.person.key
            text = _OF_ONESELF[line.what] if mine and line.what in _OF_ONESELF else _OF[line.what]
            return self.words.fill(text, {"name": self.words.said(line.name)})
        text = N_("{name} (watching): {text}") if line.watcher else N_("{name}: {text}")
        values: dict[str, object] = {
            "name": self.words.said(line.name),
            "text": self.words.said(line.text),
        }
        return self.words.fill(text, values)

    def _undo_sentence(self, news: UndoEnded) -> str:
        text = {
            "agreed": N_("{name} has taken the last choice back; everybody agreed."),
            "too-late": N_("The game went on; the choice of {name} is not taken back any more."),
            "withdrawn": N_("{name} leaves the last choice as it is."),
        }.get(news.code, N_("The choice of {name} is not taken back: not everybody agreed."))
        if news.by >= 0:
            text = N_("The choice of {name} is not taken back: {other} is against it.")
        values: dict[str, object] = {
            "name": self.name_of(news.seat),
            "other": self.name_of(news.by),
        }
        return self.words.fill(text, values)

    # Questions

    def _ask_about_undo(self, news: UndoAsked) -> None:
        undoing = self.place.undoing
        if self.my_seat == SPECTATOR or self.my_seat not in undoing.waiting:
            return
        say = self.words.gettext
        text = N_("{name} asks to take the last choice back.")
        items = [
            Choice("yes", say(N_("Agree")), key="y"),
            Choice("no", say(N_("Let it stand")), key="n"),
        ]

        def answered(answer: str | None) -> None:
            if answer in ("yes", "no"):
                self.try_(lambda: undoing.answer(self.presence, yes=answer == "yes"))

        self.room.ask(self.words.fill(text, {"name": self.name_of(news.seat)}), items, answered)

    def ask_whom_to_hear(self) -> None:
        """Asks who is not to be heard, or heard again."""
        me, chat, words = self.presence.person.key, self.place.chat, self.words
        muted = chat.mutes.get(me, set())
        people = {chair.key: chair.name for chair in self.place.chairs if chair.key}
        people |= {line.key: line.name for line in chat.lines if not line.what}
        people.pop(me, None)
        everybody = N_("Hear everybody again") if ALL in muted else N_("Hear nobody")
        items = [Choice(ALL, words.gettext(everybody), key="0")]
        for number, (key, name) in enumerate(list(people.items())[:9], start=1):
            text = N_("Hear {name} again") if key in muted else N_("Do not hear {name}")
            said = words.fill(text, {"name": words.said(name)})
            items.append(Choice(key, said, key=str(number)))

        def answered(answer: str | None) -> None:
            if answer:
                on = answer not in muted
                self.try_(lambda: self.place.mute(self.presence, answer, on=on))

        self.room.ask(words.gettext(N_("Who is to be heard?")), items, answered)

    def try_(self, do: Callable[[], object]) -> bool:
        """Does it, or says why not."""
        try:
            do()
        except MessdeckError as error:
            self.note(self.words.error(error))
            return False
        return True
