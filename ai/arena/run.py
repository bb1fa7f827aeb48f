"""The arena: every deal played once in every seating of a line-up, and what came of it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from multiprocessing.synchronize import Event
from typing import Final, NamedTuple

from ai.arena.lineup import ArenaFault, fill, seatings
from ai.arena.play import GamePlayed, play_game
from ai.arena.report import ArenaResult, Tally
from ai.levels import level, parse_player
from ai.orphans import end_with
from ai.player import Budget, Player
from engine.game import Game
from engine.outcome import Outcome
from engine.records import Record
from engine.registry import rule_set

MOST_DEALS: Final = 10_000_000
# Deals that are under way or waiting for each process: enough to keep it busy.
_AHEAD: Final = 4

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class ArenaSetup:
    """What is to be played.

    rules: id of the rule set. players: players as written; with fewer than ``seats`` the last one
    is repeated. seats: 2 to 6, as the rule set has it. deals: 0 to MOST_DEALS. seed: any text.
    options: of the rule set, defaults left out. seconds: limit of a choice, None for none; with a
    limit the same seed need not give the same games. jobs: processes, 1 or more; the games do
    not depend on it. keep_logs: keep what records need.
    """

    rules: str
    players: tuple[str, ...]
    seats: int
    deals: int
    seed: str
    options: Mapping[str, object] = field(default_factory=dict)
    seconds: float | None = None
    jobs: int = 1
    keep_logs: bool = False


class _Bench:
    """A setup made ready to play: its game, its players by name and its seatings.

    Raises OptionFault, UnknownRules, UnknownPlayer or ArenaFault for a setup that cannot be.
    """

    def __init__(self, setup: ArenaSetup) -> None:
        for name, value, most in (("deals", setup.deals, MOST_DEALS), ("jobs", setup.jobs, 1024)):
            low = 0 if name == "deals" else 1
            if not low <= value <= most:
                raise ArenaFault("out-of-range", name=name, value=value, low=low, high=most)
        if setup.seconds is not None and not 0 < setup.seconds < 1e6:
            raise ArenaFault("out-of-range", name="seconds", value=setup.seconds, low=0, high=1e6)
        self.setup = setup
        self.game: Game = rule_set(setup.rules).game(setup.seats, setup.options)
        self.lineup = fill([parse_player(text).text for text in setup.players], setup.seats)
        self.players: dict[str, Player] = {text: level(text, self.game) for text in self.lineup}
        self.seatings = seatings(self.lineup)

    def play(self, deal: int, stopped: Callable[[], bool] = lambda: False) -> list[GamePlayed]:
        """The deal set of ``deal``: one game a seating, in the order of ``seatings``."""
        budget = Budget(self.setup.seconds)
        return [
            play_game(
                self.game,
                [self.players[name] for name in names],
                names,
                self.setup.seed,
                deal,
                budget,
                keep_log=self.setup.keep_logs,
                stopped=stopped,
            )
            for names in self.seatings
        ]


def deal_sets(setup: ArenaSetup) -> Iterator[list[GamePlayed]]:
    """The deal sets of a setup, in the order of the deals.

    Raises as ``run_arena``, for a setup that cannot be before the first game. Close the iterator
    to stop early; the processes it started end with it.
    """
    return _sets(_Bench(setup))


def run_arena(
    setup: ArenaSetup,
    progress: Progress | None = None,
    on_game: Callable[[GamePlayed], None] | None = None,
) -> ArenaResult:
    """Plays a setup and counts.

    progress: called after every deal set with the sets played and the sets there are. on_game:
    called with every game, in order; with ``keep_logs`` its record is ``record_of(setup, game)``.
    Raises OptionFault, UnknownRules, UnknownPlayer or ArenaFault.
    """
    bench = _Bench(setup)
    tally = Tally(setup.rules, dict(bench.game.options), setup.seats, bench.lineup)
    with closing(_sets(bench)) as sets:
        for number, games in enumerate(sets, start=1):
            tally.add(games)
            if on_game is not None:
                for game in games:
                    on_game(game)
            if progress is not None:
                progress(number, setup.deals)
    return tally.result()


def record_of(setup: ArenaSetup, played: GamePlayed) -> Record:
    """The record of a game that was played with ``keep_logs``; its seed and deal stand in it."""
    return Record(
        rule_set(setup.rules).game(setup.seats, setup.options),
        played.dealer,
        list(played.names),
        list(played.log),
        Outcome(played.places, played.scores, played.ending),
        {"arena": {"seed": setup.seed, "deal": played.deal}},
    )


def _sets(bench: _Bench) -> Generator[list[GamePlayed], None, None]:
    if bench.setup.jobs > 1:
        yield from _in_processes(bench.setup)
        return
    for deal in range(bench.setup.deals):
        yield bench.play(deal)


# On many cores. Each process makes its own bench; only numbers of deals and games cross over.


class _Desk(NamedTuple):
    """What a process of the arena has: its bench, and whether the arena was stopped."""

    bench: _Bench
    stop: Event


class _Fault(NamedTuple):
    """An ArenaFault on its way from one process to another."""

    code: str
    values: dict[str, object]


_desk: _Desk | None = None


def _open_desk(setup: ArenaSetup, parent: int, stop: Event) -> None:
    global _desk
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started the arena stops it
    end_with(parent)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _desk = _Desk(_Bench(setup), stop)


def _end_with_parent() -> None:
    """Where the kernel does not see to it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)


def _play(deal: int) -> list[GamePlayed] | _Fault:
    assert _desk is not None
    try:
        return _desk.bench.play(deal, _desk.stop.is_set)
    except ArenaFault as fault:
        return _Fault(fault.code, dict(fault.values))


def _played(future: Future[list[GamePlayed] | _Fault]) -> list[GamePlayed]:
    found = future.result()
    if isinstance(found, _Fault):
        raise ArenaFault(found.code, **found.values)
    return found


def _in_processes(setup: ArenaSetup) -> Iterator[list[GamePlayed]]:
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    executor = ProcessPoolExecutor(setup.jobs, context, _open_desk, (setup, os.getpid(), stop))
    waiting: deque[Future[list[GamePlayed] | _Fault]] = deque()
    try:
        for deal in range(setup.deals):
            waiting.append(executor.submit(_play, deal))
            if len(waiting) >= setup.jobs * _AHEAD:
                yield _played(waiting.popleft())
        while waiting:
            yield _played(waiting.popleft())
    except BrokenProcessPool:
        raise ArenaFault("process-died", jobs=setup.jobs) from None
    finally:
        stop.set()
        executor.shutdown(cancel_futures=True)
