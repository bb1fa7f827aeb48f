"""``messdeck play --plain`` as a process: a script on standard input, and all ways to end it."""

from __future__ import annotations

import asyncio
import io
import os
import pty
import signal
import subprocess
import termios
import threading
from pathlib import Path

import pytest

from saves.shelf import Shelf
from tests.support.terminal import Terminal, command
from tests.tui.plain.scripts import SHORT, Typist, play, recorded
from tui.plain.game import MOST_REFUSED
from tui.plain.lines import Lines

OPTIONS = {
    rules: [f"--option={name}={value}" for name, value in options.items()]
    for rules, options in SHORT.items()
}


def run(
    folder: Path, *arguments: str, script: str | bytes, encoding: str = "C.UTF-8", **environ: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*command(), *arguments, "--data-dir", str(folder)],
        input=script if isinstance(script, bytes) else script.encode(),
        capture_output=True,
        env={**os.environ, "LC_ALL": encoding, "TERM": "dumb", **environ},
        timeout=60,
        check=False,
    )


def begin(rules: str, *more: str) -> tuple[str, ...]:
    return ("play", rules, "--plain", "--seed", "lines", "--dealer", "0", *more)


@pytest.mark.parametrize("rules", tuple(SHORT))
async def test_a_script_plays_a_game_to_its_end(tmp_path: Path, rules: str) -> None:
    typist = Typist(recorded)
    here, over = await play(tmp_path / "here", rules, typist)
    assert over
    script = "\n".join(typist.typed_so_far) + "\n"
    others = [f"--seat={seat}=random" for seat in range(1, here.table.game.players)]
    ran = run(tmp_path / "there", *begin(rules, *OPTIONS[rules], *others), script=script)
    assert ran.returncode == 0, ran.stderr.decode()
    assert ran.stderr == b""
    said = ran.stdout.decode()
    assert "\x1b" not in said
    assert said.count("> ") == len(typist.typed_so_far)
    (entry,) = Shelf(tmp_path / "there").entries()
    there = Shelf(tmp_path / "there").load(entry.id).saved
    assert there.log == here.save().log
    assert there.result == here.save().result
    places = there.result.places if there.result is not None else ()
    assert min(places) == 1
    assert said.splitlines()[-1].startswith(f"{max(places)}. ")


def test_the_end_of_the_script_saves_and_resume_goes_on(tmp_path: Path) -> None:
    first = run(tmp_path, *begin("twins"), script="stock\n")
    assert first.returncode == 0
    said = first.stdout.decode()
    assert said.endswith("The game is saved; messdeck resume --plain goes on with it.\n")
    hand = [line for line in said.splitlines() if line.startswith("Your hand")][-1]
    again = run(tmp_path, "resume", "--plain", script="table\nsave and quit\n")
    assert again.returncode == 0
    assert hand in again.stdout.decode()
    assert "Choose a card to discard." in again.stdout.decode()
    (entry,) = Shelf(tmp_path).entries()
    assert Shelf(tmp_path).load(entry.id).saved.log[-1] == "0 draw stock"


def test_without_utf_8_all_is_ascii_and_in_english(tmp_path: Path) -> None:
    ran = run(
        tmp_path, *begin("twins"), script="table\nrules\n?\nquit\n", encoding="C",
        PYTHONUTF8="0", PYTHONCOERCECLOCALE="0", MESSDECK_LANGUAGE="ko",
    )  # fmt: skip
    assert ran.returncode == 0
    assert ran.stdout.isascii()
    assert b"Your hand: 1 " in ran.stdout
    assert b"\\u" not in ran.stdout


def test_what_is_no_text_is_no_choice(tmp_path: Path) -> None:
    script = b"\xff\xfe\x00\x1b[2J\nattack \xf0\x9f\n" + b"x" * 100_000 + b"\nquit\n"
    ran = run(tmp_path, *begin("war"), script=script)
    assert ran.returncode == 0, ran.stderr.decode()
    said = ran.stdout.decode()
    assert len(max(said.splitlines(), key=len)) < 2000
    assert "Traceback" not in ran.stderr.decode()
    assert said.count("Type ? for what you can type.") == 3


