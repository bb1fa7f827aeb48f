"""A session's visit to the house: how its person gets from the lobby to a table and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.game import SPECTATOR
from engine.refusals import MessdeckError
from tui.house.house import House, Presence
from tui.house.plan import MAX_PHRASE, Plan
from tui.house.refusals import HouseRefusal
from tui.house.seating import Phase
from tui.house.table import SharedTable
from tui.screens.asking import LineDialog
from tui.screens.house.lobby import LobbyScreen
from tui.screens.house.opening import OpenTableScreen
from tui.screens.house.proof import proof_screen
from tui.screens.house.result import SharedResultScreen
from tui.screens.house.table import SharedTableScreen
from tui.screens.house.told import AtTable
from tui.screens.house.waiting import WaitingScreen
from tui.screens.menu import MenuScreen
from tui.widgets.choices import Choice
from tui.words.marks import N_, NN_

if TYPE_CHECKING:
    from tui.app import CardRoom

LOBBY: Final = "house.lobby"
BACK: Final = "house.back"


class Visit:
    """The house as one session sees it; without a house it offers nothing."""

    def __init__(self, room: CardRoom) -> None:
        self.room = room
        self._presence: Presence | None = None

    @property
    def house(self) -> House | None:
        """The house, None for a session at home."""
        found = self.room.house
        return found if isinstance(found, House) else None

    @property
    def presence(self) -> Presence:
        """The session's connection. Raises LookupError at home."""
        if self._presence is None:
            raise LookupError("this session is in no house")
        return self._presence

    # Coming and going

    def begin(self) -> None:
        """The session has begun."""
        house, person = self.house, self.room.person
        if house is not None and person is not None:
            self._presence = house.arrived(person)

    def return_to_seat(self) -> None:
        """Whoever was cut off in a game is back at it at once."""
        house, person = self.house, self.room.person
        if house is None or person is None:
            return
        cut_off = [
            table
            for table in house.tables_of(person.key)
            if table.phase is Phase.PLAYING and not table.chairs[table.seat_of(person.key)].detached
        ]
        if len(cut_off) == 1:
            self.show_lobby()
            self.come(cut_off[0])

    def end(self, *, on_purpose: bool) -> None:
        """The session ends; seats stay their person's."""
        if self._presence is None:
            return
        for table in list(self._presence.tables):
            table.go(self._presence, on_purpose=on_purpose)
        self._presence.left()

    # The menu

    def menu_items(self) -> list[Choice]:
        """What the menu has for somebody in a house."""
        house = self.house
        if house is None or self._presence is None:
            return []
        words = self.room.words
        waiting = sum(table.asked(self.presence.person.key) for table in house.tables.values())
        if waiting:
            line = words.fill(
                NN_("{count} game waits for you.", "{count} games wait for you."),
                {"count": waiting},
                by="count",
            )
        else:
            line = words.gettext(N_("Sit down at a table, open one, or watch."))
        return [Choice(LOBBY, words.gettext(N_("Play with others")), line, "p")]

    async def menu_chosen(self, id_: str) -> bool:
        """Does what one of ``menu_items`` stands for; False if it is none of them."""
        if id_ != LOBBY:
            return False
        self.show_lobby()
        return True

    # Screens

    def show_lobby(self) -> None:
        """The tables of the house."""
        self.room.push_screen(LobbyScreen())

    def show_opening(self) -> None:
        """The form for a table of one's own."""
        self.room.push_screen(OpenTableScreen())

    def show_table(self, table: SharedTable) -> None:
        """The table as it stands, over the lobby."""
        self._to_lobby()
        if table.phase is Phase.WAITING:
            self.room.push_screen(WaitingScreen(table))
        else:
            assert table.sitting is not None
            seat = table.seat_of(self.presence.person.key)
            self.room.push_screen(SharedTableScreen(table, table.sitting, seat))

    def show_result(self, table: SharedTable) -> None:
        """How the game ended."""
        if table.sitting is not None and table.phase is Phase.OVER:
            self.room.push_screen(SharedResultScreen(table, table.sitting))

    def show_proof(self, table: SharedTable) -> None:
        """Why the shuffle is fair."""
        self.room.push_screen(proof_screen(table, self.room.words, self.room.look))

    def table_closed(self, table: SharedTable) -> None:
        """The table that is looked at is no more."""
        if any(isinstance(one, AtTable) and one.place is table for one in self.room.screen_stack):
            self._to_lobby()
            self.room.tell(self.room.words.error(HouseRefusal("no-such-table")))

    def _to_lobby(self) -> None:
        while not isinstance(self.room.screen, (LobbyScreen, MenuScreen)):
            self.room.pop_screen()
        if isinstance(self.room.screen, MenuScreen):
            self.show_lobby()

    # Doing

    def come(self, table: SharedTable, phrase: str = "") -> None:
        """Looks at a table: from one's own seat, or as a watcher."""
        try:
            table.come(self.presence, phrase)
        except HouseRefusal as error:
            if error.code == "wrong-phrase" and not phrase:
                self._ask_phrase(table, sit=False)
            else:
                self.room.tell(self.room.words.error(error))
            return
        self.show_table(table)

    async def sit(self, table: SharedTable, phrase: str = "") -> None:
        """Sits down at a table."""
        try:
            await table.sit(self.presence, phrase=phrase)
        except HouseRefusal as error:
            if error.code == "wrong-phrase" and not phrase:
                self._ask_phrase(table, sit=True)
            else:
                self.room.tell(self.room.words.error(error))
            return
        self.show_table(table)

    def _ask_phrase(self, table: SharedTable, *, sit: bool) -> None:
        words = self.room.words
        ask = words.gettext(N_("What is the pass phrase of this table?"))

        async def answered(typed: str | None) -> None:
            if not typed:
                return
            if sit:
                await self.sit(table, typed)
            else:
                self.come(table, typed)

        screen = LineDialog(words, self.room.look, ask, most=MAX_PHRASE, secret=True)
        self.room.push_screen(screen, answered)

    async def open(self, plan: Plan) -> str:
        """Opens a table and sits down at it; what to say if that cannot be, else ""."""
        house = self.house
        assert house is not None
        try:
            table = await house.open_table(self.presence, plan)
        except MessdeckError as error:
            return self.room.words.error(error)
        self.show_table(table)
        return ""

    def away(self, table: SharedTable) -> None:
        """Goes to the lobby; a seat stays one's own."""
        table.go(self.presence, on_purpose=True)
        self._to_lobby()

    async def leave(self, table: SharedTable) -> None:
        """Gets up for good."""
        self._to_lobby()
        await table.leave(self.presence)

    def ask_to_leave(self, table: SharedTable) -> None:
        """Asks first, where something is given up by it."""
        say = self.room.words.gettext
        line = ""
        if table.phase is Phase.PLAYING:
            line = say(N_("A level plays on for you; you cannot come back to this seat."))
        items = [
            Choice("stay", say(N_("Keep the seat")), key="n"),
            Choice("leave", say(N_("Give the seat up")), line, key="y"),
        ]

        async def answered(answer: str | None) -> None:
            if answer == "leave":
                await self.leave(table)

        if table.seat_of(self.presence.person.key) == SPECTATOR:
            self.away(table)
            return
        self.room.ask(say(N_("Leave this table for good?")), items, answered)
