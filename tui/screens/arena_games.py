"""The games of a tournament that were kept, each to be replayed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final

from textual.widget import Widget

from ai.arena.play import GamePlayed
from ai.arena.setup import ArenaSetup
from engine.refusals import MessdeckError
from engine.registry import rule_set
from tui.arena.kept import Kept, kept_games, playback_of
from tui.commands import BACK, DOWN, HELP, UP, Command
from tui.screens.menu import ListScreen
from tui.screens.plates import Foot
from tui.widgets.board import TitleLine
from tui.widgets.canvas import fitted
from tui.widgets.choices import Choice, Choices
from tui.words.marks import N_, NN_
from tui.words.options import number_text

OPEN = Command("arena-games.open", "enter,r", N_("replay"), "choose",
               N_("Look at the marked game choice by choice"))  # fmt: skip
# So many are listed, the last ones.
MOST: Final = 200
NAME: Final = 30


class ArenaGamesScreen(ListScreen):
    """Lists the games of ``setup`` in ``store``, the last one first."""

    KEYS: ClassVar[Sequence[Command]] = (UP, DOWN, OPEN, HELP, BACK)

    def __init__(self, setup: ArenaSetup, store: Path) -> None:
        super().__init__()
        self.setup = setup
        self.store = store
        self.kept: Kept | None = None

    def content(self) -> Sequence[Widget]:
        self.title_line = TitleLine(self.look)
        self.foot = Foot(self.look)
        return [self.title_line, Choices(self.look, [], compact=True), self.foot]

    def on_mount(self) -> None:
        self.load()

    def renewed(self) -> None:
        self.load()

    def load(self) -> None:
        """Reads the store, beside the loop: a run may be writing to it."""
        self.run_worker(self._load(), group="games", exclusive=True, exit_on_error=True)

    async def _load(self) -> None:
        words = self.words
        try:
            self.kept = await asyncio.to_thread(kept_games, self.store, self.setup, MOST)
        except MessdeckError as error:
            self.kept = Kept([], 0)
            self._show(words.error(error), wrong=True)
            return
        games, total = self.kept
        if not games:
            said = words.gettext(N_("No game of this tournament is kept so far."))
        elif len(games) < total:
            text = N_("The last {count} of {total} games; messdeck replay shows any of them.")
            said = words.fill(text, {"count": len(games), "total": total})
        else:
            said = words.gettext(N_("All cards of a game that is over are open in its replay."))
        self._show(said)

    def _show(self, said: str, *, wrong: bool = False) -> None:
        assert self.kept is not None
        words = self.words
        count = words.fill(
            NN_("{count} game", "{count} games"), {"count": self.kept.total}, by="count"
        )
        title = words.gettext(N_("Games of a tournament"))
        self.title_line.show(title, count if self.kept.total else "")
        self.choices.replace([self._choice(game) for game in self.kept.games])
        self.foot.show(said, wrong=wrong)
        self.show_keys()

    def _choice(self, game: GamePlayed) -> Choice:
        words = self.words
        number: dict[str, object] = {"deal": game.deal + 1, "game": game.seating + 1}
        unit = rule_set(self.setup.rules).game(self.setup.seats, self.setup.options).score
        seats = sorted(range(len(game.names)), key=lambda seat: (game.places[seat], seat))
        results = [
            f"{game.places[seat]}. {fitted(game.names[seat], NAME)}: "
            f"{number_text(words, unit, game.scores[seat])}"
            for seat in seats
        ]
        first = words.both([game.names[seat] for seat in seats if game.places[seat] == 1])
        return Choice(
            f"{game.deal} {game.seating}",
            words.fill(N_("Deal {deal}, game {game}"), number),
            ", ".join(results),
            note=fitted(first, NAME),
        )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "choose" and self.is_mounted and self.choices.current is None:
            return False
        return super().check_action(action, parameters)

    async def chosen(self, choice: Choice) -> None:
        assert self.kept is not None
        game = self.kept.games[self.choices.items.index(choice)]
        self.run_worker(self._replay(game), group="replay", exclusive=True, exit_on_error=True)

    async def _replay(self, game: GamePlayed) -> None:
        try:
            playback = await asyncio.to_thread(playback_of, self.store, self.setup, game)
        except MessdeckError as error:
            self.foot.show(self.words.error(error), wrong=True)
            return
        if playback is None:
            self.load()
        elif self.app.screen is self:
            self.room.show_replay(playback)
