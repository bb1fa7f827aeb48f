"""One side of the comparison, in a process of its own: it answers measurements one at a time.

    python worker.py ours|plain|openspiel

ours: the build installed beside this Python. plain: the sources of the checkout, interpreted.
Reads lines of JSON ``{"what": …, "seconds": …, …}`` and answers each with a line of JSON, either
``{"rate": …}`` (things a second) or ``{"value": …}`` or ``{"error": …}``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any


class Ours:
    """Measurements of this project, on whatever build this environment has."""

    def __init__(self) -> None:
        from engine import build
        from engine.registry import rule_sets

        self.build = build.build_name()
        self.rules = rule_sets()

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        what = str(asked["what"])
        found = getattr(self, what)(asked)
        assert isinstance(found, dict)
        return found

    def name(self, asked: dict[str, Any]) -> dict[str, Any]:
        return {"value": self.build, "rules": {n: list(r.seats) for n, r in self.rules.items()}}

    def start(self, rules: str, seats: int, **options: int) -> Any:
        from engine.chance import FastChance
        from engine.rng import rng_from

        game = self.rules[rules].game(seats, options)
        return game.start(0, FastChance(rng_from("bench", rules, seats)))

    def imagined(self, asked: dict[str, Any]) -> Any:
        """The start of a game as a search has it: it keeps no record of what is certain."""
        from engine.rng import rng_from

        start = self.start(asked["rules"], asked["seats"])
        return start.view(-1).sample(rng_from("bench imagined"))

    def tricks(self) -> Any:
        """Fight for the Lead with four seats, one deal, at its first trick."""
        from engine.rng import rng_from

        state = self.start("fight-for-the-lead", 4, deals=1)
        rng = rng_from("bench tricks")
        while state.snapshot()["phase"] != "play":
            state.play_random(state.next_actor(), rng)
        return state

    def api_moves(self, asked: dict[str, Any]) -> dict[str, Any]:
        from loops import our_random_game, timed

        start = self.start(asked["rules"], asked["seats"])
        return {"rate": timed(our_random_game(start, Random(1)), asked["seconds"])}

    def api_tricks(self, asked: dict[str, Any]) -> dict[str, Any]:
        from loops import our_random_game, timed

        return {"rate": timed(our_random_game(self.tricks(), Random(1)), asked["seconds"])}

    def core_moves(self, asked: dict[str, Any]) -> dict[str, Any]:
        return self.core(self.imagined(asked), asked)

    def table_moves(self, asked: dict[str, Any]) -> dict[str, Any]:
        """As ``core_moves``, but from the start of a game at a table, with all its records."""
        return self.core(self.start(asked["rules"], asked["seats"]), asked)

    def core_tricks(self, asked: dict[str, Any]) -> dict[str, Any]:
        return self.core(self.tricks(), asked)

    def core(self, start: Any, asked: dict[str, Any]) -> dict[str, Any]:
        from loops import timed

        from ai.search.playout import random_playouts
        from engine.rng import rng_from

        rng = rng_from("bench core")
        games = int(asked.get("games", 200))
        return {"rate": timed(lambda: random_playouts(start, games, rng), asked["seconds"])}

    def thumb_moves(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Moves a second of whole games by rule of thumb inside the core."""
        from loops import timed

        from ai.search.playout import play_out
        from ai.search.policies import thumb_policy
        from engine.rng import rng_from

        start = self.imagined(asked)
        policy = thumb_policy(asked["rules"])
        rng = rng_from("bench thumb")

        def once() -> int:
            return sum(play_out(start.clone(), policy, rng, 0) for _ in range(100))

        return {"rate": timed(once, asked["seconds"])}

    def clones(self, asked: dict[str, Any]) -> dict[str, Any]:
        from loops import timed

        start = self.imagined(asked)

        def once() -> int:
            for _ in range(1000):
                start.clone()
            return 1000

        return {"rate": timed(once, asked["seconds"])}

    def samples(self, asked: dict[str, Any]) -> dict[str, Any]:
        from loops import timed

        from engine.rng import rng_from

        state = self.start(asked["rules"], asked["seats"])
        rng = rng_from("bench samples")
        for _ in range(12):
            state.play_random(state.next_actor(), rng)
        view = state.view(state.next_actor())

        def once() -> int:
            for _ in range(100):
                view.sample(rng)
            return 100

        return {"rate": timed(once, asked["seconds"])}

    def state_bytes(self, asked: dict[str, Any]) -> dict[str, Any]:
        """What a clone adds to the memory of the process, in bytes, from 20,000 of them."""
        import gc

        start = self.imagined(asked)
        gc.collect()
        before = _resident()
        kept = [start.clone() for _ in range(20_000)]
        return {"value": (_resident() - before) / len(kept)}

    def search(self, asked: dict[str, Any]) -> dict[str, Any]:
        from loops import timed

        from ai.search.expectation import UniformWorlds
        from ai.search.ismcts import search
        from ai.search.policy import PlaceUtility, RandomPolicy
        from engine.rng import rng_from

        state = self.tricks()
        seat = state.next_actor()
        rng = rng_from("bench search")
        simulations = int(asked["simulations"])

        def once() -> int:
            worlds = UniformWorlds(state.view(seat))
            search(worlds, seat, RandomPolicy(), PlaceUtility(), rng, simulations, 2.0, 0)
            return simulations

        return {"rate": timed(once, asked["seconds"])}

    def solves(self, asked: dict[str, Any]) -> dict[str, Any]:
        from librt.vecs import vec
        from loops import timed
        from mypy_extensions import i64

        from ai.search.tricks import Tricks, TrickSolver

        seats = int(asked["seats"])
        random = Random(7)
        after = sum(((seat + 1) % seats) << (4 * seat) for seat in range(seats))
        positions = []
        for n in range(200):
            cards = random.sample(range(52), seats * 4)
            hands = [sum(2**card for card in cards[4 * s : 4 * s + 4]) for s in range(seats)]
            hands += [0] * (5 - seats)
            debts = vec[float]([16.0] * 5)
            positions.append(Tricks(vec[i64](hands), after, seats, n % seats, 0, 4.0, debts))
        solver = TrickSolver()

        def once() -> int:
            for position in positions:
                solver.solve(position)
            return len(positions)

        return {"rate": timed(once, asked["seconds"])}


