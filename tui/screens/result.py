"""How a game ended: places, chips or points; play again, write the record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.widget import Widget

from engine.outcome import Outcome
from engine.refusals import MessdeckError
from tui.commands import HELP, Command
from tui.look import Look
from tui.screens.base import RoomScreen
from tui.screens.plates import Foot
from tui.widgets.board import TitleLine
from tui.widgets.canvas import Canvas, cells, wrapped
from tui.widgets.painted import Painted
from tui.words import NOBODY, Scene, Words
from tui.words.marks import N_
from tui.words.options import number_text

if TYPE_CHECKING:
    from tui.learning.playback import Playback
    from tui.sitting import Sitting

AGAIN = Command("result.again", "a", N_("again"), "again",
                N_("Play again with the same players; the deal passes to the left"))  # fmt: skip
EXPORT = Command("result.export", "e", N_("export"), "export",
                 N_("Write the record of the game to a file"))  # fmt: skip
REVIEW = Command("result.review", "v", N_("review"), "review",
                 N_("See how the result was come by, and what would have been better"))  # fmt: skip
REPLAY = Command("result.replay", "r", N_("replay"), "replay",
                 N_("Look at the game again, choice by choice"))  # fmt: skip
TABLE = Command("result.table", "t", N_("table"), "table", N_("Look at the table once more"))
MENU = Command("result.menu", "q,escape,m", N_("menu"), "back", N_("Go to the menu"))


class Ranking(Painted):
    """The seats by place."""

    def __init__(
        self, words: Words, look: Look, outcome: Outcome, score: str, scene: Scene,
        levels: Sequence[str],
    ) -> None:  # fmt: skip
        super().__init__(look, classes="plate")
        self.words = words
        self.outcome = outcome
        self.score = score
        self.scene = scene
        self.levels = levels

    def paint(self, canvas: Canvas) -> None:
        words, outcome = self.words, self.outcome
        y = 0
        said = words.winner(outcome.places, self.scene)
        for line in wrapped(said, canvas.width):
            canvas.put(0, y, line, "bold $text-accent")
            y += 1
        for line in wrapped(words.ending(outcome.ending), canvas.width):
            canvas.put(0, y, line, "$quiet")
            y += 1
        y += 1
        names = [words.name(seat, self.scene) for seat in range(len(outcome.places))]
        wide = max(cells(name) for name in names) + 2
        # The numbers stand below each other, however long their units are.
        scored = [number_text(words, self.score, score).split(" ", 1) for score in outcome.scores]
        digits = max(cells(parts[0]) for parts in scored)
        units = max(cells(" ".join(parts[1:])) for parts in scored)
        order = sorted(range(len(names)), key=lambda seat: (outcome.places[seat], seat))
        for seat in order:
            place, best = outcome.places[seat], outcome.places[seat] == 1
            style = "bold" if best else ""
            canvas.put(2, y, f"{place}.", "bold $text-accent" if best else "$quiet")
            canvas.put(6, y, names[seat], style)
            number, *unit = scored[seat]
            x = 6 + wide + max(4, 13 - units - digits)
            canvas.right(x + digits, y, number, style)
            canvas.put(x + digits + 1, y, " ".join(unit), style)
            level = words.level(self.levels[seat]) if self.levels[seat] else ""
            canvas.put(x + digits + units + 4, y, level, "$quiet")
            y += 1


class ResultScreen(RoomScreen):
    """The end of one game."""

    KEYS: ClassVar[Sequence[Command]] = (
        AGAIN, REVIEW, REPLAY, EXPORT, TABLE, HELP, MENU,
    )  # fmt: skip

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting

    def content(self) -> Sequence[Widget]:
        outcome = self.sitting.table.outcome()
        assert outcome is not None
        game = self.sitting.table.game
        scene = Scene(game.rules, self.sitting.names, self.reader())
        title = TitleLine(self.look)
        title.show(self.words.title(game.rules), self.words.gettext(N_("Result")))
        self.foot = Foot(self.look)
        levels = [seat.chooser for seat in self.sitting.seats]
        return [
            title,
            Ranking(self.words, self.look, outcome, game.score, scene, levels),
            self.foot,
        ]

    def reader(self) -> int:
        """The seat whom the words call "you", NOBODY for people who share the screen."""
        persons = self.sitting.persons()
        return persons[0] if len(persons) == 1 else NOBODY

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "export" and not self.room.can_export:
            return False
        return super().check_action(action, parameters)

    async def action_again(self) -> None:
        """The same again; the deal passes to the left."""
        await self.room.begin(self.sitting.next_setup())

    def _playback(self) -> Playback | None:
        """The game to be looked at again; None, and it is said why, if it cannot be."""
        from tui.learning.playback import of_game

        try:
            levels = [seat.chooser for seat in self.sitting.seats]
            return of_game(self.sitting.record(), levels, self.reader())
        except MessdeckError as error:
            self.foot.show(self.words.error(error), wrong=True)
            return None

    def action_review(self) -> None:
        """Reviews the game."""
        playback = self._playback()
        if playback is not None:
            self.room.show_review(playback)

    def action_replay(self) -> None:
        """Plays the game again."""
        playback = self._playback()
        if playback is not None:
            self.room.show_replay(playback)

    def action_export(self) -> None:
        """Writes the record to a file and says where it is."""
        try:
            path = self.room.export(self.sitting)
        except MessdeckError as error:
            self.foot.show(self.words.error(error), wrong=True)
        except OSError as error:
            self.foot.show(self.words.file_error(error), wrong=True)
        else:
            told = N_("The record of the game is in {path}.")
            self.foot.show(self.words.fill(told, {"path": self.words.said(str(path))}))

    def action_table(self) -> None:
        """Goes back to the table as it was at the end."""
        self.app.pop_screen()

    async def go_back(self) -> None:
        await self.room.leave_table()
