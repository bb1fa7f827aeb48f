"""What the table's screen shows: its panels, and how they are drawn from what one seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.containers import Container
from textual.widget import Widget

from engine.game import SPECTATOR
from tui.commands import Command
from tui.learning.moves import Move
from tui.renderers import renderer_for
from tui.renderers.facts import SeatFacts
from tui.renderers.moment import Deeds, Moment
from tui.renderers.question import Answering, Stage
from tui.renderers.renderer import Cast
from tui.screens import keys
from tui.screens.base import RoomScreen
from tui.screens.layout import layout_of
from tui.screens.prompting import answer_hints, detail_of, question_of_stage
from tui.screens.show import Show
from tui.widgets.board import Board, TitleLine
from tui.widgets.hand import HandFan
from tui.widgets.log import LogPane
from tui.widgets.prompt import KeyHint, Prompt
from tui.widgets.seat_panel import SeatPanel
from tui.words import NOBODY, Scene
from tui.words.marks import N_

if TYPE_CHECKING:
    from tui.sitting import Sitting


class TablePicture(RoomScreen):
    """The panels of a table and the state they are drawn from.

    viewer: the seat whose view is shown, SPECTATOR for nobody's. moment: what is shown of the
    game. answering: the question put to the viewer, None if none is. refusal: why their last try
    was refused; clause: the rule that it was for, "" for none. notice: what the house says
    until the viewer's next key. fresh: cards that came into their hand since their last choice.
    sending: a choice is on its way to the disk.
    """

    KEYS: ClassVar[Sequence[Command]] = keys.TABLE

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting
        self.table = sitting.table
        self.persons = tuple(sitting.persons())
        # With one person at the screen the words say "you"; people who share it have names.
        self.shared = len(self.persons) > 1
        self.viewer = SPECTATOR if self.shared or not self.persons else self.persons[0]
        self.order = 0
        self.moment = Moment(self.table.view(self.viewer))
        self.deeds = Deeds()
        self.answering: Answering | None = None
        self.refusal = ""
        self.clause = ""
        self.notice = ""
        self.fresh: list[int] = []
        self.sending = False
        # What others did since the viewer's last choice.
        self.moves: list[Move] = []

    def content(self) -> Sequence[Widget]:
        levels = tuple(seat.chooser for seat in self.sitting.seats)
        cast = Cast(self.sitting.names, levels)
        self.cast = cast
        self.renderer = renderer_for(self.table.game, cast, self.words, self.look)
        self.play = Show(self.look.pace)
        self.title_line = TitleLine(self.look)
        self.seats = [SeatPanel(self.look, seat) for seat in range(self.table.game.players)]
        self.board = Board(self.look, self.renderer)
        self.log_pane = LogPane(self.look)
        self.hand = HandFan(self.words, self.look)
        self.prompt = Prompt(self.look)
        return [
            self.title_line,
            Container(*self.seats, id="seats"),
            Container(self.board, self.log_pane, id="middle"),
            self.hand,
            self.prompt,
        ]

    def fit(self) -> None:
        size = self.app.size
        layout = layout_of(size.width, size.height, len(self.seats), self.look)
        seats = self.query_one("#seats")
        seats.styles.grid_size_columns = layout.columns
        seats.styles.grid_size_rows = layout.rows
        seats.styles.height = layout.rows * layout.seat_height
        self.hand.styles.height = layout.hand_height
        self.prompt.styles.height = layout.prompt_height
        self.log_pane.display = layout.log_width > 0
        self.log_pane.styles.width = layout.log_width

    @property
    def scene(self) -> Scene:
        """Who reads the words now."""
        me = NOBODY if self.shared or self.viewer == SPECTATOR else self.viewer
        return Scene(self.table.game.rules, self.cast.names, me)

    def draw(self) -> None:
        """Draws everything; panels that show the same as before stay as they are."""
        moment, scene = self.moment, self.scene
        self.draw_seats()
        self.board.show(moment, scene)
        status = self.renderer.status(moment, scene)
        if self.sitting.practice:
            status = "  ".join([status, self.words.gettext(N_("PRACTICE"))]).strip()
        self.title_line.show(self.words.title(self.table.game.rules), status)
        self.draw_hand()
        self.draw_prompt()

    def draw_seats(self) -> None:
        """Draws the panels of the seats."""
        for seat, panel in enumerate(self.seats):
            panel.show(self.facts(seat))

    def facts(self, seat: int) -> SeatFacts:
        """What the panel of ``seat`` shows."""
        return self.renderer.facts(self.moment, seat, self.deeds, self.scene)

    def audience_note(self) -> str:
        """What stands in the place of a hand for somebody who has none."""
        return self.words.gettext(N_("Only levels play; you watch."))

    def draw_hand(self) -> None:
        """Draws the hand with what is picked."""
        answering = self.answering
        if answering is None:
            cards: Sequence[int] = ()
            if self.viewer != SPECTATOR:
                cards = self.renderer.sorted_hand(self.moment.view, self.order)
            self.hand.show(cards, note="" if self.persons else self.audience_note())
            return
        question = answering.question
        asked = question.cards is not None
        self.hand.show(
            question.hand,
            picked=answering.picked,
            playable=question.playable if asked else None,
            cursor=answering.cursor if answering.stage is Stage.CARDS else None,
            labels=self.labels(),
        )

    def labels(self) -> str:
        """The keys of the cards in hand, from left to right."""
        answering = self.answering
        if answering is None or answering.question.cards is None:
            return ""
        taken = {key for command in self.usable() for key in self.room.keys_of(command)}
        return keys.card_labels(len(answering.question.hand), taken)

    def usable(self) -> list[Command]:
        """The commands that this game has use for."""
        kinds = self.table.game.kinds
        unused = {command.id for kind, command in keys.ANSWERS.items() if kind not in kinds}
        return [command for command in self.KEYS if command.id not in unused]

    def draw_prompt(self) -> None:
        """Draws what is asked, or for whom the game waits."""
        scene, words = self.scene, self.words
        answering = self.answering
        outcome = self.moment.view.outcome()
        if self.play.waiting:
            waiting = words.gettext(N_("The others play …"))
            self.prompt.show(
                waiting, detail=self.notice, hints=[self._key(keys.CONFIRM, N_("show all at once"))]
            )
        elif outcome is not None:
            said = f"{words.ending(outcome.ending)} {words.winner(outcome.places, scene)}"
            self.prompt.show(
                said, detail=self.notice, hints=[self._key(keys.CONFIRM, N_("result"))]
            )
        elif answering is None or self.sending:
            awaited = words.waiting(self.moment.asked, scene) if self.moment.asked else ""
            self.prompt.show(awaited, detail=self.notice)
        elif self.plays_itself():
            action = words.action(int(answering.question.view.legal_nth(0)), scene)
            self.prompt.show(
                words.gettext(N_("There is only one choice, which plays itself.")),
                detail=self.notice or action,
                hints=[self._key(keys.CONFIRM, N_("at once"))],
            )
        else:
            self.prompt.show(
                question_of_stage(answering, self.renderer, words, scene),
                detail=self.refusal
                or self.notice
                or detail_of(answering, self.renderer, words, scene)
                or self._fresh_text(answering),
                mark=self.words.rule(self.clause) if self.refusal else "",
                refused=bool(self.refusal),
                hints=answer_hints(self, answering, scene),
            )

    def plays_itself(self) -> bool:
        """Whether the question put to the viewer has one answer only, which is to play itself."""
        return False

    def _fresh_text(self, answering: Answering) -> str:
        """Which cards came into the hand, as long as none is picked."""
        if not self.fresh or len(self.fresh) >= len(answering.question.hand) or answering.picked:
            return ""
        cards = self.words.said(self.words.cards(sorted(self.fresh)))
        return self.words.fill(N_("New in your hand: {cards}."), {"cards": cards})

    def _key(self, command: Command, label: str) -> KeyHint:
        return self.hint(command, label)

    def help_commands(self) -> Sequence[Command]:
        return self.usable()

    def key_hints(self) -> list[KeyHint]:
        beside = (
            keys.KEYS, keys.HINT, keys.UNDO, keys.RULES, keys.MOTIVE, keys.NEWS, keys.LOG,
            keys.SORT, keys.LEAVE,
        )  # fmt: skip
        return [self.hint(command) for command in beside]

    def key_note(self) -> str:
        return self.words.gettext(N_("NOT SAVED")) if self.sitting.trouble is not None else ""

    def redraw(self) -> None:
        """Draws what a person's own key changes."""
        self.notice = ""
        self.draw_hand()
        self.draw_prompt()
