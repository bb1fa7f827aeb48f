"""What a person does at a table: keys and clicks become an answer, the answer becomes a choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events, on

from engine.refusals import IllegalAction, Refusal, StaleToken
from tui.renderers.question import Answering, Need, Stage
from tui.screens.prompting import missing_sentence
from tui.screens.table_picture import TablePicture
from tui.widgets.hand import HandFan
from tui.widgets.seat_panel import SeatPanel

if TYPE_CHECKING:
    from tui.sitting import Sitting


class AnsweringScreen(TablePicture):
    """The part of a table's screen that answers. token: of the question put to the viewer."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting)
        self.token = 0
        # A choice was taken back: the next one is the person's, also where there is only one.
        self.by_hand = False

    def skip(self) -> bool:
        """Shows all that waits at once; False if nothing did."""
        raise NotImplementedError

    def go_on(self) -> None:
        """Shows what is due; then asks what is to be asked."""
        raise NotImplementedError

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

    # Choices that are the only one there is

    def plays_itself(self) -> bool:
        """Whether the question put to the viewer has one answer only, which is to play itself."""
        if self.answering is None or self.sending or self.by_hand:
            return False
        return self.room.settings.forced and self.answering.question.view.legal_count() == 1

    def play_only_choice(self) -> None:
        """Makes the only choice there is, once it was shown for a while."""
        # What lies on the table is read first; then the question is put again.
        if self.plays_itself() and self.app.screen is self:
            assert self.answering is not None
            self._choose(int(self.answering.question.view.legal_nth(0)))

    # What the person does

    def on_key(self, event: events.Key) -> None:
        character = event.character or ""
        if self.too_small or len(character) != 1:
            return
        if self.play.waiting and character in "0123456789":
            self.skip()
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

    @on(SeatPanel.Touched)
    def _seat_touched(self, message: SeatPanel.Touched) -> None:
        answering = self.answering
        if self.skip() or answering is None or self.sending:
            return
        if answering.stage is Stage.SEAT and answering.digit(message.seat + 1):
            self.refusal = ""
            self._confirm()
            self.redraw()

    @on(HandFan.Touched)
    def _hand_touched(self, message: HandFan.Touched) -> None:
        if not self.skip() and self.answering is not None and not self.sending:
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
        if self.skip():
            return
        if self.moment.view.outcome() is not None:
            self.room.show_result(self.sitting)
        elif self.answering is not None and not self.sending:
            self._confirm()

    def _confirm(self) -> None:
        assert self.answering is not None
        question = self.answering.question
        if self.plays_itself():
            self.play_only_choice()
            return
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
        self.by_hand = False
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
        self.go_on()

    def _refuse(self, refusal: Refusal) -> None:
        """Says why a try is not allowed, and by which rule."""
        self.refusal = self.words.refusal(refusal, self.scene)
        self.clause = refusal.clause

    def action_pick(self) -> None:
        """Picks the marked card, or puts it back."""
        if self.skip() or self.answering is None or self.sending:
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

    def action_sort(self) -> None:
        """Sorts the hand in another order."""
        self.order += 1
        if self.answering is not None:
            view = self.answering.question.view
            self.answering = Answering(self.renderer.question(view, self.order))
        self.redraw()
