"""One game between players: the arena asks, hands out views and keeps the log."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import NamedTuple

from ai.arena.lineup import ArenaFault
from ai.player import Budget, Player, player_rng
from engine.actions import action_text
from engine.chance import SEED_BYTES, SeededChance, seed_from_text
from engine.game import Game
from engine.log import Entry
from engine.refusals import IllegalAction
from engine.table import Table


class GamePlayed(NamedTuple):
    """A game of the arena, by plain values.

    deal: number of the deal, from 0. dealer: the first dealer's seat. The rest is one a seat:
    names, places (1 the best), scores, choices (how many), seconds (spent on them); and the log,
    empty if it was not asked for.
    """

    deal: int
    dealer: int
    names: tuple[str, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    ending: str
    choices: tuple[int, ...]
    seconds: tuple[float, ...]
    log: tuple[Entry, ...]


def deal_seed(seed: str, deal: int) -> bytes:
    """The seed of a deal's games: of their shuffles and of every player's stream."""
    key = seed_from_text(seed)
    return hashlib.blake2b(deal.to_bytes(8, "big"), key=key, digest_size=SEED_BYTES).digest()


def play_game(
    game: Game,
    players: Sequence[Player],
    names: Sequence[str],
    seed: str,
    deal: int,
    budget: Budget,
    *,
    keep_log: bool = False,
    stopped: Callable[[], bool] = lambda: False,
) -> GamePlayed:
    """Plays one game to its end; ``players`` and ``names`` one a seat.

    stopped: asked before every choice whether to give up. Raises ArenaFault: ``player-failed``
    when a player raises, ``illegal-choice`` when the rules refuse its choice, ``stopped``.
    """
    secret = deal_seed(seed, deal)
    dealer = deal % game.players
    table = Table(game, dealer, SeededChance(secret))
    choices = [0] * game.players
    seconds = [0.0] * game.players
    while asked := table.actors():
        # In a simultaneous round each one is asked before any answer is in.
        asks = [ask for ask in map(table.ask, asked) if ask is not None]
        for ask in asks:
            if stopped():
                raise ArenaFault("stopped")
            seat = ask.seat
            rng = player_rng(secret, seat, choices[seat])
            began = perf_counter()
            try:
                action = players[seat].choose(ask.view, budget, rng).action
            except Exception as error:
                raise ArenaFault(
                    "player-failed",
                    player=names[seat],
                    seat=seat,
                    deal=deal,
                    fault=f"{type(error).__name__}: {error}",
                ) from error
            seconds[seat] += perf_counter() - began
            choices[seat] += 1
            try:
                table.submit(seat, ask.token, action)
            except IllegalAction as error:
                raise ArenaFault(
                    "illegal-choice",
                    player=names[seat],
                    seat=seat,
                    deal=deal,
                    choice=action_text(action),
                    refusal=error.code,
                ) from error
    outcome = table.outcome()
    assert outcome is not None
    return GamePlayed(
        deal,
        dealer,
        tuple(names),
        outcome.places,
        outcome.scores,
        outcome.ending,
        tuple(choices),
        tuple(seconds),
        table.log() if keep_log else (),
    )
