"""One game between players: the arena asks, hands out views and keeps the log."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from time import perf_counter
from typing import Final, NamedTuple

from ai.arena.lineup import ArenaFault
from ai.arena.spans import Histogram, Spans
from ai.bots.faults import BotFault
from ai.levels import LEVELS
from ai.player import Budget, Player, player_rng
from ai.random_player import RandomPlayer
from engine.actions import action_text
from engine.chance import SEED_BYTES, SeededChance, seed_from_text
from engine.game import Game
from engine.log import Entry
from engine.outcome import Outcome
from engine.records import Record
from engine.refusals import IllegalAction
from engine.table import Table

# Characters of the reason of a forfeit.
MOST_REASON: Final = 200


class GamePlayed(NamedTuple):
    """A game of the arena, by plain values.

    deal: number of the deal, from 0. dealer: the first dealer's seat. The rest is one a seat:
    names, places (1 the best), scores, choices (how many), seconds (spent on them); and the log,
    empty if it was not asked for. seating: number of the seating, from 0. spans: the times of the
    choices. forfeits: why a seat forfeited the game, "" if it did not; places and scores are as
    the game ended, played on by lot for that seat.
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
    seating: int = 0
    spans: tuple[Spans, ...] = ()
    forfeits: tuple[str, ...] = ()


def is_ours(name: str) -> bool:
    """Whether the player written as ``name`` is one of our levels."""
    return name.partition(":")[0] in LEVELS


def _one_line(text: str) -> str:
    return " ".join(text.split())[:MOST_REASON]


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
    seating: int = 0,
) -> GamePlayed:
    """Plays one game to its end; ``players`` and ``names`` one a seat.

    A bot or a plug-in that goes wrong forfeits: its seat plays on by lot, from its own stream.
    Raises ArenaFault, for what would be our fault: ``player-failed`` when one of our levels
    raises, ``illegal-choice`` when the rules refuse its choice.
    """
    secret = deal_seed(seed, deal)
    dealer = deal % game.players
    table = Table(game, dealer, SeededChance(secret))
    seated: list[Player] = list(players)
    choices = [0] * game.players
    seconds = [0.0] * game.players
    times = [Histogram() for _ in range(game.players)]
    forfeits = [""] * game.players
    ours = [is_ours(name) for name in names]
    while asked := table.actors():
        # In a simultaneous round each one is asked before any answer is in.
        asks = [ask for ask in map(table.ask, asked) if ask is not None]
        for ask in asks:
            seat = ask.seat
            rng = player_rng(secret, seat, choices[seat])
            began = perf_counter()
            why = ""
            try:
                action = seated[seat].choose(ask.view, budget, rng).action
                if not ours[seat] and (refusal := ask.view.refusal(action)) is not None:
                    why = f"illegal: {action_text(action)} ({refusal.code})"
            except BotFault as fault:
                why = fault.reason
            except Exception as error:
                if ours[seat]:
                    raise ArenaFault(
                        "player-failed",
                        player=names[seat],
                        seat=seat,
                        deal=deal,
                        fault=f"{type(error).__name__}: {error}",
                    ) from error
                why = _one_line(f"raised: {type(error).__name__}: {error}")
            if why:
                forfeits[seat] = why
                seated[seat] = RandomPlayer()
                rng = player_rng(secret, seat, choices[seat])
                action = seated[seat].choose(ask.view, budget, rng).action
            if not forfeits[seat]:
                spent = perf_counter() - began
                seconds[seat] += spent
                times[seat].add(spent)
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
        seating,
        tuple(found.spans() for found in times),
        tuple(forfeits),
    )


def record_of(game: Game, seed: str, played: GamePlayed) -> Record:
    """The record of a game that was played with its log kept; seed and deal stand in it, and why
    seats forfeited it, if any did."""
    arena: dict[str, object] = {"seed": seed, "deal": played.deal}
    if any(played.forfeits):
        arena["forfeits"] = list(played.forfeits)
    return Record(
        game,
        played.dealer,
        list(played.names),
        list(played.log),
        Outcome(played.places, played.scores, played.ending),
        {"arena": arena},
    )
