"""The command line says what is wrong in one sentence, and needs a terminal only to play."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine import build
from engine.registry import OURS
from tests.support.command_line import Line, one_sentence, process, random_record
from tui.commandline.root import NAMES, root_command
from tui.words import Words


@pytest.fixture
def line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Line:
    return Line(capsys, monkeypatch)


# Help and version


@pytest.mark.parametrize(
    "command",
    [
        (),
        *[(name,) for name in NAMES],
        ("record", "check"),
        ("record", "show"),
        ("saves", "export"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_every_command_has_help(command: tuple[str, ...], flag: str, line: Line) -> None:
    ran = line(*command, flag)
    assert ran.status == 0
    assert ran.err == ""
    assert ran.out.startswith("Usage: messdeck")
    assert "--help" in ran.out
    for text in ran.out.splitlines():
        assert len(text) <= 100
    # Every option and every command is explained.
    for text in ran.out.partition("Options:")[2].splitlines():
        if text.startswith("  -") and not text.rstrip().endswith(("SEAT", "FOLDER")):
            assert len(text.split()) > 1, text


def test_help_names_every_rule_set(line: Line) -> None:
    told = line("play", "--help").out
    for name in OURS:
        assert name in " ".join(told.split())


@pytest.fixture
def no_failed_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the install compiled, or was not to."""
    monkeypatch.setattr(build, "compile_failure", lambda: "")


@pytest.mark.usefixtures("no_failed_compile")
def test_version_names_the_build(line: Line) -> None:
    ran = line("--version")
    assert ran.status == 0
    assert ran.out == f"messdeck {build.version()} ({build.build_name()} build)\n"
    assert ran.err == ""


def test_version_says_why_nothing_was_compiled(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "compile_failure", lambda: "no C compiler: cc is missing")
    ran = line("--version")
    assert ran.status == 0
    assert "no C compiler: cc is missing" in one_sentence(ran.err)


@pytest.mark.usefixtures("no_failed_compile")
def test_version_warns_of_a_stale_build(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "stale", lambda: ("engine.cards", "engine.bits"))
    ran = line("--version")
    assert ran.status == 0
    assert one_sentence(ran.err) == (
        "Compiled from older sources: engine.cards and engine.bits. Install messdeck again."
    )


def test_version_imports_no_screen_and_no_player() -> None:
    code = (
        "import sys; from tui.commandline.running import run; run(['--version']);"
        "heavy = {'textual', 'rich', 'numpy', 'msgspec', 'msgpack', 'asyncio', 'ai', 'saves',"
        " 'librt', 'platformdirs', 'babel', 'multiprocessing'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


# Mistakes


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            "foo",
            "There is no command foo; the commands are: play, resume, replay, saves, "
            "statistics, record, serve, arena, results, report.",
        ),
        ("--foo", "There is no option --foo. See messdeck --help."),
        ("play", "RULES is missing. See messdeck play --help."),
        ("play chess", "There is no rule set chess; there are battalion-twins, battalion-cover, "
         "fight-for-the-lead and generals-war."),
        ("play battalion", "battalion may be battalion-twins or battalion-cover; "
         "type one of them."),
        ("play war extra", "extra is one argument too many. See messdeck play --help."),
        ("play war --sead x", "There is no option --sead; did you mean --seed, --seat or --dealer?"
         " See messdeck play --help."),
        ("play war --seed", "--seed needs a value after it: TEXT. See messdeck play --help."),
        ("play war --players 3", "This game is for 2 or 4 players, not 3."),
        ("play war --players two", "This game is for 2 or 4 players, not “two”."),
        ("play cover --players 7", "This game is for 3, 4, 5 or 6 players, not 7."),
        ("play war --option target=5", "target must be from 20 to 364, not 5."),
        ("play war --option target=x",
         "target must be a whole number from 20 to 364, not “x”."),
        ("play cover --option refill=all", "refill must be ten or none, not “all”."),
        ("play war --option chips=3", "There is no option chips; known here: target."),
        ("play war --option target", "--option must be written name=value, such as target=200, "
         "not target."),
        ("play war --option target=50 --option target=60", "The option target is given twice."),
        ("play war --seat 1", "--seat must be written seat=player, such as 1=corporal, not 1."),
        ("play war --seat 2=recruit", "--seat: a seat is a number from 0 to 1, not “2”."),
        ("play war --seat 1=bob", "There is no player bob; there are random, recruit and "
         "corporal."),
        ("play war --seat 1=recruit --seat 1=recruit", "Seat 1 is given twice."),
        ("play war --seat 0=recruit", "At least one seat needs a person; messdeck arena lets "
         "levels play alone."),
        ("play war --dealer 2", "--dealer: a seat is a number from 0 to 1, not “2”."),
        ("play lead --option ante=9 --option chips=5", None),
        ("record", None),
        ("record foo", "There is no command foo; the commands are: check, show."),
        ("record check", "FILE... is missing. See messdeck record check --help."),
        ("record check --quiet=3 x",
         "--quiet takes no value. See messdeck record check --help."),
        ("record show", "FILE is missing. See messdeck record show --help."),
        ("record show /nowhere/x", "/nowhere/x: there is no such file or folder."),
        ("record show x --game 0", "--game must be a whole number from 1 to 999999999, not “0”."),
        ("arena war --deals many",
         "--deals must be a whole number from 0 to 10000000, not “many”."),
        ("arena war --jobs 0", "--jobs must be a whole number from 1 to 1024, not “0”."),
        ("arena war --seconds -1", "--seconds must be a number above 0, up to 3600, not “-1”."),
        ("arena war --seats 3", "This game is for 2 or 4 players, not 3."),
        ("arena war --players bob",
         "There is no player bob; there are random, recruit and corporal."),
        ("arena war --players corporal,",
         "--players must name players, separated by commas, such as corporal,recruit."),
        ("arena war --players recruit,recruit,recruit",
         "There are 3 players for only 2 seats."),
        ("arena war --records /nowhere/x", "/nowhere/x: there is no such file or folder."),
        ("resume --data-dir /dev/null", "/dev/null is no folder; saves need one (--data-dir, "
         "MESSDECK_DATA_DIR)."),
        ("saves foo", "There is no command foo; the commands are: list, show, verify, export, "
         "import, rename, delete, restore."),
    ],
)  # fmt: skip
def test_a_mistake_gets_one_sentence(arguments: str, said: str | None, line: Line) -> None:
    if said is None:
        ran = line(*arguments.split())
        assert ran.status in (0, 2)
        assert "Traceback" not in ran.err
        return
    found = line.refused(*arguments.split())
    if "there are random" in said or "did you mean" in said:
        # Further levels may come after these; what is near is for click to say.
        assert found.startswith(said.partition(" and corporal")[0].partition(", --seat")[0])
        return
    assert found == said


