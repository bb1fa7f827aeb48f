"""How the card room is drawn can be chosen, and plain terminals get plain characters."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

import tui.home
from tests.support.command_line import Line
from tests.tui.conftest import MakeRoom
from tests.tui.person import Person
from tests.tui.screen_text import shown
from tests.tui.test_whole_games import choose_game
from tui.commandline import play, root
from tui.commandline.launch import Launch
from tui.commandline.looks import look_of_terminal
from tui.look import Look


@pytest.fixture
def line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Line:
    return Line(capsys, monkeypatch)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Look]:
    """The looks with which the card room was opened, instead of opening it."""
    looks: list[Look] = []

    def run(launch: Launch, look: Look) -> int:
        looks.append(look)
        return 0

    monkeypatch.setenv("MESSDECK_DATA_DIR", str(tmp_path))
    monkeypatch.setattr(tui.home, "run", run)
    monkeypatch.setattr(root, "need_terminal", lambda words: None)
    monkeypatch.setattr(play, "check_terminal", lambda words: None, raising=False)
    monkeypatch.setattr(play, "need_terminal", lambda words: None, raising=False)
    return looks


@pytest.mark.parametrize("command", [(), ("play", "war")], ids=["menu", "play"])
def test_the_look_can_be_chosen(line: Line, opened: list[Look], command: tuple[str, ...]) -> None:
    ran = line(*command, "--ascii", "--theme", "light", "--pace", "0.25")
    assert ran.status == 0, ran.err
    assert opened == [Look(ascii=True, theme="mess-light", pace=0.25)]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--theme", "pink"), "dark, light"),
        (("--pace", "fast"), "from 0 to 10"),
        (("--pace", "11"), "from 0 to 10"),
        (("--pace", "-1"), "from 0 to 10"),
        (("--pace", "nan"), "from 0 to 10"),
    ],
)
def test_a_look_that_there_is_not_is_refused_with_what_there_is(
    line: Line, opened: list[Look], given: tuple[str, str], said: str
) -> None:
    ran = line(*given)
    assert ran.status == 2
    assert said in ran.err
    assert opened == []


@pytest.mark.parametrize(
    ("environ", "encoding", "plain"),
    [
        ({}, "utf-8", False),
        ({}, "latin-1", True),
        ({}, "ascii", True),
        # Python's UTF-8 mode says utf-8 in these, but the terminal does not.
        ({"LC_ALL": "C"}, "utf-8", True),
        ({"LANG": "C"}, "utf-8", True),
        ({"LC_CTYPE": "POSIX"}, "utf-8", True),
        ({"LC_ALL": "en_US.ISO-8859-1"}, "utf-8", True),
        ({"LANG": "de_DE.ISO8859-15@euro"}, "utf-8", True),
        ({"LANG": "ru_RU.KOI8-R"}, "utf-8", True),
        ({"LC_ALL": "C.UTF-8"}, "utf-8", False),
        ({"LANG": "uk_UA.utf8"}, "utf-8", False),
        ({"LANG": "en_US.UTF-8@euro"}, "utf-8", False),
        ({"LANG": "en_US"}, "utf-8", False),
        ({"LANG": "en_US.UTF-8"}, "latin-1", True),
        # The first that is not empty counts.
        ({"LC_ALL": "", "LC_CTYPE": "en_US.UTF-8", "LANG": "C"}, "utf-8", False),
        ({"LC_ALL": "C", "LC_CTYPE": "en_US.UTF-8", "LANG": "en_US.UTF-8"}, "utf-8", True),
    ],
)
def test_a_terminal_without_suit_signs_gets_letters(
    monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], encoding: str, plain: bool
) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr(sys, "__stderr__", stream)
    assert look_of_terminal(environ).ascii is plain


@pytest.mark.parametrize(
    "rules", ["battalion-twins", "battalion-cover", "fight-for-the-lead", "generals-war"]
)
async def test_the_plain_look_writes_nothing_but_ascii(make_room: MakeRoom, rules: str) -> None:
    room = make_room(ascii_only=True)
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        assert shown(room).isascii()
        await person.press("question_mark")
        assert shown(room).isascii()
        await person.press("escape")
        await choose_game(person, rules)
        for _ in range(4):
            view = await person.wait_for_question()
            assert view is not None
            assert shown(room).isascii(), shown(room)
            await person.choose(view)
        for key in ("question_mark", "b", "g"):
            await person.wait_for_question()
            await person.press(key)
            assert shown(room).isascii(), shown(room)
            await person.press("escape")
        await person.press("q")
        assert shown(room).isascii()
