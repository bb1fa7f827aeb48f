"""A person's keys: which there are, a code to add one, and taking one away."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import ClassVar, Final

from textual.widget import Widget

from engine.refusals import MessdeckError
from tui.commands import BACK, DOWN, ENTER, HELP, UP, Command
from tui.screens.menu import ListScreen
from tui.screens.plates import Foot
from tui.serve.faults import NameFault
from tui.serve.people import CODE_SECONDS, People
from tui.widgets.board import TitleLine
from tui.widgets.choices import Choice, Choices
from tui.words.marks import N_

_ADD: Final = "add"


class KeysScreen(ListScreen):
    """The keys of whoever looks at them."""

    KEYS: ClassVar[Sequence[Command]] = (UP, DOWN, ENTER, HELP, BACK)

    def __init__(self, people: People, fingerprint: str) -> None:
        super().__init__()
        self.people = people
        self.fingerprint = fingerprint

    def content(self) -> Sequence[Widget]:
        self.title_line = TitleLine(self.look)
        self.foot = Foot(self.look)
        return [self.title_line, Choices(self.look, [], gap=0), self.foot]

    def on_screen_resume(self) -> None:
        self.load()
        super().on_screen_resume()

    def load(self) -> None:
        """Reads the keys again."""
        person = self.room.person
        assert person is not None
        say = self.words.gettext
        self.title_line.show(say(N_("Your keys")), person.name)
        items = [
            Choice(
                _ADD,
                say(N_("Add a key")),
                say(N_("Makes a code; come with the other key and type it in place of a name.")),
                "a",
            )
        ]
        now = self.room.now()
        for key in self.people.keys(person):
            used = self.words.when(datetime.fromtimestamp(key.seen, UTC), now)
            line = self.words.fill(N_("last used {when}"), {"when": self.words.said(used)})
            if key.fingerprint == self.fingerprint:
                line = say(N_("the key that you came with"))
            items.append(Choice(key.fingerprint, key.fingerprint, line))
        self.choices.replace(items)

    async def chosen(self, choice: Choice) -> None:
        if choice.id == _ADD:
            self._make_code()
        elif choice.id == self.fingerprint:
            self.foot.show(self.words.error(NameFault("key-in-use")), wrong=True)
        else:
            self._ask_removal(choice.id)

    def _make_code(self) -> None:
        person = self.room.person
        assert person is not None
        try:
            code = self.people.code(person)
        except MessdeckError as error:
            self.foot.show(self.words.error(error), wrong=True)
            return
        text = N_("{code} is good once, within {minutes} minutes.")
        values = {"code": self.words.said(code), "minutes": round(CODE_SECONDS / 60)}
        self.foot.show(
            self.words.fill(text, values),
            self.words.gettext(N_("Tell it nobody: whoever types it has your name and games.")),
        )

    def _ask_removal(self, fingerprint: str) -> None:
        person = self.room.person
        assert person is not None
        say = self.words.gettext
        text = self.words.fill(
            N_("Take {key} away? Whoever comes with it is nobody known then."),
            {"key": self.words.said(fingerprint[:18] + self.look.glyphs.ellipsis)},
        )
        items = [
            Choice("keep", say(N_("Keep it")), key="n"),
            Choice("remove", say(N_("Take it away")), key="y"),
        ]

        async def answered(answer: str | None) -> None:
            if answer != "remove":
                return
            try:
                await People.aside(lambda: self.people.remove_key(person, fingerprint))
            except MessdeckError as error:
                self.foot.show(self.words.error(error), wrong=True)
            self.load()

        self.room.ask(text, items, answered)
