"""The card room: one person's session with all its screens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, Protocol

from textual import events
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.filter import LineFilter, Monochrome

from engine.refusals import MessdeckError
from saves.entries import Entry
from saves.faults import SaveFault, reason_of
from saves.folders import make_private, spare_dir
from saves.settings import SettingFault, Value
from saves.shelf import Shelf
from tui import starting
from tui.called import PLAYER, crew_in, usual_names
from tui.commandline.launch import Launch
from tui.commands import PALETTE, Command
from tui.keymap import keys_of
from tui.later import Later
from tui.layouts import latin_keys
from tui.look import Look
from tui.patience import Patient
from tui.preferences import LOOKS, WORDS, Preferences
from tui.screens.base import RoomScreen
from tui.screens.menu import MenuScreen
from tui.serve.person import Person, Tables
from tui.settings import Settings
from tui.terminal.colourless import DARK, LIGHT
from tui.terminal.controls import CONTROLS
from tui.themes import DEFAULTS, OURS
from tui.widgets.choices import Choice
from tui.widgets.log import LogLine
from tui.words import Words
from tui.words.marks import N_

# Seconds after the last change of its size in which a window is drawn anew.
REDRAWN_AFTER: Final = 0.05

if TYPE_CHECKING:
    from ai.thinker import Thinker
    from saves.exchange import write_export
    from tui.learning.lessons.sitting import LessonSitting
    from tui.learning.playback import Playback
    from tui.screens.cover import CoverScreen
    from tui.screens.dialog import Dialog
    from tui.screens.lesson import LessonScreen, LessonsScreen
    from tui.screens.new_game import NewGameScreen
    from tui.screens.pages import HelpScreen, RulesListScreen, log_screen, rules_screen
    from tui.screens.palette import Palette
    from tui.screens.pause import ask_to_pause
    from tui.screens.replay import ReplayScreen
    from tui.screens.result import ResultScreen
    from tui.screens.saves import SavesScreen
    from tui.screens.settings import SettingsScreen
    from tui.screens.statistics import StatisticsScreen
    from tui.screens.table import TableScreen
    from tui.screens.watch import WatchScreen
    from tui.setup import Draft, draft_of, new_draft
    from tui.sitting import Setup, Sitting, Thinks
    from tui.visit import Visit

    class Thinking(Thinks, Protocol):
        """What a session has its levels think with; ``Thinker`` is one."""

        async def start(self) -> None:
            """Makes ready to think. Raises MessdeckError if that cannot be."""
            ...

        async def stop(self) -> None:
            """Gives up, at once, all that this session had asked for."""
            ...

else:
    # The menu comes first; everything behind it is loaded when somebody goes there.
    Thinker = Later("ai.thinker", "Thinker")
    write_export = Later("saves.exchange", "write_export")
    LessonSitting = Later("tui.learning.lessons.sitting", "LessonSitting")
    CoverScreen = Later("tui.screens.cover", "CoverScreen")
    Dialog = Later("tui.screens.dialog", "Dialog")
    LessonScreen = Later("tui.screens.lesson", "LessonScreen")
    LessonsScreen = Later("tui.screens.lesson", "LessonsScreen")
    NewGameScreen = Later("tui.screens.new_game", "NewGameScreen")
    HelpScreen = Later("tui.screens.pages", "HelpScreen")
    RulesListScreen = Later("tui.screens.pages", "RulesListScreen")
    log_screen = Later("tui.screens.pages", "log_screen")
    rules_screen = Later("tui.screens.pages", "rules_screen")
    Palette = Later("tui.screens.palette", "Palette")
    ask_to_pause = Later("tui.screens.pause", "ask_to_pause")
    ReplayScreen = Later("tui.screens.replay", "ReplayScreen")
    ResultScreen = Later("tui.screens.result", "ResultScreen")
    SavesScreen = Later("tui.screens.saves", "SavesScreen")
    SettingsScreen = Later("tui.screens.settings", "SettingsScreen")
    StatisticsScreen = Later("tui.screens.statistics", "StatisticsScreen")
    TableScreen = Later("tui.screens.table", "TableScreen")
    WatchScreen = Later("tui.screens.watch", "WatchScreen")
    draft_of = Later("tui.setup", "draft_of")
    new_draft = Later("tui.setup", "new_draft")
    Sitting = Later("tui.sitting", "Sitting")
    Visit = Later("tui.visit", "Visit")


class CardRoom(Patient, inherit_bindings=False):
    """The application. Everything of the session is kept here, nothing on the class."""

    CSS_PATH = Path(__file__).with_name("room.tcss")
    TITLE = "messdeck"
    AUTO_FOCUS = None
    ENABLE_COMMAND_PALETTE = False
    # Besides these, every screen has a way out that needs neither Ctrl nor a function key.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "leave", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def __init__(
        self,
        words: Words,
        look: Look,
        shelf: Shelf,
        *,
        launch: Launch | None = None,
        now: Callable[[], datetime] | None = None,
        person: Person | None = None,
        house: Tables | None = None,
        thinker: Thinking | None = None,
        preferences: Preferences | None = None,
    ) -> None:
        """person, house: who this is and where the shared tables are, for a session of a server;
        None at home. thinker: what levels think with; None for a worker of the session's own.
        preferences: what the person has set; None for the defaults, which nobody writes down."""
        self.words = words
        self.look = look
        self.shelf = shelf
        self.launch = launch
        self.person = person
        self.house = house
        self._thinker = thinker
        self.sitting: Sitting | None = None
        self._visit: Visit | None = None
        self.now = now or _now
        self.preferences = preferences or Preferences(terminal=look, spoken=words.language)
        self.leaving = False
        self.left = asyncio.Event()
        # Whether the terminal is gone.
        self.hung_up = False
        # What is to be said in the shell when the session is over.
        self.farewell = ""
        super().__init__()
        # Before any style sheet is read, so that none has to be read twice.
        for theme in OURS:
            self.register_theme(theme)
        self.set_reactive(CardRoom.theme, self._theme())
        self.stylesheet.set_variables(self.get_css_variables())
        self._coloured = self.get_css_variables()

    @property
    def thinker(self) -> Thinking:
        """What levels think with."""
        if self._thinker is None:
            self._thinker = Thinker()
        return self._thinker

    @thinker.setter
    def thinker(self, thinker: Thinking) -> None:
        self._thinker = thinker

    async def _stop_thinking(self) -> None:
        if self._thinker is not None:
            await self._thinker.stop()

    @property
    def visit(self) -> Visit:
        """This session's visit to the house; at home there is nothing to do there."""
        if self._visit is None:
            self._visit = Visit(self)
        return self._visit

    # The terminal

    def get_driver_class(self) -> type[Driver]:
        """The driver for the terminal that the program was started in."""
        from tui.terminal.driver import GridDriver

        return GridDriver

    def get_default_screen(self) -> MenuScreen:
        """The menu: every other screen lies on it."""
        return MenuScreen()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What every line passes before it is drawn: no control in a text gets farther, and no
        colour where none is wanted."""
        given = super().get_line_filters()
        if self.no_color:
            filters = [one for one in given if not isinstance(one, Monochrome)]
            return (CONTROLS, *filters, DARK if self.current_theme.dark else LIGHT)
        return (CONTROLS, *given)

    # Settings and looks

    @property
    def settings(self) -> Settings:
        """What the person has set."""
        return self.preferences.settings

    @property
    def called(self) -> str:
        """How the person at this terminal is called at tables."""
        if self.person is not None:
            return self.person.name
        return self.settings.name or self.words.gettext(PLAYER)

    @property
    def crew(self) -> tuple[str, ...]:
        """How levels are called, by seat."""
        return crew_in(self.words)

    def setup_of(self, draft: Draft) -> Setup:
        """The game of a draft, with the names of this session. Raises OptionFault."""
        return draft.setup(self.called, self.crew, given=self._named)

    @property
    def _named(self) -> bool:
        """Whether the person has given a name."""
        return self.person is not None or bool(self.settings.name)

    def _call_usual(self) -> None:
        """Has the names that nobody gave in the session's language, at the table too."""
        sitting = self.sitting
        if sitting is not None:
            person = self.words.gettext(PLAYER)
            sitting.call_usual(usual_names(sitting.seats, person, self.crew))

    def set(self, changes: Mapping[str, Value]) -> SettingFault | None:
        """Changes settings, which hold at once and are written down; what went wrong with that.

        Screens that are drawn otherwise now are made anew when they are seen next.
        """
        fault = self.preferences.change(changes, self.words)
        self.look = self.preferences.look(self.look, changes)
        self.words = self.preferences.words(self.look, self.words, changes)
        if WORDS & set(changes):
            self._call_usual()
        if "generations" in changes:
            self.shelf.keep = self.settings.generations
        self.theme = self._theme()
        for screen in self.screen_stack:
            if isinstance(screen, RoomScreen):
                if (LOOKS | WORDS) & set(changes):
                    screen.stale = True
                if "keys" in changes:
                    screen.bind_keys()
        return fault

    def _theme(self) -> str:
        return self.look.theme if self.look.theme in self.available_themes else OURS[0].name

    def refresh_css(self, animate: bool = True) -> None:
        """Draws everything in the colours of now. Style sheets are read again only if there are
        others: Textual asks for it once at the start, too."""
        colours = self.get_css_variables()
        if colours == self._coloured:
            for node in (self, *self.screen_stack):
                self.stylesheet.update(node, animate=animate)
        else:
            self._coloured = colours
            super().refresh_css(animate=animate)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(DEFAULTS)

    def on_resize(self) -> None:
        """Draws all once more: a window that was made smaller and back before anything was drawn
        has lost what lay outside, and looks unchanged to Textual."""
        self.set_timer(REDRAWN_AFTER, self._redraw)

    def _redraw(self) -> None:
        if self.screen_stack:  # not where the session has just begun, or is over
            self.screen.refresh()

    def on_load(self) -> None:
        """Called before the first screen is made."""
        if self.house is not None:
            self.visit.begin()

    def on_mount(self) -> None:
        self.call_after_refresh(starting.over)
        self.call_later(self._open)
        if self.house is not None:
            self.call_later(self.visit.return_to_seat)

    async def on_unmount(self) -> None:
        # However the session ends, the last choice is on the disk and no worker stays behind.
        if self.house is not None:
            self.visit.end(on_purpose=False)
        await self.close_sitting()
        await self._stop_thinking()

    async def _open(self) -> None:
        """What the command line asked for."""
        if self.launch is None:
            return
        new = self.launch.new
        if new is not None:
            draft = draft_of(new.rules, new.players, new.seats, new.options, new.seed, new.dealer)
            await self.begin(self.setup_of(draft))
        elif self.launch.resume is not None:
            await self.resume(self.launch.resume)
        elif self.launch.replay is not None:
            self.show_replay(self.launch.replay)

    def keys_of(self, command: Command) -> list[str]:
        """The keys that a command has in this session, the one to be shown first."""
        return keys_of(command, self.settings.keys)

    # Games

    async def begin(self, setup: Setup) -> None:
        """Sits down to a new game."""
        await self.close_sitting()
        await self._play(Sitting.begin(setup, self.shelf, self.thinker))

    async def resume(self, id_: str) -> None:
        """Goes on with a saved game; says so where it cannot be."""
        from tui.renderers import check_shown

        await self.close_sitting()
        try:
            sitting = Sitting.resume(id_, self.shelf, self.thinker)
            try:
                check_shown(sitting.table.game.rules)
            except MessdeckError:
                await sitting.close()
                raise
        except MessdeckError as error:
            said = self.words.error(error)
            if isinstance(self.screen, SavesScreen):
                self.screen.say(said)
            else:
                self.tell(said)
            return
        await self._play(sitting)

    async def _play(self, sitting: Sitting) -> None:
        from tui.sitting import CLOCK

        self.sitting = sitting
        self._call_usual()
        sitting.budget = CLOCK
        self._to_menu()
        try:
            await self.thinker.start()
        except MessdeckError as error:
            await self.close_sitting()
            self.tell(self.words.error(error))
            return
        self.push_screen(TableScreen(sitting) if sitting.persons() else WatchScreen(sitting))
        self.keep_playing(sitting)

    def keep_playing(self, sitting: Sitting) -> None:
        """Lets levels play at the table, until the game is over or left."""
        self.run_worker(sitting.run(), group="sitting")

    async def close_sitting(self) -> str:
        """Gets up from the table. What to say if the game is not on the disk now, else ""."""
        sitting = self.sitting
        if sitting is None:
            return ""
        self.sitting = None
        trouble = await sitting.close()
        return self.words.trouble(trouble.reason, trouble.folder, left=True) if trouble else ""

    async def leave_table(self) -> None:
        """Gets up and goes to the menu."""
        said = await self.close_sitting()
        self._to_menu()
        if said:
            self.tell(said)

    def _to_menu(self) -> None:
        while not isinstance(self.screen, MenuScreen):
            self.pop_screen()

    async def leave(self) -> None:
        """Ends the session, at once but with everything saved."""
        if self.leaving:
            await self.left.wait()
            return
        self.leaving = True
        if self.house is not None:
            self.visit.end(on_purpose=not self.hung_up)
        try:
            self.farewell = await self.close_sitting()
            await self._stop_thinking()
        finally:
            self.left.set()
        self.exit()

    async def action_leave(self) -> None:
        """Ends the session."""
        await self.leave()

    def entries_at_first(self) -> list[Entry]:
        """What lies on the shelf, for the first picture of the menu."""
        return self.shelf.entries()

    def read_shelf(self, asking: RoomScreen, then: Callable[[list[Entry]], None]) -> None:
        """Calls ``then`` with what lies on the shelf: at once here, on a server when it was read,
        if the screen that asks is still open then."""
        then(self.shelf.entries())

    @property
    def can_export(self) -> bool:
        """Whether the person can get at a file that is written here."""
        return True

    def spare_folder(self) -> Path | None:
        """Where to save when the folder of saves fails; None for nowhere."""
        return spare_dir(self.shelf.data_dir)

    def menu_items(self) -> Sequence[Choice]:
        """What the menu has besides what every menu has."""
        return ()

    async def menu_chosen(self, id_: str) -> bool:
        """Does what one of ``menu_items`` stands for; False if it is none of them."""
        return False

    def export(self, sitting: Sitting) -> Path:
        """Writes the record of a finished game into the folder of exports; where it is.
        Raises SaveFault."""
        record = sitting.record()
        folder = self.shelf.data_dir / "records"
        try:
            make_private(folder)
        except OSError as error:
            raise SaveFault("unreadable", reason=reason_of(error)) from None
        path = folder / f"{record.game.rules}-{sitting.id}.jsonl"
        write_export(path, (record.to_line() + "\n").encode(), replace=True)
        return path

    # Screens

    async def take(self, event: events.Event) -> None:
        # In a Cyrillic or Korean layout a key is known by its place.
        if isinstance(event, events.Key) and event.character:
            wants_text = getattr(self.screen, "wants_text", None)
            keys = latin_keys(event.character)
            if keys and not (wants_text is not None and wants_text()):
                for key in keys:
                    await super().take(events.Key(key, key))
                return
        await super().take(event)

    def show_palette(self, about: RoomScreen) -> None:
        """The commands of a screen, to be found by typing."""

        async def chosen(command: Command | None) -> None:
            if command is not None:
                await self.run_action(command.action, about)

        self.push_screen(Palette(self.words, self.look, about), chosen)

    async def go(self, place: str) -> None:
        """Goes to a part of the card room from anywhere; a game is saved."""
        if place == "menu":
            await self.leave_table()
        elif place == "quit":
            await self.leave()
        else:
            {
                "new": self.show_new_game,
                "saves": self.show_saves,
                "learn": self.show_lessons,
                "arena": self.show_arena,
                "settings": self.show_settings,
                "statistics": self.show_statistics,
                "rules": self.show_rules_list,
            }[place]()

    def show_new_game(self, rules: str = "") -> None:
        """The screen where a game is chosen; of ``rules`` at first, if they are given."""
        self.push_screen(NewGameScreen(new_draft(rules) if rules else None))

    def show_lessons(self) -> None:
        """The list of lessons."""
        self.push_screen(LessonsScreen())

    async def begin_lesson(self, rules: str) -> None:
        """Sits down to the lesson of a rule set; nothing of it is kept."""
        from tui.learning.lessons import LESSONS

        await self.close_sitting()
        lesson = LESSONS[rules]
        names = (self.called, *self.crew[1 : lesson.players])
        usual = range(1 if self._named else 0, lesson.players)
        sitting = LessonSitting.open(lesson, names, usual)
        self.sitting = sitting
        self._to_menu()
        self.push_screen(LessonScreen(sitting))
        self.keep_playing(sitting)

    def show_arena(self) -> None:
        """The screen where players are pitted against each other."""
        # Whoever only plays waits for none of the arena's parts.
        from tui.screens.arena import ArenaScreen

        self.push_screen(ArenaScreen())

    def show_saves(self) -> None:
        """The list of saved games."""
        self.push_screen(SavesScreen())

    def show_settings(self) -> None:
        """The settings, to be changed."""
        self.push_screen(SettingsScreen())

    def show_statistics(self) -> None:
        """How the person has done so far."""
        self.push_screen(StatisticsScreen())

    def show_rules_list(self) -> None:
        """The list of rule sets."""
        self.push_screen(RulesListScreen())

    def show_rules(self, rules: str) -> None:
        """The rules of one."""
        self.push_screen(rules_screen(rules, self.words, self.look))

    def show_result(self, sitting: Sitting) -> None:
        """How a game ended."""
        self.push_screen(ResultScreen(sitting))

    def show_replay(self, playback: Playback) -> None:
        """A game that was played, choice by choice."""
        self.push_screen(ReplayScreen(playback))

    def show_review(self, playback: Playback, seat: int | None = None) -> None:
        """What was good and what was dear in a game that is over; of ``seat`` at first."""
        from tui.screens.review import ReviewScreen

        self.push_screen(ReviewScreen(playback, seat))

    def show_log(self, lines: Sequence[LogLine]) -> None:
        """All that happened so far."""
        self.push_screen(log_screen(self.words.gettext(N_("Log")), lines, self.look))

    def show_help(self, about: RoomScreen) -> None:
        """What the keys do on a screen."""
        title = self.words.gettext(N_("Keys"))
        commands = [*about.help_commands(), PALETTE]
        self.push_screen(HelpScreen(title, about, commands))

    def show_cover(self, name: str, then: Callable[[object], None]) -> None:
        """Hides the table until ``name`` looks at it."""
        self.push_screen(CoverScreen(name), then)

    def show_pause(self, table: TableScreen) -> None:
        """What to do instead of playing on."""
        ask_to_pause(self, table)

    def ask(
        self,
        text: str,
        items: Sequence[Choice],
        then: Callable[[str | None], None] | Callable[[str | None], Awaitable[None]],
    ) -> None:
        """A question over the present screen; ``then`` gets the id of what was chosen."""
        self.push_screen(Dialog(self.words, self.look, text, items), then)

    def tell(self, text: str) -> None:
        """Something to be read before going on."""
        self.ask(text, [Choice("", self.words.gettext(N_("Back")))], _nothing)

    # Faults

    @property
    def fault(self) -> BaseException | None:
        """What went wrong in the program, None if nothing did."""
        return self._exception

    def _fatal_error(self) -> None:
        # The details belong into a file, not onto the player's terminal: see ``tui.home``.
        self._close_messages_no_wait()


def _nothing(answer: str | None) -> None:
    """There was nothing to choose."""


def _now() -> datetime:
    return datetime.now().astimezone()
