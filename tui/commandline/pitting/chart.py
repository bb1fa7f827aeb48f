"""Ratings with their intervals and the spread of results, drawn in signs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ai.arena.play import GamePlayed
    from ai.arena.report import PlayerResult

WIDTH: Final = 48
BINS: Final = 24
_HEIGHTS: Final = " ▁▂▃▄▅▆▇█"
_PLAIN_HEIGHTS: Final = " .:-=+*#@"


@dataclass
class Spread:
    """Results of one player: how often it came to each place (from 1) and to each score."""

    places: dict[int, int] = field(default_factory=dict)
    scores: dict[int, int] = field(default_factory=dict)

    def add(self, game: GamePlayed, seat: int) -> None:
        """Counts a seat of a game as the arena counts it."""
        from ai.arena.stats import counted

        places, scores = counted(game.places, game.scores, game.forfeits)
        self.places[places[seat]] = self.places.get(places[seat], 0) + 1
        self.scores[scores[seat]] = self.scores.get(scores[seat], 0) + 1


def bins(spreads: Sequence[Spread], most: int = BINS) -> tuple[int, int, list[list[int]]]:
    """Scores of all players in bins of one width: first score, width, counts a player."""
    seen = [score for spread in spreads for score in spread.scores]
    if not seen:
        return 0, 1, [[] for _ in spreads]
    low, high = min(seen), max(seen)
    width = max(1, -(-(high - low + 1) // most))
    size = (high - low) // width + 1
    counts = [[0] * size for _ in spreads]
    for spread, into in zip(spreads, counts, strict=True):
        for score, count in spread.scores.items():
            into[(score - low) // width] += count
    return low, width, counts


def heights(counts: Sequence[int], *, plain: bool) -> str:
    """Counts as a row of signs, the largest as high as a line."""
    signs = _PLAIN_HEIGHTS if plain else _HEIGHTS
    top = max(counts, default=0)
    return "".join(
        [signs[0 if not count else 1 + (len(signs) - 2) * count // top] for count in counts]
    )


def scale(players: Sequence[PlayerResult]) -> tuple[float, float] | None:
    """The span of all ratings and intervals with some room; None if no rating is known."""
    ends = [
        value
        for player in players
        for value in (player.rating, player.rating_low, player.rating_high)
        if value is not None
    ]
    if not ends:
        return None
    room = max(10.0, (max(ends) - min(ends)) * 0.05)
    return min(ends) - room, max(ends) + room


def rating_bar(player: PlayerResult, ends: tuple[float, float], *, plain: bool) -> str:
    """A player's rating as a point within its interval, on a line of WIDTH signs."""
    if player.rating is None:
        return ""
    line, tip, point = ("-", "|", "o") if plain else ("─", "┼", "●")

    def at(value: float) -> int:
        return round((value - ends[0]) / (ends[1] - ends[0]) * (WIDTH - 1))

    signs = [" "] * WIDTH
    if player.rating_low is not None and player.rating_high is not None:
        low, high = at(player.rating_low), at(player.rating_high)
        signs[low : high + 1] = [line] * (high + 1 - low)
        signs[low] = signs[high] = tip
    signs[at(player.rating)] = point
    return "".join(signs).rstrip()
