"""Scenes before and after games: menu, forms, lists, settings, the shelf, the arena."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from unittest import mock

import msgspec
from textual.pilot import Pilot

from ai.arena.report import ArenaResult, PlayerResult
from ai.arena.run import run_arena
from ai.arena.setup import ArenaSetup
from ai.arena.store import Store
from saves.faults import SaveFault
from saves.schema import Result, Seat
from saves.statistics import Statistics
from tests.support.saving import some_save
from tests.tui.person import until
from tests.tui.scenes.scene import MOMENT, Before, Scene, all_at_home
from tui.app import CardRoom
from tui.arena.draft import new_arena
from tui.arena.running import Standing
from tui.commandline.pitting.chart import Spread
from tui.screens import arena_run
from tui.screens.arena import ArenaScreen
from tui.screens.arena_games import ArenaGamesScreen
from tui.screens.arena_run import ArenaRunScreen
from tui.screens.asking import LineDialog
from tui.screens.base import RoomScreen
from tui.screens.keys_page import KeysScreen
from tui.screens.new_game import NewGameScreen
from tui.screens.saves import SavesScreen
from tui.screens.seating import SeatingScreen
from tui.screens.settings import SettingsScreen

LONG_TITLE = "The cup final of the winter before last, played until morning"


def room_of(pilot: Pilot[None]) -> CardRoom:
    room = pilot.app
    assert isinstance(room, CardRoom)
    return room


def there(pilot: Pilot[None]) -> bool:
    """Whether the topmost screen is ready for keys."""
    return bool(pilot.app.screen.is_mounted and pilot.app.screen.is_attached)


def by_keys(*keys: str, given: Callable[[CardRoom], None] | None = None) -> Before:
    """What keys open from the menu, in a room to which something was ``given`` before."""

    async def before(pilot: Pilot[None]) -> None:
        room = room_of(pilot)
        if given is not None:
            given(room)
            room.screen.on_screen_resume()  # type: ignore[attr-defined]
        for key in keys:
            await until(pilot, "a screen", lambda: there(pilot))
            await pilot.press(key)
            await pilot.pause(0.01)

    return before


def of_screen(make: Callable[[CardRoom], RoomScreen], *keys: str) -> Before:
    """A screen that is opened over the menu."""

    async def before(pilot: Pilot[None]) -> None:
        screen = make(room_of(pilot))
        pilot.app.push_screen(screen)
        await until(pilot, "the screen", lambda: screen.is_mounted)
        await pilot.press(*keys)

    return before


# The shelf


def shelved(room: CardRoom) -> None:
    """Games of all kinds: titled, over, for practice, of six, damaged, and what is no game."""
    shelf = room.shelf
    some = [
        some_save("battalion-twins", 6), some_save("generals-war", 2),
        some_save("fight-for-the-lead", 5), some_save("battalion-cover", 4),
    ]  # fmt: skip
    for number, saved in enumerate(some):
        shelf.put(msgspec.structs.replace(saved, title="", changed=MOMENT - 5000 * number))
    over = msgspec.structs.replace(
        some[1], title=LONG_TITLE, result=Result((1, 2), (202, 118), "target"), asked=(),
        names=("Bartholomew Smith", "Constantinople"),
    )  # fmt: skip
    shelf.put(over)
    shelf.put(msgspec.structs.replace(some[3], title="Once more", practice=True))
    (shelf.data_dir / "saves" / "notes.txt").write_text("hm")


def binned(room: CardRoom) -> None:
    shelved(room)
    for entry in room.shelf.entries():
        if entry.summary is not None:
            room.shelf.delete(entry.id)


def played(room: CardRoom) -> None:
    """Seven games that were finished, against two levels, of two rule sets."""
    for rules, level in (("generals-war", "corporal"), ("battalion-cover", "sergeant")):
        players = 2 if rules == "generals-war" else 4
        saved = some_save(rules, players)
        seats = (Seat("person"), *[Seat("level", level)] * (players - 1))
        for number, score in enumerate((202, 118, 76, 204, 161, 201, 90)):
            places = (1, *range(2, players + 1)) if score > 200 else (players, *range(1, players))
            finished = msgspec.structs.replace(
                saved, id=f"{number:08d}{players:08d}", asked=(), seats=seats,
                result=Result(places, (score, *[150] * (players - 1)), "target"),
                changed=MOMENT - 86_400 * (7 - number),
            )  # fmt: skip
            Statistics(room.shelf.data_dir).record(finished)


def typed_in(text: Callable[[Path], str], *keys: str) -> Before:
    """On the shelf, a line that ``keys`` ask for, filled with ``text`` of the data folder."""

    async def before(pilot: Pilot[None]) -> None:
        await by_keys("s", *keys, given=shelved)(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, LineDialog)
        screen.line.text = text(room_of(pilot).shelf.data_dir)
        screen.line.repaint()

    return before


async def import_refused(pilot: Pilot[None]) -> None:
    await typed_in(lambda folder: "/a/folder/of/some/length/that/is/not/there/game.jsonl", "i")(
        pilot
    )
    await pilot.press("enter")
    screen = pilot.app.screen_stack[1]
    assert isinstance(screen, SavesScreen)
    await until(pilot, "the reason", lambda: screen.foot.wrong)


async def seating(pilot: Pilot[None]) -> None:
    saved = some_save("battalion-twins", 6)
    screen = SeatingScreen(saved, saved.seats, lambda seats: None)
    await of_screen(lambda room: screen)(pilot)


# Settings


def marked(row: str, *keys: str) -> Before:
    """The settings with a row marked, and then keys."""

    async def before(pilot: Pilot[None]) -> None:
        await by_keys("e")(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, SettingsScreen)
        while screen.form.current.id != row:
            await pilot.press("down")
        await pilot.press(*keys)

    return before


def own_keys(*keys: str) -> Before:
    """The page of one's own keys."""

    async def before(pilot: Pilot[None]) -> None:
        await by_keys()(pilot)
        screen = KeysScreen()
        pilot.app.push_screen(screen)
        await until(pilot, "the keys", lambda: screen.is_mounted)
        await pilot.press(*keys)

    return before


