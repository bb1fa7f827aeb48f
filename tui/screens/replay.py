"""The replay of a game: step, play, jump to a choice, look on from another seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Final

from textual import events
from textual.containers import Container
from textual.timer import Timer
from textual.widget import Widget

from engine.game import SPECTATOR
from tui.commands import HELP, Command
from tui.learning.clauses import clause_now
from tui.learning.playback import ALL_OPEN, Playback
from tui.renderers import renderer_for
from tui.renderers.renderer import Cast
from tui.screens.base import RoomScreen
from tui.screens.layout import layout_of
from tui.screens.lines import log_lines
from tui.screens.motive import MotiveScreen
from tui.screens.pages import log_screen, rules_screen
from tui.screens.plates import Foot
from tui.screens.reason import ReasonScreen
from tui.widgets.board import Board, TitleLine
from tui.widgets.hand import HandFan
from tui.widgets.log import LogLine, LogPane
from tui.widgets.open_hands import OpenHands
from tui.widgets.seat_panel import SeatPanel
from tui.words import NOBODY, Scene
from tui.words.marks import N_

ON = Command("replay.on", "right,l,enter", N_("on"), "step(1)", N_("A choice on; to the choice "
             "whose number was typed"))  # fmt: skip
BACK_STEP = Command("replay.back", "left", N_("back"), "step(-1)", N_("A choice back"))
PLAY = Command("replay.play", "space,p", N_("play"), "play", N_("Play on by itself, or stop"))
NEXT_OWN = Command("replay.next-own", "down,n", N_("next own"), "own(1)",
                   N_("To the next choice of the seat that one looks from"))  # fmt: skip
LAST_OWN = Command("replay.last-own", "up", N_("last own"), "own(-1)",
                   N_("To the last choice of the seat that one looks from"),
                   shown=False)  # fmt: skip
VIEW = Command("replay.view", "v,tab", N_("view"), "view", N_("Look from another seat"))
WHY = Command("replay.why", "w", N_("why"), "why", N_("Ask why the last choice was made"))
REVIEW = Command("replay.review", "r", N_("review"), "review",
                 N_("See how the result was come by, and what would have been better"))  # fmt: skip
RULES = Command("replay.rules", "b", N_("rules"), "rules", N_("Read the rules of this game"),
                shown=False)  # fmt: skip
LOG = Command("replay.log", "g", N_("log"), "log", N_("Read all that happened up to here"),
              shown=False)  # fmt: skip
FIRST = Command("replay.first", "home", N_("start"), "ends(0)", N_("To the start"), shown=False)
LAST = Command("replay.last", "end", N_("end"), "ends(1)", N_("To the end"), shown=False)
FASTER = Command("replay.faster", "plus", N_("faster"), "speed(2)", N_("Play faster"), shown=False)
SLOWER = Command("replay.slower", "minus", N_("slower"), "speed(0.5)", N_("Play slower"),
                 shown=False)  # fmt: skip
ERASE = Command("replay.erase", "backspace", N_("erase"), "erase", N_("Erase a digit"), shown=False)
LEAVE = Command("replay.leave", "q,escape", N_("leave"), "back", N_("Leave the replay"))

# Seconds that a choice stays while it plays by itself, at first and at the limits.
PACE: Final = 1.0
SLOWEST: Final = 8.0
FASTEST: Final = 0.0625
MOST_DIGITS: Final = 6


class ReplayScreen(RoomScreen):
    """Looks at ``playback``, at first at stop ``at``."""

    KEYS: ClassVar[Sequence[Command]] = (
        ON, BACK_STEP, PLAY, NEXT_OWN, LAST_OWN, VIEW, WHY, REVIEW, RULES, LOG, FIRST, LAST, FASTER,
        SLOWER, ERASE, HELP, LEAVE,
    )  # fmt: skip

    def __init__(self, playback: Playback, at: int = 0, viewpoint: int | None = None) -> None:
        super().__init__()
        self.playback = playback
        self.at = min(max(0, at), len(playback.stops) - 1)
        self.viewpoint = playback.viewpoints[0] if viewpoint is None else viewpoint
        self.typed = ""
        self.pace = PACE
        self.timer: Timer | None = None
        self._lines: dict[int, list[list[LogLine]]] = {}

    def content(self) -> Sequence[Widget]:
        game = self.playback.game
        self.cast = Cast(self.playback.names, self.playback.levels)
        self.renderer = renderer_for(game, self.cast, self.words, self.look)
        self.title_line = TitleLine(self.look)
        self.seats = [SeatPanel(self.look, seat) for seat in range(game.players)]
        self.board = Board(self.look, self.renderer)
        self.log_pane = LogPane(self.look)
        self.hand = HandFan(self.words, self.look)
        self.hands = OpenHands(self.words, self.look)
        self.foot = Foot(self.look)
        return [
            self.title_line,
            Container(*self.seats, id="seats"),
            Container(self.board, self.log_pane, id="middle"),
            self.hand,
            self.hands,
            self.foot,
        ]

    def on_mount(self) -> None:
        super().on_mount()
        self.draw()
        self.fit()

    def renewed(self) -> None:
        self._lines = {}
        self.draw()
        self.fit()

    def fit(self) -> None:
        layout = layout_of(self.app.size.width, self.app.size.height, len(self.seats), self.look)
        seats = self.query_one("#seats")
        seats.styles.grid_size_columns = layout.columns
        seats.styles.grid_size_rows = layout.rows
        seats.styles.height = layout.rows * layout.seat_height
        self.hand.styles.height = layout.hand_height
        rows = self.hands.rows(self.app.size.width - 2)
        self.hands.styles.height = min(max(layout.hand_height, rows), self.app.size.height // 2)
        self.log_pane.display = layout.log_width > 0
        self.log_pane.styles.width = layout.log_width
        self.foot.styles.height = 2 if self.app.size.height < 24 else 3

    # What is seen

    @property
    def scene(self) -> Scene:
        """Who reads the words: the seat that is looked from is called "you"."""
        playback = self.playback
        me = self.viewpoint if self.viewpoint >= 0 else NOBODY
        return Scene(playback.game.rules, playback.names, me, open=self.viewpoint == ALL_OPEN)

    def draw(self) -> None:
        """Draws everything as it stood at the present stop."""
        playback, scene = self.playback, self.scene
        deeds = playback.deeds(self.at, self.viewpoint)
        moment = playback.moment(self.at, self.viewpoint, deeds)
        for seat, panel in enumerate(self.seats):
            facts = self.renderer.facts(moment, seat, deeds, scene)
            # Where no level is known, nobody knows who was a person either.
            panel.show(facts if any(playback.levels) else replace(facts, person=""))
        self.board.show(moment, scene)
        status = self.renderer.status(moment, scene)
        title = self.words.said(self.words.title(playback.game.rules))
        self.title_line.show(self.words.fill(N_("Replay: {title}"), {"title": title}), status)
        lines = self._log_lines()
        before = [line for stop in lines[: self.at] for line in stop]
        self.log_pane.replace([*before, *lines[self.at]])
        self.log_pane.fresh = len(before) if self.at else len(before) + len(lines[0])
        self._draw_hands()
        self._draw_foot()

    def _draw_hands(self) -> None:
        everything = self.viewpoint == ALL_OPEN
        changed = self.hands.display != everything
        self.hands.display = everything
        self.hand.display = not everything
        if everything:
            state = self.playback.stops[self.at].state
            seats = range(self.playback.game.players)
            self.hands.show([
                (self.words.name(seat, self.scene), self.renderer.sorted_hand(state.view(seat)))
                for seat in seats
            ])  # fmt: skip
            changed = True
        else:
            cards: Sequence[int] = ()
            if self.viewpoint != SPECTATOR:
                cards = self.renderer.sorted_hand(self.playback.view(self.at, self.viewpoint))
            self.hand.show(cards, note=self.words.gettext(N_("You watch.")))
        if changed and self.is_mounted:
            self.fit()

    def _draw_foot(self) -> None:
        words = self.words
        values: dict[str, object] = {"number": self.at, "count": len(self.playback.stops) - 1}
        text = N_("Choice {number} of {count}, seen by {who}.")
        if self.typed:
            values["typed"] = words.said(self.typed)
            text = N_("Go to choice {typed} of {count}: press Enter.")
        values["who"] = words.said(self._who())
        second = ""
        if self.timer is not None:
            second = words.gettext(N_("It plays by itself; + and - change the pace."))
        elif self.at == len(self.playback.stops) - 1:
            outcome = self.playback.outcome
            second = words.gettext(N_("So far the game has gone."))
            if outcome is not None:
                winner = words.winner(outcome.places, self.scene)
                second = f"{words.ending(outcome.ending)} {winner}"
        elif self.at == 0:
            second = words.gettext(N_("A number and Enter go to a choice."))
        self.foot.show(words.fill(text, values), second)

    def _who(self) -> str:
        if self.viewpoint == SPECTATOR:
            return self.words.gettext(N_("a spectator"))
        if self.viewpoint == ALL_OPEN:
            return self.words.gettext(N_("all, cards open"))
        names = Scene(self.scene.rules, self.playback.names)
        return self.words.name(self.viewpoint, names)

    def _log_lines(self) -> list[list[LogLine]]:
        """The log, a list of lines for each stop."""
        found = self._lines.get(self.viewpoint)
        if found is None:
            found = [
                log_lines(self.playback.events(at, self.viewpoint), self.words, self.scene)
                for at in range(len(self.playback.stops))
            ]
            self._lines[self.viewpoint] = found
        return found

    # Going about

    def go(self, at: int) -> None:
        """Goes to a stop."""
        self.typed = ""
        self.at = min(max(0, at), len(self.playback.stops) - 1)
        if self.at == len(self.playback.stops) - 1:
            self._stop_playing()
        self.draw()

    def on_key(self, event: events.Key) -> None:
        character = event.character or ""
        if len(character) == 1 and character in "0123456789" and not self.too_small:
            event.stop()
            self._stop_playing()
            self.typed = (self.typed + character)[:MOST_DIGITS].lstrip("0")
            self._draw_foot()

    def action_step(self, by: int) -> None:
        """On, back, or to the number that was typed."""
        self._stop_playing()
        if self.typed and by > 0:
            self.go(int(self.typed))
        else:
            self.go(self.at + by)

    def action_erase(self) -> None:
        """Takes a typed digit back."""
        self.typed = self.typed[:-1]
        self._draw_foot()

    def action_ends(self, end: int) -> None:
        """To the start or to the end."""
        self._stop_playing()
        self.go(len(self.playback.stops) if end else 0)

    def action_own(self, by: int) -> None:
        """To the next or the last choice of the seat that one looks from."""
        self._stop_playing()
        seat = self.viewpoint if self.viewpoint >= 0 else self.playback.own
        choices = self.playback.choices_of(seat)
        found = [at for at in choices if (at > self.at if by > 0 else at < self.at)]
        if found:
            self.go(found[0] if by > 0 else found[-1])
        else:
            text = N_("There is no further choice of this seat.")
            self.foot.show(self.words.gettext(text))

    def action_play(self) -> None:
        """Plays on by itself, or stops."""
        if self.timer is not None:
            self._stop_playing()
        else:
            if self.at == len(self.playback.stops) - 1:
                self.at = 0
            self.timer = self.set_interval(self.pace, self._tick)
        self.draw()

    def _tick(self) -> None:
        if self.app.screen is self:  # not while a page lies on it
            self.go(self.at + 1)

    def _stop_playing(self) -> None:
        if self.timer is not None:
            self.timer.stop()
            self.timer = None

    def action_speed(self, by: float) -> None:
        """Plays faster or slower."""
        self.pace = min(SLOWEST, max(FASTEST, self.pace / by))
        if self.timer is not None:
            self.timer.stop()
            self.timer = self.set_interval(self.pace, self._tick)

    def action_view(self) -> None:
        """Looks from the next seat, as a spectator, or with all cards open."""
        points = self.playback.viewpoints
        self.viewpoint = points[(points.index(self.viewpoint) + 1) % len(points)]
        self.draw()
        if len(points) == 1:
            text = N_("Other seats can be looked from when the game is over.")
            self.foot.show(self.words.gettext(text))

    # What is read

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "review" and self.playback.outcome is None:
            return False
        return super().check_action(action, parameters)

    def action_review(self) -> None:
        """Reviews the choices of the seat that one looks from."""
        self._stop_playing()
        self.room.show_review(self.playback, self.viewpoint if self.viewpoint >= 0 else None)

    def action_log(self) -> None:
        """Shows the log up to here."""
        lines = [line for stop in self._log_lines()[: self.at + 1] for line in stop]
        self.app.push_screen(log_screen(self.words.gettext(N_("Log")), lines, self.look))

    def action_rules(self) -> None:
        """Shows the rules, at the clause of the moment."""
        view = self.playback.view(self.at, self.viewpoint)
        rules = self.playback.game.rules
        clause = clause_now(rules, self.renderer.kinds(view), over=view.outcome() is not None)
        self.app.push_screen(rules_screen(rules, self.words, self.look, clause))

    def action_why(self) -> None:
        """Tells why the last choice was made: all there is to say if the game is over, else what
        the seat that one looks from may be told."""
        self._stop_playing()
        self._draw_foot()
        playback = self.playback
        if self.at == 0:
            self.foot.show(self.words.gettext(N_("No choice was made so far.")))
            return
        if playback.outcome is not None:
            self.app.push_screen(ReasonScreen(self.words, self.look, playback, self.at, self.scene))
            return
        moves = playback.moves(self.at, self.viewpoint)
        levels = playback.levels
        self.app.push_screen(
            MotiveScreen(
                self.words, self.look, moves, lambda seat: levels[seat], self.scene, over=False
            )
        )
