"""The games of a tournament that are kept, to be looked at again."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ai.arena.play import GamePlayed
from ai.arena.setup import ArenaSetup, Bench
from ai.arena.store import Store
from engine.records import check_record, parse_json
from tui.learning.playback import Playback, of_record


class Kept(NamedTuple):
    """The last games of a tournament, the last one first, and how many there are in all."""

    games: list[GamePlayed]
    total: int


def kept_games(store: Path, setup: ArenaSetup, most: int) -> Kept:
    """The last ``most`` games of ``setup``; none where nothing was kept. Raises StoreFault."""
    if not store.exists():
        return Kept([], 0)
    with Store(store, create=False) as opened:
        tournament = opened.find(Bench(setup))
        if tournament is None:
            return Kept([], 0)
        return Kept(opened.last_games(tournament, most), tournament.games)


def playback_of(store: Path, setup: ArenaSetup, game: GamePlayed) -> Playback | None:
    """A kept game to be replayed, None if it is gone. Raises StoreFault, RecordFault and
    NothingToReplay."""
    with Store(store, create=False) as opened:
        tournament = opened.find(Bench(setup))
        if tournament is None:
            return None
        line = opened.record(tournament, game.deal, game.seating)
    return of_record(check_record(parse_json(line)).record)