def test_a_seed_must_be_printable_and_not_endless(line: Line) -> None:
    for seed in ("", "x" * 201, "a\nb"):
        assert line.refused("play", "war", "--seed", seed) == (
            "--seed must be a text of 1 to 200 printable characters."
        )


def test_escape_codes_in_arguments_do_not_reach_the_terminal(line: Line) -> None:
    for arguments in (("\x1b[2J",), ("play", "\x1b]0;x\x07"), ("record", "check", "\x1b[2J")):
        ran = line(*arguments)
        assert ran.status == 2
        assert "\x1b" not in ran.out + ran.err


# The terminal


@pytest.mark.parametrize("arguments", [(), ("play", "war")])
def test_playing_needs_a_terminal(arguments: tuple[str, ...], line: Line) -> None:
    assert line.refused(*arguments) == (
        "The card room needs a terminal, for what is typed and for what is shown; "
        "messdeck play RULES --plain does without."
    )


def test_playing_without_a_terminal_ends_with_status_2_as_a_process(tmp_path: Path) -> None:
    for arguments in ((), ("play", "cover")):
        ran = process(*arguments, MESSDECK_DATA_DIR=str(tmp_path))
        assert ran.status == 2
        assert ran.out == ""
        assert "needs a terminal" in one_sentence(ran.err)
    assert list(tmp_path.iterdir()) == []


def test_resuming_nothing_says_so(tmp_path: Path, line: Line) -> None:
    said = line.refused("resume", "--data-dir", tmp_path)
    assert said == f"There is no unfinished game in {tmp_path}; messdeck play begins one."


def test_a_dumb_terminal_is_refused_in_one_line() -> None:
    ours, theirs = pty.openpty()
    try:
        done = subprocess.run(
            [sys.executable, "-m", "tui.cli", "play", "war"],
            stdin=theirs,
            stdout=theirs,
            stderr=subprocess.PIPE,
            env={**os.environ, "TERM": "dumb"},
            timeout=60,
            check=False,
        )
    finally:
        os.close(theirs)
        os.close(ours)
    assert done.returncode == 2
    assert one_sentence(done.stderr.decode()) == (
        "The card room cannot be drawn on this terminal (TERM=dumb); "
        "messdeck play RULES --plain plays in lines of text."
    )


# Where it is stopped, and where it fails


