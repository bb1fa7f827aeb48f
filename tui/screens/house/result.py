"""How a game at a shared table ended: once more, the shuffle's proof, the record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from engine.game import SPECTATOR
from engine.refusals import MessdeckError
from tui.commands import HELP, Command
from tui.house import keeping
from tui.house.news import Again, Spoken, TableNews
from tui.screens.house.chat import ChatScreen
from tui.screens.house.told import AtTable
from tui.screens.house.waiting import PROOF, SAY
from tui.screens.result import AGAIN, REPLAY, REVIEW, TABLE, ResultScreen
from tui.words import NOBODY
from tui.words.marks import N_

if TYPE_CHECKING:
    from tui.house.table import SharedTable
    from tui.sitting import Sitting

COPY = Command("result.copy", "c", N_("copy record"), "copy",
               N_("Send the record of the game to your terminal's clipboard"))  # fmt: skip
LOBBY = Command("result.lobby", "q,escape,m", N_("lobby"), "back", N_("Go to the lobby"))


class SharedResultScreen(AtTable, ResultScreen):
    """The end of a game that several people played."""

    KEYS: ClassVar[Sequence[Command]] = (
        AGAIN, REVIEW, REPLAY, PROOF, COPY, TABLE, SAY, HELP, LOBBY,
    )  # fmt: skip

    def __init__(self, table: SharedTable, sitting: Sitting) -> None:
        super().__init__(sitting)
        self.place = table

    def reader(self) -> int:
        return self.my_seat if self.my_seat != SPECTATOR else NOBODY

    def on_mount(self) -> None:
        self.hear()

    def on_unmount(self) -> None:
        self.hear_no_more()

    def note(self, text: str) -> None:
        self.foot.show(text)

    def refreshed(self, news: TableNews) -> None:
        if isinstance(news, Again):
            text = self.words.gettext(N_("Press a to come to the table, too."))
            self.foot.show(self.sentence(news), text)
        elif not isinstance(news, Spoken):
            self.show_keys()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "again" and self.is_mounted and self.my_seat == SPECTATOR:
            if self.place.sitting is self.sitting:
                return False
        return super().check_action(action, parameters)

    async def action_again(self) -> None:
        """Another game with the same people; or to the table where it is about to begin."""
        try:
            if self.place.sitting is self.sitting:
                await self.place.again(self.presence)
        except MessdeckError as error:
            self.foot.show(self.words.error(error), wrong=True)
            return
        self.visit.show_table(self.place)

    def action_proof(self) -> None:
        """Shows what proves the shuffle, as long as the table has not gone on."""
        if self.place.sitting is self.sitting:
            self.visit.show_proof(self.place)

    def action_copy(self) -> None:
        """Sends the record to the terminal."""
        if self.place.sitting is not self.sitting:
            return
        try:
            record = keeping.record_of(self.sitting, self.place.proof())
        except MessdeckError as error:
            self.foot.show(self.words.error(error), wrong=True)
            return
        self.app.copy_to_clipboard(record.to_line() + "\n")
        self.foot.show(
            self.words.gettext(
                N_("Your terminal was sent the record; where it allows that, it can be pasted now.")
            )
        )

    def action_talk(self) -> None:
        """Opens the line to talk."""
        self.app.push_screen(ChatScreen(self))

    async def go_back(self) -> None:
        self.visit.away(self.place)
