"""Every rule set for OpenSpiel's players of imperfect information (needs the package open_spiel).

    player = IsmctsPlayer(simulations=200)   # a Player, as of ai.player
    player.choose(view, budget, rng)

``Position`` has what ``open_spiel.python.algorithms.ismcts.ISMCTSBot`` and the bot that chooses
uniformly at random ask of a state; they are used as they come. The root is made of a view, so the
bot knows no more than the seat does; what it imagines are worlds sampled from that view. In a
simultaneous round seats choose one after the other and see nothing of each other. Utilities are
shares of the first place. An action is one of our codes.
"""

from __future__ import annotations

import json
from typing import Any, Final

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts
from open_spiel.python.bots import uniform_random

from ai.player import Budget, Thought
from ai.search.playout import play_out
from ai.search.policy import PlaceUtility, RandomPolicy
from ai.thumb import forced
from engine.game import State, View
from engine.rng import Rng

# The factor of the confidence term, for utilities from 0 to 1.
UCT_C: Final = 0.7
# What views tell that imagined worlds do not: how certain things came to be known.
_UNTOLD: Final = ("ledger", "memory")


class SequentialGame:
    """What the bots ask of a game."""

    class Kind:
        dynamics = pyspiel.GameType.Dynamics.SEQUENTIAL
        information = pyspiel.GameType.Information.IMPERFECT_INFORMATION

    def __init__(self, players: int) -> None:
        self._players = players

    def get_type(self) -> type[Kind]:
        return self.Kind

    def num_players(self) -> int:
        return self._players


class Position:
    """A position as OpenSpiel's players see one: at the root a seat's view, further on an imagined
    state. seat: who chooses next; several are asked in a simultaneous round."""

    def __init__(self, known: View | State, seat: int, rng: Rng) -> None:
        self._known = known
        self._seat = seat
        self._rng = rng
        self._key = ""

    def get_game(self) -> SequentialGame:
        return SequentialGame(self._known.game.players)

    def current_player(self) -> int:
        return self._seat

    def legal_actions(self, player: int | None = None) -> list[int]:
        if isinstance(self._known, View):
            return self._known.legal_actions()
        return self._known.legal_actions(self._seat if player is None else player)

    def information_state_string(self, player: int | None = None) -> str:
        """What the seat that is asked knows."""
        if not self._key:
            known = self._known
            view = known if isinstance(known, View) else known.view(self._seat)
            told = {name: part for name, part in view.dump().items() if name not in _UNTOLD}
            self._key = json.dumps(told)
        return self._key

    observation_string = information_state_string

    def is_terminal(self) -> bool:
        return isinstance(self._known, State) and self._known.is_over()

    def is_chance_node(self) -> bool:
        return False

    def apply_action(self, action: int) -> None:
        assert isinstance(self._known, State)
        self._known.play(self._seat, action, None)
        seat = int(self._known.next_actor())
        self._seat = seat if seat >= 0 else int(pyspiel.PlayerId.TERMINAL)
        self._key = ""

    def clone(self) -> Position:
        known = self._known
        return Position(known.clone() if isinstance(known, State) else known, self._seat, self._rng)

    def returns(self) -> list[float]:
        """Each seat's share of the first place; zeros before the end."""
        if not self.is_terminal():
            return [0.0] * self._known.game.players
        assert isinstance(self._known, State)
        return PlaceUtility().values(self._known)

    def resample_from_infostate(self, player: int, sampler: Any) -> Position:
        """A world that agrees with what the seat at the root knows."""
        assert isinstance(self._known, View)
        return Position(self._known.sample(self._rng), self._known.seat, self._rng)

    def played_out(self, rng: Rng) -> list[float]:
        """The utilities at the end of a game played on at random."""
        assert isinstance(self._known, State)
        copy = self._known.clone()
        play_out(copy, RandomPolicy(), rng, 0)
        return PlaceUtility().values(copy)


class Playouts:
    """OpenSpiel's evaluation by one random playout, without its loop in Python."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def evaluate(self, state: Position) -> list[float]:
        return state.returns() if state.is_terminal() else state.played_out(self._rng)

    def prior(self, state: Position) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1.0 / len(actions)) for action in actions]


class IsmctsPlayer:
    """OpenSpiel's information-set tree search, its final choice the one most visited."""

    def __init__(self, simulations: int, uct_c: float = UCT_C) -> None:
        self._simulations = simulations
        self._uct_c = uct_c

    def choose(self, view: View, budget: Budget, rng: Rng) -> Thought:
        if view.legal_count() == 1:
            return forced(view)
        position = Position(view, view.seat, rng.fork())
        bot = ismcts.ISMCTSBot(
            position.get_game(),
            Playouts(rng.fork()),
            self._uct_c,
            self._simulations,
            random_state=np.random.RandomState(int(rng.word())),
        )
        return Thought(int(bot.step(position)))


class RandomBotPlayer:
    """OpenSpiel's bot that chooses uniformly at random."""

    def choose(self, view: View, budget: Budget, rng: Rng) -> Thought:
        if view.legal_count() == 1:
            return forced(view)
        bot = uniform_random.UniformRandomBot(view.seat, np.random.RandomState(int(rng.word())))
        return Thought(int(bot.step(Position(view, view.seat, rng.fork()))))