class OpenSpiel:
    """The same measurements of OpenSpiel."""

    def __init__(self) -> None:
        import pyspiel

        self.spiel = pyspiel

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        found = getattr(self, str(asked["what"]))(asked)
        assert isinstance(found, dict)
        return found

    def name(self, asked: dict[str, Any]) -> dict[str, Any]:
        from importlib.metadata import version

        return {"value": version("open-spiel")}

    def dealt(self, name: str) -> Any:
        """The position of a game after the deal."""
        random = Random(1)
        state = self.spiel.load_game(name).new_initial_state()
        while state.is_chance_node():
            choices = state.legal_actions()
            state.apply_action(choices[int(random.random() * len(choices))])
        return state

    def api_moves(self, asked: dict[str, Any]) -> dict[str, Any]:
        from loops import their_random_game, timed

        start = self.dealt(asked["game"])
        return {"rate": timed(their_random_game(start, Random(1)), asked["seconds"])}

    def search(self, asked: dict[str, Any]) -> dict[str, Any]:
        from loops import timed

        state = self.dealt(asked["game"])
        while "Phase: Play" not in str(state):
            state.apply_action(state.legal_actions()[0])
        simulations = int(asked["simulations"])
        evaluator = self.spiel.RandomRolloutEvaluator(1, 7)
        bot = self.spiel.ISMCTSBot(7, evaluator, 2.0, simulations)

        def once() -> int:
            bot.step(state)
            return simulations

        return {"rate": timed(once, asked["seconds"])}


def _resident() -> int:
    """Resident memory of this process in bytes."""
    from resource import getpagesize

    return int(Path("/proc/self/statm").read_text().split()[1]) * getpagesize()


def main() -> None:
    kind = sys.argv[1]
    if kind == "plain":
        sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    side = OpenSpiel() if kind == "openspiel" else Ours()
    for line in sys.stdin:
        try:
            found = side.answer(json.loads(line))
        except Exception as error:  # the measuring process says what went wrong and goes on
            found = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
