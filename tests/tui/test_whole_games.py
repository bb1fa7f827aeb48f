"""Each rule set is played from the menu to the result by keys alone, at 80×24."""

from __future__ import annotations

import json

import pytest

from engine.records import check_record, parse_json
from tests.tui.conftest import MakeRoom
from tests.tui.person import Person
from tui.screens.menu import MenuScreen
from tui.screens.new_game import NewGameScreen
from tui.screens.result import ResultScreen
from tui.screens.table import TableScreen

RULES = ("battalion-twins", "battalion-cover", "fight-for-the-lead", "generals-war")


async def choose_game(person: Person, rules: str, **options: int) -> None:
    """From the menu to the table: a new game of ``rules`` with ``options``."""
    await person.press("n")
    await person.until("the form", lambda: isinstance(person.room.screen, NewGameScreen))
    screen = person.room.screen
    assert isinstance(screen, NewGameScreen)
    for _ in range(RULES.index(rules)):
        await person.press("right")
    for name, value in options.items():
        while screen.form.current.id != f"option-{name}":
            await person.press("down")
        await person.press(*str(value))
    while screen.form.current.id != "seed":
        await person.press("down")
    await person.press(*"mess")
    while screen.form.current.id != "begin":
        await person.press("down")
    await person.press("enter")
    await person.at_table()


SHORT = {
    "battalion-twins": {"chips": 4, "rounds": 1},
    "battalion-cover": {"chips": 4, "rounds": 1},
    "fight-for-the-lead": {"deals": 4},
    "generals-war": {"target": 90},
}


@pytest.mark.parametrize("rules", RULES)
async def test_a_whole_game_by_keys_from_the_menu_to_the_result(
    make_room: MakeRoom, rules: str
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await choose_game(person, rules, **SHORT[rules])
        await person.play_to_the_end()
        result = room.screen
        assert isinstance(result, ResultScreen)
        outcome = result.sitting.table.outcome()
        assert outcome is not None
        assert person.choices > 0

        await person.press("e")
        files = list((room.shelf.data_dir / "records").iterdir())
        assert len(files) == 1
        assert files[0].name in result.foot.first
        line = files[0].read_text()
        checked = check_record(parse_json(line))
        assert checked.finished
        assert json.loads(line)["result"]["places"] == list(outcome.places)

        dealer = result.sitting.table.dealer
        players = result.sitting.table.game.players
        await person.press("a")
        table = await person.at_table()
        assert table.table.dealer == (dealer + 1) % players

        await person.press("q", "m")
        await person.until("the menu", lambda: isinstance(room.screen, MenuScreen))
        entries = room.shelf.entries()
        assert [entry.summary.finished for entry in entries if entry.summary] == [False, True]


async def test_continue_goes_on_at_the_same_choice(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await choose_game(person, "battalion-twins")
        for _ in range(3):
            view = await person.wait_for_question()
            assert view is not None
            await person.choose(view)
        view = await person.wait_for_question()
        assert view is not None
        before = view.dump()
        await person.press("q", "m")
        await person.until("the menu", lambda: isinstance(room.screen, MenuScreen))
        await person.press("c")
        await person.at_table()
        view = await person.wait_for_question()
        assert view is not None
        assert view.dump() == before
        assert isinstance(room.screen, TableScreen)
