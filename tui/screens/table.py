"""The table: what happens there is shown, what a person wants becomes a choice."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from textual import events, on
from textual.message import Message
from textual.timer import Timer

from engine import events as ev
from engine.game import SPECTATOR
from engine.refusals import IllegalAction, Refusal, StaleToken
from tui.notices import Counting, LevelFailed, Notice, NotSaved, SavedAgain
from tui.renderers.moment import Deeds, Moment
from tui.renderers.question import Answering, Need, Stage
from tui.screens.lines import log_lines
from tui.screens.pages import rules_screen
from tui.screens.prompting import missing_sentence
from tui.screens.show import Frame
from tui.screens.table_picture import TablePicture
from tui.widgets.hand import HandFan
from tui.widgets.log import LogLine
from tui.words.marks import N_

if TYPE_CHECKING:
    from engine.events import Event
    from tui.sitting import Sitting


class TableScreen(TablePicture):
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
        self.token = 0
        self.covered = False
        self._taken_back = False
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
        history = self.table.history(seat)
        self.deeds = Deeds()
        self.deeds.add(history)
        self.log_pane.replace(log_lines(history, self.words, self.scene))
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
        self._go_on()

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
        self._go_on()

    def _tell(self, text: str) -> None:
        """Puts a line of the house's own into the log."""
        self.log_pane.add([LogLine(text, mark=True)])

    def _tell_at_once(self, text: str) -> None:
        """The same where nobody can miss it: below the question, until the next key."""
        self._tell(text)
        self.notice = text
        self.draw_prompt()

    def _go_on(self) -> None:
        """Shows what is due; then asks what is to be asked."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        while (frame := self.play.next(time.monotonic())) is not None:
            self._take(frame)
        self.draw()
        wait = self.play.due(time.monotonic())
        if wait is not None:
            self._timer = self.set_timer(wait, self._go_on)
        self._settle()

    def _take(self, frame: Frame) -> None:
        self.deeds.add(frame.events)
        self.moment = replace(frame.moment, last_trick=self.deeds.last_trick)
        self._note_fresh(frame.events)
        self.log_pane.add(log_lines(frame.events, self.words, self.scene))

    def _note_fresh(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, ev.Received) and event.seat == self.viewer:
                self.fresh.extend(event.cards)
            elif isinstance(event, ev.TookUp) and event.seat == self.viewer:
                self.fresh.append(event.card)

    def _skip(self) -> bool:
        """Shows all that waits at once; False if nothing did."""
        frames = self.play.skip()
        for frame in frames:
            self._take(frame)
        if frames:
            self._go_on()
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
        if not self.covered:
            self._settle()

    # What the person does

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if super().check_action(action, parameters) is False:
            return False
        if action == "answer":
            answering = self.answering
            if answering is None or answering.stage not in (Stage.PLAIN, Stage.CARDS, Stage.NUMBER):
                return False
            # Also those that are refused now: the reason is worth a sentence.
            return parameters[0] in self.renderer.kinds(answering.question.view)
        return True

    def on_key(self, event: events.Key) -> None:
        character = event.character or ""
        if self.too_small or len(character) != 1:
            return
        if self.play.waiting and character in "0123456789":
            self._skip()
        answering = self.answering
        if answering is None or self.sending:
            return
        if answering.stage is Stage.CARDS:
            index = self.labels().find(character)
            if index >= 0:
                self._touch(index)
                event.stop()
        elif character in "0123456789" and answering.digit(int(character)):
            event.stop()
            self.refusal = ""
            if answering.stage is Stage.SEAT:
                self._confirm()
            self.redraw()

    @on(HandFan.Touched)
    def _hand_touched(self, message: HandFan.Touched) -> None:
        if self.answering is not None and not self.sending:
            self._touch(message.index)

    def _touch(self, index: int) -> None:
        assert self.answering is not None
        self.refusal = ""
        refusal = self.answering.touch(index)
        if refusal is not None:
            self._refuse(refusal)
        self.redraw()

    def action_answer(self, kind: int) -> None:
        """Chooses what is only a word, such as to pass."""
        if self.answering is not None and not self.sending:
            self._choose(kind)

    def action_confirm(self) -> None:
        """Does what is prepared; or shows at once what waits to be shown."""
        if self._skip():
            return
        if self.moment.view.outcome() is not None:
            self.room.show_result(self.sitting)
        elif self.answering is not None and not self.sending:
            self._confirm()

    def _confirm(self) -> None:
        assert self.answering is not None
        question = self.answering.question
        if self.answering.stage is Stage.PLAIN and len(question.plain) == 1:
            # Where nothing else is left to choose, confirming is enough.
            self._choose(question.plain[0])
            return
        was_seat = self.answering.stage is Stage.SEAT
        found = self.answering.confirm()
        if isinstance(found, Refusal):
            self._refuse(found)
        elif isinstance(found, Need):
            moved_on = (
                found is Need.SEAT
                and self.answering.question.cards is not None
                and self.answering.seat is None
                and not was_seat
            )
            self.refusal = "" if moved_on else missing_sentence(found, self.answering, self.words)
            self.clause = ""
        else:
            self._choose(found)
            return
        self.redraw()

    def _choose(self, action: int) -> None:
        assert self.answering is not None
        refusal = self.answering.question.view.refusal(action)
        if refusal is not None:
            self._refuse(refusal)
            if self.answering.stage is Stage.SEAT and self.answering.question.cards is not None:
                self.answering.back()
            self.redraw()
            return
        self.sending = True
        self.refusal = self.notice = ""
        self.fresh = []
        self.log_pane.seen()
        self.run_worker(self._send(self.viewer, self.token, action), exit_on_error=True)

    async def _send(self, seat: int, token: int, action: int) -> None:
        """Hands the choice in; the table has the last word."""
        self.clause = ""
        try:
            await self.sitting.choose(seat, token, action)
        except IllegalAction as error:
            self._refuse(error.refusal)
        except StaleToken as error:
            self.refusal = self.words.error(error, self.scene)
            self.answering = None
        else:
            self.answering = None
        self.sending = False
        self._go_on()

    def _refuse(self, refusal: Refusal) -> None:
        """Says why a try is not allowed, and by which rule."""
        self.refusal = self.words.refusal(refusal, self.scene)
        self.clause = refusal.clause

    def action_pick(self) -> None:
        """Picks the marked card, or puts it back."""
        if self._skip() or self.answering is None or self.sending:
            return
        if self.answering.stage is Stage.CARDS:
            self._touch(self.answering.cursor or 0)

    def action_step(self, by: int) -> None:
        """Marks the next card; a seat or a number, if one is asked for."""
        if self.answering is not None and not self.sending:
            self.answering.step(by)
            self.refusal = ""
            self.redraw()

    def action_raise_(self, by: int) -> None:
        """A higher or lower number; the seat before or after."""
        answering = self.answering
        if answering is None or self.sending or answering.stage is Stage.CARDS:
            return
        answering.step(by if answering.stage is Stage.NUMBER else -by)
        self.refusal = ""
        self.redraw()

    def action_back_step(self) -> None:
        """Takes the last step of the answer back."""
        if self.answering is not None and not self.sending and self.answering.back():
            self.refusal = ""
            self.redraw()

    async def action_clear(self) -> None:
        """Takes the whole answer back; if there is none, leaves the table."""
        answering = self.answering
        undone = False
        if answering is not None:
            undone = (answering.stage is Stage.SEAT and answering.back()) or answering.clear()
        if undone:
            self.refusal = ""
            self.redraw()
        else:
            await self.action_back()

    async def go_back(self) -> None:
        self.room.show_pause(self)

    def action_sort(self) -> None:
        """Sorts the hand in another order."""
        self.order += 1
        if self.answering is not None:
            view = self.answering.question.view
            self.answering = Answering(self.renderer.question(view, self.order))
        self.redraw()

    def action_leaf(self, pages: int) -> None:
        """Leafs in the log."""
        self.log_pane.page(pages)

    def action_log(self) -> None:
        """Shows the whole log."""
        self.room.show_log(self.log_pane.lines)

    def action_rules(self) -> None:
        """Shows the rules of this game; after a refusal, at the rule that it was for."""
        clause = self.clause if self.refusal else ""
        rules = self.table.game.rules
        self.app.push_screen(rules_screen(rules, self.words, self.look, clause))
