"""The thinker: levels think in another process, which is replaced and ended as promised."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ai import thinker as thinker_module
from ai.levels import level
from ai.player import NO_LIMIT, Budget, UnknownPlayer, player_rng
from ai.thinker import Thinker, ThinkingFailed
from engine.chance import SeededChance, seed_from_text
from engine.game import View
from engine.registry import rule_set
from tests.support.odd_players import OddPlayers, ended, until
from tests.support.random_games import TABLE_IDS, TABLES, positions

ROOT = Path(__file__).resolve().parents[2]
SEED = seed_from_text("thinker")
# Seconds that quitting may take while an opponent thinks.
AT_ONCE = 10.0


def battle() -> View:
    """A two-player battle of General's War: squads to choose from."""
    state = rule_set("generals-war").game(2).start(0, SeededChance(SEED))
    while state.legal_count(state.next_actor()) < 5:
        state.play(state.next_actor(), state.legal_actions(state.actors()[0])[-1], None)
    return state.view(state.actors()[0])


@pytest.mark.parametrize(("name", "players"), TABLES, ids=TABLE_IDS)
async def test_the_worker_chooses_what_the_level_would_choose_here(
    name: str, players: int, thinker: Thinker
) -> None:
    game = rule_set(name).game(players)
    at_hand = {spec: level(spec, game) for spec in ("random", "recruit", "corporal")}
    for at, state in enumerate(positions(game, "thinker")):
        if at % 7 or state.is_over():
            continue
        for seat in state.actors():
            for spec, player in at_hand.items():
                view = state.view(seat)
                thought = await thinker.choose(view, spec, player_rng(SEED, seat, at))
                here = player.choose(view, NO_LIMIT, player_rng(SEED, seat, at))
                assert thought.action == here.action
                if view.legal_count() > 1:
                    assert thought == here
        if at > 60:
            break


async def test_questions_asked_at_once_are_all_answered(thinker: Thinker) -> None:
    view = battle()
    rngs = [player_rng(SEED, 0, number) for number in range(20)]
    thoughts = await asyncio.gather(*(thinker.choose(view, "random", rng.clone()) for rng in rngs))
    player = level("random", view.game)
    assert thoughts == [player.choose(view, NO_LIMIT, rng) for rng in rngs]


async def test_the_only_choice_is_made_without_asking(thinker: Thinker) -> None:
    state = rule_set("generals-war").game(2).start(0, SeededChance(SEED))
    while state.legal_count(state.next_actor()) != 1:
        state.play(state.next_actor(), state.legal_actions(state.actors()[0])[-1], None)
    view = state.view(state.actors()[0])
    thought = await thinker.choose(view, "no such level", player_rng(SEED, 0, 0))
    assert thought.action == view.legal_actions()[0]


async def test_a_worker_that_died_idle_is_replaced(thinker: Thinker) -> None:
    view = battle()
    before = await thinker.choose(view, "corporal", player_rng(SEED, 0, 0))
    for _ in range(3):
        process = thinker._worker.process.pid  # type: ignore[union-attr]
        os.kill(process, signal.SIGKILL)
        assert await thinker.choose(view, "corporal", player_rng(SEED, 0, 0)) == before
        assert thinker._worker.process.pid != process  # type: ignore[union-attr]


async def test_a_choice_under_way_is_asked_again_once(odd_players: OddPlayers) -> None:
    thinker = Thinker()
    await thinker.start()
    view = battle()
    choice = asyncio.create_task(thinker.choose(view, "waits", player_rng(SEED, 0, 0)))
    (first,) = await until(odd_players.thinking)
    os.kill(first, signal.SIGKILL)
    await until(lambda: len(odd_players.thinking()) == 2)
    odd_players.go()
    assert (await choice).action == view.legal_actions()[0]
    await thinker.stop()