async def told(pilot: Pilot[None]) -> None:
    """What went wrong, in a question that has one answer."""
    room = room_of(pilot)
    room.tell(room.words.error(SaveFault("unreadable", reason="link")) + " " + LONG_TITLE)


# New games


def new_game(rules: str, *keys: str, row: str = "") -> Before:
    """The form of a game, with the first row marked whose id begins with ``row``."""

    async def before(pilot: Pilot[None]) -> None:
        room_of(pilot).show_new_game(rules)
        await until(pilot, "the form", lambda: isinstance(pilot.app.screen, NewGameScreen))
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, NewGameScreen)
        while not screen.form.current.id.startswith(row):
            await pilot.press("down")
        await pilot.press(*keys)

    return before


# The arena


def lined_up(rules: str, *keys: str, who: Sequence[str] = ()) -> Before:
    def make(room: CardRoom) -> ArenaScreen:
        draft = new_arena(rules)
        for seat, name in enumerate(who):
            draft.who[seat] = name
        return ArenaScreen(draft)

    return of_screen(make, *keys)


class Stood:
    """A tournament of six that stands still: in its midst, or at its end."""

    paused = False

    def __init__(self, setup: ArenaSetup, store: Path, heard: Callable[[Standing], None]) -> None:
        self.setup = setup
        self.heard = heard

    def start(self) -> None:
        over = self.setup.deals == 1
        names = self.setup.players
        if self.setup.seed == "none":
            self.heard(Standing(None, 0, None, ()))
            return
        players = tuple(
            PlayerResult(
                name, 1200, 0.4 - at / 20, 0.35 - at / 20, 0.45 - at / 20, 1234.5 - 9 * at, 1200.0,
                1260.0, 1234.5, 1540.0 - 31 * at, 1500.0 - 31 * at, 1580.0 - 31 * at, 3 * at, 99.0,
            )
            for at, name in enumerate(names)
        )  # fmt: skip
        spreads = tuple(
            Spread({1: 3, 2: 5}, {score: (score * (at + 3)) % 17 for score in range(20, 240, 7)})
            for at in range(len(names))
        )
        result = ArenaResult(self.setup.rules, {}, self.setup.seats, 100, 1200, players, 0.97, None)
        self.heard(
            Standing(result, 1 if over else 57, None if over else 5000.0, spreads, over=over)
        )

    def stop(self) -> None: ...

    def join(self, seconds: float) -> bool:
        return True


def tournament(
    players: Sequence[str], seats: int, *, over: bool = False, seed: str = "1"
) -> Before:
    """A run that stands still."""

    async def before(pilot: Pilot[None]) -> None:
        setup = ArenaSetup("battalion-cover", tuple(players), seats, 1 if over else 100, seed)
        screen = ArenaRunScreen(setup)
        with mock.patch.object(arena_run, "Running", Stood):
            pilot.app.push_screen(screen)
            await until(pilot, "the standings", lambda: screen.is_mounted)
            await until(pilot, "a standing", lambda: screen.standings.standing is not None)

    return before


