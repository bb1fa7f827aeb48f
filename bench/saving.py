"""How large a save is, and how long it takes to make and to load.

    python bench/saving.py [--choices 300] [--json]

Plays every rule set at every table for that many choices at random, with options that make long
games, and measures the save at the end: bytes, CPU to capture and encode it as the sitting does,
CPU to load it (checksum, schema, snapshot, replay). Exit status 1 if a target is missed: 16 KB,
1 ms to encode, and, on the compiled build, 5 ms to load.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable

from engine.build import build_name
from engine.chance import SeededChance, seed_from_text
from engine.registry import rule_sets
from engine.rng import rng_from
from engine.rules import RuleSet
from engine.table import Table
from saves.capture import LogTexts, pending_texts, result_of
from saves.codec import decode, encode
from saves.restore import restore
from saves.schema import SavedGame, Seat

MOST_BYTES = 16 * 1024
MOST_ENCODE = 1.0
MOST_LOAD = 5.0
LONG = {"chips": 99, "deals": 99, "attack_limit": 9999, "target": 364}
SEED = seed_from_text("bench saves")


def played(rules: RuleSet, players: int, choices: int) -> tuple[Table, LogTexts, int]:
    """A table after so many choices, or before its last one; the log's texts up to there."""
    options = {option.name: LONG[option.name] for option in rules.options if option.name in LONG}
    game = rules.game(players, options)
    rng = rng_from("bench saves", rules.id, players)
    table = Table(game, 0, SeededChance(SEED))
    texts = LogTexts(game)
    made = 0
    while made < choices and table.outcome() is None:
        texts.of(table.log())
        ask = table.ask(table.actors()[0])
        assert ask is not None
        view = ask.view
        table.submit(ask.seat, ask.token, int(view.legal_nth(rng.below(view.legal_count()))))
        made += 1
    return table, texts, made


def captured(table: Table, texts: LogTexts) -> SavedGame:
    """What the sitting saves."""
    game = table.game
    log, shuffles = texts.of(table.log())
    return SavedGame(
        rules=game.rules,
        rules_version=game.version,
        id="0123456789abcdef",
        players=game.players,
        options=dict(game.options),
        dealer=0,
        names=tuple(f"Player {seat}" for seat in range(game.players)),
        seats=(Seat("person"), *[Seat("level", "corporal")] * (game.players - 1)),
        seed=SEED,
        log=log,
        shuffles=shuffles,
        pending=pending_texts(game, table),
        snapshot=table.snapshot(),
        asked=tuple(table.actors()),
        result=result_of(table.outcome()),
        created=1_700_000_000,
        changed=1_700_000_000,
    )


def least_ms(call: Callable[[], object], times: int = 30) -> float:
    """Milliseconds of CPU that ``call`` takes, at its best."""
    best = float("inf")
    for _ in range(times):
        began = time.process_time_ns()
        call()
        best = min(best, (time.process_time_ns() - began) / 1e6)
    return best


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--choices", type=int, default=300)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    missed = False
    found = []
    for rules in rule_sets().values():
        for players in rules.seats:
            table, texts, made = played(rules, players, given.choices)
            data = encode(captured(table, texts))
            encoding = least_ms(lambda: encode(captured(table, texts)))  # noqa: B023
            loading = least_ms(lambda: restore(decode(data)))  # noqa: B023
            row = {
                "rules": rules.id,
                "players": players,
                "choices": made,
                "bytes": len(data),
                "encode_ms": round(encoding, 3),
                "load_ms": round(loading, 3),
                "build": build_name(),
            }
            found.append(row)
            missed |= len(data) > MOST_BYTES or encoding > MOST_ENCODE
            missed |= build_name() == "compiled" and loading > MOST_LOAD
            if not given.json:
                print("  ".join(str(value) for value in row.values()))
    if given.json:
        print(json.dumps(found))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
