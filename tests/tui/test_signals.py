"""However a session is ended from outside: the game is saved, the terminal in order, nothing left.

Every screen is looked at in the installed command, in a pseudo terminal.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.chance import SeededChance
from engine.registry import rule_set
from engine.rng import rng_from
from engine.table import Table
from saves.shelf import Shelf
from saves.statistics import Statistics
from tests.support.saving import answer, changed, saved_of, seed_bytes
from tests.support.terminal import Terminal
from tests.tui.conftest import OpenTerminal
from tui.hangup import HUNG_UP

Reach = Callable[[Terminal], None]
SECONDS = 20.0


def finished_game(shelf: Shelf) -> str:
    """A game of General's War that is over, with a person at seat 0; its id."""
    rng = rng_from("signals")
    table = Table(rule_set("generals-war").game(2), 0, SeededChance(seed_bytes("signals")))
    while table.outcome() is None:
        answer(table, rng)
    return shelf.put(changed(saved_of(table, seed_bytes("signals")), title="Over"))


def press(keys: str, seen: str) -> Reach:
    def reach(terminal: Terminal) -> None:
        terminal.press(keys)
        terminal.until(seen, lambda text: seen in text)

    return reach


def table(terminal: Terminal) -> None:
    terminal.until("a question", lambda text: "ready" in text)


def menu(terminal: Terminal) -> None:
    terminal.until("the menu", lambda text: "Saved games" in text)


def cover(terminal: Terminal) -> None:
    terminal.until("a cover", lambda text: "Player" in text and "Reserve" not in text)


# By screen: the arguments, and what leads there.
SCREENS: dict[str, tuple[tuple[str, ...], tuple[Reach, ...]]] = {
    "menu": ((), (menu,)),
    "new game": ((), (menu, press("n", "Rounds of acquisition"))),
    "saves": ((), (menu, press("s", "Over"))),
    "delete": ((), (menu, press("s", "Over"), press("d", "Delete"))),
    "rules list": ((), (menu, press("r", "Fight for the Lead"))),
    "rules": ((), (menu, press("r", "Fight for the Lead"), press("\r", "In a minute"))),
    "keys": ((), (menu, press("?", "What it does"))),
    "table": (("play", "war"), (table,)),
    "leave": (("play", "war"), (table, press("q", "Leave the table?"))),
    "log": (("play", "war"), (table, press("g", "Log"))),
    "cover": (("play", "war", "--seat", "1=person"), (cover,)),
    "result": ((), (menu, press("s", "Over"), press("\r", "result"), press("\r", "Result"))),
}


# Each screen with one of the two signals in turn; the other pairs take their time.
CASES = [
    pytest.param(
        screen,
        number,
        id=f"{screen}-{number.name}",
        marks=[] if (at + which) % 2 else [pytest.mark.soak],
    )
    for at, screen in enumerate(SCREENS)
    for which, number in enumerate((signal.SIGTERM, signal.SIGHUP))
]


def left_behind(session: int) -> list[int]:
    """Processes that still run in a session."""
    found: list[int] = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                stat = Path("/proc", name, "stat").read_text()
            except OSError:
                continue
            fields = stat.rpartition(")")[2].split()
            if int(fields[3]) == session and fields[0] != "Z":
                found.append(int(name))
    return found


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


def ended_well(shelf: Shelf, terminal: Terminal) -> None:
    """Nothing of the program is left, and every game on the shelf is whole and free."""
    end = time.monotonic() + SECONDS
    while (left := left_behind(terminal.process.pid)) and time.monotonic() < end:
        time.sleep(0.02)
    assert left == []
    assert not (shelf.data_dir / "faults").exists()
    for entry in shelf.entries():
        assert entry.code == "ok"
        opened = shelf.open(entry.id)
        assert opened.fault is None
        opened.keeper.close()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize(("screen", "number"), CASES)
def test_a_signal_ends_every_screen_well(
    shelf: Shelf, terminals: OpenTerminal, screen: str, number: signal.Signals
) -> None:
    id_ = finished_game(shelf)
    arguments, steps = SCREENS[screen]
    terminal = terminals(*arguments)
    for step in steps:
        step(terminal)
    os.kill(terminal.process.pid, number)
    assert terminal.end() == 0
    assert terminal.in_order()
    ended_well(shelf, terminal)
    games = {entry.id for entry in shelf.entries()}
    assert id_ in games
    assert len(games) == (2 if arguments else 1)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize("controlling", [True, False], ids=["sighup", "silently"])
def test_a_lost_terminal_ends_it_with_the_last_choice_saved(
    shelf: Shelf, terminals: OpenTerminal, controlling: bool
) -> None:
    """As a connection that breaks; also where no signal comes of it."""
    terminal = terminals("play", "twins", controlling=controlling)
    terminal.until("a question", lambda text: "Take the top card" in text)
    terminal.press("s")
    terminal.until("the next question", lambda text: "Choose a card to discard" in text)
    terminal.hang_up()
    assert terminal.process.wait(SECONDS) in (0, HUNG_UP)
    ended_well(shelf, terminal)
    ((entry,),) = (shelf.entries(),)
    saved = shelf.load(entry.id).saved
    assert saved.log[-1] == "0 draw stock"


def test_a_second_opener_is_told_who_has_the_game_and_since_when(
    shelf: Shelf, terminals: OpenTerminal
) -> None:
    first = terminals("play", "war")
    table(first)
    second = terminals("resume")
    text = second.until("a refusal", lambda text: "open elsewhere" in text)
    assert "since" in text
    assert "today" in text
    # When the first is gone, however it went, the game is free.
    first.process.kill()
    first.process.wait()
    second.close()
    third = terminals("resume")
    table(third)
    os.kill(third.process.pid, signal.SIGTERM)
    assert third.end() == 0
    ended_well(shelf, third)


def test_ended_in_the_middle_of_starting_nothing_is_left(
    shelf: Shelf, terminals: OpenTerminal
) -> None:
    for moment in (0.0, 0.15, 0.3, 0.5):
        terminal = terminals("play", "war")
        time.sleep(moment)
        os.kill(terminal.process.pid, signal.SIGTERM)
        terminal.end()
        assert left_behind(terminal.process.pid) == []
    for entry in shelf.entries():
        assert entry.code == "ok"
    assert Statistics(shelf.data_dir).games() == ([], None)
