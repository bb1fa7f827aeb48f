"""The review after a game: the expected result over the game, and the costliest choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.widget import Widget
from textual.worker import Worker

from engine.refusals import MessdeckError
from tui.commands import DOWN, HELP, UP, Command
from tui.learning.playback import Playback
from tui.learning.reviewing import Judged, Review
from tui.screens.menu import ListScreen
from tui.screens.plates import Foot
from tui.screens.reason import verdict
from tui.screens.replay import ReplayScreen
from tui.widgets.board import TitleLine
from tui.widgets.choices import Choice, Choices
from tui.widgets.graph import Graph
from tui.words import NOBODY, Scene
from tui.words.marks import N_, NN_
from tui.words.whys import percent

OPEN = Command("review.open", "enter", N_("replay"), "choose",
               N_("Look at the marked choice in the replay"))  # fmt: skip
EARLIER = Command("review.earlier", "left", N_("earlier"), "walk(-1)",
                  N_("To the choice before, dear or not"))  # fmt: skip
LATER = Command("review.later", "right", N_("later"), "walk(1)", N_("To the choice after"))
SEAT = Command("review.seat", "v,tab", N_("seat"), "seat", N_("Review the choices of another seat"))
STOP = Command("review.stop", "s", N_("stop"), "stop", N_("Stop the reckoning, or go on with it"))
LEAVE = Command("review.leave", "q,escape", N_("leave"), "back", N_("Leave the review"))

LISTED: Final = 30


class ReviewScreen(ListScreen):
    """Reviews the choices of one seat after the other, in the background."""

    KEYS: ClassVar[Sequence[Command]] = (
        UP, DOWN, OPEN, EARLIER, LATER, SEAT, STOP, HELP, LEAVE,
    )  # fmt: skip

    def __init__(self, playback: Playback, seat: int | None = None) -> None:
        super().__init__()
        self.playback = playback
        own = max(playback.own, 0)
        self.reviews: dict[int, Review] = {}
        self.seat = own if seat is None else seat
        self.at: int | None = None  # of the judged choices, the one that is looked at
        self._working: Worker[None] | None = None

    @property
    def review(self) -> Review:
        """Of the seat that is looked at."""
        if self.seat not in self.reviews:
            self.reviews[self.seat] = Review(self.playback, self.seat)
        return self.reviews[self.seat]

    def content(self) -> Sequence[Widget]:
        self.title_line = TitleLine(self.look)
        self.graph = Graph(self.look)
        self.foot = Foot(self.look)
        return [self.title_line, self.graph, Choices(self.look, []), self.foot]

    def on_mount(self) -> None:
        super().on_mount()
        self.fit()
        self.draw()
        self._work()

    def renewed(self) -> None:
        self.fit()
        self.draw()

    def fit(self) -> None:
        height = self.app.size.height
        self.graph.styles.height = max(8, height // 3)
        self.foot.styles.height = 5

    # Reckoning

    def _work(self) -> None:
        if not self.review.done:
            self._working = self.run_worker(
                self._run(self.review), group="review", exclusive=True, exit_on_error=True
            )

    async def _run(self, review: Review) -> None:
        try:
            await self.room.thinker.start()
        except MessdeckError as error:
            review.trouble = error
            self.draw()
            return
        await review.run(self.room.thinker, self._told)

    def _told(self) -> None:
        if self.is_attached:
            self.draw()

    def action_stop(self) -> None:
        """Stops the reckoning, or goes on with it."""
        if self.review.running and self._working is not None:
            self._working.cancel()
            self.review.running = False
        else:
            self._work()
        self.draw()

    # What is seen

    @property
    def scene(self) -> Scene:
        """Who reads the words."""
        me = self.seat if self.seat == self.playback.own else NOBODY
        return Scene(self.playback.game.rules, self.playback.names, me, open=True)

    def draw(self) -> None:
        """Draws everything as far as it is reckoned."""
        words, review = self.words, self.review
        name = words.said(words.name(self.seat, self.scene._replace(me=NOBODY)))
        title = words.fill(N_("Review: {name}"), {"name": name})
        self.title_line.show(title, self._progress())
        dear = review.costliest()
        values = [one.expected for one in review.judged]
        if review.done:
            values.append(review.result)
        places = {id(one): number for number, one in enumerate(review.judged)}
        self.graph.show(
            values,
            total=review.total + 1,
            marked=[places[id(one)] for one in dear[:5]],
            cursor=self.at,
            level=1.0 / self.playback.game.players,
        )
        self.choices.replace([self._choice(one) for one in dear[:LISTED]])
        self._mark()
        self._draw_foot()
        self.show_keys()

    def _progress(self) -> str:
        words, review = self.words, self.review
        values: dict[str, object] = {"number": len(review.judged), "count": review.total}
        if review.running:
            return words.fill(N_("reckoning: {number} of {count} choices"), values)
        if review.done:
            text = NN_("{count} choice judged", "{count} choices judged")
            return words.fill(text, values, by="count")
        return words.fill(N_("stopped at {number} of {count} choices"), values)

    def _choice(self, one: Judged) -> Choice:
        words = self.words
        did = words.did(self.seat, one.choice.action, self.scene)
        values: dict[str, object] = {"number": one.at, "did": words.said(did)}
        title = words.fill(N_("{number}: {did}"), values)
        cost = words.fill(N_("costs {share}"), {"share": percent(words, one.loss)})
        return Choice(str(one.at), title, note=cost)

    @property
    def current(self) -> Judged | None:
        """The choice that is looked at."""
        judged = self.review.judged
        return judged[self.at] if self.at is not None and self.at < len(judged) else None

    def _draw_foot(self) -> None:
        words, review, one = self.words, self.review, self.current
        if review.trouble is not None:
            self.foot.show(words.error(review.trouble), wrong=True)
        elif one is not None:
            did = words.did(self.seat, one.choice.action, self.scene)
            score = self.playback.game.score
            said = verdict(words, one.advice, one.choice, self.scene, score)
            number = words.fill(N_("Choice {number}."), {"number": one.at})
            self.foot.show(f"{number} {did}", " ".join([part for part in said if part]))
        elif review.done and not review.costliest():
            text = N_("No choice cost anything to speak of.")
            self.foot.show(words.gettext(text if review.total else N_("There was no choice.")))
        else:
            text = N_("The graph shows how often the game would be won from each choice on.")
            self.foot.show(words.gettext(text))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "choose" and self.is_mounted and not self._offered:
            return False
        return super().check_action(action, parameters)

    @property
    def _offered(self) -> bool:
        """Whether there is a choice that the replay can be opened at."""
        return self.current is not None or self.choices.current is not None

    # Going about

    def _mark(self) -> None:
        """Marks in the list what is looked at, if it is listed."""
        one = self.current
        if one is None:
            return
        for index, item in enumerate(self.choices.items):
            if item.id == str(one.at):
                self.choices.marked = index
                self.choices.repaint()

    def _look_at(self, choice: Choice | None) -> None:
        if choice is not None:
            stops = [one.at for one in self.review.judged]
            self.at = stops.index(int(choice.id))
        self.draw()

    def action_up(self) -> None:
        """To the dearer choice."""
        if self.current is not None:
            self.choices.move(-1)
        self._look_at(self.choices.current)

    def action_down(self) -> None:
        """To the less dear choice; at first to the dearest."""
        if self.current is not None:
            self.choices.move(1)
        self._look_at(self.choices.current)

    def action_walk(self, by: int) -> None:
        """To the choice before or after, in the order of the game."""
        count = len(self.review.judged)
        if count:
            at = (0 if by > 0 else count - 1) if self.at is None else self.at + by
            self.at = min(max(0, at), count - 1)
        self.draw()

    async def action_choose(self) -> None:
        """Opens the replay right before the choice that is looked at."""
        if self.current is None:
            self._look_at(self.choices.current)
        one = self.current
        if one is not None:
            self.app.push_screen(ReplayScreen(self.playback, one.at - 1, self.seat))

    async def chosen(self, choice: Choice) -> None:
        self._look_at(choice)

    def action_seat(self) -> None:
        """Reviews the next seat."""
        if self._working is not None:
            self._working.cancel()
            self.review.running = False
        self.seat = (self.seat + 1) % self.playback.game.players
        self.at = None
        self.choices.marked = 0
        self._work()
        self.draw()
