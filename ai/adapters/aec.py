"""Every rule set as a PettingZoo AEC environment (``messdeck[adapters]``, ``docs/arena.md``).

    env = aec.env("generals-war", players=4, target=100)
    env.reset(seed=1)

An agent is a seat, ``seat_0`` and so on. It observes ``{"observation": row, "action_mask": mask}``:
the row is its own view (``encoding``), the mask tells which actions there are. Action n is the
n-th legal choice of the seat in the order of the rules; ``action_text(n)`` says what it is. In a
simultaneous round seats act one after the other, and no one observes what others chose.
The reward comes at the end: the share of the first place less the fair share; it sums to 0.
"""

from __future__ import annotations

import os
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ai.adapters.encoding import HIGHEST, LOWEST, Encoder
from engine.actions import action_text
from engine.chance import SEED_BYTES, SeededChance, seed_from_text
from engine.game import State
from engine.registry import rule_set

Observation = dict[str, NDArray[Any]]

# Actions of an environment. More choices at once can only come of the oddest hands; those beyond
# are not offered.
_SUBSETS: Final = 2048
_ACTIONS: Final = {"fight-for-the-lead": 64, "generals-war": 4096}


def actions_of(rules: str, players: int) -> int:
    """How many actions the environment of a rule set has."""
    if rules == "battalion-twins":
        return _SUBSETS * (players - 1) + 128
    return _ACTIONS.get(rules, _SUBSETS + 128)


def env(rules: str, players: int | None = None, **options: int | str) -> Any:
    """An environment that refuses illegal use, as PettingZoo's own are. players: the smallest
    table if left out. Raises UnknownRules or OptionFault."""
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(raw_env(rules, players, **options))
    )


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  # PettingZoo's own way of naming it
    """The environment itself."""

    metadata: dict[str, Any] = {"name": "messdeck", "render_modes": [], "is_parallelizable": False}
    render_mode = None

    def __init__(self, rules: str, players: int | None = None, **options: int | str) -> None:
        super().__init__()
        found = rule_set(rules)
        self._game = found.game(found.seats[0] if players is None else players, options)
        self.metadata = {**self.metadata, "name": f"messdeck_{rules}_{self._game.players}"}
        seats = self._game.players
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._encoder = Encoder(rules, seats)
        size = actions_of(rules, seats)
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(LOWEST, HIGHEST, (self._encoder.size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._size = size
        self._state: State | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals. seed: the same gives the same shuffles; None draws one. options: ``dealer``."""
        secret = os.urandom(SEED_BYTES) if seed is None else seed_from_text(str(seed))
        dealer = int((options or {}).get("dealer", 0)) % self._game.players
        self._state = self._game.start(dealer, SeededChance(secret))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._next()

    def step(self, action: int | None) -> None:
        """Makes the choice number ``action`` of the seat that is asked."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        state = self._position()
        seat = self._seat(self.agent_selection)
        if action is None or not 0 <= action < state.legal_count(seat):
            raise ValueError(f"{self.agent_selection} has no action {action} now")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        state.play(seat, state.legal_nth(seat, int(action)), None)
        if state.is_over():
            self._finish(state)
        else:
            self._next()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """What a seat knows, and which actions it has now."""
        view = self._position().view(self._seat(agent))
        mask = np.zeros(self._size, dtype=np.int8)
        mask[: int(view.legal_count())] = 1
        return {"observation": self._encoder.row(view.dump()), "action_mask": mask}

    def action_text(self, action: int) -> str:
        """The choice that ``action`` is for the seat that is asked now: ``attack 2 QS JS``."""
        state = self._position()
        return action_text(int(state.legal_nth(self._seat(self.agent_selection), action)))

    def render(self) -> None:
        """Nothing is drawn."""

    def close(self) -> None:
        """Nothing is open."""

    def _position(self) -> State:
        if self._state is None:
            raise ValueError("reset() comes first")
        return self._state

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def _next(self) -> None:
        self.agent_selection = self.possible_agents[int(self._position().next_actor())]

    def _finish(self, state: State) -> None:
        outcome = state.outcome()
        assert outcome is not None
        first = outcome.places.count(1)
        for seat, agent in enumerate(self.possible_agents):
            won = 1 / first if outcome.places[seat] == 1 else 0.0
            self.rewards[agent] = won - 1 / self._game.players
            self.terminations[agent] = True
            self.infos[agent] = {"place": outcome.places[seat], "score": outcome.scores[seat]}
