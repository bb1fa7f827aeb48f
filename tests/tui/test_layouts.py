"""Keys by their place: Cyrillic and Korean layouts work without switching to a Latin one."""

from __future__ import annotations

import pytest

from engine import actions as act
from tests.tui.conftest import MakeRoom
from tests.tui.person import Person
from tests.tui.screen_text import shown
from tests.tui.test_table import sit_down
from tui.layouts import latin_keys
from tui.screens.menu import MenuScreen
from tui.screens.new_game import NewGameScreen
from tui.screens.pages import PageScreen
from tui.screens.table import TableScreen
from tui.setup import PERSON


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("йцукенфывапячсмить", "qwertyasdfgzxcvbnm"),
        ("ЙЯ", "QZ"),
        ("щзхїґ"[:4], "op[]"),
        ("іє", "s'"),
        ("ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ", "qwertyuiop"),
        ("ㅁㄴㅇㄹㅎㅗㅓㅏㅣ", "asdfghjkl"),
        ("ㅋㅌㅊㅍㅠㅜㅡ", "zxcvbnm"),
        ("바", "qk"),
        ("한글", "gksrmf"),
        ("값과", "rkqtrhk"),
    ],
)
def test_characters_stand_for_the_keys_that_made_them(typed: str, keys: str) -> None:
    assert "".join(latin_keys(character) for character in typed) == keys


def test_latin_letters_digits_and_other_scripts_are_left_alone() -> None:
    for character in "azAZ09?:/ éß漢かᄀ":
        assert latin_keys(character) == ""
    assert all(latin_keys(c) for c in map(chr, range(0xAC00, 0xAC00 + 11172, 7)))


@pytest.mark.parametrize(("rules", "log", "stock", "quit_"), [
    ("и", "п", "ы", "й"),  # Russian
    ("и", "п", "і", "й"),  # Ukrainian
    ("ㅠ", "ㅎ", "ㄴ", "ㅂ"),  # Korean
])  # fmt: skip
async def test_the_common_commands_work_in_other_layouts(
    make_room: MakeRoom, rules: str, log: str, stock: str, quit_: str
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = await sit_down(room, pilot, "battalion-twins", ["recruit", "recruit", PERSON])
        await person.wait_for_question()
        for letter in (rules, log):
            await person.press(letter)
            await person.until("a page", lambda: person.sees(PageScreen))
            await person.press(quit_)
            await person.until("the table", lambda: person.sees(TableScreen))
        await person.press(stock)
        await person.until("the card drawn", lambda: "New in your hand" in shown(room))
        answering = person.table.answering
        assert answering is not None
        assert answering.question.cards == act.DISCARD
        await person.press(quit_, {"й": "ь", "ㅂ": "ㅡ"}[quit_])
        await person.until("the menu", lambda: person.sees(MenuScreen))


async def test_where_text_is_typed_its_letters_stay(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await person.until("the menu", lambda: person.sees(MenuScreen))
        await person.press("т")  # n: a new game
        await person.until("the form", lambda: person.sees(NewGameScreen))
        await person.press("down", "down", "й", "ㅂ", "한")
        assert "йㅂ한" in shown(room)