async def test_a_choice_whose_second_worker_dies_too_has_failed(odd_players: OddPlayers) -> None:
    thinker = Thinker()
    await thinker.start()
    choice = asyncio.create_task(thinker.choose(battle(), "waits", player_rng(SEED, 0, 0)))
    (first,) = await until(odd_players.thinking)
    os.kill(first, signal.SIGKILL)
    await until(lambda: len(odd_players.thinking()) == 2)
    (second,) = odd_players.thinking() - {first}
    os.kill(second, signal.SIGKILL)
    with pytest.raises(ThinkingFailed) as caught:
        await choice
    assert caught.value.code == "worker-died"
    # The next choice is as good as ever.
    await thinker.choose(battle(), "corporal", player_rng(SEED, 0, 0))
    await thinker.stop()


def seen_off(child: int) -> bool:
    """Whether a process of ours has ended and left no zombie behind."""
    try:
        os.waitpid(child, os.WNOHANG)
    except ChildProcessError:
        return True
    return False


@pytest.mark.parametrize("busy", ["waits", "holds"])
async def test_stopping_ends_a_thought_at_once(busy: str, odd_players: OddPlayers) -> None:
    thinker = Thinker()
    await thinker.start()
    choice = asyncio.create_task(thinker.choose(battle(), busy, player_rng(SEED, 0, 0)))
    waiting = asyncio.create_task(thinker.choose(battle(), "corporal", player_rng(SEED, 0, 0)))
    (worker,) = await until(odd_players.thinking)
    began = time.monotonic()
    await thinker.stop()
    for task in (choice, waiting):
        with pytest.raises(ThinkingFailed) as caught:
            await task
        assert caught.value.code == "thinker-stopped"
    assert time.monotonic() - began < AT_ONCE
    assert seen_off(worker)
    with pytest.raises(ThinkingFailed):
        await thinker.choose(battle(), "corporal", player_rng(SEED, 0, 0))


async def test_a_stopped_thinker_can_start_again(thinker: Thinker) -> None:
    view = battle()
    before = await thinker.choose(view, "corporal", player_rng(SEED, 0, 0))
    await thinker.stop()
    await thinker.start()
    assert await thinker.choose(view, "corporal", player_rng(SEED, 0, 0)) == before


async def test_a_cancelled_choice_does_not_hold_up_the_next(odd_players: OddPlayers) -> None:
    thinker = Thinker()
    await thinker.start()
    choice = asyncio.create_task(thinker.choose(battle(), "holds", player_rng(SEED, 0, 0)))
    (worker,) = await until(odd_players.thinking)
    choice.cancel()
    with pytest.raises(asyncio.CancelledError):
        await choice
    assert ended(worker)
    thought = await thinker.choose(battle(), "corporal", player_rng(SEED, 0, 0))
    assert thought.action in battle().legal_actions()
    await thinker.stop()


async def test_a_worker_that_overruns_its_budget_is_given_up(
    odd_players: OddPlayers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinker_module, "GRACE", 0.2)
    thinker = Thinker()
    await thinker.start()
    with pytest.raises(ThinkingFailed) as caught:
        await thinker.choose(battle(), "waits", player_rng(SEED, 0, 0), Budget(0.1))
    assert caught.value.code == "worker-stuck"
    await thinker.stop()


async def test_what_goes_wrong_in_a_level_comes_back_as_a_code(odd_players: OddPlayers) -> None:
    thinker = Thinker()
    await thinker.start()
    with pytest.raises(ThinkingFailed) as caught:
        await thinker.choose(battle(), "crashes", player_rng(SEED, 0, 0))
    assert caught.value.code == "player-failed"
    assert caught.value.values["fault"] == "RuntimeError"
    with pytest.raises(ThinkingFailed) as caught:
        await thinker.choose(battle(), "cheats", player_rng(SEED, 0, 0))
    assert caught.value.code == "illegal-choice"
    with pytest.raises(UnknownPlayer) as unknown:
        await thinker.choose(battle(), "field-marshal", player_rng(SEED, 0, 0))
    assert unknown.value.code == "unknown-player"
    # All that cost no worker.
    assert (await thinker.choose(battle(), "corporal", player_rng(SEED, 0, 0))).action
    await thinker.stop()


