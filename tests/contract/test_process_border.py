"""Views, and the worlds imagined from them, go to another process and come back the same."""

from __future__ import annotations

import json
import subprocess
import sys

from ai.search.playout import play_out
from ai.search.policy import RandomPolicy
from engine import build
from engine.chance import FastChance
from engine.game import View
from engine.registry import rule_set
from engine.rng import rng_from
from tests.support.random_games import TABLES, positions, tries

# Reads views, a line of JSON each; answers each with its choices, a world, and how that goes on.
OTHER_SIDE = """
import json, sys
from ai.search.playout import play_out
from ai.search.policy import RandomPolicy
from engine import build
from engine.chance import FastChance
from engine.registry import rule_set
from engine.rng import rng_from
print(build.build_name())
for line in sys.stdin:
    asked = json.loads(line)
    game = rule_set(asked["rules"]).game(asked["players"])
    view = game.load_view(asked["view"])
    world = view.sample(rng_from("border"))
    there = world.snapshot()
    state = game.restore(there, FastChance(rng_from("on")))
    play_out(state, RandomPolicy(), rng_from("play"), 40)
    answer = [view.legal_actions(), view.dump(), there, state.snapshot()]
    print(json.dumps(answer))
"""


def test_views_and_worlds_cross_a_process_border() -> None:
    asked: list[tuple[str, int, View]] = []
    for name, players in TABLES:
        game = rule_set(name).game(players)
        for at, state in enumerate(positions(game, "border")):
            if at % tries(11, 17) == 0:
                asked += [(name, players, state.view(seat)) for seat in (0, players - 1)]
            if at > 140:
                break
    lines = [
        json.dumps({"rules": name, "players": players, "view": view.dump()})
        for name, players, view in asked
    ]
    done = subprocess.run(
        [sys.executable, "-P", "-c", OTHER_SIDE],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    build_there, *answers = done.stdout.splitlines()
    assert build_there == build.build_name()
    assert len(answers) == len(asked) > 70
    for (_, _, view), line in zip(asked, answers, strict=True):
        legal, dump, world, later = json.loads(line)
        assert legal == view.legal_actions()
        assert dump == view.dump()
        assert world == view.sample(rng_from("border")).snapshot()
        state = view.game.restore(world, FastChance(rng_from("on")))
        assert state.snapshot() == world
        play_out(state, RandomPolicy(), rng_from("play"), 40)
        assert state.snapshot() == later
