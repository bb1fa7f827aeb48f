"""Rule sets and players of somebody else's in commands and screens: what cannot be said is not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ai.arena.report import ArenaResult, PlayerResult
from ai.arena.setup import ArenaSetup
from ai.levels import LEVELS, Level, levels
from ai.random_player import RandomPlayer
from engine.chance import SeededChance, seed_from_text
from engine.events import Chose, Event
from engine.game import Game
from engine.log import entry_text
from engine.options import Options
from engine.registry import rule_set, rule_sets
from tests.support.command_line import Line, random_record
from tests.support.high_card import RULES, HighCardState
from tests.tui.conftest import MakeRoom
from tests.tui.person import Person
from tests.tui.screen_text import shown
from tui.app import CardRoom
from tui.arena.draft import new_arena
from tui.arena.running import Standing
from tui.learning.motives import motive_lines
from tui.learning.moves import Move
from tui.screens.arena import ArenaScreen
from tui.screens.arena_run import ArenaRunScreen
from tui.words import Scene, Words


@pytest.fixture
def line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Line:
    return Line(capsys, monkeypatch)


@pytest.fixture
def plugged() -> Iterator[None]:
    """A rule set is registered, as by its entry point."""
    rule_sets()[RULES.id] = RULES
    yield
    del rule_sets()[RULES.id]


def _make(game: Game, options: Options) -> RandomPlayer:
    return RandomPlayer()


@pytest.fixture
def foreign() -> Iterator[str]:
    """The name of a player that is registered, as by its entry point."""
    levels()["zealot"] = Level("zealot", (), _make)
    yield "zealot"
    del levels()["zealot"]


@pytest.mark.usefixtures("plugged")
def test_a_level_that_cannot_play_such_a_rule_set_is_named_with_those_that_can(line: Line) -> None:
    said = line.refused("arena", "high-card", "--players", "random,corporal")
    assert said.startswith("corporal does not know how to play high-card")
    assert all(name in said for name in ("random", "sergeant", "captain", "general"))


@pytest.mark.usefixtures("plugged")
def test_a_record_shows_every_choice_of_a_rule_set_that_tells_nothing_of_them(
    line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = random_record("high-card", 2, "a")
    path = tmp_path / "game.jsonl"
    path.write_text(record.to_line() + "\n", "utf-8")
    play = HighCardState.play
    monkeypatch.setattr(HighCardState, "play", lambda self, *given: play(self, *given[:2], None))
    shown = line("record", "show", path)
    assert shown.status == 0
    for entry in record.log[1:]:
        assert entry_text(record.game, entry) in shown.out


@pytest.mark.usefixtures("plugged")
@pytest.mark.parametrize("more", [(), ("--plain",)])
def test_a_rule_set_that_cannot_be_drawn_is_not_played_by_persons(
    line: Line, tmp_path: Path, more: tuple[str, ...]
) -> None:
    said = line.refused("play", "high-card", "--seat", "1=random", "--data-dir", tmp_path, *more)
    assert said.startswith("The card room cannot draw tables of high-card")
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("plugged")
async def test_the_arenas_form_runs_such_a_rule_set_and_says_that_it_shows_no_table(
    make_room: MakeRoom,
) -> None:
    room: CardRoom = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        screen = ArenaScreen()
        room.push_screen(screen)
        await person.until("the form", lambda: screen.is_mounted)
        await person.press("left")
        assert screen.draft.rules == "high-card"
        assert screen.draft.setup().rules == "high-card"
        await person.press("up", "enter")
        await person.until("a sentence", lambda: screen.foot.wrong)
        assert "cannot draw tables of high-card" in screen.foot.first
        assert room.screen is screen


@pytest.mark.parametrize("rules", list(rule_sets()))
def test_the_arenas_defaults_are_levels_of_ours(rules: str, foreign: str) -> None:
    draft = new_arena(rules)
    assert foreign in draft.levels()
    assert set(draft.who) == {"general", "captain"} <= set(LEVELS)


def test_nothing_is_made_up_about_a_player_of_somebody_elses(foreign: str) -> None:
    game = rule_set("generals-war").game(2)
    state = game.start(0, SeededChance(seed_from_text("motive")))
    seat = state.actors()[0]
    events: list[Event] = []
    before = state.view(1 - seat)
    state.apply(seat, state.legal_actions(seat)[0], events)
    event = next(event for event in events if isinstance(event, Chose))
    move = Move(event, before)
    scene = Scene("generals-war", ("Ann", "Bea"))
    _, manner, *_ = motive_lines(Words(), move, foreign, scene)
    assert manner.endswith("is a program of somebody else's.")


def _result(name: str, forfeits: int) -> PlayerResult:
    return PlayerResult(
        name, 40, 0.5, 0.45, 0.55, 123.4, 100.1, 140.2, 1.5, -33.0, -100.0, 100.0, forfeits, 12.0
    )


@pytest.mark.parametrize("width", [80, 140])
async def test_forfeits_are_seen_however_narrow_the_screen_is(
    make_room: MakeRoom, width: int
) -> None:
    setup = ArenaSetup("generals-war", ("corporal", "random"), 2, 1, "1", jobs=1)
    room = make_room()
    async with room.run_test(size=(width, 24)) as pilot:
        person = Person(pilot)
        screen = ArenaRunScreen(setup)
        room.push_screen(screen)
        await person.until("the run's end", lambda: screen.is_mounted and screen.over)
        for lost in (0, 7):
            players = (_result("corporal", 0), _result("random", lost))
            result = ArenaResult("generals-war", {}, 2, 20, 40, players, 0.5, None)
            screen.standings.show(Standing(result, 1, None, (), over=True))
            await pilot.pause()
            if width < 100:
                assert ("Forfeits: random 7" in shown(room)) == bool(lost)
            else:
                assert "forfeits" in shown(room)
