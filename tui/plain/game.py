"""One game in lines of text: what happens is said, what is asked is answered."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from engine import actions as act
from engine import events as ev
from engine.game import SPECTATOR, View
from engine.refusals import (
    IllegalAction,
    MalformedAction,
    MessdeckError,
    StaleToken,
    UndoRefused,
)
from engine.table import Ask
from tui.learning.advice import advise
from tui.learning.hints import hint_lines
from tui.learning.motives import motive_lines
from tui.learning.moves import MOST_MOVES
from tui.learning.playback import moves_since
from tui.look import Look
from tui.notices import Counting, LevelFailed, Notice, NotSaved, SavedAgain
from tui.plain import telling
from tui.plain.commands import Said, command_of, help_lines
from tui.plain.lines import Lines
from tui.plain.reading import choice_of
from tui.plain.rules import rules_lines
from tui.renderers import renderer_for
from tui.renderers.moment import Deeds
from tui.renderers.renderer import Cast
from tui.sitting import Sitting, Thinks
from tui.words import NOBODY, Scene, Words
from tui.words.marks import N_

# After so many lines in a row that were no choice, whatever writes them is not playing.
MOST_REFUSED: Final = 100
# What a practice game allows all the same.
_PRACTICE = ("unseen-card", "game-over")


class PlainGame:
    """Plays ``sitting`` in ``lines``. thinker: where levels think for hints. forced: a choice that
    is the only one plays itself.

    People who share the lines hear only what everybody may know, and each sees the own cards when
    nobody else looks.
    """

    def __init__(
        self,
        sitting: Sitting,
        lines: Lines,
        words: Words,
        look: Look,
        thinker: Thinks,
        *,
        forced: bool = False,
    ) -> None:
        self.sitting = sitting
        self.thinker = thinker
        self.lines = lines
        self.words = words
        self.look = look
        self.forced = forced
        self.table = sitting.table
        self.persons = tuple(sitting.persons())
        self.shared = len(self.persons) != 1
        self.listener = SPECTATOR if self.shared else self.persons[0]
        self.scene = Scene(
            self.table.game.rules, sitting.names, NOBODY if self.shared else self.listener
        )
        levels = tuple(seat.chooser for seat in sitting.seats)
        self.levels = levels
        self.renderer = renderer_for(self.table.game, Cast(sitting.names, levels), words, look)
        # Whose cards may be shown now, SPECTATOR for nobody's; and kinds of questions put before.
        self.shown = self.listener
        self._known: set[frozenset[int]] = set()
        # Lines since the last choice, and whether there were too many of them.
        self._refused = 0
        self.given_up = False
        self._waiting: list[str] = []
        self._news = asyncio.Event()

    async def play(self) -> bool:
        """Plays until the game is over or left; whether it is over."""
        ends = [
            self.sitting.subscribe(self.listener, self._heard),
            self.sitting.listen(self._noticed),
        ]
        try:
            self._begin()
            while True:
                self._news.clear()
                await self.sitting.settled()
                self._tell_waiting()
                if self.table.outcome() is not None:
                    self._tell_outcome()
                    return True
                asked = self._asked()
                if asked is None:
                    await self._news.wait()
                elif not await self._turn(*asked):
                    return False
        finally:
            for end in ends:
                end()

    # What is said

    def say(self, text: str, **values: object) -> None:
        """Says a sentence in the session's language."""
        self.lines.say(self.words.fill(text, values))

    def say_all(self, lines: Sequence[str]) -> None:
        """Says lines that are in the session's language already."""
        for line in lines:
            self.lines.say(line)

    def _begin(self) -> None:
        fault = self.sitting.fault
        if fault is not None:
            why = self.words.said(self.words.error(fault))
            self.say(N_("An earlier save is used, as the newest one has a fault: {why}"), why=why)
        history = self.table.history(self.listener)
        if any(isinstance(event, (ev.Chose, ev.ChoseUnseen)) for event in history):
            self._tell_table()
            self.say(N_("Before you went on:"))
            self.say_all(self._sentences(history)[-5:])
        else:
            self.lines.say(self.words.title(self.table.game.rules) + ".")
            self.say_all(self._sentences(history))
        self.say(N_("Type ? at a question for what you can type."))

    def _sentences(self, events: Sequence[ev.Event]) -> list[str]:
        said = [self.words.event(event, self.scene) for event in events]
        return [sentence for sentence in said if sentence]

    def _heard(self, events: Sequence[ev.Event]) -> None:
        """Called in the middle of a choice, so nothing is said yet that could fail."""
        self._waiting += self._sentences(events)
        self._news.set()

    def _noticed(self, notice: Notice) -> None:
        words = self.words
        if isinstance(notice, LevelFailed):
            values = {
                "name": words.name(notice.seat, self.scene),
                "why": words.said(words.error(notice.error, self.scene)),
            }
            text = N_("{name} had no answer and drew a choice by lot: {why}")
            self._waiting.append(words.fill(text, values))
        elif isinstance(notice, NotSaved):
            self._waiting.append(words.trouble(notice.trouble.reason, notice.trouble.folder))
        elif isinstance(notice, SavedAgain):
            self._waiting.append(words.gettext(N_("The game is saved again.")))
        elif isinstance(notice, Counting):
            self._waiting.append(words.error(notice.fault))
        self._news.set()

    def _tell_waiting(self) -> None:
        waiting, self._waiting = self._waiting, []
        self.say_all(waiting)

    def _tell_table(self) -> None:
        deeds = Deeds()
        deeds.add(self.table.history(self.listener))
        moment = telling.moment_of(self.table, self.listener)
        self.say_all(telling.table_lines(self.words, self.renderer, moment, deeds, self.scene))
        if self.sitting.practice:
            self.say(N_("This is a practice game."))

    def _tell_hand(self, view: View) -> None:
        self.lines.say(telling.hand_line(self.words, self.renderer.sorted_hand(view)))

    def _tell_outcome(self) -> None:
        outcome = self.table.outcome()
        assert outcome is not None
        score = self.table.game.score
        self.say_all(telling.outcome_lines(self.words, outcome, score, self.levels, self.scene))

    # What is asked

    def _asked(self) -> tuple[int, Ask] | None:
        for seat in self.table.actors():
            if seat in self.persons:
                ask = self.sitting.ask(seat)
                if ask is not None:
                    return seat, ask
        return None

    async def _turn(self, seat: int, ask: Ask) -> bool:
        """Puts the question to ``seat`` and makes the choice; False to leave the game."""
        if self.forced and ask.view.legal_count() == 1:
            return await self._choose(seat, ask, int(ask.view.legal_nth(0)))
        if self.shown != seat and not await self._hand_over(seat):
            return False
        self._tell_hand(ask.view)
        question = self.renderer.question(ask.view)
        self.say_all(telling.question_lines(self.words, self.renderer, question, self.scene))
        if question.cards is None or question.kinds not in self._known:
            self._known.add(question.kinds)
            self.say_all(telling.answer_lines(self.words, question, self.scene))
        while True:
            text = await self.lines.ask()
            self._tell_waiting()
            if text is None:
                return False
            if not self.lines.typed and self._refused >= MOST_REFUSED:
                self.given_up = True
                return False
            self._refused += 1
            command, rest = command_of(text, self.words)
            if command is Said.QUIT:
                return False
            if command is Said.UNDO:
                if await self._undo(seat):
                    return True
            elif command is Said.HINT:
                await self._hint(ask)
            elif command is Said.WHY:
                await self._why(seat, rest)
            elif command is not None:
                self._obey(command, rest, ask)
            elif not text.strip():
                self.say_all(
                    telling.question_lines(self.words, self.renderer, question, self.scene)
                )
            else:
                action = self._read(text, ask)
                if action is not None:
                    return await self._choose(seat, ask, action)

    async def _hand_over(self, seat: int) -> bool:
        """Waits until ``seat`` alone looks; False to leave the game."""
        self.shown = SPECTATOR
        name = self.words.name(seat, self.scene)
        self.lines.hide()
        self.say(N_("It is {name}'s turn; the others look away."), name=name)
        self.say(N_("{name}, press Enter to see your cards."), name=name)
        text = await self.lines.ask()
        if text is None or command_of(text, self.words)[0] is Said.QUIT:
            return False
        self.shown = seat
        return True

    def _read(self, text: str, ask: Ask) -> int | None:
        """The choice that was typed if the rules allow it; else says what is wrong with it."""
        question = self.renderer.question(ask.view)
        kinds = self.renderer.kinds(ask.view)
        try:
            action = choice_of(text, question, kinds, self.words, self.scene)
        except (MalformedAction, IllegalAction) as error:
            self.lines.say(self.words.error(error, self.scene))
            self.say(N_("Type ? for what you can type."))
            return None
        refusal = ask.view.refusal(action)
        if refusal is None:
            return action
        self.lines.say(self.words.refusal(refusal, self.scene))
        return None

    async def _choose(self, seat: int, ask: Ask, action: int) -> bool:
        try:
            await self.sitting.choose(seat, ask.token, action)
        except IllegalAction as error:
            self.lines.say(self.words.refusal(error.refusal, self.scene))
        except StaleToken as error:
            self.lines.say(self.words.error(error, self.scene))
        else:
            self._refused = 0
        return True

    # Commands

    def _obey(self, command: Said, rest: str, ask: Ask) -> None:
        if command is Said.HELP:
            question = self.renderer.question(ask.view)
            self.say_all(telling.question_lines(self.words, self.renderer, question, self.scene))
            self.say_all(telling.answer_lines(self.words, question, self.scene))
            self.say_all(help_lines(self.words))
        elif command is Said.HAND:
            self._tell_hand(ask.view)
        elif command is Said.TABLE:
            self._tell_table()
        elif command is Said.LOG:
            lines = self._sentences(self.table.history(self.listener))
            self.say_all(lines[-int(rest) :] if rest.isdecimal() and int(rest) else lines)
        elif command is Said.RULES:
            self.say_all(rules_lines(self.table.game.rules, rest, self.words, self.look))

    async def _hint(self, ask: Ask) -> None:
        """Says what the strongest level would do, by the view of the seat that is asked."""
        view = ask.view
        if view.legal_count() < 2:
            self.say(N_("The rules leave you no other choice."))
            self._to_do(int(view.legal_nth(0)))
            return
        self.say(N_("The strongest level thinks about it; that takes a few seconds."))
        try:
            advice = await advise(self.thinker, view)
        except MessdeckError as error:
            self.lines.say(self.words.error(error, self.scene))
            return
        head, *told = hint_lines(self.words, advice, view, self.scene)
        self.lines.say(f"{head}:")
        self.say_all([line for line in told if line])
        self._to_do(advice.action)

    def _to_do(self, action: int) -> None:
        """Says how a choice is typed."""
        typed = act.action_text(action)
        self.say(N_("To do so, type: {choice}."), choice=self.words.said(typed))

    async def _why(self, seat: int, rest: str) -> None:
        """Says why the others did what they did, as far as ``seat`` may be told."""
        try:
            moves = await asyncio.to_thread(moves_since, self.sitting.record(), seat, MOST_MOVES)
        except MessdeckError:  # the log does not reach back to the start
            moves = []
        if not moves:
            self.say(N_("Nobody else has done anything since your last choice."))
            return
        for move in moves[-int(rest) :] if rest.isdecimal() and int(rest) else moves:
            lines = motive_lines(self.words, move, self.levels[move.seat], self.scene)
            self.lines.say(" ".join([line for line in lines if line]))
        self.say(N_("Their cards stay hidden until the game is over; then the replay tells all."))

    async def _undo(self, seat: int) -> bool:
        """Takes the last choice of ``seat`` back; False if it stays."""
        why = self.sitting.undo_refusal(seat)
        practice = why is not None
        if why is not None:
            able = self.sitting.undo_refusal(seat, practice=True) is None
            if why.code not in _PRACTICE or not able:
                self.lines.say(self.words.error(why, self.scene))
                return False
            self.say(N_("A card that you had not seen came out since. Take your choice back all "
                        "the same?"))  # fmt: skip
            self.say(N_("From then on this is a practice game: it says so, and the statistics "
                        "leave it out."))  # fmt: skip
            yes = self.words.gettext(N_("yes"))
            self.say(N_("Type {yes} to take it back."), yes=yes)
            answer = (await self.lines.ask() or "").strip().casefold()
            if command_of(answer, self.words)[0] is Said.QUIT:
                self.lines.end()
                return False
            if answer not in ("yes", "y", yes.casefold()):
                self.say(N_("Nothing was taken back."))
                return False
        try:
            await self.sitting.undo(seat, practice=practice)
        except UndoRefused as error:
            self.lines.say(self.words.error(error, self.scene))
            return False
        return True
