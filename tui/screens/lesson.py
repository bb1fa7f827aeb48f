"""A lesson at a table, and the list of lessons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.containers import Container
from textual.widget import Widget

from engine import actions as act
from tui.commands import BACK, DOWN, ENTER, HELP, UP, Command, key_name
from tui.learning.choices import same_choice
from tui.learning.lessons import LESSONS
from tui.learning.lessons.sitting import LessonSitting
from tui.renderers.question import Stage
from tui.screens import keys
from tui.screens.layout import log_width
from tui.screens.menu import ListScreen
from tui.screens.table import TableScreen
from tui.widgets.board import TitleLine
from tui.widgets.choices import Choice, Choices
from tui.widgets.coach import Coach
from tui.widgets.prompt import KeyHint
from tui.words.marks import N_

# What works in a lesson of the keys beside the answers.
_BESIDE: Final = (keys.KEYS, keys.RULES, keys.HINT, keys.MOTIVE, keys.LOG, keys.SORT, keys.LEAVE)


class LessonScreen(TableScreen):
    """The ordinary table; what the learner does must be what the lesson asks for."""

    def __init__(self, sitting: LessonSitting) -> None:
        super().__init__(sitting)
        self.lesson_sitting = sitting
        self.lesson = sitting.lesson

    def content(self) -> Sequence[Widget]:
        widgets = list(super().content())
        self.coach = Coach(self.look)
        place = next(at for at, widget in enumerate(widgets) if widget.id == "middle")
        widgets[place] = Container(self.board, self.log_pane, self.coach, id="middle")
        return widgets

    def fit(self) -> None:
        super().fit()
        width = self.app.size.width
        self.coach.styles.width = 30 if width < 72 else max(38, log_width(width))
        self.log_pane.display = False

    @property
    def over(self) -> bool:
        """Whether the lesson has come to its end, and all of it was shown."""
        return self.lesson_sitting.wanted is None and not self.play.waiting and not self.sending

    def plays_itself(self) -> bool:
        return False  # whoever learns presses every key

    # What is told

    def draw_prompt(self) -> None:
        super().draw_prompt()
        words = self.words
        if self.over:
            done = words.gettext(N_("That was the lesson."))
            self.prompt.show(done, hints=[self._on()])
        if self.play.waiting or self.sending or not (self.over or self.answering):
            if self.coach.keys and not self.sending:
                # What was asked for is done; how the others answer it is to be seen on the table.
                self.coach.show(self.coach.heading, words.gettext(N_("Now the others play.")), "")
            return
        step = self.lesson_sitting.step
        values: dict[str, object] = {"number": step + 1, "count": len(self.lesson.steps)}
        heading = words.fill(N_("Lesson, {number} of {count}"), values)
        self.coach.show(heading, self._told(self.lesson.steps[step]), self._keys_text())

    def _told(self, text: str) -> str:
        names = {"left": self._named(1), "right": self._named(self.lesson.players - 1)}
        return self.words.fill(text, names)

    def _named(self, seat: int) -> object:
        return self.words.said(self.words.name(seat, self.scene))

    def _on(self) -> KeyHint:
        return KeyHint(self.key_of(keys.CONFIRM), self.words.gettext(N_("on")))

    def _keys_text(self) -> str:
        names = self.keys_wanted()
        if not names:
            return ""
        # Keys of cards in one go, then what confirms them, then whom they are meant for.
        enter = self.key_of(keys.CONFIRM)
        at = names.index(enter) if enter in names else len(names)
        parts = [" ".join(names[:at]), *names[at:]]
        said = [self.words.said(part) for part in parts if part]
        text = (N_("Press {one}."), N_("Press {one}, then {two}."),
                N_("Press {one}, then {two}, then {three}."))[len(said) - 1]  # fmt: skip
        return self.words.fill(text, dict(zip(("one", "two", "three"), said, strict=False)))

    def keys_wanted(self) -> list[str]:
        """The keys that make the choice that is asked for, as they are shown."""
        action, answering = self.lesson_sitting.wanted, self.answering
        enter = self.key_of(keys.CONFIRM)
        if action is None or answering is None:
            return [enter] if self.over else []
        kind = int(act.kind_of(action))
        if kind in keys.ANSWERS:
            return [self.key_of(keys.ANSWERS[kind])]
        if kind == act.BID:
            return [*str(int(act.number_of(action))), enter]
        hand, labels = answering.question.hand, self.labels()
        found: list[str] = []
        used: set[int] = set()
        for card in act.cards_of(action):
            at = next(n for n, held in enumerate(hand) if held == card and n not in used)
            used.add(at)
            found.append(self.words.gettext(key_name(labels[at])))
        found.append(enter)
        if kind == act.ATTACK:
            found.append(str(int(act.target_of(action)) + 1))
        return found

    # What is done

    def _choose(self, action: int) -> None:
        answering, wanted = self.answering, self.lesson_sitting.wanted
        if answering is None or wanted is None:
            return
        allowed = answering.question.view.refusal(action) is None
        if allowed and not same_choice(action, wanted):
            general = N_("That would be allowed too. In this lesson, please do what is asked for.")
            text = self.lesson.wrong.get(self.lesson_sitting.step, general)
            self.refusal = self._told(text)
            self.clause = ""
            if answering.stage is Stage.SEAT:
                answering.back()
            self.redraw()
            return
        super()._choose(action)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("undo", "news"):
            return False
        return super().check_action(action, parameters)

    def action_confirm(self) -> None:
        """Does what is prepared; at the end, asks what comes next."""
        if not self.skip():
            if self.over:
                self.finish()
            else:
                super().action_confirm()

    def action_hint(self) -> None:
        """Prepares what the lesson asks for."""
        wanted = self.lesson_sitting.wanted
        if wanted is not None and self.answering is not None and not self.sending:
            self.prepare(wanted)

    def action_leaf(self, pages: int) -> None:
        """Leafs the text of the lesson."""
        self.coach.leaf(pages)

    def help_commands(self) -> Sequence[Command]:
        return [command for command in super().help_commands() if command.id != keys.UNDO.id]

    def key_hints(self) -> list[KeyHint]:
        return [self.hint(command) for command in _BESIDE]

    async def go_back(self) -> None:
        say = self.words.gettext
        items = [
            Choice("stay", say(N_("Go on with the lesson")), key="g"),
            Choice("menu", say(N_("Leave the lesson")), key="m"),
        ]

        async def answered(answer: str | None) -> None:
            if answer == "menu":
                await self.room.leave_table()

        self.room.ask(say(N_("Leave the lesson?")), items, answered)

    def finish(self) -> None:
        """Asks what comes after the lesson."""
        say = self.words.gettext
        items = [
            Choice("play", say(N_("Play a game of it")), key="p"),
            Choice("again", say(N_("The same lesson again")), key="a"),
            Choice("lessons", say(N_("Another lesson")), key="l"),
            Choice("menu", say(N_("To the menu")), key="m"),
        ]

        async def answered(answer: str | None) -> None:
            room = self.room
            if answer == "again":
                await room.begin_lesson(self.lesson.rules)
            elif answer == "play":
                await room.leave_table()
                room.show_new_game(self.lesson.rules)
            elif answer in ("menu", "lessons"):
                await room.leave_table()
                if answer == "lessons":
                    room.show_lessons()

        self.room.ask(say(N_("Well done! What next?")), items, answered)


class LessonsScreen(ListScreen):
    """The lessons, one for each rule set."""

    KEYS: ClassVar[Sequence[Command]] = (UP, DOWN, ENTER, HELP, BACK)

    def content(self) -> Sequence[Widget]:
        title = TitleLine(self.look)
        title.show(self.words.gettext(N_("Learn")), self.words.gettext(N_("two minutes each")))
        items = [
            Choice(id_, self.words.title(id_), self.words.line(id_), str(number))
            for number, id_ in enumerate(LESSONS, start=1)
        ]
        return [title, Choices(self.look, items, gap=1)]

    async def chosen(self, choice: Choice) -> None:
        await self.room.begin_lesson(choice.id)
