"""Deal sets in the order of their deals, from workers that play batches of them."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, wait
from itertools import islice
from typing import Final, NamedTuple

from ai.arena.lineup import ArenaFault
from ai.arena.play import GamePlayed
from ai.arena.setup import Bench

# Seconds that a batch is to take: sending it and fetching it costs a few milliseconds.
BATCH_SECONDS: Final = 0.15
MOST_IN_BATCH: Final = 512
# Batches that are under way or waiting for each worker: enough to keep it busy.
AHEAD: Final = 3
# Seconds after which a batch that is waited for is asked about.
LOOK_SECONDS: Final = 1.0
# So often in a row may workers be lost without a batch coming back.
MOST_LOSSES: Final = 3


class Batch(NamedTuple):
    """Deal sets that a worker played, and the seconds it took."""

    sets: list[list[GamePlayed]]
    seconds: float


class Fault(NamedTuple):
    """An ArenaFault on its way from one process to another."""

    code: str
    values: dict[str, object]


Played = Batch | Fault
Send = Callable[[tuple[int, ...]], "Future[Played]"]


class WorkersLost(Exception):
    """Workers are gone, and with them the batches they had."""


def play_batch(bench: Bench, deals: Iterable[int]) -> Played:
    """Plays deal sets, in a worker."""
    began = time.perf_counter()
    try:
        sets = [bench.play(deal) for deal in deals]
    except ArenaFault as fault:
        return Fault(fault.code, dict(fault.values))
    return Batch(sets, time.perf_counter() - began)


def in_batches(
    deals: Iterable[int],
    workers: int,
    send: Send,
    renew: Callable[[], None],
    lost: Callable[[], bool] = lambda: False,
    seconds: float = BATCH_SECONDS,
) -> Iterator[list[GamePlayed]]:
    """The sets of ``deals``, in that order, however the batches come back.

    send: hands a batch to the workers; its future raises WorkersLost when it has to be sent
    again, after ``renew``. lost: asked now and then whether workers are gone although no future
    says so. seconds: that a batch is to take. A batch counts once, when its future is read here.
    Raises ArenaFault: what a batch brings back, or ``process-died``.
    """
    left = iter(deals)
    waiting: deque[tuple[tuple[int, ...], Future[Played]]] = deque()
    size = 1
    losses = 0
    while True:
        while len(waiting) < workers * AHEAD:
            batch = tuple(islice(left, size))
            if not batch:
                break
            waiting.append((batch, send(batch)))
        if not waiting:
            return
        batch, future = waiting[0]
        try:
            found = _awaited(future, lost)
        except WorkersLost:
            losses += 1
            if losses > MOST_LOSSES:
                raise ArenaFault("process-died", jobs=workers) from None
            renew()
            waiting = deque((again, _kept(future, again, send)) for again, future in waiting)
            continue
        waiting.popleft()
        losses = 0
        if isinstance(found, Fault):
            raise ArenaFault(found.code, **found.values)
        each = max(found.seconds / len(batch), 1e-6)
        size = max(1, min(MOST_IN_BATCH, round(seconds / each)))
        yield from found.sets


def _awaited(future: Future[Played], lost: Callable[[], bool]) -> Played:
    while True:
        if wait([future], LOOK_SECONDS).done:
            return future.result()
        if lost() and not future.done():
            raise WorkersLost


def _kept(future: Future[Played], batch: tuple[int, ...], send: Send) -> Future[Played]:
    """A batch that came back before the loss is not played again."""
    if future.done() and not future.cancelled() and future.exception() is None:
        return future
    return send(batch)
