"""Why somebody else did what they did: the moves since one's own last choice, one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from tui.commands import Command
from tui.learning.moves import Move
from tui.look import Look
from tui.screens.slip import CLOSE, DOWN, UP, SlipScreen
from tui.widgets.prompt import KeyHint
from tui.words import Scene, Words
from tui.words.marks import N_

BEFORE = Command("motive.before", "left,w", N_("the move before"), "turn(-1)",
                 N_("The move before that one"))  # fmt: skip
AFTER = Command("motive.after", "right", N_("the move after"), "turn(1)",
                N_("The move after that one"))  # fmt: skip


class MotiveScreen(SlipScreen):
    """Shows the last of ``moves`` first. levels: who chooses, one a seat. over: all of them may
    be seen in the replay now."""

    KEYS: ClassVar[Sequence[Command]] = (BEFORE, AFTER, UP, DOWN, CLOSE)

    def __init__(
        self,
        words: Words,
        look: Look,
        moves: Sequence[Move],
        levels: Callable[[int], str],
        scene: Scene,
        *,
        over: bool,
    ) -> None:
        super().__init__(words, look)
        self.moves = list(moves)
        self.levels = levels
        self.scene = scene
        self.over = over
        self.at = len(self.moves) - 1

    def paragraphs(self) -> Sequence[str]:
        say = self.words.gettext
        heading = say(N_("Why did they do that?"))
        if not self.moves:
            return [heading, say(N_("Nobody else has done anything since your last choice."))]
        move = self.moves[self.at]
        end = N_("Their cards stay hidden until the game is over; then the replay tells all.")
        if self.over:
            end = N_("The game is over: the replay shows their cards and their reasons.")
        from tui.learning.motives import motive_lines

        lines = motive_lines(self.words, move, self.levels(move.seat), self.scene)
        return [heading, *lines, say(end)]

    def key_hints(self) -> Sequence[KeyHint]:
        found = [self.hint(CLOSE)]
        if self.at < len(self.moves) - 1:
            found.insert(0, self.hint(AFTER))
        if self.at > 0:
            found.insert(0, self.hint(BEFORE))
        return found

    def action_turn(self, by: int) -> None:
        """Shows another move."""
        at = min(max(0, self.at + by), max(0, len(self.moves) - 1))
        if at != self.at:
            self.at = at
            self.refill()
