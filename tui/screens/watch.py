"""A table where nobody sits but levels: watched at one's own pace."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from tui.commands import Command
from tui.look import MOST_PACE
from tui.screens.keys import CONFIRM, KEYS, LEAVE, LOG, LOG_BACK, LOG_ON, RULES
from tui.screens.table import TableScreen
from tui.widgets.prompt import KeyHint
from tui.words.marks import N_

if TYPE_CHECKING:
    from tui.sitting import Sitting

SLOWER = Command("watch.slower", "minus,left", N_("slower"), "faster(-1)",
                 N_("Let every move stay longer"))  # fmt: skip
FASTER = Command("watch.faster", "plus,equals_sign,right", N_("faster"), "faster(1)",
                 N_("Let every move stay for less time"))  # fmt: skip
PAUSE = Command("watch.pause", "p", N_("pause"), "pause", N_("Hold the game, or go on"))
STEP = Command("watch.step", "space,n", N_("next move"), "next_move",
               N_("Show one more move, and hold there"))  # fmt: skip
# Seconds that a move stays, one after another as it gets faster.
PACES: Final = (MOST_PACE, 5.0, 3.0, 2.0, 1.2, 0.6, 0.3, 0.1)
LEAST_PACE: Final = 0.3


class WatchScreen(TableScreen):
    """A spectator's table with a speed. The moves wait here; the levels play on."""

    KEYS: ClassVar[Sequence[Command]] = (
        PAUSE, STEP, SLOWER, FASTER, CONFIRM, KEYS, RULES, LOG, LEAVE, LOG_BACK, LOG_ON,
    )  # fmt: skip

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting)

    def on_mount(self) -> None:
        super().on_mount()
        # Where moves are shown at once there would be nothing to watch but the end.
        self.play.pace = max(self.play.pace, LEAST_PACE)
        self._say_pace()

    def key_hints(self) -> list[KeyHint]:
        over = self.moment.view.outcome() is not None and not self.play.waiting
        shown = (KEYS, LOG, LEAVE) if over else (PAUSE, STEP, SLOWER, FASTER, KEYS, LEAVE)
        return [self.hint(command) for command in shown]

    def key_note(self) -> str:
        if self.play.held:
            return self.words.gettext(N_("held"))
        seconds = self.words.said(f"{self.play.pace:g}")
        return self.words.fill(N_("{seconds} s a move"), {"seconds": seconds})

    def _say_pace(self) -> None:
        self.show_keys()

    def action_faster(self, by: int) -> None:
        """Another speed."""
        at = min(range(len(PACES)), key=lambda index: abs(PACES[index] - self.play.pace))
        self.play.pace = PACES[min(max(at + by, 0), len(PACES) - 1)]
        self._say_pace()

    def action_pause(self) -> None:
        """Holds the game, or goes on."""
        self.play.held = not self.play.held
        self.go_on()
        self._say_pace()

    def action_next_move(self) -> None:
        """Shows one more move, and holds there."""
        self.play.held = True
        for frame in self.play.step():
            self._take(frame)
        self.go_on()
        self._say_pace()

    def action_confirm(self) -> None:
        """Goes on if it is held; shows the rest at once; at the end, the result."""
        if self.play.held:
            self.action_pause()
        else:
            super().action_confirm()
