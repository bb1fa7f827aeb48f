"""A hint by keys: asked for, prepared and played, for every kind of answer of every rule set."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from textual.pilot import Pilot

from ai.player import Why
from engine import actions as act
from engine.game import Game, View
from engine.registry import rule_set
from saves.schema import SavedGame, Seat
from saves.shelf import Shelf
from tests.support.saving import saved_of, seed_bytes, tables
from tests.tui.conftest import MakeRoom
from tests.tui.person import Person
from tests.tui.screen_text import shown
from tui.app import CardRoom
from tui.learning.advice import Advice
from tui.learning.choices import same_choice
from tui.renderers.question import PLAIN_KINDS
from tui.screens import hint, keys
from tui.screens.hint import HintScreen
from tui.screens.table import TableScreen
from tui.sitting import Thinks

RULES = ("battalion-twins", "battalion-cover", "fight-for-the-lead", "generals-war")
MOST_GAMES = 40


def game_of(rules: str) -> Game:
    """The game with more than two players: some kinds of answers need them."""
    found = rule_set(rules)
    return found.game(next(number for number in found.seats if number > 2), {})


def kinds_of(view: View) -> set[int]:
    """The kinds of the choices on a view."""
    return {int(view.legal_nth(n)) & 31 for n in range(int(view.legal_count()))}


def position(rules: str, fits: Callable[[View], bool]) -> SavedGame:
    """A game in which the only person has a question that ``fits``."""
    game = game_of(rules)
    for seed in range(MOST_GAMES):
        for table in tables(game, seed):
            for seat in table.actors():
                asked = table.ask(seat)
                assert asked is not None
                if fits(asked.view):
                    seats = [Seat("level", "random")] * game.players
                    seats[seat] = Seat("person")
                    saved = saved_of(table, seed_bytes(seed))
                    return msgspec.structs.replace(saved, seats=tuple(seats))
    raise AssertionError("no such position")


async def sit_at(room: CardRoom, pilot: Pilot[None], folder: Path, saved: SavedGame) -> Person:
    """Resumes a game and waits for its question."""
    await room.resume(Shelf(folder).put(saved))
    person = Person(pilot)
    await person.at_table()
    assert await person.wait_for_question() is not None
    return person


class Adviser:
    """Stands in for the strongest level: advises a choice of some kind, if there is one."""

    def __init__(self) -> None:
        self.kind = 0
        self.asked = 0

    async def __call__(self, thinker: Thinks, view: View) -> Advice:
        self.asked += 1
        actions = [int(view.legal_nth(n)) for n in range(int(view.legal_count()))]
        action = next(action for action in actions if self.kind in (0, action & 31))
        return Advice("general", action, Why("thumb.other", {}))


@pytest.fixture
def adviser(monkeypatch: pytest.MonkeyPatch) -> Adviser:
    found = Adviser()
    monkeypatch.setattr(hint, "advise", found)
    return found


async def ask(person: Person) -> HintScreen:
    """Asks for a hint and waits for it."""
    await person.press("i")
    await person.until("the slip", lambda: isinstance(person.room.screen, HintScreen))
    screen = person.room.screen
    assert isinstance(screen, HintScreen)
    await person.until("the advice", lambda: screen.advised is not None)
    assert "prepare it" in shown(person.room)
    return screen


async def leave(person: Person, key: str) -> None:
    """Leaves the slip by a key."""
    await person.press(key)
    await person.until("the table", lambda: isinstance(person.room.screen, TableScreen))


async def play_prepared(person: Person, action: int) -> None:
    """Presses the confirming key once; what is played is ``action``."""
    answering, token, viewer = person.table.answering, person.table.token, person.table.viewer
    assert answering is not None
    assert answering.question.view.refusal(action) is None
    if action & 31 in PLAIN_KINDS:
        assert answering.word == action & 31
        assert "Prepared: " in person.table.prompt.detail
        mark = person.room.look.glyphs.cursor
        key = keys.ANSWERS[action & 31].key
        assert f"{mark}{key}" in [one.key for one in person.table.prompt.hints]
    sitting = person.room.sitting
    assert sitting is not None
    chosen: list[int] = []
    choose = sitting.choose

    async def noted(seat: int, number: int, made: int) -> None:
        assert (seat, number) == (viewer, token)
        chosen.append(made)
        await choose(seat, number, made)

    sitting.choose = noted  # type: ignore[method-assign]
    await person.press("enter")
    await person.until("the choice being made", lambda: bool(chosen))
    sitting.choose = choose  # type: ignore[method-assign]
    assert same_choice(chosen[0], action)


KINDS = [(rules, kind) for rules in RULES for kind in sorted(game_of(rules).kinds)]


@pytest.mark.parametrize(("rules", "kind"), KINDS)
async def test_enter_prepares_an_answer_of_any_kind_and_enter_plays_it(
    make_room: MakeRoom, tmp_path: Path, adviser: Adviser, rules: str, kind: int
) -> None:
    saved = position(rules, lambda view: view.legal_count() > 1 and kind in kinds_of(view))
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = await sit_at(room, pilot, tmp_path, saved)
        adviser.kind = kind
        # Asked again it answers again, whether the answer was taken or not.
        for key in ("escape", "enter", "enter"):
            screen = await ask(person)
            assert screen.advice is not None
            await leave(person, key)
        assert adviser.asked == 3
        assert screen.advice.action & 31 == kind
        await play_prepared(person, screen.advice.action)


@pytest.mark.parametrize(
    ("rules", "word"),
    [
        ("battalion-twins", True),
        ("battalion-cover", False),
        ("fight-for-the-lead", False),
        ("generals-war", False),
        ("generals-war", True),
    ],
)
async def test_the_only_choice_is_told_prepared_and_played_too(
    make_room: MakeRoom, tmp_path: Path, adviser: Adviser, rules: str, word: bool
) -> None:

    def fits(view: View) -> bool:
        return view.legal_count() == 1 and (view.legal_nth(0) & 31 in PLAIN_KINDS) == word

    saved = position(rules, fits)
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = await sit_at(room, pilot, tmp_path, saved)
        answering = person.table.answering
        assert answering is not None
        only = int(answering.question.view.legal_nth(0))
        for key in ("escape", "enter", "enter"):
            slip = await ask(person)
            told = " ".join(shown(room).split())
            assert "The rules leave you no other choice." in told
            assert f"{room.words.action(only, slip.scene)}." in told
            await leave(person, key)
        assert adviser.asked == 0  # nobody has to think about it
        await play_prepared(person, only)


@pytest.mark.parametrize("key", ["backspace", "escape", "card"])
async def test_a_prepared_word_is_taken_back_by_keys_or_for_a_card(
    make_room: MakeRoom, tmp_path: Path, key: str
) -> None:
    saved = position("fight-for-the-lead", lambda view: view.refusal(act.STAND) is None)
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = await sit_at(room, pilot, tmp_path, saved)
        table = person.table
        table.prepare(act.STAND)
        await person.until("what is prepared", lambda: "Prepared: " in shown(room))
        await person.press(table.labels()[0] if key == "card" else key)
        answering = table.answering
        assert room.screen is table
        assert answering is not None
        assert answering.word is None
        assert answering.picked == ([0] if key == "card" else [])
        assert "Prepared: " not in shown(room)
