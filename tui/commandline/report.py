"""``messdeck report``: standings, ratings and results of the tournaments in a store."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tui.commandline.house import HouseCommand, Problem
from tui.commandline.output import room, tell
from tui.commandline.pitting.chart import Spread, bins, heights, rating_bar, scale
from tui.commandline.pitting.standings import fitting, table_lines
from tui.commandline.pitting.stored import (
    number_option,
    open_store,
    picked,
    result_of,
    store_option,
)
from tui.words import Words
from tui.words.marks import N_

if TYPE_CHECKING:
    from ai.arena.report import ArenaResult
    from ai.arena.store import Store, Tournament


def command(words: Words) -> click.Command:
    """``messdeck report``."""
    say = words.gettext

    @click.pass_context
    def report(
        ctx: click.Context, store: Path | None, number: str | None, svg: Path | None
    ) -> None:
        with open_store(words, ctx, store) as opened:
            found = picked(words, opened, number)
            if not found:
                tell(words.gettext(N_("No tournament is stored there.")))
            for place, tournament in enumerate(found):
                result = result_of(opened, tournament)
                spreads = _spreads(opened, tournament, result)
                if place:
                    tell("")
                for line in _lines(words, tournament, result, spreads):
                    tell(line)
            if svg is not None and found:
                _write(words, svg, _picture(words, tournament, result, spreads))

    return HouseCommand(
        words,
        "report",
        callback=report,
        help=say(
            N_(
                "Show the standings of the tournaments in a database of the arena, ratings with "
                "their intervals, and how results are spread."
            )
        ),
        short_help=say(N_("Show the arena's standings and charts.")),
        params=[
            store_option(words),
            number_option(words),
            click.Option(
                ["--svg"],
                type=click.Path(path_type=Path),
                metavar="FILE",
                help=say(N_("Write a picture of the last tournament shown to FILE, as SVG.")),
            ),
        ],
    )


def _spreads(store: Store, tournament: Tournament, result: ArenaResult) -> list[Spread]:
    found = {player.name: Spread() for player in result.players}
    for game in store.all_games(tournament):
        for seat, name in enumerate(game.names):
            found[name].add(game, seat)
    return list(found.values())


def _lines(
    words: Words, tournament: Tournament, result: ArenaResult, spreads: list[Spread]
) -> list[str]:
    plain = words.card_style == "letters"
    lines = table_lines(words, result, tournament.seed, width=room())
    ends = scale(result.players)
    names: list[str] = [words.said(player.name, 40) for player in result.players]
    if ends is not None:
        rows: list[tuple[str, str, str]] = [
            (name, f"{player.rating:+.0f}", rating_bar(player, ends, plain=plain))
            for name, player in zip(names, result.players, strict=True)
            if player.rating is not None
        ]
        lines += ["", words.gettext(N_("Ratings, with 95 % intervals"))]
        lines += _charted(rows)
    if result.games:
        low, width, counts = bins(spreads)
        high = low + width * len(counts[0]) - 1
        values: dict[str, object] = {"low": low, "high": high}
        lines += ["", words.fill(N_("Results, from {low} to {high}"), values)]
        lines += _charted(
            [(name, "", heights(row, plain=plain)) for name, row in zip(names, counts, strict=True)]
        )
        lines += ["", *_places(words, names, spreads, result.seats)]
    return lines


def _charted(rows: list[tuple[str, str, str]]) -> list[str]:
    name, figure = (max([len(row[column]) for row in rows]) for column in (0, 1))
    return [f"{row[0]:<{name}}  {row[1]:>{figure}}  {row[2]}".rstrip() for row in rows]


def _places(words: Words, names: list[str], spreads: list[Spread], seats: int) -> list[str]:
    titles = [words.fill(N_("place {place}, %"), {"place": n + 1}) for n in range(seats)]
    rows = [(words.gettext(N_("player")), *titles)]
    for name, spread in zip(names, spreads, strict=True):
        total = sum(spread.places.values()) or 1
        shares = [f"{100 * spread.places.get(n + 1, 0) / total:.1f}" for n in range(seats)]
        rows.append((name, *shares))
    return fitting(rows, room())


def _picture(
    words: Words, tournament: Tournament, result: ArenaResult, spreads: list[Spread]
) -> str:
    from tui.commandline.pitting.picture import svg

    captions = (
        words.gettext(N_("Ratings, with 95 % intervals")),
        words.gettext(N_("Results, and how often")),
    )
    return svg(words.title(tournament.rules), result.players, spreads, captions)


def _write(words: Words, path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Problem(words.file_error(error, path)) from error
