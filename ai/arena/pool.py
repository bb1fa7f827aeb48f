"""The arena on the cores of this machine. Each process makes its own bench; only numbers of
deals and games cross over."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.resource_tracker import ensure_running
from typing import Final

from ai.arena.batches import Played, WorkersLost, in_batches, play_batch
from ai.arena.play import GamePlayed
from ai.arena.setup import ArenaSetup, Bench
from ai.orphans import end_with

_bench: Bench | None = None


_INTERRUPTS: Final = (signal.SIGINT, signal.SIGTERM)


def _open_bench(setup: ArenaSetup, parent: int) -> None:
    global _bench
    # Whoever started the arena stops it. Until here these two waited (``_undisturbed``).
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _INTERRUPTS)
    end_with(parent)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _bench = Bench(setup)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Processes that are started meanwhile leave interrupts waiting until they can take them: one
    that is still loading its modules would print where it was interrupted."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPTS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """Where the kernel does not see to it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)


def _play(deals: tuple[int, ...]) -> Played:
    assert _bench is not None
    return play_batch(_bench, deals)


class _Pool:
    """The processes; started anew when one of them was lost."""

    def __init__(self, setup: ArenaSetup) -> None:
        self._setup = setup
        self._context = multiprocessing.get_context("spawn")
        self._open()

    def _open(self) -> None:
        given = (self._setup, os.getpid())
        ensure_running()  # it unblocks signals where it is started
        self._executor = ProcessPoolExecutor(self._setup.jobs, self._context, _open_bench, given)

    def send(self, deals: tuple[int, ...]) -> Future[Played]:
        """A batch to be played; ``WorkersLost`` in the future stands for a broken pool."""
        found: Future[Played] = Future()
        try:
            with _undisturbed():
                sent = self._executor.submit(_play, deals)
        except BrokenProcessPool:
            found.set_exception(WorkersLost())
            return found
        sent.add_done_callback(lambda done: _pass_on(done, found))
        return found

    def lost(self) -> bool:
        """Whether the pool is broken. A batch that was handed in while it broke is forgotten by
        it, and its future never done."""
        try:
            with _undisturbed():
                self._executor.submit(int)
        except BrokenProcessPool:
            return True
        return False

    def renew(self) -> None:
        """New processes in place of those that are left."""
        self.close()
        self._open()

    def close(self) -> None:
        """Ends the processes, whatever they are at."""
        # Left to itself the pool waits for every process, and for ever for one that waits for a
        # lock which another one held that was killed.
        for process in list((self._executor._processes or {}).values()):
            process.kill()
        self._executor.shutdown(cancel_futures=True)


def _pass_on(done: Future[Played], to: Future[Played]) -> None:
    if done.cancelled():
        to.cancel()
        return
    error = done.exception()
    if error is None:
        to.set_result(done.result())
    else:
        to.set_exception(WorkersLost() if isinstance(error, BrokenProcessPool) else error)


def in_processes(setup: ArenaSetup, deals: Iterable[int]) -> Iterator[list[GamePlayed]]:
    """The sets of ``deals``, played by ``setup.jobs`` processes. Raises ArenaFault."""
    pool = _Pool(setup)
    try:
        yield from in_batches(deals, setup.jobs, pool.send, pool.renew, pool.lost)
    finally:
        pool.close()
