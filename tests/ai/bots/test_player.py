"""Bots: what they are sent, what is made of their answers, and that nothing of them is left."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ai.bots.faults import BotFault
from ai.bots.player import BotPlayer, command_of, question
from ai.bots.process import BotProcess
from ai.levels import level, levels_for, parse_player
from ai.player import Budget, Thought, UnknownPlayer, player_rng
from engine.actions import parse_action
from engine.chance import SeededChance, seed_from_text
from engine.game import View
from engine.registry import rule_set
from tests.support.odd_players import ended, until
from tests.support.random_games import TABLE_IDS, TABLES, positions

ROOT = Path(__file__).resolve().parents[3]
BUDGET = Budget(20.0)


def bot(code: str) -> str:
    """A bot of some lines of Python."""
    return "bot:" + shlex.join([sys.executable, "-S", "-c", f"exec({code!r})"])


def a_view() -> View:
    game = rule_set("generals-war").game(2)
    state = game.start(0, SeededChance(seed_from_text("bots")))
    return state.view(state.actors()[0])


def asked(text: str, budget: Budget = BUDGET) -> Thought:
    """What a bot chooses on ``a_view``; it is gone afterwards."""
    player = BotPlayer(text)
    try:
        return player.choose(a_view(), budget, player_rng(b"bots", 0, 0))
    finally:
        player.close()


ANSWERS = "import json; q = json.loads(input()); print(json.dumps({'action': q['actions'][0]}))"


def test_a_bot_is_asked_in_one_line_and_answers_in_one() -> None:
    assert asked(bot(ANSWERS)) == Thought(a_view().legal_actions()[0])


@pytest.mark.parametrize(("name", "players"), TABLES, ids=TABLE_IDS)
def test_a_question_holds_the_view_of_the_seat_and_every_choice(name: str, players: int) -> None:
    game = rule_set(name).game(players)
    for number, state in enumerate(positions(game, "questions")):
        if number % 9 or state.is_over():
            continue
        seat = state.actors()[0]
        view = state.view(seat)
        found = question(view, BUDGET, player_rng(b"bots", seat, number))
        assert list(found) == [
            "protocol", "rules", "version", "players", "options", "seat", "seconds", "random",
            "view", "actions",
        ]  # fmt: skip
        assert found["view"] == view.dump()
        assert found["seat"] == seat
        texts = found["actions"]
        assert isinstance(texts, list)
        read = [parse_action(text, game.kinds, game.one_suit) for text in texts]
        assert read == view.legal_actions()


@pytest.mark.parametrize(
    ("code", "fault", "detail"),
    [
        ("input(); import sys; sys.exit(3)", "bot-crashed", "exit status 3"),
        ("import sys; sys.exit(4)", "bot-crashed", "exit status 4"),
        ("input(); import os; os.kill(os.getpid(), 9)", "bot-crashed", "signal 9"),
        ("input(); print('well')", "bot-garbage", "well"),
        ("input(); print()", "bot-garbage", ""),
        ("input(); print('[1]')", "bot-garbage", "[1]"),
        ("input(); print('{\"action\": 7}')", "bot-garbage", '{"action": 7}'),
        ("input(); print('[' * 60000)", "bot-garbage", "[" * 80),
        ("input(); print('\\x1b[31m')", "bot-garbage", "?[31m"),
        ("input(); import os; os.write(1, b'\\xff\\n')", "bot-garbage", "\ufffd"),
        ("input(); print('x' * 200000)", "bot-garbage", "a line of more than 65536 bytes"),
        ('input(); print(\'{"action": "bid 7"}\')', "bot-illegal", "bid 7 (unknown-word)"),
        (
            'input(); print(\'{"action": "challenge 0"}\')',
            "bot-illegal",
            "challenge 0 (not-now)",
        ),
    ],
)
def test_what_a_bot_does_wrong_is_a_code_with_a_few_words(
    code: str, fault: str, detail: str
) -> None:
    with pytest.raises(BotFault) as caught:
        asked(bot(code))
    assert caught.value.code == fault
    if fault == "bot-illegal" and "challenge" in detail:
        assert str(caught.value.values["detail"]).startswith("challenge 0 (")
    else:
        assert caught.value.values["detail"] == detail
    assert "\n" not in caught.value.reason


def test_a_program_that_cannot_be_started_is_a_code(tmp_path: Path) -> None:
    program = tmp_path / "bot"
    program.write_bytes(b"\0\0\0\0")
    program.chmod(0o755)
    with pytest.raises(BotFault) as caught:
        asked(f"bot:{program}")
    assert caught.value.code == "bot-not-started"


def test_a_bot_that_is_too_slow_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.bots.player.STARTING", 0.0)
    with pytest.raises(BotFault) as caught:
        asked(bot("input(); import time; time.sleep(600)"), Budget(0.2))
    assert caught.value.code == "bot-stalled"


def test_a_bot_that_does_not_read_is_too_slow_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question is larger than the pipe: waiting for the bot to take it must end too."""
    monkeypatch.setattr("ai.bots.player.STARTING", 0.0)
    monkeypatch.setattr("ai.bots.player.question", lambda *given: {"view": "x" * 1_000_000})
    with pytest.raises(BotFault) as caught:
        asked(bot("import time; time.sleep(600)"), Budget(0.2))
    assert caught.value.code == "bot-stalled"


