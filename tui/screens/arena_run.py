"""A tournament while it runs: standings, chart, progress; pause, resume, leave."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual.message import Message
from textual.widget import Widget

from ai.arena.setup import ArenaSetup
from engine.refusals import MessdeckError
from tui.arena.running import Running, Standing
from tui.commandline.pitting.chart import bins, heights, rating_bar, scale
from tui.commandline.pitting.standings import columns, fair_line, rows_of
from tui.commandline.pitting.stored import FILE
from tui.commands import HELP, Command
from tui.look import Look
from tui.screens.arena_games import ArenaGamesScreen
from tui.screens.base import RoomScreen
from tui.screens.plates import Foot
from tui.widgets.board import TitleLine
from tui.widgets.canvas import Canvas, cells, fitted
from tui.widgets.painted import Painted
from tui.words import Words
from tui.words.marks import N_, NN_

PAUSE = Command("arena-run.pause", "p,space", N_("pause"), "pause", N_("Hold the games, or go on"))
REPLAY = Command("arena-run.replay", "r", N_("replay"), "replay",
                 N_("Choose one of the games so far and look at it choice by choice"))  # fmt: skip
LEAVE = Command("arena-run.leave", "q,escape", N_("leave"), "back",
                N_("Stop and go back; what was played is kept"))  # fmt: skip
NAMES = 22
# Seconds that a run is given to end its processes.
END_SECONDS = 10.0


class Standings(Painted):
    """The table of a run, and below it ratings and results as charts."""

    def __init__(self, words: Words, look: Look, setup: ArenaSetup) -> None:
        super().__init__(look, classes="plate")
        self.words = words
        self.setup = setup
        self.standing: Standing | None = None

    def show(self, standing: Standing) -> None:
        """Draws this from now on."""
        self.standing = standing
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        standing = self.standing
        y = self._progress(canvas, 0 if standing is None else standing.done)
        if standing is None or standing.result is None:
            canvas.put(0, y, self.words.gettext(N_("The first deals are being played.")), "$quiet")
            return
        y = self._table(canvas, y, standing)
        y = self._ratings(canvas, y, standing)
        self._results(canvas, y, standing)

    def _progress(self, canvas: Canvas, done: int) -> int:
        words, standing = self.words, self.standing
        counts: dict[str, object] = {"done": done, "total": self.setup.deals}
        x = canvas.put(0, 0, words.fill(N_("deal {done} of {total}"), counts), "bold") + 2
        width = min(30, canvas.width - x - 24)
        full = width * done // max(1, self.setup.deals)
        on, off = ("#", ".") if self.look.ascii else ("█", "░")
        x = canvas.put(x, 0, on * full, "$accent")
        x = canvas.put(x, 0, off * (width - full), "$quiet") + 2
        if standing is not None and standing.left is not None:
            left: dict[str, object] = {"time": words.said(words.duration(standing.left))}
            canvas.put(x, 0, words.fill(N_("about {time} left"), left), "$quiet")
        return 2

    def _table(self, canvas: Canvas, y: int, standing: Standing) -> int:
        assert standing.result is not None
        # Where there is no room for all columns the last ones, times, are left out.
        rows = rows_of(self.words, standing.result)
        for count in (8, 5, 4, 3):
            lines = columns([(*row[:count],) for row in rows])
            if count == 3 or max(cells(line) for line in lines) <= canvas.width:
                break
        for number, line in enumerate(lines):
            canvas.put(0, y, line, "$quiet" if number == 0 else "bold" if number == 1 else "")
            y += 1
        forfeits = [f"{one.name} {one.forfeits}" for one in standing.result.players if one.forfeits]
        if forfeits and count < len(rows[0]):
            told: dict[str, object] = {"players": self.words.said(", ".join(forfeits), 200)}
            said = self.words.fill(N_("Forfeits: {players}"), told)
            canvas.put(0, y, said, "$text-warning", limit=canvas.width)
            y += 1
        fair = fair_line(self.words, standing.result.seats)
        canvas.put(0, y, fair, "$quiet", limit=canvas.width)
        return y + 2

    def _ratings(self, canvas: Canvas, y: int, standing: Standing) -> int:
        assert standing.result is not None
        players = standing.result.players
        ends = scale(players)
        if ends is None or len(players) < 2 or y + len(players) >= canvas.height:
            return y
        title = self.words.gettext(N_("Ratings with 95 % intervals"))
        canvas.put(0, y, title, "$quiet", limit=canvas.width)
        y += 1
        for player in players:
            canvas.put(0, y, fitted(player.name, NAMES))
            bar = rating_bar(player, ends, plain=self.look.ascii)
            canvas.put(NAMES + 1, y, bar, "$text-accent", limit=canvas.width)
            y += 1
        return y + 1

    def _results(self, canvas: Canvas, y: int, standing: Standing) -> None:
        low, width, counts = bins(standing.spreads)
        # Of some of the players alone it would tell little.
        if not counts or not counts[0] or y + len(counts) >= canvas.height:
            return
        assert standing.result is not None
        values: dict[str, object] = {"low": low, "high": low + width * len(counts[0]) - 1}
        title = self.words.fill(N_("Results from {low} to {high}"), values)
        canvas.put(0, y, title, "$quiet", limit=canvas.width)
        for player, row in zip(standing.result.players, counts, strict=True):
            y += 1
            canvas.put(0, y, fitted(player.name, NAMES))
            canvas.put(NAMES + 1, y, heights(row, plain=self.look.ascii), "$text-accent")


class ArenaRunScreen(RoomScreen):
    """Runs a setup as long as the screen is there."""

    KEYS: ClassVar[Sequence[Command]] = (PAUSE, REPLAY, HELP, LEAVE)

    class Heard(Message):
        """The run stands anew."""

        def __init__(self, standing: Standing) -> None:
            super().__init__()
            self.standing = standing

    def __init__(self, setup: ArenaSetup) -> None:
        super().__init__()
        self.setup = setup
        self.over = False
        self.running: Running | None = None

    @property
    def _store(self) -> Path:
        return self.room.shelf.data_dir / FILE

    def content(self) -> Sequence[Widget]:
        title = TitleLine(self.look)
        words = self.words
        seats = words.fill(
            NN_("{count} seat", "{count} seats"), {"count": self.setup.seats}, by="count"
        )
        dot = f" {self.look.glyphs.dot} "
        title.show(words.gettext(N_("Arena")), dot.join([words.title(self.setup.rules), seats]))
        self.standings = Standings(words, self.look, self.setup)
        self.foot = Foot(self.look)
        return [title, self.standings, self.foot]

    def on_mount(self) -> None:
        super().on_mount()
        self.running = Running(self.setup, self._store, self._heard)
        self.running.start()
        self._explain()

    def _heard(self, standing: Standing) -> None:
        self.post_message(self.Heard(standing))

    def on_arena_run_screen_heard(self, message: Heard) -> None:
        self.over = message.standing.over
        self.standings.show(message.standing)
        fault = message.standing.fault
        if fault is not None:
            words = self.words
            said = words.error(fault) if isinstance(fault, MessdeckError) else ""
            if isinstance(fault, OSError):
                said = words.file_error(fault, self._store)
            told = words.gettext(N_("A fault of the program ended the tournament."))
            self.foot.show(said or told, wrong=True)
        else:
            self._explain()
        self.show_keys()

    def _explain(self) -> None:
        say = self.words.gettext
        if self.over:
            first = say(N_("All deals are played."))
        elif self.running is not None and self.running.paused:
            first = say(N_("Paused; p goes on."))
        else:
            first = say(N_("Leave whenever you like: the same tournament goes on where it stood."))
        kept = say(N_("messdeck results and messdeck report show it in the shell."))
        self.foot.show(first, kept)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "pause" and self.over:
            return False
        return super().check_action(action, parameters)

    def action_pause(self) -> None:
        """Holds the games, or goes on."""
        assert self.running is not None
        if self.running.paused:
            self.running.resume()
        else:
            self.running.pause()
        self._explain()

    def action_replay(self) -> None:
        """Lists the games that are kept; the run goes on meanwhile."""
        self.app.push_screen(ArenaGamesScreen(self.setup, self._store))

    def on_unmount(self) -> None:
        if self.running is not None:
            self.running.stop()
            # Whoever leaves does not wait for its processes; the session does, when it ends.
            asyncio.get_running_loop().run_in_executor(None, self.running.join, END_SECONDS)
