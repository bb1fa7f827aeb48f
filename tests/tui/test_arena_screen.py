"""The arena in the card room: a line-up by keys, live standings, pause, leave, go on, watch."""

from __future__ import annotations

import multiprocessing
import threading
from pathlib import Path

import pytest

from ai.arena.play import GamePlayed
from ai.arena.run import deal_sets, run_arena
from ai.arena.setup import ArenaSetup
from ai.arena.store import Store
from tests.tui.conftest import MakeRoom
from tests.tui.person import Person
from tests.tui.screen_text import shown
from tui.arena.draft import new_arena
from tui.arena.running import Running
from tui.screens.arena import ArenaScreen
from tui.screens.arena_games import ArenaGamesScreen
from tui.screens.arena_run import ArenaRunScreen
from tui.screens.menu import MenuScreen
from tui.screens.replay import ReplayScreen
from tui.screens.result import ResultScreen
from tui.screens.watch import WatchScreen

SIZE = (80, 24)


async def choose(person: Person, deals: str) -> None:
    """From the menu to a small tournament of General's War for two, by keys alone."""
    await person.press("a")
    await person.until("the arena's form", lambda: person.sees(ArenaScreen))
    await person.press("left", "down", "down")
    for level in ("corporal", "recruit"):
        await person.press(*level, "down")
    await person.press(*deals, "down", "down")


async def test_a_tournament_is_put_together_and_run_by_keys(
    make_room: MakeRoom, tmp_path: Path
) -> None:
    room = make_room()
    async with room.run_test(size=SIZE) as pilot:
        person = Person(pilot)
        await choose(person, "6")
        await person.press("enter")
        await person.until("the run", lambda: person.sees(ArenaRunScreen))
        screen = room.screen
        assert isinstance(screen, ArenaRunScreen)
        await person.until("the end", lambda: screen.over)
        text = shown(room)
        assert "deal 6 of 6" in text
        assert "corporal" in text
        expected = run_arena(screen.setup)
        standing = screen.standings.standing
        assert standing is not None
        assert standing.result is not None
        for found, due in zip(standing.result.players, expected.players, strict=True):
            assert (found.games, found.share, found.mean) == (due.games, due.share, due.mean)
        await person.press("q", "escape")
        await person.until("the menu", lambda: person.sees(MenuScreen))
    with Store(tmp_path / "arena.sqlite", create=False) as store:
        (tournament,) = store.tournaments()
        assert tournament.rules == "generals-war"


async def test_a_paused_tournament_waits_and_a_left_one_goes_on_where_it_stood(
    make_room: MakeRoom, tmp_path: Path
) -> None:
    room = make_room()
    setup = ArenaSetup("generals-war", ("recruit", "random"), 2, 5000, "1", jobs=2, keep_logs=True)
    async with room.run_test(size=SIZE) as pilot:
        person = Person(pilot)
        screen = ArenaRunScreen(setup)
        room.push_screen(screen)
        await person.until(
            "standings", lambda: screen.is_mounted and screen.standings.standing is not None
        )
        await person.press("p")
        assert screen.running is not None
        await person.until("a pause", lambda: "Paused" in shown(room))
        await person.until("it holds", lambda: screen.running.held)
        held = screen.running.done
        await pilot.pause(0.3)
        assert screen.running.done == held
        await person.press("p")
        await person.until("more deals", lambda: screen.running.done > held)
        await person.press("q")
        await person.until("the menu", lambda: person.sees(MenuScreen))
        await person.until("its end", lambda: screen.running.join(0.0))
        assert multiprocessing.active_children() == []
        played = screen.running.done
        again = ArenaRunScreen(setup)
        room.push_screen(again)
        await person.until(
            "the standings that were",
            lambda: again.is_mounted and again.running is not None and again.running.done >= played,
        )
        await person.press("q")


async def test_a_game_of_the_run_is_replayed_and_the_way_leads_back(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=SIZE) as pilot:
        person = Person(pilot)
        setup = ArenaSetup("generals-war", ("recruit", "random"), 2, 3, "1", keep_logs=True)
        run = ArenaRunScreen(setup)
        room.push_screen(run)
        await person.until("the end", lambda: run.over)
        assert "r replay" in shown(room)
        await person.press("r")
        await person.until("the games", lambda: person.sees(ArenaGamesScreen))
        await person.until("a game", lambda: "Deal 3, game 2" in shown(room))
        games = room.screen
        assert isinstance(games, ArenaGamesScreen)
        assert [item.id for item in games.choices.items] == [
            f"{deal} {seating}" for deal in (2, 1, 0) for seating in (1, 0)
        ]
        await person.press("down", "enter")
        await person.until("the replay", lambda: person.sees(ReplayScreen))
        replay = room.screen
        assert isinstance(replay, ReplayScreen)
        (third,) = [one for one in arena_games(setup) if (one.deal, one.seating) == (2, 0)]
        assert replay.playback.names == third.names
        assert replay.playback.outcome is not None
        assert replay.playback.outcome.places == third.places
        await person.press("q")
        await person.until("the games", lambda: room.screen is games)
        await person.press("q")
        await person.until("the run", lambda: room.screen is run)


