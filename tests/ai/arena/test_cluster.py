"""The arena on a Dask cluster of this machine: the same games, also when a worker is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("distributed", reason="messdeck[cluster] is not installed")

from ai.arena.lineup import ArenaFault
from ai.arena.run import ArenaSetup, deal_sets, run_arena
from ai.arena.store import Store
from tests.support.command_line import one_sentence, process

WAR = ArenaSetup("generals-war", ("corporal", "recruit"), 2, 40, "cluster", keep_logs=True)

CLUSTER = """
import sys
from distributed import LocalCluster
if __name__ == "__main__":
    cluster = LocalCluster(
        n_workers=int(sys.argv[1]), threads_per_worker=1, processes=True,
        dashboard_address=None, worker_dashboard_address=None, local_directory=sys.argv[2],
    )
    print(cluster.scheduler_address, *[n.pid for n in cluster.workers.values()], flush=True)
    sys.stdin.read()
    cluster.close()
"""


class Cluster:
    """Two workers and a scheduler, in processes of their own."""

    def __init__(self, folder: Path) -> None:
        script = folder / "cluster.py"
        script.write_text(CLUSTER)
        self.process = subprocess.Popen(
            [sys.executable, str(script), "2", str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        self.address, *pids = self.process.stdout.readline().decode().split()
        self.workers = [int(pid) for pid in pids]

    def end(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        try:
            self.process.wait(15)
        finally:
            if self.process.poll() is None:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    found = Cluster(tmp_path)
    yield found
    found.end()


def logs(setup: ArenaSetup) -> list[tuple[object, ...]]:
    """Everything about the games of a setup but the time they took."""
    return [game._replace(seconds=(), spans=()) for games in deal_sets(setup) for game in games]


def test_a_cluster_plays_the_same_games_also_when_a_worker_is_killed(
    cluster: Cluster, tmp_path: Path
) -> None:
    assert logs(replace(WAR, scheduler=cluster.address)) == logs(WAR)
    done: list[int] = []

    def kill_one(number: int, total: int) -> None:
        done.append(number)
        if number == 3:
            os.kill(cluster.workers[0], signal.SIGKILL)

    setup = replace(WAR, deals=600, scheduler=cluster.address)
    with Store(tmp_path / "store") as store:
        result = run_arena(setup, kill_one, store=store)
        (tournament,) = store.tournaments()
        keys = [(game.deal, game.seating) for game in store.all_games(tournament)]
    assert done == list(range(1, 601))
    assert result.games == 1200
    assert keys == [(deal, seating) for deal in range(600) for seating in (0, 1)]


@pytest.mark.parametrize("address", ["foo", "foo://bar:1", "tcp://127.0.0.1:x"])
def test_an_address_that_is_none_is_one_sentence(address: str) -> None:
    ran = process("arena", "war", "--deals", 1, "--scheduler", address)
    assert ran.status == 2
    assert address in one_sentence(ran.err)


def test_a_scheduler_that_is_not_there_is_a_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.arena.cluster.PATIENCE", 0.5)
    with pytest.raises(ArenaFault) as caught:
        run_arena(replace(WAR, scheduler="tcp://127.0.0.1:9"))
    assert caught.value.code == "no-scheduler"
