"""Opponents of many people think in a few processes, in turn, and nobody's think for too long."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final

from ai.levels import LEVELS
from ai.player import NO_LIMIT, Budget, Thought, UnknownPlayer, Why
from ai.thinker import Thinker, ThinkingFailed
from ai.weighing import is_weigher
from engine.game import View
from engine.rng import Rng

# Whoever has used up the share still gets a level that answers; it only thinks briefly.
LEAST: Final = 0.1


class Pool:
    """Some thinkers, and who waits for one: each in turn, whoever has asked how often."""

    def __init__(self, workers: int) -> None:
        self._idle = [Thinker() for _ in range(workers)]
        self._all = tuple(self._idle)
        self._waiting: OrderedDict[str, deque[asyncio.Future[Thinker]]] = OrderedDict()

    async def start(self) -> None:
        """Starts the processes. Raises ThinkingFailed."""
        for thinker in self._all:
            await thinker.start()

    async def stop(self) -> None:
        """Ends all thinking and the processes."""
        for queue in self._waiting.values():
            for future in queue:
                future.cancel()
        self._waiting.clear()
        await asyncio.gather(*[thinker.stop() for thinker in self._all])

    @property
    def waiting(self) -> int:
        """How many thoughts wait for a process."""
        return sum(len(queue) for queue in self._waiting.values())

    async def think(
        self, key: str, view: View, level: str, rng: Rng, budget: Budget
    ) -> tuple[Thought, float]:
        """A level's choice, in the turn of ``key``, and the seconds it took."""
        thinker = await self._take(key)
        began = time.monotonic()
        try:
            thought = await thinker.choose(view, level, rng, budget)
        finally:
            self._give_back(thinker)
        return thought, time.monotonic() - began

    async def _take(self, key: str) -> Thinker:
        if self._idle:
            return self._idle.pop()
        future: asyncio.Future[Thinker] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(key, deque()).append(future)
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self._give_back(future.result())
            raise

    def _give_back(self, thinker: Thinker) -> None:
        while self._waiting:
            key, queue = self._waiting.popitem(last=False)
            while queue:
                future = queue.popleft()
                if queue:
                    self._waiting[key] = queue  # behind all the others
                if not future.done():
                    future.set_result(thinker)
                    return
        self._idle.append(thinker)


class Ration:
    """What one person's levels think with: a share of the pool.

    key: the person's; "" for the shared tables, whose thoughts wait as if each were somebody's.
    seconds: the longest thought. share: seconds of thinking that are added every second, up to
    ``saved``. With less left, levels think less. share 0: without measure.
    """

    def __init__(
        self,
        pool: Pool,
        key: str,
        *,
        seconds: float,
        share: float = 0.0,
        saved: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._pool = pool
        self._key = key
        self._seconds = seconds
        self._share = share
        self._saved = saved
        self._left = saved
        self._clock = clock
        self._at = clock()
        self._count = 0
        self._asked: set[asyncio.Task[tuple[Thought, float]]] = set()

    async def start(self) -> None:
        """The pool is there already."""

    async def stop(self) -> None:
        """Gives up what this one has asked for."""
        asked = list(self._asked)
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)

    @property
    def left(self) -> float:
        """Seconds of thinking that may be used now."""
        now = self._clock()
        self._left = min(self._saved, self._left + (now - self._at) * self._share)
        self._at = now
        return self._left

    def allowed(self, budget: Budget) -> Budget:
        """``budget`` as far as it may be used."""
        most = self._seconds if budget.seconds is None else min(self._seconds, budget.seconds)
        if self._share:
            most = min(most, max(LEAST, self.left))
        return Budget(most)

    async def choose(self, view: View, level: str, rng: Rng, budget: Budget = NO_LIMIT) -> Thought:
        """As ``Thinker.choose``; only our own levels are asked, never a program of somebody's."""
        if level.partition(":")[0] not in LEVELS and not is_weigher(level):
            raise UnknownPlayer("unknown-player", text=level, name=level, known=LEVELS)
        if view.legal_count() == 1:
            return Thought(int(view.legal_nth(0)), Why("forced", {}))
        self._count += 1
        key = self._key or f"table-{self._count}"
        task = asyncio.ensure_future(self._pool.think(key, view, level, rng, self.allowed(budget)))
        self._asked.add(task)
        try:
            thought, took = await task
        except asyncio.CancelledError:
            me = asyncio.current_task()
            if me is not None and me.cancelling() > 0:
                task.cancel()
                raise
            raise ThinkingFailed("thinker-stopped") from None
        finally:
            self._asked.discard(task)
        self._left = self.left - took
        return thought
