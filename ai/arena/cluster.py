"""The arena on many machines, by Dask (``messdeck[cluster]``, ``docs/scale.md``)."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from functools import lru_cache
from typing import Any

from ai.arena.batches import Fault, Played, WorkersLost, in_batches, play_batch
from ai.arena.lineup import ArenaFault
from ai.arena.play import GamePlayed
from ai.arena.setup import ArenaSetup, Bench
from engine.build import version

# Seconds to wait for a scheduler that does not answer.
PATIENCE = 10.0
# Seconds that a batch is to take: here its way there and back goes through a third process, and
# the worker's own bookkeeping waits for our code to let it run.
BATCH_SECONDS = 0.5

# A setup that can be hashed, so that a worker makes its bench once.
_Sent = tuple[
    str,
    tuple[str, ...],
    int,
    int,
    str,
    tuple[tuple[str, object], ...],
    float | None,
    bool,
]
_turn = threading.Lock()


def _sent(setup: ArenaSetup) -> _Sent:
    return (
        setup.rules,
        setup.players,
        setup.seats,
        setup.deals,
        setup.seed,
        tuple(sorted(setup.options.items())),
        setup.seconds,
        setup.keep_logs,
    )


@lru_cache(maxsize=4)
def _bench(sent: _Sent) -> Bench:
    rules, players, seats, deals, seed, options, seconds, keep_logs = sent
    return Bench(
        ArenaSetup(rules, players, seats, deals, seed, dict(options), seconds, keep_logs=keep_logs)
    )


def _play(sent: _Sent, deals: tuple[int, ...], played_by: str) -> Played:
    """In a worker. One batch at a time: our code lets no other thread run beside it."""
    if version() != played_by:
        return Fault("other-version", {"there": version(), "here": played_by})
    with _turn:
        return play_batch(_bench(sent), deals)


class _Cluster:
    """A client of a scheduler, and what was sent to it."""

    def __init__(self, setup: ArenaSetup) -> None:
        try:
            import distributed
        except ImportError:
            raise ArenaFault("no-cluster-library") from None
        library: Any = distributed
        self._lost = library.scheduler.KilledWorker
        self._sent = _sent(setup)
        # Made in two steps: one that could not begin tries to say goodbye when it is collected,
        # waits, and complains of that on stderr.
        client = library.Client.__new__(library.Client)
        try:
            client.__init__(setup.scheduler, timeout=PATIENCE, set_as_default=False)
        except Exception as error:
            client.status = "closed"
            raise ArenaFault("no-scheduler", address=setup.scheduler, fault=str(error)) from error
        self._client = client
        self.workers = sum(self._client.nthreads().values())
        if self.workers == 0:
            self._client.close()
            raise ArenaFault("no-workers", address=setup.scheduler)
        self._executor = self._client.get_executor(pure=False, retries=2)

    def send(self, deals: tuple[int, ...]) -> Future[Played]:
        """A batch to be played. The scheduler itself gives a lost worker's batch to another one;
        ``WorkersLost`` stands for one that was lost too often."""
        found: Future[Played] = Future()
        sent = self._executor.submit(_play, self._sent, deals, version())
        sent.add_done_callback(lambda done: self._pass_on(done, found))
        return found

    def _pass_on(self, done: Future[Played], to: Future[Played]) -> None:
        if done.cancelled():
            to.set_exception(WorkersLost())
            return
        error = done.exception()
        if error is None:
            to.set_result(done.result())
        elif isinstance(error, self._lost):
            to.set_exception(WorkersLost())
        else:
            fault = f"{type(error).__name__}: {error}"
            to.set_exception(ArenaFault("cluster-failed", fault=fault[:300]))

    def renew(self) -> None:
        """Nothing to do: the scheduler has other workers, or waits for new ones."""

    def close(self) -> None:
        """Takes back what is not played yet and leaves the scheduler to others."""
        self._executor.shutdown(wait=False)
        self._client.close()


def on_cluster(setup: ArenaSetup, deals: Iterable[int]) -> Iterator[list[GamePlayed]]:
    """The sets of ``deals``, played by the workers of ``setup.scheduler``.

    Raises ArenaFault: as everywhere, and ``no-cluster-library``, ``no-scheduler``,
    ``no-workers``, ``other-version`` or ``cluster-failed``.
    """
    cluster = _Cluster(setup)
    try:
        yield from in_batches(
            deals, cluster.workers, cluster.send, cluster.renew, seconds=BATCH_SECONDS
        )
    finally:
        cluster.close()