async def test_a_level_cannot_write_to_the_terminal(
    odd_players: OddPlayers, capfd: pytest.CaptureFixture[str]
) -> None:
    thinker = Thinker()
    await thinker.start()
    thought = await thinker.choose(battle(), "chatters", player_rng(SEED, 0, 0))
    assert thought.action == battle().legal_actions()[0]
    await thinker.stop()
    assert capfd.readouterr() == ("", "")


async def test_an_interrupt_is_not_meant_for_the_worker(odd_players: OddPlayers) -> None:
    thinker = Thinker()
    await thinker.start()
    choice = asyncio.create_task(thinker.choose(battle(), "waits", player_rng(SEED, 0, 0)))
    (worker,) = await until(odd_players.thinking)
    assert os.getpgid(worker) != os.getpgid(0)  # where a terminal would send it
    os.kill(worker, signal.SIGINT)
    odd_players.go()
    assert (await choice).action == battle().legal_actions()[0]
    assert odd_players.thinking() == {worker}
    await thinker.stop()


async def test_a_worker_that_cannot_be_started_is_a_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    thinker = Thinker()
    with pytest.raises(ThinkingFailed) as caught:
        await thinker.start()
    assert caught.value.code == "worker-not-started"


PARENT = """
import asyncio, sys
sys.path[:] = sys.argv[2:]
import ai.thinker
if sys.argv[1] == "line":
    # As on a system that does not tell a process of its parent's end.
    blind = "import ai.worker; ai.worker.end_with = lambda parent: None; from ai.worker"
    ai.thinker._BOOT = ai.thinker._BOOT.replace("from ai.worker", blind)
    how = "waits"
else:
    how = "holds"
from tests.ai.test_thinker import battle, player_rng, SEED

async def main():
    thinker = ai.thinker.Thinker()
    await thinker.start()
    await thinker.choose(battle(), how, player_rng(SEED, 0, 0))

asyncio.run(main())
"""


def start(command: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@pytest.mark.parametrize("told_by", ["kernel", "line"])
async def test_no_worker_outlives_a_parent_that_was_killed(
    told_by: str, odd_players: OddPlayers
) -> None:
    if told_by == "kernel" and sys.platform != "linux":
        pytest.skip("only Linux tells a process of its parent's end")
    paths = [str(odd_players.folder), *(path or os.getcwd() for path in sys.path), str(ROOT)]
    parent = start([sys.executable, "-c", PARENT, told_by, *paths])
    try:
        (worker,) = await until(odd_players.thinking)
        assert not ended(worker)
    finally:
        parent.kill()
        parent.wait()
    await until(lambda: ended(worker), seconds=5)


async def test_a_process_that_is_interrupted_ends_at_once_with_its_worker(
    odd_players: OddPlayers,
) -> None:
    paths = [str(odd_players.folder), *(path or os.getcwd() for path in sys.path), str(ROOT)]
    parent = start([sys.executable, "-c", PARENT, "kernel", *paths])
    try:
        (worker,) = await until(odd_players.thinking)
        began = time.monotonic()
        parent.send_signal(signal.SIGINT)
        await until(lambda: parent.poll() is not None)
        assert time.monotonic() - began < AT_ONCE
        assert ended(worker)
    finally:
        parent.kill()


def test_starting_a_thinker_loads_no_level() -> None:
    """The screen must come up at once; levels are the worker's business."""
    code = (
        "import sys; sys.path[:] = sys.argv[1:]; import ai.thinker; "
        "print([name for name in sys.modules if name.startswith('ai.')])"
    )
    paths = [path or os.getcwd() for path in sys.path]
    done = subprocess.run(
        [sys.executable, "-c", code, *paths], capture_output=True, text=True, check=True
    )
    assert "ai.thinker" in done.stdout
    assert "heuristics" not in done.stdout
    assert "levels" not in done.stdout