def test_nobody_reading_the_output_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    text = random_record("generals-war", 2, "pipe").to_line()
    path.write_text((text + "\n") * 3000)
    child = subprocess.Popen(
        [sys.executable, "-m", "tui.cli", "record", "check", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert child.stdout is not None
    assert child.stdout.readline()
    child.stdout.close()
    assert child.stderr is not None
    assert child.stderr.read() == b""
    assert child.wait(60) == 141


def test_a_full_disk_behind_the_output_is_said_in_a_sentence(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    path = tmp_path / "one.json"
    path.write_text(random_record("generals-war", 2, "full").to_line())
    for arguments in (["--version"], ["--help"], ["record", "check", str(path)]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                [sys.executable, "-m", "tui.cli", *arguments],
                stdout=full,
                stderr=subprocess.PIPE,
                check=False,
            )
        assert done.returncode == 2
        assert one_sentence(done.stderr.decode()) == "the output: the disk is full."


@pytest.mark.parametrize("closed", [0, 1, 2])
def test_a_closed_stream_is_no_fault_of_the_program(closed: int, tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text(random_record("generals-war", 2, "closed").to_line())
    shell = f'exec "$0" -m tui.cli record check "$1" - {closed}>&-'
    done = subprocess.run(
        ["sh", "-c", shell, sys.executable, str(path)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env={**os.environ, "MESSDECK_DATA_DIR": str(tmp_path)},
        check=False,
    )
    assert done.returncode in (0, 1, 2)
    assert b"Traceback" not in done.stderr
    assert not (tmp_path / "faults").exists()


def test_ctrl_c_ends_quietly_with_status_130(tmp_path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "tui.cli", "record", "check", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    text = random_record("generals-war", 2, "c").to_line()
    # Enough for its output to be on the way, so that it is surely at work.
    child.stdin.write((text + "\n").encode() * 300)
    child.stdin.flush()
    assert child.stdout.readline()
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert err == b""


def test_a_fault_of_the_program_becomes_a_sentence_and_a_private_file(
    line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> str:
        secret = "ace of spades"
        raise RuntimeError(f"oh {len(secret)}")

    monkeypatch.setattr(build, "version", broken)
    monkeypatch.setenv("MESSDECK_DATA_DIR", str(tmp_path))
    ran = line("--version")
    assert ran.status == 2
    said = one_sentence(ran.err)
    assert said.startswith("The program failed (RuntimeError); the details are in ")
    (path,) = (tmp_path / "faults").iterdir()
    assert str(path) in said
    assert path.stat().st_mode & 0o777 == 0o600
    details = path.read_text()
    assert "RuntimeError: oh 13" in details
    assert "Python" in details


def test_a_fault_that_cannot_be_written_down_is_still_a_sentence(
    line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> str:
        raise RuntimeError

    full = tmp_path / "file"
    full.touch()
    monkeypatch.setattr(build, "version", broken)
    monkeypatch.setattr("tui.commandline.faults._folders", lambda: [full, full / "x"])
    assert one_sentence(line("--version").err) == (
        "The program failed (RuntimeError), and the details could not be written anywhere."
    )


# Surroundings


def test_cards_are_letters_where_the_output_has_no_suits(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text(random_record("generals-war", 2, "ascii").to_line())
    ran = process("record", "show", path, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert ran.status == 0
    assert ran.out.isascii()
    assert "\\u" not in ran.out
    plain = process("record", "show", path, PYTHONIOENCODING="utf-8")
    assert "♠" in plain.out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_get_a_completion_script(shell: str) -> None:
    ran = CliRunner().invoke(
        root_command(Words()),
        env={"_MESSDECK_COMPLETE": f"{shell}_source"},
        prog_name="messdeck",
    )
    assert "_MESSDECK_COMPLETE" in ran.output


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("messdeck pl", {"play"}),
        ("messdeck play batt", {"battalion-twins", "battalion-cover"}),
        ("messdeck play generals-war --pl", {"--players", "--plain"}),
        ("messdeck play battalion-cover --option refill=", {"refill=ten", "refill=none"}),
        ("messdeck play generals-war --seat 1=rec", {"1=recruit"}),
        ("messdeck arena generals-war --players corporal,rec", {"corporal,recruit"}),
        ("messdeck record ch", {"check"}),
    ],
)
def test_the_shell_completes_commands_rules_options_and_players(
    typed: str, offered: set[str]
) -> None:
    words = typed.split(" ")
    ran = CliRunner().invoke(
        root_command(Words()),
        env={
            "_MESSDECK_COMPLETE": "bash_complete",
            "COMP_WORDS": typed,
            "COMP_CWORD": str(len(words) - 1),
        },
        prog_name="messdeck",
    )
    found = {text.partition(",")[2] for text in ran.output.splitlines()}
    assert found == offered


def test_no_command_writes_into_the_data_folder_unasked(tmp_path: Path) -> None:
    folder = tmp_path / "none"
    ran = process("saves", "--data-dir", folder)
    assert ran.status == 0
    assert ran.out == f"There are no saved games in {folder}.\n"
    assert not folder.exists()


def test_the_data_folder_may_be_named_before_the_command_too(tmp_path: Path, line: Line) -> None:
    folder = tmp_path / "none"
    assert f"{folder}" in line("--data-dir", folder, "saves").out
    other = tmp_path / "other"
    assert f"{other}" in line("--data-dir", folder, "saves", "--data-dir", other).out


def test_the_environment_names_the_data_folder(
    tmp_path: Path, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MESSDECK_DATA_DIR", str(tmp_path / "there"))
    assert str(tmp_path / "there") in line("saves").out
