"""The result of an arena run, as values; printing it is somebody else's work."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from ai.arena.play import GamePlayed
from ai.arena.ratings import Comparisons
from ai.arena.spans import Histogram
from ai.arena.stats import Sprt, SprtState, counted, estimate, first_shares, superiority
from engine.options import Options


@dataclass(frozen=True)
class PlayerResult:
    """What one player did, all seats of its name together.

    games: games times the seats it held in them. share: of the first place, a seat and game
    (ties shared), so that a player like all others has 1 / seats. mean: result a seat and game,
    in what the rule set counts. low and high: the 95 % interval over deal sets, None with fewer
    than two sets; share and mean are None with none. ms_mean: milliseconds a choice. rating: in
    points around the mean of the line-up, 0; None with one player, without a set, or where the
    rating library is not installed. forfeits: seats and games forfeited. ms_p99: the milliseconds
    that 99 of 100 choices do not exceed.
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
    rating: float | None
    rating_low: float | None
    rating_high: float | None
    forfeits: int
    ms_p99: float | None


@dataclass(frozen=True)
class ArenaResult:
    """rules, options (every one with its value), seats; deals and games played; the players in
    the order of the line-up. los: how likely it is that the first of two players is the better
    one, None with more players or without a set. sprt: where the test stands, if there is one."""

    rules: str
    options: Options
    seats: int
    deals: int
    games: int
    players: tuple[PlayerResult, ...]
    los: float | None
    sprt: SprtState | None

    def to_json(self) -> dict[str, object]:
        """Plain values with the names of the attributes; None for what is not known."""
        found: dict[str, object] = asdict(self)
        found["players"] = [asdict(player) for player in self.players]
        found["sprt"] = None if self.sprt is None else self.sprt._asdict()
        return found


class _Column:
    """One player's figures: one value a deal set for share and mean, and totals."""

    def __init__(self) -> None:
        self.shares = array("d")
        self.means = array("d")
        self.games = 0
        self.choices = 0
        self.seconds = 0.0
        self.forfeits = 0
        self.times = Histogram()

    def count(self, game: GamePlayed, seat: int) -> None:
        """Counts what has to be added up only."""
        self.games += 1
        self.seconds += game.seconds[seat]
        if game.spans:
            self.times.merge(game.spans[seat])
            self.choices += sum(count for _, count in game.spans[seat])
        else:
            self.choices += game.choices[seat]
        if game.forfeits and game.forfeits[seat]:
            self.forfeits += 1


class Tally:
    """Adds up deal sets; ``result`` may be asked at any time.

    sprt: the test to be made of the first player's shares, if one is.
    """

    def __init__(
        self,
        rules: str,
        options: Options,
        seats: int,
        lineup: Sequence[str],
        sprt: Sprt | None = None,
    ) -> None:
        self._head = (rules, options, seats)
        self._seats = seats
        self._deals = 0
        self._games = 0
        self._columns = {name: _Column() for name in lineup}
        self._number = {name: number for number, name in enumerate(self._columns)}
        self._comparisons = Comparisons(len(self._columns))
        # What the first player has above its fair share; against itself: what the first seat has.
        self._edges = array("d")
        self._sprt = sprt

    @property
    def decided(self) -> bool:
        """Whether a test is made and has its verdict: further sets add nothing to it."""
        return self._sprt is not None and self._sprt.decided

    def add(self, games: Sequence[GamePlayed]) -> None:
        """Adds one deal set: the games of one deal, one a seating."""
        self._deals += 1
        self._games += len(games)
        size = len(self._columns)
        wins = [0.0] * (size * size)
        shares = [0.0] * size
        scores = [0] * size
        held = [0] * size
        first = 0.0
        for game in games:
            places, points = counted(game.places, game.scores, game.forfeits)
            firsts = first_shares(places)
            numbers = [self._number[name] for name in game.names]
            first += firsts[0]
            for seat, number in enumerate(numbers):
                shares[number] += firsts[seat]
                scores[number] += points[seat]
                held[number] += 1
                self._columns[game.names[seat]].count(game, seat)
            _compare(numbers, places, size, wins)
        for number, column in enumerate(self._columns.values()):
            column.shares.append(shares[number] / held[number])
            column.means.append(scores[number] / held[number])
        self._comparisons.add(wins)
        if size <= 2:
            share = shares[0] / held[0] if size == 2 else first / len(games)
            self._edges.append(share - 1 / self._seats)
            if self._sprt is not None:
                self._sprt.add(share)

    def result(self) -> ArenaResult:
        """What the sets added so far say."""
        players: list[PlayerResult] = []
        ratings = self._comparisons.ratings()
        for (name, column), rating in zip(self._columns.items(), ratings, strict=True):
            # A player among nobody but itself has the fair share by the rules of counting.
            share = estimate(column.shares, *((0.0, 1.0) if len(self._columns) > 1 else ()))
            mean = estimate(column.means)
            spent = 1000 * column.seconds / column.choices if column.choices else None
            slow = column.times.quantile(0.99)
            players.append(
                PlayerResult(
                    name,
                    column.games,
                    *share,
                    *mean,
                    spent,
                    *rating,
                    column.forfeits,
                    None if slow is None else 1000 * slow,
                )
            )
        los = superiority(self._edges) if len(players) <= 2 else None
        state = None if self._sprt is None else self._sprt.state
        return ArenaResult(*self._head, self._deals, self._games, tuple(players), los, state)


def _compare(numbers: Sequence[int], places: Sequence[int], size: int, wins: list[float]) -> None:
    """Adds every pair of seats of different players to ``wins``, ties as halves."""
    for seat, number in enumerate(numbers):
        for other in range(seat):
            rival = numbers[other]
            if rival == number:
                continue
            one = 1.0 if places[seat] < places[other] else 0.0
            if places[seat] == places[other]:
                one = 0.5
            wins[number * size + rival] += one
            wins[rival * size + number] += 1 - one
