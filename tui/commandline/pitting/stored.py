"""What the commands about stored games share: the file, and a tournament's figures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from tui.commandline.house import Problem, folder_of_saves
from tui.words import Words
from tui.words.marks import N_

if TYPE_CHECKING:
    from ai.arena.play import GamePlayed
    from ai.arena.report import ArenaResult
    from ai.arena.store import Store, Tournament

FILE: Final = "arena.sqlite"


def store_option(words: Words) -> click.Option:
    """``--store``, for the commands that only read it."""
    return click.Option(
        ["--store"],
        type=click.Path(path_type=Path),
        metavar="FILE",
        help=words.gettext(
            N_("The database of messdeck arena --store; arena.sqlite beside the saves if left out.")
        ),
    )


def number_option(words: Words) -> click.Option:
    """``--number``: one tournament of several."""
    return click.Option(
        ["--number"],
        metavar="N",
        help=words.gettext(N_("Only the tournament with this number.")),
    )


def open_store(words: Words, ctx: click.Context, given: Path | None) -> Store:
    """The store that is meant. Raises StoreFault."""
    from ai.arena.store import Store

    return Store(given or folder_of_saves(words, ctx, None) / FILE, create=False)


def picked(words: Words, store: Store, number: str | None) -> list[Tournament]:
    """The tournaments that are meant: all, or the one with that number. Raises Problem."""
    found = store.tournaments()
    if number is None:
        return found
    for tournament in found:
        if str(tournament.number) == number:
            return [tournament]
    text = N_("There is no tournament {text} in {path}; messdeck results lists them.")
    values: dict[str, object] = {
        "text": words.said(f"“{number}”", 40),
        "path": words.said(str(store.path)),
    }
    raise Problem(words.fill(text, values))


def result_of(store: Store, tournament: Tournament) -> ArenaResult:
    """The figures of a stored tournament, over its complete deal sets. Raises StoreFault."""
    from ai.arena.report import Tally

    tally = Tally(tournament.rules, dict(tournament.options), tournament.seats, tournament.lineup)
    games: list[GamePlayed] = []
    for game in store.all_games(tournament):
        if games and games[0].deal != game.deal:
            games = []
        games.append(game)
        if len(games) == tournament.seatings:
            tally.add(games)
            games = []
    return tally.result()
