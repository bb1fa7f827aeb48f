"""A table before the game: who sits there, who is ready, and what goes into the shuffle."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.widget import Widget

from engine.fairness import MAX_TEXT
from engine.game import SPECTATOR
from engine.refusals import MessdeckError
from tui.commands import HELP, Command
from tui.house.chairs import Chair
from tui.house.news import Spoken, TableNews
from tui.house.shuffling import SEALED
from tui.screens.asking import LineDialog
from tui.screens.house.chat import ChatScreen
from tui.screens.house.told import AtTable
from tui.screens.plates import Foot
from tui.widgets.board import TitleLine
from tui.widgets.canvas import Canvas, wrapped
from tui.widgets.painted import Painted
from tui.words.marks import N_

if TYPE_CHECKING:
    from tui.house.table import SharedTable

READY = Command("waiting.ready", "enter,r", N_("ready"), "ready",
                N_("Give your word to the shuffle and wait for the others"))  # fmt: skip
WAIT = Command("waiting.wait", "n", N_("not yet"), "unready", N_("Be ready no more"))
WORD = Command("waiting.word", "t", N_("own word"), "word",
               N_("Type a word for the shuffle, instead of the one drawn for you"))  # fmt: skip
BEGIN = Command("waiting.begin", "b", N_("begin now"), "begin",
                N_("Begin with levels in the free seats"))  # fmt: skip
SIT = Command("waiting.sit", "s", N_("sit down"), "sit", N_("Sit down at a free seat"))
SAY = Command("table.chat", "slash", N_("talk"), "talk", N_("Talk with those at the table"))
PROOF = Command("waiting.proof", "p", N_("shuffle"), "proof", N_("Read how the shuffle is made"))
GET_UP = Command("waiting.leave", "x", N_("get up"), "get_up", N_("Give up your seat"))
LOBBY = Command("waiting.lobby", "escape,q", N_("lobby"), "back",
                N_("Go to the lobby; your seat is kept"))  # fmt: skip


class WaitingPlate(Painted):
    """The seats, the commitment of the house, and what was said."""

    def __init__(self, at: WaitingScreen) -> None:
        super().__init__(at.look, classes="plate")
        self.at = at

    def paint(self, canvas: Canvas) -> None:
        at, words = self.at, self.at.words
        y = 0
        for chair in at.place.chairs:
            self._seat(canvas, y, chair)
            y += 1
        y += 1
        told = words.gettext(N_("The house is bound to its number for the shuffle by"))
        canvas.put(0, y, told, "$quiet", limit=canvas.width)
        for row in wrapped(at.place.shuffling.commitment, canvas.width - 2):
            y += 1
            canvas.put(2, y, row, "$text-accent")
        if at.my_seat != SPECTATOR:
            y += 1
            text = words.fill(N_("Your word for it: {text}"), {"text": words.said(at.word)})
            if at.word.startswith(SEALED):
                text = words.gettext(N_("Your word for it is sealed; nobody else knows it."))
            canvas.put(0, y, text, limit=canvas.width)
        y += 2
        rows: list[str] = []
        for line in at.place.heard(at.presence):
            rows += wrapped(at.spoken(line), canvas.width, indent=1)
        room = canvas.height - y
        for row in rows[-room:] if room > 0 else ():
            canvas.put(0, y, row)
            y += 1

    def _seat(self, canvas: Canvas, y: int, chair: Chair) -> None:
        at, say = self.at, self.at.words.gettext
        mine = chair.seat == at.my_seat
        canvas.put(0, y, str(chair.seat + 1), "$quiet")
        name = at.place.names()[chair.seat]
        canvas.put(2, y, name or say(N_("free")), "bold" if mine else "" if name else "$quiet")
        state = ""
        if chair.level:
            state = at.words.level(chair.level)
        elif chair.key:
            if not at.place.here(chair.seat):
                state = say(N_("away"))
            elif chair.seal and not chair.text and at.place.is_settled():
                state = say(N_("to say the sealed word"))
            else:
                state = say(N_("ready")) if chair.ready else say(N_("not ready"))
        canvas.put(22, y, state, "$text-accent" if chair.ready else "$quiet")
        if chair.seat == at.place.shuffling.dealer:
            canvas.put(46, y, say(N_("deals first")), "$quiet")


class WaitingScreen(AtTable):
    """Where a table's people wait for each other."""

    KEYS: ClassVar[Sequence[Command]] = (
        READY, WAIT, WORD, BEGIN, SIT, SAY, PROOF, GET_UP, HELP, LOBBY,
    )  # fmt: skip

    def __init__(self, table: SharedTable) -> None:
        super().__init__()
        self.place = table
        # What went wrong with the reader's last key, and what was heard last.
        self.wrong = ""
        self.heard = ""

    def content(self) -> Sequence[Widget]:
        self.title_line = TitleLine(self.look)
        self.foot = Foot(self.look)
        self.plate = WaitingPlate(self)
        return [self.title_line, self.plate, self.foot]

    def on_mount(self) -> None:
        self.hear()

    def on_unmount(self) -> None:
        self.hear_no_more()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.redraw()

    def refreshed(self, news: TableNews) -> None:
        self.redraw()

    def sentence(self, news: TableNews) -> str:
        # What is said stands on the plate.
        return "" if isinstance(news, Spoken) else super().sentence(news)

    def note(self, text: str) -> None:
        self.heard = text
        self.redraw()

    def redraw(self) -> None:
        """Draws what may have changed."""
        place, words = self.place, self.words
        if place.closed or not self.is_mounted:
            return
        dot = f" {self.look.glyphs.dot} "
        opener = words.fill(N_("opened by {name}"), {"name": words.said(place.opener_name)})
        parts = [opener]
        watching = place.watchers()
        if watching:
            names = words.said(words.both(watching))
            parts.append(words.fill(N_("watching: {names}"), {"names": names}))
        self.title_line.show(words.title(place.plan.rules), dot.join(parts))
        mine = self._chair()
        self.plate.repaint()
        first = self.wrong or self._what_now(mine)
        self.foot.show(first, self.heard, wrong=bool(self.wrong))
        self.show_keys()

    def _chair(self) -> Chair | None:
        seat = self.my_seat
        return self.place.chairs[seat] if seat != SPECTATOR else None

    @property
    def word(self) -> str:
        """What the reader gives to the shuffle, "" for somebody who watches."""
        mine = self._chair()
        return mine.text or mine.word if mine is not None else ""

    def _what_now(self, mine: Chair | None) -> str:
        say, place = self.words.gettext, self.place
        if mine is None:
            return say(N_("You watch. The game begins when everybody who sits here is ready."))
        if mine.seal and not mine.text and place.is_settled():
            return say(N_("Everybody is ready: press t and say the word that you have sealed."))
        if not mine.ready:
            return say(N_("Press Enter when you are ready to play."))
        if place.all_ready() and not place.is_settled():
            return say(N_("Waiting for somebody to sit down; b begins with levels instead."))
        return say(N_("Waiting for the others."))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self.is_mounted or self.place.closed:
            return super().check_action(action, parameters)
        mine = self._chair()
        allowed = {
            "ready": mine is not None and not mine.ready,
            "unready": mine is not None and mine.ready and not self.place.is_settled(),
            "word": mine is not None and not mine.text,
            "begin": mine is not None and self._may_begin(),
            "sit": mine is None and not self.place.full(),
            "get_up": mine is not None,
        }
        if not allowed.get(action, True):
            return False
        return super().check_action(action, parameters)

    def _may_begin(self) -> bool:
        """Whether all who are to be waited for are ready, and seats are left over."""
        place = self.place
        forsaken = [chair for chair in place.chairs if place.is_forsaken(chair)]
        awaited = [chair for chair in place.chairs if chair.key and chair not in forsaken]
        ready = all(chair.ready for chair in awaited)
        return ready and not place.is_settled() and bool(forsaken or not place.full())

    # Keys

    async def action_ready(self) -> None:
        """Gives the word to the shuffle."""
        await self._ready(self.word)

    async def _ready(self, word: str) -> None:
        await self._do(self.place.ready(self.presence, word))

    async def _do(self, work: Awaitable[None]) -> None:
        self.wrong = ""
        try:
            await work
        except MessdeckError as error:
            self.wrong = self.words.error(error)
        self.redraw()

    async def action_unready(self) -> None:
        """Is ready no more."""
        await self._do(self.place.unready(self.presence))

    async def action_begin(self) -> None:
        """Begins with levels in the free seats."""
        await self._do(self.place.begin(self.presence))

    def action_word(self) -> None:
        """Asks for a word of one's own."""
        say = self.words.gettext
        ask = say(N_("Your word for the shuffle, anything you like:"))
        note = say(N_("Or its SHA-256, as sha256:…; then you say the word when all are ready."))
        mine = self._chair()
        if mine is not None and mine.seal:
            ask, note = say(N_("The word that you have sealed:")), ""

        async def typed(text: str | None) -> None:
            if not text:
                return
            chair = self._chair()
            if chair is not None and (chair.seal or text.lower().startswith("sha256")):
                await self._ready(text)
            else:
                await self._do(self.place.prepare(self.presence, text))

        most = MAX_TEXT + len("sha256:")
        self.app.push_screen(LineDialog(self.words, self.look, ask, most=most, note=note), typed)

    async def action_sit(self) -> None:
        """Sits down at a free seat."""
        await self.visit.sit(self.place)

    def action_talk(self) -> None:
        """Opens the line to talk."""
        self.app.push_screen(ChatScreen(self))

    def action_proof(self) -> None:
        """Shows how the shuffle is made."""
        self.visit.show_proof(self.place)

    async def action_get_up(self) -> None:
        """Gives up the seat."""
        await self.visit.leave(self.place)

    async def go_back(self) -> None:
        self.visit.away(self.place)
