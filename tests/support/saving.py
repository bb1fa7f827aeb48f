"""Games on the way into saves: random tables, what is saved of them, and bytes to break."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec

from engine.chance import SeededChance, seed_from_text
from engine.game import Game
from engine.registry import rule_set
from engine.rng import Rng, rng_from
from engine.table import Table
from saves.capture import LogTexts, new_id, pending_texts, result_of
from saves.schema import SavedGame, Seat

PERSON = Seat("person")


def saved_of(table: Table, seed: bytes, id_: str | None = None) -> SavedGame:
    """What is saved of a table whose shuffles all belong to ``seed``."""
    game = table.game
    log, shuffles = LogTexts(game).of(table.log())
    return SavedGame(
        rules=game.rules,
        rules_version=game.version,
        id=id_ or new_id(),
        title="A game",
        players=game.players,
        options=dict(game.options),
        dealer=table.dealer,
        names=tuple(f"Player {seat}" for seat in range(game.players)),
        seats=(PERSON, *(Seat("level", "corporal") for _ in range(game.players - 1))),
        seed=seed,
        log=log,
        shuffles=shuffles,
        pending=pending_texts(game, table),
        snapshot=table.snapshot(),
        asked=tuple(table.actors()),
        result=result_of(table.outcome()),
        created=1_700_000_000,
        changed=1_700_000_100,
    )


def answer(table: Table, rng: Rng) -> None:
    """One of the seats that are asked makes any of its choices."""
    actors = table.actors()
    ask = table.ask(actors[int(rng.below(len(actors)))])
    assert ask is not None
    view = ask.view
    table.submit(ask.seat, ask.token, int(view.legal_nth(rng.below(view.legal_count()))))


def tables(game: Game, seed: object, *, dealer: int = 0, most: int = 400) -> Iterator[Table]:
    """The live table of a random game before each choice, and at its end if it comes that far."""
    rng = rng_from("saves", seed)
    table = Table(game, dealer, SeededChance(seed_bytes(seed)))
    for _ in range(most):
        yield table
        if table.outcome() is not None:
            return
        answer(table, rng)


def seed_bytes(seed: object) -> bytes:
    """The seed of the shuffles of ``tables``."""
    return seed_from_text(f"saves {seed}")


@cache
def some_save(rules: str, players: int, choices: int = 40, seed: object = 0) -> SavedGame:
    """A save some way into a game, with a commitment that waits if the rules have such."""
    best: SavedGame | None = None
    for count, table in enumerate(tables(rule_set(rules).game(players), seed)):
        if table.outcome() is not None and best is not None:
            break
        saved = saved_of(table, seed_bytes(seed), "0123456789abcdef")
        if best is None or saved.pending or not best.pending:
            best = saved
        if count >= choices and best.pending:
            break
        if count >= choices + 30:
            break
    assert best is not None
    return best


def changed(saved: SavedGame, **values: object) -> SavedGame:
    """A copy with other values."""
    return msgspec.structs.replace(saved, **values)
