"""One session over SSH: a terminal asked for, an application run for it, and its end."""

from __future__ import annotations

import asyncio
import contextlib
import enum
from functools import partial
from typing import TYPE_CHECKING, Final

import asyncssh
from textual import events
from textual._styles_cache import StylesCache
from textual.geometry import Size
from textual.message import Message

from saves.writing import KEEP
from tui.look import Look
from tui.preferences import Preferences
from tui.serve import terminal
from tui.serve.driver import LineDriver
from tui.serve.faults import NameFault
from tui.serve.guard import LOG, Guarded, where
from tui.serve.inbox import Done, Inbox
from tui.serve.line import Line
from tui.serve.names import code_signs, is_kept
from tui.serve.options import clamped
from tui.serve.people import People
from tui.serve.person import Person
from tui.serve.reception import Reception
from tui.serve.room import ServedRoom
from tui.serve.shelving import Quota, person_shelf
from tui.serve.window import Window
from tui.serve.words import ServedWords
from tui.settings import AUTO, load_settings, settings_file
from tui.words.catalogue import ENGLISH
from tui.words.marks import N_

if TYPE_CHECKING:
    from tui.serve.door import Door
    from tui.serve.server import CardServer

# With more than that on its way to a client, pictures are merged instead of sent.
_ON_THE_WAY: Final = 16 * 1024
_CHECK: Final = 5.0


class End(enum.Enum):
    """Why a session ended, where the client is still there to be told."""

    LEFT = ""
    IDLE = N_("You were shown out, as nothing happened for a long time. Everything is saved.")
    CLOSING = N_("The server closes. Everything is saved; come back soon.")
    KICKED = N_("The host has shown you out. Everything is saved.")
    BANNED = N_("You may not come in here.")
    FULL = N_("There is no room for one more now; come back later.")
    ELSEWHERE = N_("You came in from elsewhere; this end was closed.")
    FAILED = N_("Something went wrong in the program. Your games are saved; come in again.")
    GUESTS = N_("Guests cannot come in here. Make a key (ssh-keygen) and come with it.")
    TERMINAL = N_("The card room cannot be drawn on this terminal; it needs one like xterm.")


# The same for guests, of whom nothing is kept.
_OF_GUESTS: Final = {
    End.IDLE: N_("You were shown out, as nothing happened for a long time."),
    End.CLOSING: N_("The server closes; come back soon."),
    End.KICKED: N_("The host has shown you out."),
    End.FAILED: N_("Something went wrong in the program; come in again."),
}


