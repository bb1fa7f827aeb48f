"""Everything that is shown to a player goes through the catalogues."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import click
import pytest

from ai.levels import levels
from saves.shelf import Shelf
from tests.support.shares import at_every_run
from tests.tui.person import Person
from tests.tui.pseudo import PseudoWords, disguised, unmarked
from tests.tui.screen_text import shown
from tui.app import CardRoom
from tui.commandline.root import NAMES, root_command
from tui.look import Look
from tui.renderers.question import Stage
from tui.screens.dialog import Dialog
from tui.screens.new_game import NewGameScreen
from tui.screens.pages import HelpScreen, RulesListScreen, TextScreen
from tui.screens.result import ResultScreen
from tui.screens.saves import SavesScreen
from tui.setup import draft_of
from tui.words import Words
from tui.words.catalogue import languages

ROOT = Path(__file__).resolve().parents[2]
RULES = ("battalion-twins", "battalion-cover", "fight-for-the-lead", "generals-war")
# The house's own name, and what a person typed.
NAMES_OF_PEOPLE = frozenset(("messdeck", "Zoe", "Yan"))

# In the sources

MARKS = frozenset(("N_", "NN_", "PN_", "gettext", "ngettext", "pgettext"))
# What goes into a file for whoever mends the program.
LOGGING = frozenset(
    (
        "exception",
        "error",
        "warning",
        "info",
        "debug",
        "call_exception_handler",
        "_refused",
        "for_log",
    )
)
# What shows its text as it is; the number of arguments before the text.
SHOWING = {
    "put": 2, "right": 2, "centre": 1, "tell": 0, "complain": 0, "echo": 0, "said": 0,
    "Choice": 1, "Row": 1, "KeyHint": 0, "Content": 0, "styled": 0, "LogLine": 0, "Problem": 0,
    "BadParameter": 0,
}  # fmt: skip
# Two words, or one with a capital letter and a mark at its end.
PROSE = re.compile(r"[A-Za-z]{2,}[,;:]? [A-Za-z]{2,}|^[A-Z][a-z]+ ?[.!?:…]$")
STYLE = re.compile(r"\$|^(?:bold|dim|italic|reverse|blink|on|none| )+$")

# What a database is asked.
QUERY = re.compile(r"^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|BEGIN) ")
# A choice as records write it: the lessons' scripts.
CHOICE = re.compile(r"^\d [a-z]+( |$)")


def literals(path: Path) -> Iterator[tuple[int, str, bool]]:
    """Texts that are not marked: line, text, and whether it is handed to what shows it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    aside: set[ast.AST] = set()
    showing: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            aside.update([line for line in node.body[:1] if isinstance(line, ast.Expr)])
        if isinstance(node, (ast.Raise, ast.Assert)):
            # For programmers; what players are told is raised as a code, or as a Problem.
            raised = ast.unparse(node)
            if not raised.startswith(("raise Problem", "raise click.")):
                aside.add(node)
        for annotation in ("annotation", "returns"):
            if getattr(node, annotation, None) is not None:
                aside.add(getattr(node, annotation))
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func).rpartition(".")[2]
            if called in MARKS or called in LOGGING:
                aside.update(node.args)
            elif called in SHOWING:
                showing.update(node.args[SHOWING[called] : SHOWING[called] + 1])
    aside = {below for node in aside for below in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in aside:
            yield node.lineno, node.value, node in showing


def suspicious(path: Path) -> list[str]:
    found: list[str] = []
    for line, text, is_shown in literals(path):
        if (
            QUERY.search(text)
            or CHOICE.search(text)
            or STYLE.search(text)
            or "<" in text
            or text in NAMES_OF_PEOPLE
        ):
            continue
        if PROSE.search(text) or (is_shown and re.search("[A-Za-z]{2}", text)):
            found.append(f"{path.name}:{line}: {text}")
    return found


@pytest.mark.parametrize("folder", sorted(p.name for p in (ROOT / "tui").iterdir() if p.is_dir()))
def test_no_text_for_players_stands_unmarked_in_the_sources(folder: str) -> None:
    paths = sorted((ROOT / "tui" / folder).rglob("*.py"))
    # Catalogues are made by ``locale``, which a player never runs.
    assert [text for p in paths if p.parent.name != "locale" for text in suspicious(p)] == []


def test_no_text_for_players_stands_unmarked_beside_the_folders() -> None:
    found = [text for path in (ROOT / "tui").glob("*.py") for text in suspicious(path)]
    assert found == []


def test_the_search_finds_what_is_not_marked(tmp_path: Path) -> None:
    path = tmp_path / "some.py"
    path.write_text(
        '"""Not this one."""\n'
        "label = 'Not marked at all'\n"
        "canvas.put(0, 0, 'Stock')\n"
        "raise Problem('That is wrong.')\n"
        "raise ValueError('for programmers only')\n"
        "say(N_('This one is marked.'))\n"
        "canvas.put(0, 0, 'x', '$accent bold')\n"
    )
    assert [found.rpartition(": ")[2] for found in suspicious(path)] == [
        "Not marked at all", "Stock", "That is wrong.",
    ]  # fmt: skip


# On the screens


@pytest.fixture
def room(tmp_path: Path) -> CardRoom:
    now = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)
    return CardRoom(PseudoWords(), Look(pace=0.0), Shelf(tmp_path), now=lambda: now)


def strange(room: CardRoom) -> list[str]:
    """Words on the screen that went through no catalogue."""
    return unmarked(shown(room), NAMES_OF_PEOPLE)


async def help_of(person: Person) -> None:
    """Looks at the page of keys and goes back."""
    await person.press("f1")
    await person.until("the keys", lambda: isinstance(person.room.screen, HelpScreen))
    assert strange(person.room) == []
    await person.press("escape")
    await person.until("the way back", lambda: not isinstance(person.room.screen, HelpScreen))


