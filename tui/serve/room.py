"""The card room as a person on the server has it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.errors import NoWidget

import tui.app
from engine.refusals import MessdeckError
from saves.entries import Entry
from saves.shelf import Shelf
from tui.app import CardRoom
from tui.look import Look
from tui.preferences import Preferences
from tui.screens.base import RoomScreen
from tui.serve.guard import Guarded
from tui.serve.keys_screen import KeysScreen
from tui.serve.people import People
from tui.serve.person import Person, Tables
from tui.serve.thinking import Ration
from tui.sitting import Setup
from tui.widgets.choices import Choice
from tui.widgets.painted import Painted
from tui.words import Words
from tui.words.marks import N_, NN_

_KEYS_ITEM: Final = "serve.keys"


class ServedRoom(Guarded, CardRoom):
    """A ``CardRoom`` that leaves nothing on the server but a person's own games."""

    CSS_PATH = Path(tui.app.__file__).with_name("room.tcss")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "leave", show=False, priority=True)
    ]

    def __init__(
        self,
        words: Words,
        look: Look,
        shelf: Shelf,
        *,
        person: Person,
        people: People,
        fingerprint: str,
        house: Tables | None,
        ration: Ration,
        games: int,
        preferences: Preferences,
        entries: list[Entry],
    ) -> None:
        """fingerprint: of the key that the person came with, "" for a guest. games: how many saved
        games the person may have. entries: what lies on the shelf now."""
        self.people = people
        self.fingerprint = fingerprint
        self.games = games
        self._entries = entries
        super().__init__(
            words,
            look,
            shelf,
            person=person,
            house=house,
            thinker=ration,
            preferences=preferences,
        )

    # Games

    async def begin(self, setup: Setup) -> None:
        """Sits down to a new game, if there is room on the shelf for one more."""
        entries = await People.aside(self.shelf.entries)
        if len(entries) >= self.games:
            text = NN_(
                "There is room for {most} saved game; delete it to begin another.",
                "There is room for {most} saved games; delete one to begin another.",
            )
            self.tell(self.words.fill(text, {"most": self.games}, by="most"))
            return
        await super().begin(setup)

    def entries_at_first(self) -> list[Entry]:
        return self._entries

    def read_shelf(self, asking: RoomScreen, then: Callable[[list[Entry]], None]) -> None:
        # Nobody else waits for this person's part of the disk.
        async def read() -> None:
            self._entries = await People.aside(self.shelf.entries)
            if self.stands(asking):
                then(self._entries)

        self.run_worker(read(), group="shelf", exclusive=True)

    @property
    def can_export(self) -> bool:
        return False

    def spare_folder(self) -> Path | None:
        return None

    # Drawing

    def send_rows(self, panel: Painted, rows: Sequence[int]) -> bool:
        """Draws some rows of a panel on the terminal, without Textual's composing the screen anew;
        False where that has to be done, as something is above the panel or about to move."""
        screen, driver = self.screen, self._driver
        if driver is None or panel.screen is not screen or not screen.is_mounted:
            return False
        above = self.no_color or self._notifications or self._batch_count
        if above or screen._layout_required or screen._recompose_required:
            return False
        try:
            place = screen.find_widget(panel)
        except NoWidget:
            return False
        if not place.region or not place.clip.contains_region(place.region):
            return False
        x, y = place.region.offset + panel.content_offset
        for row in rows:
            text = panel.render_line(row).render(self.console)
            driver.write(f"\x1b[{y + row + 1};{x + 1}H{text}")
        return True

    # What there is besides, on a server

    def menu_items(self) -> Sequence[Choice]:
        items = list(super().menu_items())
        if not self.fingerprint:
            return items
        say = self.words.gettext
        line = say(N_("Your name, and the keys that it belongs to."))
        return [*items, Choice(_KEYS_ITEM, say(N_("Your keys")), line, "y")]

    async def menu_chosen(self, id_: str) -> bool:
        if id_ != _KEYS_ITEM:
            return await super().menu_chosen(id_)
        self.push_screen(KeysScreen(self.people, self.fingerprint))
        return True

    # How it ends

    async def hang_up(self) -> None:
        """Ends the session, saved, whatever is on the screen."""
        self.hung_up = True
        # The others at a table are told now, not when everything here is on the disk.
        self.visit.end(on_purpose=False)
        with contextlib.suppress(MessdeckError):
            await self.leave()