class CardSession(asyncssh.SSHServerSession[bytes]):
    """What asyncssh tells of a session; all the rest is done in a task of its own."""

    def __init__(self, server: CardServer, door: Door) -> None:
        self.server = server
        self.door = door
        self.person: Person | None = None
        self.app: Guarded | None = None
        self.line: Line | None = None
        self.inbox: Inbox | None = None
        self.ended = asyncio.Event()
        self._chan: asyncssh.SSHServerChannel[bytes] | None = None
        self._environment = terminal.ClientEnvironment()
        self._term = ""
        self._window = Window(clamped(0, 0), self._resized, asyncio.get_running_loop())
        self._asked_for_terminal = False
        self._paused = False
        self._gone = False
        self._end: End | None = None
        self._task: asyncio.Task[None] | None = None

    # What the client asks for

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._chan = chan
        chan._env = self._environment
        chan.set_write_buffer_limits(_ON_THE_WAY)

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object
    ) -> bool:
        self._asked_for_terminal = True
        self._term = term_type[:64]
        self._window.begin(clamped(*term_size[:2]))
        return True

    def shell_requested(self) -> bool:
        # Without a terminal there is a line and no more: a refusal would not let it through.
        return True

    def exec_requested(self, command: str) -> bool:
        self._refused("a command")
        return False

    def subsystem_requested(self, subsystem: str) -> bool:
        self._refused("a subsystem")
        return False

    def break_received(self, msec: int) -> bool:
        return False

    def signal_received(self, signal: str) -> None:
        """Signals are for processes; there is none."""

    def session_started(self) -> None:
        self.door.session_started()
        if not self._asked_for_terminal:
            self._turn_away()
            return
        self._task = self.server.spawn(self._run())

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        if self.inbox is not None:
            self.inbox.feed(data)

    def eof_received(self) -> bool:
        self._hung_up()
        return False

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._window.change(clamped(width, height))

    def _resized(self, size: tuple[int, int]) -> None:
        if self.line is not None:
            self.line.resize(*size)
        if self.app is not None:
            self.app.post_message(events.Resize(Size(*size), Size(*size)))

    def pause_writing(self) -> None:
        self._paused = True

    def resume_writing(self) -> None:
        self._paused = False
        if self.line is not None:
            self.line.go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        self._chan = None
        if self._task is None:
            self.ended.set()
        self._hung_up()

    # How it goes

    @property
    def name(self) -> str:
        """Whom the log names."""
        return self.person.name if self.person is not None else "somebody"

    async def finish(self, end: End) -> None:
        """Ends the session, saved, and says why; returns when it is over."""
        if self._end is None:
            self._end = end
        await self._stop_app()
        await self.ended.wait()

    def busy(self) -> bool:
        """Whether the client still has to take what was sent to it."""
        return self._paused or self.door.on_the_way() > _ON_THE_WAY

    async def _run(self) -> None:
        watch = self.server.spawn(self._watch())
        try:
            await self._serve()
        except Exception as error:
            self._end = End.FAILED
            LOG.error("the session of %s failed: %s", self.name, where(error))
        finally:
            watch.cancel()
            self._close()
            self.ended.set()

    async def _serve(self) -> None:
        chan = self._chan
        if chan is None:
            return
        environment = self._environment.texts()
        loop = asyncio.get_running_loop()
        look = terminal.look(self._term, environment)
        words = ServedWords(
            terminal.language(environment, look.ascii), "letters" if look.ascii else "symbols"
        )
        system = terminal.colours(self._term, environment)
        fitted = partial(terminal.with_colours, system=system)
        self.line = Line(chan, self._window.size, self.busy, loop, fitted)
        line = self.line
        self.inbox = Inbox(
            self._event,
            chan.pause_reading,
            chan.resume_reading,
            loop,
            lambda: line.stalled is not None,
        )
        refused = self.server.refusal(self)
        if refused is None and not terminal.usable(self._term):
            refused = End.TERMINAL
        if refused is not None:
            self._end = refused
            self.server.refusals.connection(self.door.address, refused.name.lower())
            self._say(words)
            return
        self.server.entered(self)
        person = None
        try:
            person = await self._receive(words, look, environment)
            if person is not None and self._end is None and not self._gone:
                self.person = person
                await self._room(person, words, look, environment)
        finally:
            self.server.left(self)
            self.line.handing_over = False
            self.line.leave()
            self._say(words)
            if person is not None and person.guest:
                await People.aside(lambda: self.server.people.parted(person))

    async def _receive(
        self, words: ServedWords, look: Look, environment: dict[str, str]
    ) -> Person | None:
        """Who this is; a newcomer is asked for a name. None for somebody who left."""
        people, fingerprint = self.server.people, self.door.fingerprint
        person = people.with_key(fingerprint) if fingerprint else None
        if person is not None:
            await People.aside(lambda: people.seen(fingerprint))
            return person

        async def take(text: str) -> Person:
            if not fingerprint:
                return await People.aside(lambda: people.guest(text))
            if code_signs(text):
                return await People.aside(lambda: people.add_key(fingerprint, text))
            if not self.server.newcomer(self.door.address):
                raise NameFault("too-many-names")
            return await People.aside(lambda: people.claim(fingerprint, text))

        called = self.door.proposed_name
        app = Reception(
            words, look, take, fingerprint=fingerprint, proposed="" if is_kept(called) else called
        )
        assert self.line is not None
        self.line.handing_over = True
        await self._run_app(app, environment)
        self.line.handing_over = False
        found = app.person
        if found is not None and not found.guest:
            LOG.info("%s is here for the first time, with %s", found.name, fingerprint)
            if people.banned(person=found.key):
                self._end = End.BANNED
                return None
        return found

    async def _room(
        self, person: Person, words: ServedWords, look: Look, environment: dict[str, str]
    ) -> None:
        server = self.server
        await server.only_session(self)
        file = settings_file(person.folder)
        settings = load_settings(file)
        preferences = Preferences(settings, file, terminal=look, spoken=words.language)
        look = settings.look(look)
        chosen = words.language if settings.language == AUTO else settings.language
        words = ServedWords(ENGLISH if look.ascii else chosen, settings.card_style(look))
        quota = Quota(person.folder, server.options.disk)
        await People.aside(quota.measure)
        shelf = person_shelf(
            person.folder, person.name, quota, keep=min(KEEP, settings.generations)
        )
        room = ServedRoom(
            words,
            look,
            shelf,
            person=person,
            people=server.people,
            fingerprint=self.door.fingerprint,
            house=server.house,
            ration=server.ration(person),
            games=server.options.games,
            preferences=preferences,
            entries=await People.aside(shelf.entries),
        )
        LOG.info("%s came in from %s", person.name, self.door.address)
        try:
            await self._run_app(room, environment)
        finally:
            LOG.info("%s left%s", person.name, " (connection lost)" if self._gone else "")

    async def _run_app(self, app: Guarded, environment: dict[str, str]) -> None:
        assert self.line is not None
        if self._gone or self._end is not None:
            return
        app.driver_class = LineDriver
        app.guard(
            self.line,
            terminal.console(self._term),
            plain="NO_COLOR" in environment,
        )
        self.app = app
        try:
            await app.run_async(size=self._window.size, mouse=True)
        finally:
            self.app = None
            # Textual remembers the styles of the last thousand widgets there were, with their rows.
            StylesCache.get_inner_outer.cache_clear()
        if app.failed is not None:
            self._end = End.FAILED

    async def _stop_app(self) -> None:
        app = self.app
        if isinstance(app, ServedRoom):
            await app.hang_up()
        elif app is not None:
            app.exit()

    def _event(self, message: Message, done: Done) -> None:
        """Hands an event on. What comes after it waits until it has gone its way: from the
        application to the screen, and back where keys are bound."""
        app = self.app
        driver = app._driver if app is not None else None
        if app is None or not isinstance(driver, LineDriver):
            done()
            return
        driver.received(message, self._window.size)

        def back() -> None:
            app.call_later(done)

        def at_the_screen() -> None:
            if not app._screen_stack or not app.screen.call_later(back):
                done()

        if not app.call_later(at_the_screen):
            done()

    async def _watch(self) -> None:
        """Ends the session of somebody who is not there any more."""
        options = self.server.options
        loop = asyncio.get_running_loop()
        pause = min(_CHECK, options.idle / 4, options.stall / 4)
        while True:
            await asyncio.sleep(pause)
            now = loop.time()
            line, inbox = self.line, self.inbox
            if line is not None and line.stalled is not None:
                if now - line.stalled > options.stall:
                    LOG.info("%s takes nothing any more: connection ended", self.name)
                    self.door.abort()
                    return
            if inbox is not None and now - inbox.used > options.idle:
                LOG.info("%s was shown out: idle", self.name)
                self.server.spawn(self.finish(End.IDLE))
                return

    def _hung_up(self) -> None:
        """The client is gone."""
        if self._gone:
            return
        self._gone = True
        self._window.close()
        if self.line is not None:
            self.line.close()
        if self.inbox is not None:
            self.inbox.close()
        if self.app is not None:
            self.server.spawn(self._stop_app())

    def _say(self, words: ServedWords) -> None:
        """Tells the client why the session is over."""
        if self._end is not None and self._end.value and self.line is not None:
            guest = self.person is not None and self.person.guest
            text = _OF_GUESTS.get(self._end, self._end.value) if guest else self._end.value
            self.line.say(words.gettext(text))

    def _turn_away(self) -> None:
        """Says that a terminal is needed."""
        self._refused("a shell without a terminal")
        words = ServedWords(terminal.language(self._environment.texts(), plain=False))
        line = words.gettext(N_("A terminal is needed here: come without -T, or with ssh -t."))
        if self._chan is not None:
            self._chan.write_stderr(line.encode() + b"\r\n")
        self._end = End.TERMINAL
        self._close()

    def _refused(self, what: str) -> None:
        self.server.refusals.note(self.door.address, f"asked for {what}")

    def _close(self) -> None:
        if self.inbox is not None:
            self.inbox.close()
        if self.line is not None:
            self.line.close()
        chan = self._chan
        if chan is not None:
            with contextlib.suppress(OSError, asyncssh.Error):
                chan.exit(0 if self._end in (None, End.LEFT) else 1)
                chan.close()
        self.door.session_over()