async def test_menu_new_game_and_lists_are_said_through_the_catalogue(room: CardRoom) -> None:
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await pilot.pause()
        assert "Ntd" not in shown(room)
        assert disguised("New game") in shown(room)
        assert strange(room) == []
        await help_of(person)
        await person.press("n")
        await person.until("the form", lambda: isinstance(room.screen, NewGameScreen))
        screen = room.screen
        assert isinstance(screen, NewGameScreen)
        for _ in RULES:
            for _ in screen.form.rows:
                await person.press("down")
                assert strange(room) == []
            while screen.form.current.id != "rules":
                await person.press("up")
            await person.press("right")
        await person.press("f1", "escape", "escape", "s")
        await person.until("the saves", lambda: isinstance(room.screen, SavesScreen))
        assert strange(room) == []
        await person.press("escape", "r")
        await person.until("the rules", lambda: isinstance(room.screen, RulesListScreen))
        assert strange(room) == []
        await person.press("enter")
        await person.until("a text", lambda: isinstance(room.screen, TextScreen))
        # The text itself is a document of each language; its frame is ours.
        rows = shown(room).splitlines()
        assert unmarked(rows[0] + rows[-1], NAMES_OF_PEOPLE) == []
        await pilot.resize_terminal(50, 18)
        await pilot.pause()
        assert strange(room) == []


SHORT = {
    "battalion-twins": {"chips": 4, "rounds": 1},
    "battalion-cover": {"chips": 4, "rounds": 1},
    "fight-for-the-lead": {"deals": 4},
    "generals-war": {"target": 90},
}


@pytest.mark.parametrize("rules", at_every_run(RULES, ("battalion-cover",)))
async def test_a_whole_game_is_told_through_the_catalogue(room: CardRoom, rules: str) -> None:
    players = 4 if rules == "generals-war" else 3
    async with room.run_test(size=(120, 40)) as pilot:
        person = Person(pilot, 3)
        who = ["person", "random", "recruit", "corporal"][:players]
        draft = draft_of(rules, players, who, SHORT[rules], "mess", None)
        draft.names[0] = "Zoe"
        await room.begin(draft.setup(room.called, room.crew))
        table = await person.at_table()
        found: set[str] = set()
        hasty = True
        while (view := await person.wait_for_question()) is not None:
            found.update(strange(room))
            if hasty and table.answering is not None and table.answering.stage is Stage.CARDS:
                hasty = False
                await person.press("enter")  # too early: it says what to do first
                found.update(strange(room))
                await person.press("q")
                await person.until("a question", lambda: isinstance(room.screen, Dialog))
                found.update(strange(room))
                await person.press("escape")
                await person.until("the table", lambda: room.screen is table)
            await person.choose(view)
        assert sorted(found) == []
        await help_of(person)
        await person.press("g")
        await person.until("the log", lambda: isinstance(room.screen, TextScreen))
        assert strange(room) == []
        told = "\n".join([line.text for line in table.log_pane.lines])
        assert unmarked(told, NAMES_OF_PEOPLE) == []
        await person.press("escape", "enter")
        await person.until("the result", lambda: isinstance(room.screen, ResultScreen))
        assert strange(room) == []
        await person.press("q", "s")
        await person.until("the saves", lambda: isinstance(room.screen, SavesScreen))
        assert strange(room) == []
        await person.press("d")
        await person.until("a question", lambda: isinstance(room.screen, Dialog))
        assert strange(room) == []


# On the command line


def help_texts(words: Words) -> list[str]:
    """What ``--help`` of each command says."""
    root = root_command(words)
    found: list[str] = []

    def add(command: click.Command, path: str, above: click.Context | None) -> None:
        ctx = command.make_context(path, [], parent=above, resilient_parsing=True)
        found.append(command.get_help(ctx))
        if isinstance(command, click.Group):
            for name in command.list_commands(ctx):
                below = command.get_command(ctx, name)
                assert below is not None
                add(below, name, ctx)

    add(root, "messdeck", None)
    return found


TYPED = re.compile(r"--[a-z-]+|-h\b|\b[A-Z][A-Z0-9]*\b")


def test_help_is_said_through_the_catalogue() -> None:
    # Commands, options, levels and what is put in their places are typed as they are.
    typed = frozenset(("messdeck", *NAMES, *commands_below(), *languages(), *levels()))
    for text in help_texts(PseudoWords()):
        assert unmarked(TYPED.sub("", text), typed) == []


def commands_below() -> frozenset[str]:
    """The names of all commands that belong to another one."""
    root = root_command(Words())
    ctx = root.make_context("messdeck", [], resilient_parsing=True)
    found: set[str] = set()
    for name in root.list_commands(ctx):
        command = root.get_command(ctx, name)
        if isinstance(command, click.Group):
            found.update(command.list_commands(ctx))
    return frozenset(found)


def marked_in_formatted(path: Path) -> list[str]:
    """Marked texts within f-strings, where the catalogues' extraction does not look."""
    tree = ast.parse(path.read_text("utf-8"))
    return [
        f"{path.name}:{call.lineno}"
        for string in ast.walk(tree)
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in ("N_", "NN_", "PN_")
    ]


def test_no_marked_text_stands_within_a_formatted_one(tmp_path: Path) -> None:
    assert [found for p in (ROOT / "tui").rglob("*.py") for found in marked_in_formatted(p)] == []
    bad = tmp_path / "bad.py"
    bad.write_text("f\"{say(N_('a text'))}\"")
    assert marked_in_formatted(bad) == ["bad.py:1"]
