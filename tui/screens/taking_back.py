"""Taking one's last choice back at the table, with a question where that makes it practice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import SPECTATOR
from engine.refusals import UndoRefused
from tui.widgets.choices import Choice
from tui.words.marks import N_

if TYPE_CHECKING:
    from tui.screens.table import TableScreen

# What a practice game allows all the same.
_PRACTICE = ("unseen-card", "game-over")


def take_back(screen: TableScreen) -> None:
    """Takes the reader's last choice back; asks first where the game becomes practice by that, and
    says why where it cannot be."""
    seat = _seat(screen)
    if seat is None:
        refuse(screen, UndoRefused("nothing-to-undo", seat=screen.viewer))
        return
    why = screen.sitting.undo_refusal(seat)
    if why is None:
        screen.run_worker(_undo(screen, seat, practice=False))
    elif why.code in _PRACTICE and screen.sitting.undo_refusal(seat, practice=True) is None:
        _ask(screen, seat, why)
    else:
        refuse(screen, why)


def refuse(screen: TableScreen, why: UndoRefused) -> None:
    """Says why nothing is taken back."""
    screen.refusal = screen.clause = ""
    screen.notice = screen.words.error(why, screen.scene)
    screen.draw_prompt()


def _seat(screen: TableScreen) -> int | None:
    """Whose choice is taken back: the reader's; at the end of a game of several the last one's."""
    if screen.viewer != SPECTATOR:
        return screen.viewer
    for seat in screen.persons:
        if screen.sitting.undo_refusal(seat, practice=True) is None:
            return seat
    return None


def _ask(screen: TableScreen, seat: int, why: UndoRefused) -> None:
    say = screen.words.gettext
    if why.code == "game-over":
        told = say(N_("The game is over. Take your last choice back all the same?"))
    else:
        told = say(
            N_("A card that you had not seen came out since. Take your choice back all the same?")
        )
    after = say(
        N_("From then on this is a practice game: it says so, and the statistics leave it out.")
    )
    items = [
        Choice("keep", say(N_("Leave it as it is")), key="n"),
        Choice("undo", say(N_("Take it back, for practice")), after, key="y"),
    ]

    def answered(answer: str | None) -> None:
        if answer == "undo":
            screen.run_worker(_undo(screen, seat, practice=True))

    screen.room.ask(told, items, answered)


async def _undo(screen: TableScreen, seat: int, *, practice: bool) -> None:
    sitting = screen.sitting
    over = sitting.table.outcome() is not None
    screen.by_hand = True
    try:
        await sitting.undo(seat, practice=practice)
        # A choice that plays itself would only be played again.
        while screen.room.settings.forced and _is_forced(screen, seat):
            if sitting.undo_refusal(seat, practice=practice) is not None:
                break
            await sitting.undo(seat, practice=practice)
    except UndoRefused as why:
        refuse(screen, why)
        return
    if over:
        screen.room.keep_playing(sitting)
    screen.notice = screen.words.gettext(N_("Taken back; choose again."))
    screen.draw_prompt()


def _is_forced(screen: TableScreen, seat: int) -> bool:
    ask = screen.sitting.ask(seat)
    return ask is not None and ask.view.legal_count() == 1
