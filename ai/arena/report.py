"""The result of an arena run, as values; printing it is somebody else's work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from ai.arena.play import GamePlayed
from ai.arena.stats import estimate, first_shares
from engine.options import Options


@dataclass(frozen=True)
class PlayerResult:
    """What one player did, all seats of its name together.

    games: games times the seats it held in them. share: of the first place, a seat and game
    (ties shared), so that a player like all others has 1 / seats. mean: result a seat and game,
    in what the rule set counts. low and high: the 95 % interval over deal sets, None with fewer
    than two sets; share and mean are None with none. ms_mean: milliseconds a choice.
    """

    name: str
    games: int
    share: float | None
    share_low: float | None
    share_high: float | None
    mean: float | None
    mean_low: float | None
    mean_high: float | None
    ms_mean: float | None


@dataclass(frozen=True)
class ArenaResult:
    """rules, options (every one with its value), seats; deals and games played; the players in
    the order of the line-up."""

    rules: str
    options: Options
    seats: int
    deals: int
    games: int
    players: tuple[PlayerResult, ...]

    def to_json(self) -> dict[str, object]:
        """Plain values with the names of the attributes; None for what is not known."""
        found: dict[str, object] = asdict(self)
        found["players"] = [asdict(player) for player in self.players]
        return found


class _Column:
    """One player's figures: one value a deal set for share and mean, and totals."""

    def __init__(self) -> None:
        self.shares: list[float] = []
        self.means: list[float] = []
        self.games = 0
        self.choices = 0
        self.seconds = 0.0


class Tally:
    """Adds up deal sets; ``result`` may be asked at any time."""

    def __init__(self, rules: str, options: Options, seats: int, lineup: Sequence[str]) -> None:
        self._head = (rules, options, seats)
        self._deals = 0
        self._games = 0
        self._columns = {name: _Column() for name in lineup}

    def add(self, games: Sequence[GamePlayed]) -> None:
        """Adds one deal set: the games of one deal, one a seating."""
        self._deals += 1
        self._games += len(games)
        for name, column in self._columns.items():
            share, score, held = 0.0, 0, 0
            for game in games:
                shares = first_shares(game.places)
                for seat, at in enumerate(game.names):
                    if at == name:
                        share += shares[seat]
                        score += game.scores[seat]
                        held += 1
                        column.choices += game.choices[seat]
                        column.seconds += game.seconds[seat]
            column.games += held
            column.shares.append(share / held)
            column.means.append(score / held)

    def result(self) -> ArenaResult:
        """What the sets added so far say."""
        players: list[PlayerResult] = []
        for name, column in self._columns.items():
            share = estimate(column.shares, 0.0, 1.0)
            mean = estimate(column.means)
            spent = 1000 * column.seconds / column.choices if column.choices else None
            players.append(PlayerResult(name, column.games, *share, *mean, spent))
        return ArenaResult(*self._head, self._deals, self._games, tuple(players))
