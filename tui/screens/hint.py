"""A hint: what the strongest level would do now, and why; it can be put into the selection.

Where the rules leave one choice only, the hint is that choice, and nobody has to think.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.game import View
from engine.refusals import MessdeckError
from tui.commands import Command
from tui.learning.advice import Advice, advise
from tui.learning.hints import hint_lines
from tui.look import Look
from tui.screens.slip import CLOSE, DOWN, UP, SlipScreen
from tui.widgets.prompt import KeyHint
from tui.words import Scene, Words
from tui.words.marks import N_

TAKE = Command("hint.take", "enter,i", N_("prepare it"), "take",
               N_("Put the choice into the selection; it is not made yet"))  # fmt: skip


class HintScreen(SlipScreen):
    """Thinks where levels think; closing it gives the thought up."""

    KEYS: ClassVar[Sequence[Command]] = (TAKE, UP, DOWN, CLOSE)

    def __init__(self, words: Words, look: Look, view: View, scene: Scene) -> None:
        super().__init__(words, look)
        self.view = view
        self.scene = scene
        self.advice: Advice | None = None
        self.trouble = ""
        # The only choice there is, None if there are several.
        self.only = int(view.legal_nth(0)) if view.legal_count() == 1 else None

    def on_mount(self) -> None:
        if self.only is None:
            self.run_worker(self._think(), group="hint", exit_on_error=True)

    async def _think(self) -> None:
        try:
            await self.room.thinker.start()
            self.advice = await advise(self.room.thinker, self.view)
        except MessdeckError as error:
            self.trouble = self.words.error(error, self.scene)
        self.refill()

    def paragraphs(self) -> Sequence[str]:
        words, advice = self.words, self.advice
        heading = words.gettext(N_("Hint"))
        if self.trouble:
            return [heading, self.trouble]
        if self.only is not None:
            told = words.gettext(N_("The rules leave you no other choice."))
            return [heading, f"{words.action(self.only, self.scene)}.", told]
        if advice is None:
            return [heading, words.gettext(N_("The strongest level thinks about it …"))]
        return hint_lines(words, advice, self.view, self.scene)

    def key_hints(self) -> Sequence[KeyHint]:
        return [
            self.hint(command)
            for command in self.KEYS
            if command.shown and (command is not TAKE or self.advised is not None)
        ]

    @property
    def advised(self) -> int | None:
        """The choice to be prepared, None as long as there is none."""
        return self.only if self.advice is None else self.advice.action

    def action_take(self) -> None:
        """Hands the choice back to the table."""
        if self.advised is not None:
            self.dismiss(self.advised)
