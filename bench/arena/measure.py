"""How far the arena's figures can be trusted, and how fast it is.

    python bench/run.py arena [coverage] [paired] [sprt] [speed] [--tournaments N] [--deals N]

coverage: how many of 1,000 simulated tournaments of known strengths have the truth within their
95 % intervals. paired: how wide the intervals are with every deal played in both seatings, and
with as many games on deals of their own. sprt: how often simulated tests find what is not so.
speed: games a second with one process, with two, and on a Dask cluster of this machine.
Prints the figures that docs/arena.md and docs/scale.md state.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import time
from collections.abc import Callable
from dataclasses import replace

from ai.arena.play import GamePlayed
from ai.arena.report import Tally
from ai.arena.run import ArenaSetup, deal_sets
from ai.arena.stats import Sprt

# The strength of a above b: odds of the first place.
ODDS = 1.5
# How often a game's luck is that of its deal and seat: the rest is the players' own.
SHARED = 0.7


def gumbel(luck: random.Random) -> float:
    return -math.log(-math.log(luck.random()))


def game(deal: int, names: tuple[str, ...], held: list[float], luck: random.Random) -> GamePlayed:
    """A game by Luce's model: strength and luck, the latter mostly that of the deal's seats.

    The luck of a seat is Gumbel's in any case, so that a beats b with odds of ODDS exactly.
    """
    n = len(names)
    results = [
        (math.log(ODDS) if name == "a" else 0.0)
        + (held[seat] if luck.random() < SHARED else gumbel(luck))
        for seat, name in enumerate(names)
    ]
    places = tuple(1 + sum(other > mine for other in results) for mine in results)
    return GamePlayed(deal, 0, names, places, (0,) * n, "", (1,) * n, (0.0,) * n, ())


def tournament(deals: int, luck: random.Random, *, paired: bool = True) -> Tally:
    """a against b; each game on a deal of its own unless ``paired``."""
    tally = Tally("simulated", {}, 2, ("a", "b"))
    for deal in range(deals):
        held = [gumbel(luck), gumbel(luck)]
        games = [game(deal, ("a", "b"), held, luck)]
        if not paired:
            held = [gumbel(luck), gumbel(luck)]
        games.append(game(deal, ("b", "a"), held, luck))
        if paired:
            tally.add(games)
        else:
            for one in games:
                tally.add([one])
    return tally


def coverage(tournaments: int, deals: int) -> None:
    luck = random.Random(1)
    share, rating = ODDS / (1 + ODDS), 200 * math.log10(ODDS)
    held = {"share": 0, "rating": 0}
    for _ in range(tournaments):
        player = tournament(deals, luck).result().players[0]
        held["share"] += player.share_low <= share <= player.share_high
        held["rating"] += player.rating_low <= rating <= player.rating_high
    for name, count in held.items():
        print(f"coverage {name}: {count} of {tournaments} ({deals} deals each)", flush=True)


def paired(tournaments: int, deals: int) -> None:
    luck = random.Random(2)
    for name, both in (("paired", True), ("independent", False)):
        wide = 0.0
        for _ in range(max(1, tournaments // 10)):
            player = tournament(deals, luck, paired=both).result().players[0]
            wide += player.share_high - player.share_low
        print(f"{name}: interval {100 * wide / max(1, tournaments // 10):.2f} % wide", flush=True)
    for names in (("corporal", "recruit"),):
        for rules, seats in (("generals-war", 2), ("fight-for-the-lead", 2)):
            setup = ArenaSetup(rules, names, seats, deals * 4, "paired")
            sets = list(deal_sets(setup))
            whole, single = Tally(rules, {}, seats, names), Tally(rules, {}, seats, names)
            for games in sets[: 2 * deals]:
                whole.add(games)
            for number, games in enumerate(sets):
                single.add([games[number % 2]])
            for name, tally in (("paired", whole), ("independent", single)):
                one = tally.result().players[0]
                print(
                    f"{rules} {name}: {tally.result().games} games, share "
                    f"{100 * one.share:.1f} [{100 * one.share_low:.1f}, {100 * one.share_high:.1f}]"
                    f", mean {one.mean:.1f} [{one.mean_low:.1f}, {one.mean_high:.1f}]",
                    flush=True,
                )


def sprt(tests: int) -> None:
    luck = random.Random(3)
    for share0, share1 in ((0.5, 0.55), (0.5, 0.6), (0.25, 0.3)):
        for truth, wrong in ((share0, "H1"), (share1, "H0")):
            found = sets = 0
            for _ in range(tests):
                test = Sprt(share0, share1)
                while not test.decided:
                    test.add(((luck.random() < truth) + (luck.random() < truth)) / 2)
                    sets += 1
                found += test.state.verdict == wrong
            print(
                f"sprt {share0} against {share1}, truth {truth}: {wrong} in {found} of {tests}, "
                f"{sets / tests:.0f} deal sets",
                flush=True,
            )


def rate(setup: ArenaSetup) -> float:
    """Games a second, from the first set that arrives (processes have started then) to the last."""
    games = 0
    began = 0.0
    for found in deal_sets(setup):
        if began:
            games += len(found)
        else:
            began = time.perf_counter()
    return games / (time.perf_counter() - began)


def speed(deals: int) -> None:
    setup = ArenaSetup("battalion-cover", ("corporal", "recruit"), 4, deals, "speed")
    kinds: dict[str, Callable[[], float]] = {
        "1 job": lambda: rate(setup),
        "2 jobs": lambda: rate(replace(setup, jobs=2)),
    }
    cluster = None
    try:
        import dask
        from distributed import LocalCluster
    except ImportError:
        print("Dask is not installed")
    else:
        # As docs/scale.md has it set for workers: the stack is not sampled.
        dask.config.set({"distributed.worker.profile.enabled": False})
        cluster = LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        )
        kinds["Dask, 2 workers"] = lambda: rate(replace(setup, scheduler=cluster.scheduler_address))
    print(f"load {os.getloadavg()[0]:.1f} before", flush=True)
    for _ in range(3):
        said = [f"{name} {measure():.1f}" for name, measure in kinds.items()]
        print("games a second: " + ", ".join(said), flush=True)
    if cluster is not None:
        cluster.close()


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench/run.py arena")
    parser.add_argument("what", nargs="*", default=["coverage", "paired", "sprt", "speed"])
    parser.add_argument("--tournaments", type=int, default=1000)
    parser.add_argument("--deals", type=int, default=100)
    given = parser.parse_args(arguments)
    for what in given.what:
        if what == "coverage":
            coverage(given.tournaments, given.deals)
        elif what == "paired":
            paired(given.tournaments, given.deals)
        elif what == "sprt":
            sprt(given.tournaments)
        elif what == "speed":
            speed(given.deals)
        else:
            parser.error(f"there is no {what}; there are coverage, paired, sprt and speed")
    return 0


if __name__ == "__main__":
    import sys

    sys.exit(main(sys.argv[1:]))
