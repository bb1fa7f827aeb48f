"""The installed command as a guest in somebody's terminal."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

from tests.support.terminal import Terminal, command
from tests.tui.conftest import OpenTerminal


def menu(terminal: Terminal) -> None:
    terminal.until("the menu", lambda text: "Saved games" in text)


def leave(terminal: Terminal) -> None:
    terminal.press("q")
    assert terminal.end() == 0
    assert terminal.in_order()


def stopped(terminal: Terminal) -> None:
    """Reads until the program has stopped itself."""
    while os.waitpid(terminal.process.pid, os.WUNTRACED | os.WNOHANG) == (0, 0):
        terminal.read()
    while terminal.read(0.0) and terminal.waiting():
        pass


def test_ctrl_z_gives_the_terminal_back_and_fg_brings_the_same_screen(
    terminals: OpenTerminal,
) -> None:
    terminal = terminals("play", "war")
    terminal.until("a question", lambda text: "ready" in text)
    for _ in range(2):
        while terminal.waiting():
            terminal.read()
        before = terminal.text()
        terminal.press("\x1a")
        stopped(terminal)
        assert terminal.in_order()
        # What the shell shows meanwhile.
        terminal.stream.feed(b"\x1b[H\x1b[2J\x1b[7;31m$ ls\r\n\x1b[0mfile")
        assert terminal.text() != before
        os.kill(terminal.process.pid, signal.SIGCONT)
        terminal.until("the same screen", lambda text, before=before: text == before)  # type: ignore[misc]
    terminal.press("q")
    terminal.until("the question", lambda text: "Leave the table?" in text)
    terminal.press("x")
    assert terminal.end() == 0
    assert terminal.in_order()


@pytest.mark.parametrize("number", [signal.SIGQUIT, signal.SIGINT], ids=lambda one: one.name)
def test_what_ends_a_program_leaves_the_terminal_in_order(
    terminals: OpenTerminal, number: signal.Signals
) -> None:
    terminal = terminals()
    menu(terminal)
    os.kill(terminal.process.pid, number)
    assert terminal.end() == 0
    assert terminal.in_order()


def test_a_fault_of_the_program_leaves_the_terminal_in_order(
    terminals: OpenTerminal, tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import tui.screens.menu as menu\n"
        "def broken(self):\n    raise RuntimeError('broken on purpose')\n"
        "menu.MenuScreen.on_mount = broken\n"
    )
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    terminal = terminals(environ={"PYTHONPATH": path})
    assert terminal.end() == 2
    assert terminal.in_order()
    assert b"Traceback" not in terminal.seen
    assert terminal.seen.rindex(b"messdeck: ") > terminal.seen.rindex(b"\x1b[?1049l")


def test_a_file_for_errors_is_not_drawn_on(terminals: OpenTerminal, tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    with errors.open("wb") as file:
        terminal = terminals(errors=file.fileno())
    menu(terminal)
    leave(terminal)
    assert errors.read_bytes() == b""


def test_only_presses_of_the_mouse_are_asked_for(terminals: OpenTerminal) -> None:
    terminal = terminals()
    menu(terminal)
    leave(terminal)
    modes = set(re.findall(rb"\x1b\[\?(\d+)h", terminal.seen))
    assert {b"1000", b"1006"} <= modes
    assert not modes & {b"1002", b"1003", b"1015", b"1016", b"2048"}


def colours(terminal: Terminal) -> set[str]:
    """The kinds of colours that were sent."""
    kinds = set()
    for found in re.finditer(rb"\x1b\[([\d;]*)m", terminal.seen):
        text = ";" + found[1].decode() + ";"
        if re.search(r";[34]8;2;", text):
            kinds.add("true")
        if re.search(r";[34]8;5;", text):
            kinds.add("256")
        rest = re.sub(r";[34]8;(?:2;\d+;\d+;\d+|5;\d+)(?=;)", "", text)
        if re.search(r";(?:3|4|9|10)[0-7];", rest):
            kinds.add("16")
    return kinds


@pytest.mark.parametrize(
    ("environ", "kinds"),
    [
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, {"true"}),
        ({"TERM": "xterm-256color", "COLORTERM": ""}, {"256"}),
        ({"TERM": "linux", "COLORTERM": ""}, {"16"}),
        ({"TERM": "xterm-256color", "COLORTERM": "", "NO_COLOR": "1"}, set()),
    ],
    ids=["truecolor", "256", "16", "none"],
)
def test_no_more_colours_than_the_terminal_has(
    terminals: OpenTerminal, environ: dict[str, str], kinds: set[str]
) -> None:
    terminal = terminals("play", "war", "--seed", "a", environ=environ)
    terminal.until("a question and cards", lambda text: "r ready" in text and "10♠" in text)
    assert colours(terminal) == kinds


@pytest.mark.parametrize("arguments", [(), ("play", "war"), ("resume",)], ids=" ".join)
def test_a_dumb_terminal_is_told_in_one_line(
    terminals: OpenTerminal, arguments: tuple[str, ...]
) -> None:
    if arguments == ("resume",):
        terminal = terminals("play", "war")
        terminal.until("a question", lambda text: "ready" in text)
        os.kill(terminal.process.pid, signal.SIGTERM)
        terminal.end()
    terminal = terminals(*arguments, environ={"TERM": "dumb"})
    assert terminal.end() == 2
    said = terminal.seen.decode().strip()
    assert "\n" not in said
    assert "\x1b" not in said
    assert "TERM=dumb" in said
    assert "--plain" in said


def test_without_a_terminal_one_line_says_so(tmp_path: Path) -> None:
    done = subprocess.run(
        [*command(), "play", "war", "--data-dir", str(tmp_path)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "--plain" in done.stderr