def test_cards_can_be_said_in_full(tmp_path: Path) -> None:
    ran = run(tmp_path, *begin("war", "--card-names"), script="quit\n")
    assert " of " in ran.stdout.decode().partition("Your hand")[2]
    assert "♠" not in ran.stdout.decode()


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)], ids=["int", "term"]
)
def test_a_signal_at_the_prompt_saves_and_ends(
    tmp_path: Path, number: signal.Signals, status: int
) -> None:
    terminal = Terminal(tmp_path, *begin("war"), environ={"TERM": "dumb"})
    try:
        terminal.until("a prompt", lambda text: "> " in text)
        os.kill(terminal.process.pid, number)
        assert terminal.end() == status
        assert b"The game is saved" in terminal.seen
        assert b"\x1b" not in terminal.seen
    finally:
        terminal.close()
    assert [entry.code for entry in Shelf(tmp_path).entries()] == ["ok"]


def test_a_script_that_never_makes_a_choice_is_given_up(tmp_path: Path) -> None:
    script = "1\n" * (3 * MOST_REFUSED)
    ran = run(tmp_path, *begin("war"), script=script)
    assert ran.returncode == 2
    told = f"messdeck: {MOST_REFUSED} lines in a row were no choice, so the game was left.\n"
    assert ran.stderr.decode() == told
    assert ran.stdout.decode().count(" is no ace") == MOST_REFUSED
    assert [entry.code for entry in Shelf(tmp_path).entries()] == ["ok"]


async def test_a_line_is_read_only_when_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    class Endless(io.StringIO):
        read = 0

        def readline(self, size: int | None = -1, /) -> str:
            self.read += 1
            return "1\n"

    source = Endless()
    lines = Lines(source)
    for asked in range(1, 4):
        assert await lines.ask() == "1"
        await asyncio.sleep(0.01)
        assert source.read == asked


async def test_the_rest_of_a_long_line_is_passed_over(capsys: pytest.CaptureFixture[str]) -> None:
    lines = Lines(io.StringIO("x" * 100_000 + "\nnext\nlast"))
    assert len(await lines.ask() or "") == 500
    assert await lines.ask() == "next"
    assert await lines.ask() == "last"
    assert await lines.ask() is None


@pytest.mark.parametrize(
    ("number", "status"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 0), (signal.SIGHUP, 0)],
    ids=["int", "term", "hup"],
)
def test_a_signal_ends_it_however_much_is_typed(
    tmp_path: Path, number: signal.Signals, status: int
) -> None:
    ours, theirs = pty.openpty()
    attributes = termios.tcgetattr(theirs)
    attributes[3] &= ~termios.ECHO
    termios.tcsetattr(theirs, termios.TCSANOW, attributes)
    process = subprocess.Popen(
        [*command(), *begin("war"), "--data-dir", str(tmp_path)],
        stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "LC_ALL": "C.UTF-8", "TERM": "dumb"},
    )  # fmt: skip
    stopped = threading.Event()

    def type_on() -> None:
        while not stopped.is_set():
            os.write(ours, b"1\n" * 100)

    typing = threading.Thread(target=type_on, daemon=True)
    typing.start()
    try:
        assert process.stdout is not None
        for _ in range(300):  # more than a script might have refused
            assert process.stdout.readline()
        process.send_signal(number)
        process.communicate(timeout=20)
        assert process.returncode == status
    finally:
        stopped.set()
        process.kill()
        os.read(theirs, 4096)
        typing.join(5)
        os.close(ours)
        os.close(theirs)
    assert [entry.code for entry in Shelf(tmp_path).entries()] == ["ok"]
