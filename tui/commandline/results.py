"""``messdeck results``: what is in a store of the arena, as a list or as rows."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from tui.commandline.house import HouseCommand, Problem
from tui.commandline.output import tell
from tui.commandline.pitting.standings import columns
from tui.commandline.pitting.stored import number_option, open_store, picked, store_option
from tui.words import Words
from tui.words.marks import N_

if TYPE_CHECKING:
    from ai.arena.play import GamePlayed
    from ai.arena.store import Store, Tournament

# One row a seat: that is what other programs count with. place and score are those of the
# standings, in which who forfeited is last; the game itself, played on by lot, ended with the
# two last ones.
ROW: Final = (
    "tournament", "rules", "version", "options", "seed", "deal", "seating", "dealer", "seat",
    "player", "place", "score", "ending", "forfeit", "choices", "seconds",
    "ended_place", "ended_score",
)  # fmt: skip


def command(words: Words) -> click.Command:
    """``messdeck results``."""
    say = words.gettext

    @click.pass_context
    def results(
        ctx: click.Context, store: Path | None, number: str | None, as_csv: bool, as_json: bool
    ) -> None:
        if as_csv and as_json:
            raise Problem(words.gettext(N_("Choose one of --csv and --json.")))
        with open_store(words, ctx, store) as opened:
            for line in _lines(words, opened, number, as_csv, as_json):
                tell(line)

    return HouseCommand(
        words,
        "results",
        callback=results,
        help=say(
            N_(
                "List the tournaments in a database of the arena, or print their games: as CSV, "
                "a row for each seat of each game, or as JSON, an object a line for each game."
            )
        ),
        short_help=say(N_("List what the arena has played.")),
        params=[
            store_option(words),
            number_option(words),
            click.Option(["--csv", "as_csv"], is_flag=True, help=say(N_("Print CSV."))),
            click.Option(["--json", "as_json"], is_flag=True, help=say(N_("Print JSON lines."))),
        ],
    )


def _lines(
    words: Words, store: Store, number: str | None, as_csv: bool, as_json: bool
) -> Iterator[str]:
    found = picked(words, store, number)
    if as_csv:
        yield ",".join(ROW)
        for tournament in found:
            for game in store.all_games(tournament):
                yield from _rows(tournament, game)
    elif as_json:
        for tournament in found:
            for game in store.all_games(tournament):
                yield json.dumps(_object(tournament, game))
    else:
        yield from _list(words, found)


def _object(tournament: Tournament, game: GamePlayed) -> dict[str, object]:
    """A game by names; ``tournament`` tells which of the store it belongs to."""
    places, scores = _counted(game)
    return {
        "tournament": tournament.number,
        "rules": tournament.rules,
        "version": tournament.version,
        "options": tournament.options,
        "seed": tournament.seed,
        "deal": game.deal,
        "seating": game.seating,
        "dealer": game.dealer,
        "names": game.names,
        "places": places,
        "scores": scores,
        "ending": game.ending,
        "forfeits": game.forfeits,
        "choices": game.choices,
        "seconds": game.seconds,
        "ended_places": game.places,
        "ended_scores": game.scores,
    }


def _counted(game: GamePlayed) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Places and scores as the standings count them."""
    from ai.arena.stats import counted

    return counted(game.places, game.scores, game.forfeits)


def _rows(tournament: Tournament, game: GamePlayed) -> Iterator[str]:
    places, scores = _counted(game)
    for seat, player in enumerate(game.names):
        row = (
            tournament.number,
            tournament.rules,
            tournament.version,
            json.dumps(tournament.options),
            tournament.seed,
            game.deal,
            game.seating,
            game.dealer,
            seat,
            player,
            places[seat],
            scores[seat],
            game.ending,
            game.forfeits[seat],
            game.choices[seat],
            game.seconds[seat],
            game.places[seat],
            game.scores[seat],
        )
        line = io.StringIO()
        csv.writer(line, lineterminator="").writerow(row)
        yield line.getvalue()


def _deals(words: Words, one: Tournament) -> str:
    """How many deals are played, and of how many, if more were asked for."""
    played = one.games // one.seatings
    if one.asked is None or one.asked <= played:
        return str(played)
    return words.fill(N_("{done} of {total}"), {"done": played, "total": one.asked})


def _list(words: Words, found: list[Tournament]) -> list[str]:
    if not found:
        return [words.gettext(N_("No tournament is stored there."))]
    titles = (N_("number"), N_("game"), N_("seats"), N_("deals"), N_("games"), N_("seed"))
    rows = [tuple([words.gettext(title) for title in (*titles, N_("players"))])]
    for one in found:
        rows.append(
            (
                str(one.number),
                words.title(one.rules),
                str(one.seats),
                _deals(words, one),
                str(one.games),
                words.said(one.seed, 20),
                words.said(", ".join(dict.fromkeys(one.lineup)), 60),
            )
        )
    return columns(rows)