def arena_games(setup: ArenaSetup) -> list[GamePlayed]:
    """The games of a setup, played here."""
    return [game for games in deal_sets(setup) for game in games]


async def test_without_a_kept_game_the_list_says_so_and_a_fault_of_the_store_is_told(
    make_room: MakeRoom, tmp_path: Path
) -> None:
    room = make_room()
    setup = ArenaSetup("generals-war", ("recruit", "random"), 2, 3, "1", keep_logs=True)
    async with room.run_test(size=SIZE) as pilot:
        person = Person(pilot)
        for made in (b"", b"no store" * 100):
            store = tmp_path / "some.sqlite"
            if made:
                store.write_bytes(made)
            games = ArenaGamesScreen(setup, store)
            room.push_screen(games)
            await person.until("the list", lambda games=games: games.is_mounted)  # type: ignore[misc]
            await person.until("a sentence", lambda games=games: games.foot.first != "")  # type: ignore[misc]
            assert games.foot.wrong == bool(made)
            assert made or "No game of this tournament is kept" in games.foot.first
            await person.press("enter", "r")
            assert room.screen is games
            assert "replay" not in shown(room).splitlines()[-1]
            await person.press("q")


async def test_a_tournament_that_ends_slowly_keeps_nobody_who_leaves_it(
    make_room: MakeRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = make_room()
    at_the_menu = threading.Event()
    waited: list[bool] = []

    def join(self: Running, seconds: float) -> bool:
        waited.append(at_the_menu.wait(5.0))
        return True

    monkeypatch.setattr(Running, "join", join)
    async with room.run_test(size=SIZE) as pilot:
        person = Person(pilot)
        screen = ArenaRunScreen(ArenaSetup("generals-war", ("random",), 2, 1, "1", keep_logs=True))
        room.push_screen(screen)
        await person.until("the end", lambda: screen.over)
        await person.press("q")
        await person.until("the menu", lambda: person.sees(MenuScreen))
        at_the_menu.set()
        await person.until("its end", lambda: bool(waited))
    assert waited == [True]


@pytest.mark.parametrize(
    ("seat", "deals", "said"),
    [("generral", "1", "generral"), ("captain:worlds=x", "1", "worlds"), ("recruit", "0", "deals")],
)
async def test_what_cannot_be_played_is_said_and_nothing_is_lost(
    make_room: MakeRoom, seat: str, deals: str, said: str
) -> None:
    room = make_room()
    async with room.run_test(size=SIZE) as pilot:
        person = Person(pilot)
        screen = ArenaScreen(new_arena("battalion-twins"))
        room.push_screen(screen)
        await person.until("the form", lambda: screen.is_mounted)
        screen.draft.who[0] = seat
        screen.draft.deals = deals
        await person.press("up", "up", "enter")
        await person.until("a sentence", lambda: screen.foot.wrong)
        assert said in screen.foot.first
        assert room.screen is screen


async def test_a_game_of_levels_is_watched_at_any_speed(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=SIZE) as pilot:
        person = Person(pilot)
        await choose(person, "1")
        await person.press("down", "enter")
        await person.until("a table to watch", lambda: person.sees(WatchScreen))
        screen = room.screen
        assert isinstance(screen, WatchScreen)
        await person.press("p")
        pace = screen.play.pace
        await person.press("plus")
        assert screen.play.pace < pace
        await person.press("minus", "minus")
        assert screen.play.pace > pace
        await person.until("moves", lambda: screen.play.waiting)
        before = len(screen.log_pane.lines)
        await person.press("space")
        await person.until("a move", lambda: len(screen.log_pane.lines) > before)
        await person.until("all moves", lambda: room.sitting.table.outcome() is not None)
        assert screen.moment.view.outcome() is None
        await person.press("enter", "enter")
        await person.until("the end", lambda: screen.moment.view.outcome() is not None)
        await person.press("enter")
        await person.until("the result", lambda: person.sees(ResultScreen))
