"""What is asked before a table is left."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.refusals import MessdeckError
from saves.shelf import Shelf
from tui.sitting import Sitting
from tui.widgets.choices import Choice
from tui.words.marks import N_

if TYPE_CHECKING:
    from tui.app import CardRoom
    from tui.screens.table import TableScreen


def ask_to_pause(room: CardRoom, table: TableScreen) -> None:
    """Asks what to do instead of playing on at ``table``, and does it."""
    say = room.words.gettext
    to_menu, to_shell = N_("To the menu; the game is saved"), N_("Quit; the game is saved")
    if table.sitting.trouble is not None:
        to_menu, to_shell = N_("To the menu; NOT SAVED"), N_("Quit; NOT SAVED")
    items = [
        Choice("stay", say(N_("Play on")), key="p"),
        Choice("rules", say(N_("Rules of this game")), key="r"),
        Choice("keys", say(N_("What the keys do")), key="k"),
        Choice("settings", say(N_("Settings")), key="e"),
        Choice("menu", say(to_menu), key="m"),
        Choice("quit", say(to_shell), key="x"),
    ]
    spare = room.spare_folder() if table.sitting.trouble is not None else None
    if spare is not None:
        text = N_("Save it in {folder} instead")
        said = room.words.fill(text, {"folder": room.words.said(str(spare))})
        items.insert(1, Choice("spare", said, key="s"))

    async def answered(answer: str | None) -> None:
        if answer == "rules":
            table.action_rules()
        elif answer == "keys":
            table.action_help()
        elif answer == "settings":
            room.show_settings()
        elif answer == "spare" and spare is not None:
            _save_in(room, table.sitting, spare)
        elif answer == "menu":
            await room.leave_table()
        elif answer == "quit":
            await room.leave()

    room.ask(say(N_("Leave the table?")), items, answered)


def _save_in(room: CardRoom, sitting: Sitting, folder: Path) -> None:
    """Goes on saving a game in another folder, and says how it is found there."""
    try:
        sitting.save_to(Shelf(folder))
    except MessdeckError as error:
        room.tell(room.words.error(error))
        return
    text = N_("From now on this game is saved in {folder}. messdeck --data-dir finds it there.")
    room.tell(room.words.fill(text, {"folder": room.words.said(str(folder))}))
