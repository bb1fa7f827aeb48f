"""Levels think in a process of their own, so that the screen never waits and quitting is quick.

A ``Thinker`` belongs to one asyncio loop. Its worker is started with nothing of ours but a socket:
no terminal, no descriptor, no lock. It is replaced when it dies and when a thought is given up.
"""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from typing import Final

from ai.frames import HEAD, Answer, Question, frame_size, question_frame, read_answer
from ai.player import NO_LIMIT, Budget, Thought, UnknownPlayer, Why
from engine.game import View
from engine.refusals import MessdeckError
from engine.rng import Rng

# A worker that needs this many seconds more than its budget is stuck.
GRACE: Final = 10.0

# The worker must find the same modules as we do, wherever they were found, and nothing else.
_BOOT: Final = (
    "import sys; descriptor, parent, *sys.path[:] = sys.argv[1:]; "
    "from ai.worker import main; main(int(descriptor), int(parent))"
)


class ThinkingFailed(MessdeckError):
    """There is no answer: ``thinker-stopped``, ``worker-not-started``, ``worker-died``,
    ``worker-stuck``, ``worker-garbled``, ``player-failed`` or ``illegal-choice``."""


class _WorkerGone(Exception):
    """The worker ended before it answered."""


class _Worker:
    """A worker process and our end of the socket to it."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        paths = [path or os.getcwd() for path in sys.path]
        arguments = [str(theirs.fileno()), str(os.getpid()), *paths]
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-c", _BOOT, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
        except OSError:
            ours.close()
            raise
        finally:
            theirs.close()
        ours.setblocking(False)
        self.line = ours

    async def ask(self, data: bytes) -> Answer:
        """Sends the frame ``data`` and waits for the answer. Raises _WorkerGone."""
        loop = asyncio.get_running_loop()
        try:
            await loop.sock_sendall(self.line, data)
            head = await self._receive(HEAD)
            return read_answer(await self._receive(frame_size(head)))
        except OSError as error:
            raise _WorkerGone from error

    async def _receive(self, size: int) -> bytes:
        loop = asyncio.get_running_loop()
        data = b""
        while len(data) < size:
            part = await loop.sock_recv(self.line, size - len(data))
            if not part:
                raise _WorkerGone
            data += part
        return data

    def kill(self) -> None:
        """Ends the process now and sees it off."""
        self.process.kill()
        self.process.wait()
        self.line.close()


class Thinker:
    """Makes choices for levels. One at a time; who comes while it thinks waits in turn."""

    def __init__(self) -> None:
        self._worker: _Worker | None = None
        self._turn = asyncio.Lock()
        self._asking: set[asyncio.Task[Answer]] = set()
        self._running = False

    async def start(self) -> None:
        """Starts the worker, so that the first choice need not wait for it.

        Raises ThinkingFailed (``worker-not-started``).
        """
        self._running = True
        self._ready()

    async def choose(self, view: View, level: str, rng: Rng, budget: Budget = NO_LIMIT) -> Thought:
        """What ``level`` chooses on ``view``; ``rng`` as of ``ai.player.player_rng``.

        The only choice there is comes back at once. If the worker dies, the question is put once
        more to another one. Cancelling gives the thought up at once. Raises ThinkingFailed, or
        UnknownPlayer for a level that does not exist or does not play this game.
        """
        if not self._running:
            raise ThinkingFailed("thinker-stopped")
        if view.legal_count() == 1:
            return Thought(int(view.legal_nth(0)), Why("forced", {}))
        data = question_frame(Question.of(view, level, rng, budget))
        task = asyncio.ensure_future(self._ask(data, budget))
        self._asking.add(task)
        try:
            answer = await task
        except asyncio.CancelledError:
            me = asyncio.current_task()
            if me is not None and me.cancelling() > 0:  # not stop(), but whoever asked
                raise
            raise ThinkingFailed("thinker-stopped") from None
        finally:
            self._asking.discard(task)
        return _checked(answer, view, level)

    async def stop(self) -> None:
        """Ends all thinking and the worker, at once; ``start`` begins again."""
        self._running = False
        worker = self._worker
        if worker is not None:
            worker.process.kill()
        asking = list(self._asking)
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        if worker is not None:
            self._drop(worker)

    async def _ask(self, data: bytes, budget: Budget) -> Answer:
        limit = None if budget.seconds is None else budget.seconds + GRACE
        async with self._turn:
            for last in (False, True):
                worker = self._ready()
                done = False
                try:
                    async with asyncio.timeout(limit):
                        answer = await worker.ask(data)
                    done = True
                    return answer
                except _WorkerGone:
                    if last:
                        raise ThinkingFailed("worker-died") from None
                except TimeoutError:
                    raise ThinkingFailed("worker-stuck", seconds=limit) from None
                except (ValueError, KeyError, TypeError):
                    raise ThinkingFailed("worker-garbled") from None
                finally:
                    if not done:  # dead, or busy with what nobody waits for
                        self._drop(worker)
        raise AssertionError

    def _ready(self) -> _Worker:
        """A living worker."""
        if self._worker is not None and self._worker.process.poll() is not None:
            self._drop(self._worker)
        if self._worker is None:
            try:
                self._worker = _Worker()
            except OSError as error:
                raise ThinkingFailed("worker-not-started", reason=str(error)) from error
        return self._worker

    def _drop(self, worker: _Worker) -> None:
        if self._worker is worker:
            self._worker = None
        worker.kill()


def _checked(answer: Answer, view: View, level: str) -> Thought:
    """The thought in an answer, if there is one and the rules allow it."""
    if answer.thought is None:
        if answer.fault == "player-failed":
            raise ThinkingFailed(answer.fault, level=level, **answer.values)
        raise UnknownPlayer(answer.fault, **answer.values)
    refusal = view.refusal(answer.thought.action)
    if refusal is not None:
        raise ThinkingFailed("illegal-choice", level=level, refusal=refusal.code)
    return answer.thought
