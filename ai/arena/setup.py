"""What is to be played, and a setup made ready to play."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Final

from ai.arena.lineup import ArenaFault, fill, seatings
from ai.arena.play import GamePlayed, play_game
from ai.bots.player import BotPlayer, is_bot
from ai.levels import level, parse_player
from ai.player import Budget, Player
from engine.game import Game
from engine.registry import rule_set

MOST_DEALS: Final = 10_000_000
MOST_JOBS: Final = 1024


def processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS
        return os.cpu_count() or 1


@dataclass(frozen=True)
class ArenaSetup:
    """What is to be played.

    rules: id of the rule set. players: players as written; with fewer than ``seats`` the last one
    is repeated. seats: 2 to 6, as the rule set has it. deals: 0 to MOST_DEALS. seed: any text.
    options: of the rule set, defaults left out. seconds: limit of a choice, None for none; with a
    limit the same seed need not give the same games. jobs: processes, 1 or more; the games do
    not depend on it. keep_logs: keep what records need. scheduler: address of a Dask scheduler
    whose workers play; "" to play here. sprt: two shares of first places of the first player; the
    run ends as soon as it is clear which one holds.
    """

    rules: str
    players: tuple[str, ...]
    seats: int
    deals: int
    seed: str
    options: Mapping[str, object] = field(default_factory=dict)
    seconds: float | None = None
    jobs: int = 1
    keep_logs: bool = False
    scheduler: str = ""
    sprt: tuple[float, float] | None = None


class Bench:
    """A setup made ready to play: its game, its players by name and its seatings.

    Raises OptionFault, UnknownRules, UnknownPlayer or ArenaFault for a setup that cannot be.
    """

    def __init__(self, setup: ArenaSetup) -> None:
        for name, value, most in (
            ("deals", setup.deals, MOST_DEALS),
            ("jobs", setup.jobs, MOST_JOBS),
        ):
            low = 0 if name == "deals" else 1
            if not low <= value <= most:
                raise ArenaFault("out-of-range", name=name, value=value, low=low, high=most)
        if setup.seconds is not None and not 0 < setup.seconds < 1e6:
            raise ArenaFault("out-of-range", name="seconds", value=setup.seconds, low=0, high=1e6)
        self.setup = setup
        self.game: Game = rule_set(setup.rules).game(setup.seats, setup.options)
        self.lineup = fill([parse_player(text).text for text in setup.players], setup.seats)
        self.players: dict[str, Player] = {text: level(text, self.game) for text in self.lineup}
        self.seatings = seatings(self.lineup)
        if setup.sprt is not None:
            self._check_sprt(*setup.sprt)

    @property
    def top(self) -> float:
        """The largest share, a seat and game, that the first player can have in a deal set."""
        alone = len(set(self.lineup)) == 1
        return 1.0 if alone else 1 / self.lineup.count(self.lineup[0])

    def _check_sprt(self, share0: float, share1: float) -> None:
        if len(set(self.lineup)) > 2:
            raise ArenaFault("sprt-players", players=len(set(self.lineup)))
        if not 0 < share0 < share1 < self.top:
            raise ArenaFault("sprt-shares", low=share0, high=share1, top=self.top)

    def play(self, deal: int) -> list[GamePlayed]:
        """The deal set of ``deal``: one game a seating, in the order of ``seatings``."""
        return [self._play(deal, number) for number in range(len(self.seatings))]

    def _play(self, deal: int, number: int) -> GamePlayed:
        names = self.seatings[number]
        with ExitStack() as leaving:
            return play_game(
                self.game,
                [self._seated(name, leaving) for name in names],
                names,
                self.setup.seed,
                deal,
                Budget(self.setup.seconds),
                keep_log=self.setup.keep_logs,
                seating=number,
            )

    def _seated(self, name: str, leaving: ExitStack) -> Player:
        """The player of a seat; a bot is there for this seat and game alone."""
        if not is_bot(name):
            return self.players[name]
        bot = BotPlayer(name)
        leaving.callback(bot.close)
        return bot
