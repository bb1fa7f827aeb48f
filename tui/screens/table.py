"""The table: what happens there is shown; what is to be asked is asked."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from textual import on
from textual.message import Message
from textual.timer import Timer

from engine import events as ev
from engine.game import SPECTATOR
from tui.learning.since import since_own_choice
from tui.notices import Counting, LevelFailed, Notice, NotSaved, Ready, SavedAgain, Thinking
from tui.renderers.moment import Deeds, Moment
from tui.renderers.question import Answering
from tui.screens.lines import log_lines
from tui.screens.show import Frame
from tui.screens.table_learning import LearningTable
from tui.screens.taking_back import take_back
from tui.widgets.log import LogLine, LogPane
from tui.words.marks import N_

if TYPE_CHECKING:
    from engine.events import Event
    from tui.sitting import Sitting


class TableScreen(LearningTable):
    """One game, as the people at this screen see it."""

    class Heard(Message):
        """Something changed at the table."""

    class Noticed(Message):
        """The sitting said something about itself."""

        def __init__(self, notice: Notice) -> None:
            super().__init__()
            self.notice = notice

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting)
        self.covered = False
        self._taken_back = False
        # The question whose only choice is about to play itself.
        self._playing = -1
        self._timer: Timer | None = None
        self._unsubscribe: Callable[[], None] = lambda: None
        self._end_listening: Callable[[], None] = lambda: None

    def on_mount(self) -> None:
        super().on_mount()
        self.fit()
        self._end_listening = self.sitting.listen(self._noticed)
        self._sit(self.viewer)
        fault = self.sitting.fault
        if fault is not None:
            why = self.words.said(self.words.error(fault))
            text = N_("An earlier save is used, as the newest one has a fault: {why}")
            self._tell_at_once(self.words.fill(text, {"why": why}))
        if self.sitting.trouble is not None:  # the first save may have failed before we listened
            self._noticed(NotSaved(self.sitting.trouble))

    def renewed(self) -> None:
        self.fit()
        if not self.covered:
            self._sit(self.viewer)

    def on_unmount(self) -> None:
        self._unsubscribe()
        self._end_listening()

    # What happens at the table

    def _sit(self, seat: int) -> None:
        """From now on the screen is that of ``seat``; nothing of another seat's remains."""
        self._unsubscribe()
        self.viewer = seat
        self.play.drop()
        self.answering = None
        self.refusal = ""
        self.fresh = []
        self.moves = []
        history = self.table.history(seat)
        self.deeds = Deeds()
        self.deeds.add(history)
        self.log_pane.replace(log_lines(history, self.words, self.scene))
        if seat != SPECTATOR:
            new = since_own_choice(history, seat)
            self.log_pane.freshen(len(log_lines(new, self.words, self.scene)))
        self._unsubscribe = self.sitting.subscribe(seat, self._heard)
        self.moment = replace(self._moment(), last_trick=self.deeds.last_trick)
        self.draw()
        self._settle()

    def _moment(self) -> Moment:
        table = self.table
        own = table.commitment(self.viewer) if self.viewer != SPECTATOR else None
        return Moment(table.view(self.viewer), tuple(table.actors()), tuple(table.committed()), own)

    def _heard(self, events: Sequence[Event]) -> None:
        """Called in the middle of a choice: takes the picture, and leaves the rest for later."""
        if any(isinstance(event, ev.Undone) for event in events):
            self._taken_back = True
        self.play.add(Frame(self._moment(), tuple(events)))
        self.post_message(self.Heard())

    def on_table_screen_heard(self) -> None:
        if self._taken_back:  # what was told before is not so any more
            self._taken_back = False
            self._sit(self.viewer)
            return
        self.go_on()

    def _noticed(self, notice: Notice) -> None:
        self.post_message(self.Noticed(notice))

    def on_table_screen_noticed(self, message: Noticed) -> None:
        notice = message.notice
        if isinstance(notice, LevelFailed):
            text = N_("{name} had no answer and drew a choice by lot: {why}")
            name = self.words.name(notice.seat, self.scene)
            why = self.words.said(self.words.error(notice.error, self.scene))
            self._tell(self.words.fill(text, {"name": name, "why": why}))
        elif isinstance(notice, NotSaved):
            trouble = notice.trouble
            self._tell_at_once(self.words.trouble(trouble.reason, trouble.folder))
            self.show_keys()
        elif isinstance(notice, SavedAgain):
            self._tell_at_once(self.words.gettext(N_("The game is saved again.")))
            self.show_keys()
        elif isinstance(notice, Counting):
            self._tell(self.words.error(notice.fault))
        elif isinstance(notice, (Ready, Thinking)) and not self.play.waiting:
            self._settle()  # all that is to be seen was drawn when it was heard of
            return
        self.go_on()

    def _tell(self, text: str) -> None:
        """Puts a line of the house's own into the log."""
        self.log_pane.add([LogLine(text, mark=True)])

    def _tell_at_once(self, text: str) -> None:
        """The same where nobody can miss it: below the question, until the next key."""
        self._tell(text)
        self.notice = text
        self.draw_prompt()

    def go_on(self) -> None:
        """Shows what is due; then asks what is to be asked."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        while (frame := self.play.next(time.monotonic())) is not None:
            self._take(frame)
        self.draw()
        wait = self.play.due(time.monotonic())
        if wait is not None:
            self._timer = self.set_timer(wait, self.go_on)
        self._settle()

    def _take(self, frame: Frame) -> None:
        self.deeds.add(frame.events)
        self.note_moves(frame)
        self.moment = replace(frame.moment, last_trick=self.deeds.last_trick)
        self._note_fresh(frame.events)
        self.log_pane.add(log_lines(frame.events, self.words, self.scene))

    def _note_fresh(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, ev.Received) and event.seat == self.viewer:
                self.fresh.extend(event.cards)
            elif isinstance(event, ev.TookUp) and event.seat == self.viewer:
                self.fresh.append(event.card)

    def skip(self) -> bool:
        """Shows all that waits at once; False if nothing did."""
        frames = self.play.skip()
        for frame in frames:
            self._take(frame)
        if frames:
            self.go_on()
        return bool(frames)

    def _settle(self) -> None:
        """When everything is shown: asks the person whose choice it is, or says who is awaited."""
        if self.play.waiting or self.sending or self.covered:
            self.draw_prompt()
            return
        if self.shared and self.viewer != SPECTATOR and self.table.outcome() is not None:
            # No cover follows any more, and everybody looks at the end: it is nobody's view.
            self._sit(SPECTATOR)
            return
        asked = [seat for seat in self.table.actors() if seat in self.persons]
        if self.viewer in asked:
            self._ask()
        elif asked:
            self._hand_over(asked[0])
        else:
            self.answering = None
        self.draw_hand()
        self.draw_prompt()
        if self.plays_itself() and self._playing != self.token:
            self._playing = self.token
            self.set_timer(max(self.play.pace, 0.001), self.play_only_choice)

    def _ask(self) -> None:
        ask = self.sitting.ask(self.viewer)
        if ask is None:
            self.answering = None
            return
        if self.answering is None or self.token != ask.token:
            self.token = ask.token
            self.answering = Answering(self.renderer.question(ask.view, self.order))
            self.refusal = ""

    def _hand_over(self, seat: int) -> None:
        """Hides the table until ``seat`` says that it alone looks at the screen."""
        if self.app.screen is not self:
            return  # a page that was opened here lies on the table; it may show somebody's log

        def uncovered(_: object) -> None:
            self.covered = False
            self._sit(seat)

        self.covered = True
        # What lies under the cover is nobody's, so that nothing is left to be seen when it goes.
        self._sit(SPECTATOR)
        self.room.show_cover(self.words.name(seat, self.scene), uncovered)

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        if self.covered or self.stale:
            return
        self._playing = -1
        self._settle()

    # Beside the game

    async def go_back(self) -> None:
        self.room.show_pause(self)

    def action_undo(self) -> None:
        """Takes the reader's last choice back."""
        if not self.sending:
            take_back(self)

    def action_leaf(self, pages: int) -> None:
        """Leafs in the log."""
        self.log_pane.page(pages)

    @on(LogPane.Touched)
    def _log_touched(self) -> None:
        self.action_log()

    def action_log(self) -> None:
        """Shows the whole log."""
        self.room.show_log(self.log_pane.lines)