def kept_games(games: int) -> Before:
    """The games of a tournament of four, of which so many deals are kept."""

    async def before(pilot: Pilot[None]) -> None:
        setup = ArenaSetup("generals-war", ("recruit", "random"), 4, games, "1", keep_logs=True)
        store = room_of(pilot).shelf.data_dir / "arena.sqlite"
        if games:
            with Store(store) as opened:
                run_arena(setup, store=opened)
        screen = ArenaGamesScreen(setup, store)
        pilot.app.push_screen(screen)
        await until(pilot, "the list", lambda: screen.is_mounted and screen.kept is not None)

    return before


LEVELS = ("general:worlds=2000", "captain:worlds=50", "sergeant", "corporal", "recruit", "random")


AT_HOME: dict[str, Before] = {
    "menu-new": by_keys(),
    "menu-game": by_keys(given=shelved),
    "menu-last": by_keys("up", "up", given=shelved),
    "menu-keys": by_keys("question_mark"),
    "menu-commands": by_keys("colon"),
    "menu-commands-none": by_keys("colon", *"xyzzy"),
    "settings": marked("language"),
    "settings-theme": marked("theme"),
    "settings-characters": marked("characters"),
    "settings-pace": marked("pace"),
    "settings-forced": marked("forced"),
    "settings-name": marked("name", *"Bartholomew"),
    "settings-last": marked("generations", "down"),
    "own-keys": own_keys(),
    "own-keys-asked": own_keys("down", "enter"),
    "own-keys-taken": own_keys("down", "enter", "q"),
    "own-keys-changed": own_keys("down", "down", "enter", "z", "down"),
    "own-keys-all": own_keys("u"),
    "statistics-none": by_keys("t"),
    "statistics": by_keys("t", given=played),
    "statistics-end": by_keys("t", "end", given=played),
    "saves-none": by_keys("s"),
    "saves": by_keys("s", given=shelved),
    "saves-damaged": by_keys("s", "up", "enter", given=shelved),
    "saves-damaged-only": by_keys("s", *"ffff", given=shelved),
    "saves-keys": by_keys("s", "question_mark", given=shelved),
    "saves-commands": by_keys("s", "colon", given=shelved),
    "saves-delete": by_keys("s", "d", given=shelved),
    "saves-title": typed_in(lambda folder: LONG_TITLE, "t"),
    "saves-hand-on": by_keys("s", "e", given=shelved),
    "saves-where": typed_in(lambda folder: "/home/bartholomew/games/records/x.jsonl", "e", "r"),
    "saves-take-in": typed_in(lambda folder: "~/records/", "i"),
    "saves-refused": import_refused,
    "saves-table": by_keys("s", "v", given=shelved),
    "seating": seating,
    "bin-none": by_keys("s", "b"),
    "bin": by_keys("s", "b", given=binned),
    "bin-for-good": by_keys("s", "b", "x", given=binned),
    "rules-list": by_keys("r"),
    "lessons": by_keys("l"),
    "arena-run": tournament(LEVELS[:2], 2),
    "arena-run-six": tournament(LEVELS, 6),
    "arena-run-over": tournament(LEVELS[1:4], 4, over=True),
    "arena-run-begun": tournament(LEVELS[2:4], 4, seed="none"),
    "arena-games": kept_games(3),
    "arena-games-none": kept_games(0),
    "arena-wrong": lined_up("generals-war", "up", "up", "enter", who=("generral",)),
    "arena-keys": lined_up("battalion-twins", "f1"),
    "told": told,
}


def of_rules(rules: str) -> dict[str, Before]:
    """Scenes of one rule set before a game."""
    return {
        "new-game": new_game(rules),
        "new-game-seat": new_game(rules, "down", "right", "right", "down", *"Bartholomew"),
        "new-game-option": new_game(rules, row="option-"),
        "new-game-wrong": new_game(rules, *"99999", row="option-"),
        "new-game-seed": new_game(rules, *"abcdefghijklm" * 5, row="seed"),
        "new-game-last": new_game(rules, "up"),
        "arena": lined_up(rules),
        "arena-seat": lined_up(rules, "down", "down"),
        "arena-last": lined_up(rules, "up"),
    }


SCENES: dict[str, Scene] = all_at_home(AT_HOME)
