"""A deal set of the ladder: the same games as the arena's, with a clock of the process's own time,
and with the position itself for the one player that may see it."""

from __future__ import annotations

import time
from typing import NamedTuple

from cells import Cell
from seats import seated
from seer import Seer

from ai.arena.play import deal_seed
from ai.arena.stats import first_shares
from ai.player import NO_LIMIT, Player, player_rng
from engine.chance import SeededChance
from engine.game import Game
from engine.registry import rule_set

SEED = "ladder"


class SetPlayed(NamedTuple):
    """share: of first places of A, over the seatings, 0 to 1. choices, seconds: of A and of the
    others, forced choices included. simulations: playouts that A's reasons tell of. weighed:
    choices of A that were searched."""

    share: float
    choices: tuple[int, int]
    seconds: tuple[float, float]
    simulations: float
    weighed: int


class Bench:
    """A cell made ready to play."""

    def __init__(self, cell: Cell) -> None:
        self.game: Game = rule_set(cell.rules).game(cell.seats)
        self.a = seated(cell.a, self.game)
        self.b = seated(cell.b, self.game)

    def play(self, deal: int) -> SetPlayed:
        """The deal in every seating."""
        seats = self.game.players
        games = [self._game(deal, seat) for seat in range(seats)]
        return SetPlayed(
            sum(game.share for game in games) / seats,
            tuple([sum(game.choices[n] for game in games) for n in range(2)]),
            tuple([sum(game.seconds[n] for game in games) for n in range(2)]),
            sum(game.simulations for game in games),
            sum(game.weighed for game in games),
        )

    def _game(self, deal: int, mine: int) -> SetPlayed:
        """A game with A at seat ``mine``."""
        game = self.game
        secret = deal_seed(SEED, deal)
        state = game.start(deal % game.players, SeededChance(secret))
        players: list[Player] = [self.b] * game.players
        players[mine] = self.a
        numbers = [0] * game.players
        choices, seconds = [0, 0], [0.0, 0.0]
        simulations, weighed = 0.0, 0
        while actors := state.actors():
            chosen: list[tuple[int, int]] = []
            for seat in actors:
                player = players[seat]
                if isinstance(player, Seer):
                    player.see(state.clone())
                view = state.view(seat)
                rng = player_rng(secret, seat, numbers[seat])
                began = time.process_time()
                thought = player.choose(view, NO_LIMIT, rng)
                which = 0 if seat == mine else 1
                seconds[which] += time.process_time() - began
                choices[which] += 1
                numbers[seat] += 1
                chosen.append((seat, thought.action))
                if which == 0 and thought.why is not None and thought.why.candidates:
                    first = thought.why.candidates[0]
                    worlds = thought.why.values.get("worlds")
                    if first.share and isinstance(worlds, int):
                        simulations += worlds / first.share
                        weighed += 1
            # In a simultaneous round nobody sees what the others chose.
            for seat, action in chosen:
                state.apply(seat, action)
        outcome = state.outcome()
        assert outcome is not None
        return SetPlayed(
            first_shares(outcome.places)[mine],
            (choices[0], choices[1]),
            (seconds[0], seconds[1]),
            simulations,
            weighed,
        )
