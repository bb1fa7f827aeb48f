"""What helps at the table: a hint, the others' motives, what happened since, the rules."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from engine import events as ev
from engine.game import SPECTATOR
from engine.refusals import MessdeckError
from tui.learning.clauses import clause_now
from tui.learning.moves import MOST_MOVES, Move
from tui.learning.selecting import put_in
from tui.learning.since import since_own_choice
from tui.screens.answering import AnsweringScreen
from tui.screens.hint import HintScreen
from tui.screens.lines import log_lines
from tui.screens.motive import MotiveScreen
from tui.screens.pages import log_screen, rules_screen
from tui.screens.show import Frame
from tui.widgets.log import LogLine
from tui.words.marks import N_


class LearningTable(AnsweringScreen):
    """The part of the table that explains. It tells the viewer what their seat may know only."""

    # Whether the next move of somebody else begins a new list: the viewer has chosen since.
    _moves_over = False

    def note_moves(self, frame: Frame) -> None:
        """Takes note of what others did, with what the viewer could see right before it."""
        for event in frame.events:
            if not isinstance(event, (ev.Chose, ev.ChoseUnseen, ev.Revealed)):
                continue
            if event.seat == self.viewer:
                self._moves_over = True
                continue
            if self._moves_over:
                self._moves_over = False
                self.moves = []
            if isinstance(event, ev.Revealed):
                # What was laid face down is known now: one move, not two.
                self.moves = [
                    move
                    for move in self.moves
                    if (move.seat, move.kind) != (event.seat, event.kind)
                ]
            self.moves.append(Move(event, self.moment.view))
            del self.moves[:-MOST_MOVES]

    def action_hint(self) -> None:
        """Shows what the strongest level would do, or the only choice there is; only to the
        person who is asked now."""
        answering = self.answering
        if answering is None or self.sending:
            return
        view = answering.question.view
        token = self.token

        def answered(action: int | None) -> None:
            if action is not None and self.token == token:
                self.prepare(action)

        self.app.push_screen(HintScreen(self.words, self.look, view, self.scene), answered)

    def prepare(self, action: int) -> None:
        """Puts a choice into the selection; the confirming key makes it."""
        answering = self.answering
        if answering is None:
            return
        self.refusal = self.clause = ""
        put_in(answering, action)
        self.redraw()

    def action_motive(self) -> None:
        """Tells why somebody else did what they did, as far as that may be told."""
        if self.viewer == SPECTATOR and self.shared:
            return
        if self.moves:
            self._show_motives(self.moves)
        else:
            # Nothing was seen happening: the game was resumed, or the screen handed over.
            self.run_worker(self._recall(), group="motive", exclusive=True, exit_on_error=True)

    async def _recall(self) -> None:
        """Looks the others' moves up in the log, through the viewer's eyes."""
        from tui.learning.playback import moves_since

        viewer = self.viewer
        try:
            record = self.sitting.record()
            moves = await asyncio.to_thread(moves_since, record, viewer, MOST_MOVES)
        except MessdeckError:  # the log does not reach back to the start
            moves = []
        if self.app.screen is self and viewer == self.viewer:
            self._show_motives(moves)

    def _show_motives(self, moves: Sequence[Move]) -> None:
        over = self.moment.view.outcome() is not None
        self.app.push_screen(
            MotiveScreen(self.words, self.look, moves, self._chooser, self.scene, over=over)
        )

    def _chooser(self, seat: int) -> str:
        return self.sitting.seats[seat].chooser

    def action_news(self) -> None:
        """Shows what happened since the viewer's last choice."""
        known = self.table.history(self.viewer)
        if self.play.waiting:
            # What is not shown yet is no news before it is shown.
            known = known[: len(known) - sum(len(frame.events) for frame in self.play.frames)]
        events = since_own_choice(known, self.viewer)
        title = self.words.gettext(N_("Since your last choice"))
        if self.viewer == SPECTATOR:
            title = self.words.gettext(N_("What happened last"))
        lines = log_lines(events, self.words, self.scene) or [
            LogLine(self.words.gettext(N_("Nothing has happened since.")), mark=False)
        ]
        self.app.push_screen(log_screen(title, lines, self.look))

    def action_rules(self) -> None:
        """Shows the rules of this game, at the rule that a try was refused by, or else at the one
        that matters now."""
        clause = self.clause if self.refusal else ""
        rules = self.table.game.rules
        if not clause:
            view = self.moment.view
            answering = self.answering
            kinds = answering.question.kinds if answering else self.renderer.kinds(view)
            clause = clause_now(rules, kinds, over=view.outcome() is not None)
        self.app.push_screen(rules_screen(rules, self.words, self.look, clause))
