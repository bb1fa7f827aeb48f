"""The arena: every deal played once in every seating of a line-up, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing

from ai.arena import play
from ai.arena.play import GamePlayed
from ai.arena.report import ArenaResult, Tally
from ai.arena.setup import MOST_DEALS, ArenaSetup, Bench
from ai.arena.stats import Sprt, SprtState
from ai.arena.store import Shelved, Store
from engine.records import Record
from engine.registry import rule_set

__all__ = ["MOST_DEALS", "ArenaSetup", "deal_sets", "record_of", "run_arena"]

Progress = Callable[[int, int], None]


def deal_sets(setup: ArenaSetup) -> Iterator[list[GamePlayed]]:
    """The deal sets of a setup, in the order of the deals.

    Raises as ``run_arena``, for a setup that cannot be before the first game. Close the iterator
    to stop early; the processes it started end with it.
    """
    return _played(Bench(setup), range(setup.deals))


def run_arena(
    setup: ArenaSetup,
    progress: Progress | None = None,
    on_game: Callable[[GamePlayed], None] | None = None,
    store: Store | None = None,
    on_test: Callable[[SprtState], None] | None = None,
    on_tally: Callable[[Tally], None] | None = None,
) -> ArenaResult:
    """Plays a setup and counts; with ``sprt`` only as far as it takes for the verdict.

    progress: called after every deal set with the sets played and the sets there are. on_game:
    called with every game, in order; with ``keep_logs`` its record is ``record_of(setup, game)``.
    store: where games are kept; those that are there already are counted and not played again.
    A store needs ``keep_logs``. on_test: called after every set with where the test of ``sprt``
    stands. on_tally: called after every set, with all that was added so far. What a callback raises
    ends the run, with the sets before in the store. Raises OptionFault, UnknownRules,
    UnknownPlayer or ArenaFault.
    """
    bench = Bench(setup)
    test = None if setup.sprt is None else Sprt(*setup.sprt, top=bench.top)
    tally = Tally(setup.rules, dict(bench.game.options), setup.seats, bench.lineup, test)
    shelved = None if store is None else store.open_tournament(bench)
    with closing(_sets(bench, shelved)) as sets:
        for number, games in enumerate(sets, start=1):
            tally.add(games)
            if on_game is not None:
                for game in games:
                    on_game(game)
            if test is not None and on_test is not None:
                on_test(test.state)
            if on_tally is not None:
                on_tally(tally)
            if progress is not None:
                progress(number, setup.deals)
            if tally.decided:
                if shelved is not None:
                    shelved.ask(number)  # the test asks for no more
                break
    return tally.result()


def record_of(setup: ArenaSetup, played: GamePlayed) -> Record:
    """The record of a game that was played with ``keep_logs``; its seed and deal stand in it."""
    game = rule_set(setup.rules).game(setup.seats, setup.options)
    return play.record_of(game, setup.seed, played)


def _sets(bench: Bench, shelved: Shelved | None) -> Generator[list[GamePlayed], None, None]:
    """All sets in order: from the store what is there, and the others played and stored."""
    if shelved is None:
        yield from _played(bench, range(bench.setup.deals))
        return
    deals = range(bench.setup.deals)
    there = shelved.complete()
    missing = (deal for deal in deals if deal not in there)
    try:
        with closing(_played(bench, missing)) as played:
            for deal in deals:
                if deal in there:
                    yield shelved.games(deal)
                    continue
                games = next(played)
                shelved.add(games)
                yield games
    finally:
        shelved.keep()


def _played(bench: Bench, deals: Iterable[int]) -> Generator[list[GamePlayed], None, None]:
    setup = bench.setup
    if setup.scheduler:
        from ai.arena.cluster import on_cluster

        yield from on_cluster(setup, deals)
    elif setup.jobs > 1:
        from ai.arena.pool import in_processes

        yield from in_processes(setup, deals)
    else:
        for deal in deals:
            yield bench.play(deal)
