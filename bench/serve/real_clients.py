"""Shows the server at work with real ``ssh`` clients: ``python bench/run.py serve clients``.

A server of its own, and OpenSSH's client in a pseudo terminal for each person, who reads the
screen and presses keys. Each scenario says in one line what held, or what did not:

- ``play``: two people and two levels play each rule set to the end (General's War for two, too);
  what each client was sent is searched for cards that only another seat holds;
- ``away``: of four clients one is killed on its own turn and one is cut off without a word;
- ``kills``: the server is killed in mid-game, again and again;
- ``refused``: whatever else an SSH client can ask for;
- ``floods``: connections that never log in, garbage, split sequences, a client that stops reading,
  quick logins, while two people play.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial

import flooded
import going_away
import killing
import refused
import whole_games
from by_screen import GAMES
from ssh_client import there
from verdicts import Verdict, judged

LEVELS = ["corporal", "corporal"]
SCENARIOS = ("play", "away", "kills", "refused", "floods")
Scenario = tuple[str, Callable[[Verdict], None]]


def scenarios(chosen: argparse.Namespace) -> Iterator[Scenario]:
    """What is to be shown, in order."""
    if "play" in chosen.only:
        for rules in chosen.rules:
            yield (
                f"play {rules}",
                partial(whole_games.play, rules=rules, levels=LEVELS, seed=chosen.seed),
            )
        if "generals-war" in chosen.rules:
            yield (
                "play generals-war for two",
                partial(whole_games.play, rules="generals-war", levels=[], seed=chosen.seed),
            )
    if "away" in chosen.only:
        yield "away", partial(going_away.away, rules="generals-war", seed=chosen.seed)
    if "kills" in chosen.only:
        yield "kills", partial(killing.kills, times=chosen.kills, seed=chosen.seed)
    if "refused" in chosen.only:
        yield "refused", partial(refused.refused, seed=chosen.seed)
    if "floods" in chosen.only:
        yield "floods", partial(flooded.floods, seed=chosen.seed)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="run.py serve clients", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--only", nargs="+", choices=SCENARIOS, default=list(SCENARIOS))
    parser.add_argument("--rules", nargs="+", choices=list(GAMES), default=list(GAMES))
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", default="0")
    chosen = parser.parse_args(arguments)
    if not there():
        print("There is no OpenSSH client here (ssh, ssh-keygen).", file=sys.stderr)
        return 2
    faults = 0
    for name, work in scenarios(chosen):
        verdict = judged(name, work)
        print(verdict.line(), flush=True)
        for wrong in verdict.wrong:
            faults += 1
            print("       " + wrong.replace("\n", "\n       "), flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
