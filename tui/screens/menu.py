"""The menu: where the card room opens and where every way back leads."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import ClassVar

from textual import events, on
from textual.widget import Widget

from saves.entries import Entry
from saves.shelf import newest_unfinished
from tui.called import names_of
from tui.commands import DOWN, ENTER, HELP, PALETTE, UP, Command
from tui.screens.base import RoomScreen
from tui.screens.plates import MenuPlate
from tui.widgets.choices import Choice, Choices
from tui.widgets.prompt import KeyHint
from tui.words.marks import N_

QUIT = Command("menu.quit", "q,escape", N_("quit"), "back", N_("Leave the card room"))


class ListScreen(RoomScreen):
    """A screen whose main part is a list to choose from."""

    @property
    def choices(self) -> Choices:
        """The list."""
        return self.query_one(Choices)

    def action_up(self) -> None:
        """Marks the item above."""
        self.choices.move(-1)

    def action_down(self) -> None:
        """Marks the item below."""
        self.choices.move(1)

    async def action_choose(self) -> None:
        """Does what is marked."""
        if self.choices.current is not None:
            await self.chosen(self.choices.current)

    async def on_key(self, event: events.Key) -> None:
        if self.too_small or not event.character:
            return
        choice = self.choices.by_key(event.character)
        if choice is not None:
            event.stop()
            await self.chosen(choice)

    @on(Choices.Chosen)
    async def _clicked(self, message: Choices.Chosen) -> None:
        await self.chosen(message.choice)

    async def chosen(self, choice: Choice) -> None:
        """Called with the item that somebody decided for."""
        raise NotImplementedError


class MenuScreen(ListScreen):
    """New game, continue, saves, rules, quit. newest: the game to continue."""

    newest: Entry | None = None
    KEYS: ClassVar[Sequence[Command]] = (UP, DOWN, ENTER, HELP, QUIT)

    def key_hints(self) -> list[KeyHint]:
        return [self.hint(command) for command in (ENTER, HELP, PALETTE, QUIT)]

    def content(self) -> Sequence[Widget]:
        items = self._items(self.room.entries_at_first())
        return [MenuPlate(self.words, self.look), Choices(self.look, items, compact=True)]

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.room.read_shelf(self, self._read)

    def _read(self, entries: list[Entry]) -> None:
        """Shows what can be done with what lies on the shelf now."""
        items = self._items(entries)
        known = {item.id for item in self.choices.items}
        # There is a game to go on with now: what one most likely wants.
        self.choices.replace(items, anew=items[0].id not in known)

    def _items(self, entries: list[Entry]) -> list[Choice]:
        say = self.words.gettext
        self.newest = newest = newest_unfinished(entries)
        items = [
            Choice("new", say(N_("New game")), say(N_("Choose a game, opponents, options.")), "n")
        ]
        if newest is not None:
            items.insert(0, Choice("continue", say(N_("Continue")), self._preview(newest), "c"))
        learn = Choice("learn", say(N_("Learn")), say(N_("A lesson of two minutes a game.")), "l")
        if entries:
            items.append(learn)
        else:  # somebody who is new here
            line = say(N_("New here? A lesson of two minutes for each game."))
            items.insert(0, learn._replace(line=line))
        # A game to go on with comes first, and then the house, if there is one: all of it is
        # loaded with the visit, which is not for somebody at home to wait for.
        first = 0 if newest is None else 1
        if self.room.house is not None:
            items[first:first] = self.room.visit.menu_items()
        return [
            *items,
            Choice("saves", say(N_("Saved games")), say(N_("Continue or delete one.")), "s"),
            *self._arena(),
            Choice("rules", say(N_("Rules")), say(N_("Read how the games are played.")), "r"),
            Choice(
                "statistics", say(N_("Statistics")), say(N_("See how you have done so far.")), "t"
            ),
            Choice(
                "settings", say(N_("Settings")), say(N_("Language, colours, keys and more.")), "e"
            ),
            *self.room.menu_items(),
            Choice("quit", say(N_("Quit")), "", "q"),
        ]

    def _arena(self) -> list[Choice]:
        # Somebody else's machine is not there to play tournaments.
        if self.room.house is not None:
            return []
        say = self.words.gettext
        return [Choice("arena", say(N_("Arena")), say(N_("Pit levels against each other.")), "a")]

    def _preview(self, entry: Entry) -> str:
        summary = entry.summary
        assert summary is not None
        changed = datetime.fromtimestamp(summary.changed, UTC)
        parts = [
            self.words.title(summary.rules),
            self.words.both(list(names_of(self.words, summary))),
            self.words.when(changed, self.room.now()),
        ]
        return f" {self.look.glyphs.dot} ".join(parts)

    async def chosen(self, choice: Choice) -> None:
        room = self.room
        if choice.id == "new":
            room.show_new_game()
        elif choice.id == "continue":
            if self.newest is not None:
                await room.resume(self.newest.id)
        elif choice.id == "learn":
            room.show_lessons()
        elif choice.id == "saves":
            room.show_saves()
        elif choice.id == "arena":
            room.show_arena()
        elif choice.id == "rules":
            room.show_rules_list()
        elif choice.id == "statistics":
            room.show_statistics()
        elif choice.id == "settings":
            room.show_settings()
        elif room.house is not None and await room.visit.menu_chosen(choice.id):
            pass
        elif not await room.menu_chosen(choice.id):
            await room.leave()

    async def go_back(self) -> None:
        await self.room.leave()
