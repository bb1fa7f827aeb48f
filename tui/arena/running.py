"""A tournament that runs in the background of a session."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from contextlib import redirect_stderr
from dataclasses import dataclass
from multiprocessing.resource_tracker import ensure_running
from pathlib import Path

from ai.arena.play import GamePlayed
from ai.arena.report import ArenaResult, Tally
from ai.arena.run import run_arena
from ai.arena.setup import ArenaSetup
from ai.arena.store import Store
from saves.folders import make_private
from tui.commandline.pitting.chart import Spread

# Seconds between two looks at the standings, whose intervals take some counting.
LOOK_SECONDS = 0.5


def _start_tracker() -> None:
    """Starts what multiprocessing keeps beside its processes. It is given the descriptor of
    stderr, which the stand-in of a full-screen program does not have."""
    with redirect_stderr(sys.__stderr__):
        ensure_running()


class _Stopped(Exception):
    """The run was left."""


@dataclass(frozen=True)
class Standing:
    """How a run stands. result: the figures so far, None before the first deal. done: deals
    played. left: seconds that it will take, as far as can be told. spreads: results by player.
    fault: why it ended early. over: whether nothing more comes."""

    result: ArenaResult | None
    done: int
    left: float | None
    spreads: tuple[Spread, ...]
    fault: Exception | None = None
    over: bool = False


class Running:
    """Plays a setup in a thread, games in processes of their own, and keeps them in ``store``.

    heard: called in that thread with every new Standing. done: deals counted so far.
    """

    def __init__(self, setup: ArenaSetup, store: Path, heard: Callable[[Standing], None]) -> None:
        self.setup = setup
        self._store = store
        self._heard = heard
        self._going = threading.Event()
        self._going.set()
        self._stopped = False
        self._spreads: dict[str, Spread] = {name: Spread() for name in setup.players}
        self._last = 0.0
        self._played = 0
        self._spent = 0.0
        self._tick = time.monotonic()
        self.done = 0
        # Whether it stands still for a pause.
        self.held = False
        self._result: ArenaResult | None = None
        self._thread = threading.Thread(target=self._run, name="arena", daemon=True)

    def start(self) -> None:
        """Begins."""
        self._tick = time.monotonic()
        self._thread.start()

    @property
    def paused(self) -> bool:
        """Whether it waits to be resumed."""
        return not self._going.is_set()

    def pause(self) -> None:
        """Holds the run after the deals that are being played."""
        self._going.clear()

    def resume(self) -> None:
        """Goes on."""
        self._going.set()

    def stop(self) -> None:
        """Ends the run; what was played stays in the store."""
        self._stopped = True
        self._going.set()

    def join(self, seconds: float) -> bool:
        """Waits for the end; whether it came."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    # In the thread

    def _run(self) -> None:
        fault: Exception | None = None
        try:
            _start_tracker()
            make_private(self._store.parent)
            with Store(self._store) as store:
                self._result = run_arena(self.setup, None, self._count, store, on_tally=self._tally)
        except _Stopped:
            pass
        except Exception as error:  # whatever it is, somebody waits to be told
            fault = error
        self._tell(fault, over=True)

    def _count(self, game: GamePlayed) -> None:
        for seat, name in enumerate(game.names):
            self._spreads[name].add(game, seat)

    def _tally(self, tally: Tally) -> None:
        if self._stopped:
            raise _Stopped
        now = time.monotonic()
        self.done += 1
        self._played += 1
        self._spent += now - self._tick
        if now - self._last >= LOOK_SECONDS or not self._going.is_set():
            self._result = tally.result()
            self._tell(None)
            self._last = time.monotonic()
        if not self._going.is_set():
            self.held = True
            self._going.wait()
            self.held = False
            if self._stopped:
                raise _Stopped
        self._tick = time.monotonic()

    def _tell(self, fault: Exception | None, *, over: bool = False) -> None:
        left = None
        if self._played and not over:
            left = self._spent / self._played * (self.setup.deals - self.done)
        spreads = tuple(
            [Spread(dict(spread.places), dict(spread.scores)) for spread in self._spreads.values()]
        )
        self._heard(Standing(self._result, self.done, left, spreads, fault, over))
