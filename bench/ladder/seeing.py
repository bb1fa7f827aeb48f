"""The player that sees all hands: an upper bound of what better beliefs can bring.

It searches as the general does, but in the one true world, the stock and later shuffles drawn
anew for each playout: who sees the stock as well plays for one future and loses. It is here and
nowhere else; the app and the arena hand out views only.
"""

from __future__ import annotations

from typing import Any

from seer import Seer

from ai.compositions.battalion import PhasedPlayer
from ai.compositions.generals_war import HEAT, SquadPlayer, habit
from ai.levels import composition
from ai.player import Budget, Player, Thought
from ai.search.expectation import Worlds
from ai.search.war_squads import SquadSearch
from ai.searching import SearchingPlayer
from engine.chance import FastChance
from engine.game import Game, State, View
from engine.generals_war.view import WarView
from engine.rng import Rng


class TrueWorlds(Worlds):
    """The position as it is, its stock shuffled again for every world."""

    def __init__(self, state: State) -> None:
        copy: Any = state.clone()
        # A stock of its own, shuffled in place: copies share it, and are done with it before the
        # next world is drawn.
        copy.stock = copy.stock[:]
        self.state = copy

    def draw(self, rng: Rng) -> State:
        stock = self.state.stock
        top = int(self.state.top)
        for last in range(len(stock) - 1, top, -1):
            other = top + int(rng.below(last - top + 1))
            stock[last], stock[other] = stock[other], stock[last]
        world: State = self.state.clone()
        world.chance = FastChance(rng.fork())
        return world


class SeeingMethod:
    """A method of search whose worlds are the true one."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self.state: State | None = None

    def worlds(self, view: View) -> Worlds:
        assert self.state is not None
        return TrueWorlds(self.state)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


class SeeingPlayer(Seer):
    """The general of a rule set, its worlds replaced by the true one."""

    def __init__(self, general: SearchingPlayer, worlds: int) -> None:
        self._method = SeeingMethod(general._method)
        self._player = SearchingPlayer(self._method, worlds)

    def see(self, state: State) -> None:
        self._method.state = state

    def choose(self, view: View, budget: Budget, rng: Rng) -> Thought:
        return self._player.choose(view, budget, rng)


class SeeingSquads(SquadPlayer, Seer):
    """The general of General's War, its sampled hands replaced by the true ones."""

    def __init__(self, worlds: int) -> None:
        super().__init__(worlds)
        self._state: State | None = None

    def see(self, state: State) -> None:
        self._state = state

    def _search(self, view: WarView, enemy: int, rng: Rng, deadline: float) -> SquadSearch:
        assert self._state is not None
        usual = habit(int(view.public.players))
        search = SquadSearch(view, enemy, TrueWorlds(self._state), usual, HEAT)
        search.run(rng, self._worlds, deadline)
        return search


WORLDS = 100
SQUAD_WORLDS = 20


def seeing_player(game: Game) -> Player:
    """The all-seeing player of a game."""
    if game.rules == "generals-war":
        return SeeingSquads(SQUAD_WORLDS)
    general = composition(game.rules).general()
    if isinstance(general, PhasedPlayer):
        # Its search of attacks; acquisition is played by rule of thumb.
        general = general.late
    if not isinstance(general, SearchingPlayer):
        raise NotImplementedError(f"there is no all-seeing player for {game.rules}")
    return SeeingPlayer(general, WORLDS)