def test_who_speaks_without_being_asked_is_not_listened_to() -> None:
    text = bot(
        "import json, os, sys\n"
        "for line in sys.stdin:\n"
        "    said = json.dumps({'action': json.loads(line)['actions'][0]})\n"
        "    os.write(1, f'{said}\\n{said}\\n'.encode())"
    )
    player = BotPlayer(text)
    view = a_view()
    first = view.legal_actions()[0]
    try:
        assert player.choose(view, BUDGET, player_rng(b"bots", 0, 0)) == Thought(first)
        with pytest.raises(BotFault) as caught:
            player.choose(view, BUDGET, player_rng(b"bots", 0, 1))
    finally:
        player.close()
    assert caught.value.code == "bot-garbage"


def test_after_a_fault_it_is_started_again() -> None:
    player = BotPlayer(bot(ANSWERS))
    first = Thought(a_view().legal_actions()[0])
    try:
        assert player.choose(a_view(), BUDGET, player_rng(b"bots", 0, 0)) == first
        with pytest.raises(BotFault):  # it answers once and ends
            player.choose(a_view(), BUDGET, player_rng(b"bots", 0, 1))
        assert player.choose(a_view(), BUDGET, player_rng(b"bots", 0, 2)) == first
    finally:
        player.close()


CHILD = """
import os, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], {more})
open({path!r}, "w").write(f"{{os.getpid()}} {{child.pid}} {{os.getpgid(0)}}")
input()
time.sleep(600)
"""


def noted(path: Path) -> list[int]:
    """The processes that a bot of CHILD wrote down."""
    return [int(word) for word in path.read_text().split()] if path.exists() else []


@pytest.mark.parametrize(
    "more",
    [
        "",
        pytest.param(
            "start_new_session=True",
            marks=pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands them over"),
        ),
    ],
)
def test_closing_leaves_nothing_of_a_bot_and_it_has_a_group_of_its_own(
    more: str, tmp_path: Path
) -> None:
    path = tmp_path / "who"
    with pytest.raises(BotFault):
        silent(bot(CHILD.format(more=more, path=str(path))), path)
    me, child, group = noted(path)
    assert group == me != os.getpgid(0)
    assert ended(me)
    assert ended(child)


def silent(text: str, path: Path) -> None:
    """Asks a bot that does not answer, until it has written ``path`` and a little longer."""
    process = BotProcess(command_of(text))
    try:
        while not noted(path):
            with pytest.raises(BotFault) as caught:
                process.ask(b"", 0.2)
            assert caught.value.code == "bot-stalled"
        raise caught.value
    finally:
        process.close()


def start(command: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, stdin=subprocess.DEVNULL)


async def test_nothing_is_left_of_a_bot_whose_owner_was_killed(tmp_path: Path) -> None:
    path = tmp_path / "who"
    code = (
        "import sys; text, *sys.path[:] = sys.argv[1:]\n"
        "from ai.bots.player import command_of\n"
        "from ai.bots.process import BotProcess\n"
        "BotProcess(command_of(text)).ask(b'{}', 600)"
    )
    paths = [path or os.getcwd() for path in sys.path]
    text = bot(CHILD.format(more="", path=str(path)))
    owner = start([sys.executable, "-c", code, text, *paths])
    try:
        await until(lambda: len(noted(path)) == 3)
    finally:
        os.kill(owner.pid, signal.SIGKILL)
        owner.wait()
    me, child, _ = noted(path)
    await until(lambda: ended(me) and ended(child), seconds=10)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("bot:", "malformed-bot"),
        ("bot:   ", "malformed-bot"),
        ("bot:'", "malformed-bot"),
        ("bot:sh \x1b[31m", "malformed-bot"),
        ("bot:no-such-program-anywhere x", "no-such-program"),
        ("bot:" + "x" * 300, "player-too-long"),
    ],
)
def test_a_bot_that_cannot_be_is_a_code(text: str, code: str) -> None:
    with pytest.raises(UnknownPlayer) as caught:
        parse_player(text)
    assert caught.value.code == code


def test_a_bot_is_written_as_it_is_typed_and_no_menu_lists_it() -> None:
    game = rule_set("generals-war").game(2)
    assert parse_player(" bot:sh -c 'a: b=c' ").text == "bot:sh -c 'a: b=c'"
    assert isinstance(level("bot:sh", game), BotPlayer)
    assert not any(name.startswith("bot") for name in levels_for(game))
