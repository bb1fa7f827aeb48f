"""``messdeck statistics``: how the person has done so far, with bars or as JSON lines."""

from __future__ import annotations

import dataclasses
import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

import click

from tui.commandline.house import HouseCommand, data_dir_option, folder_of_saves
from tui.commandline.output import complain, tell
from tui.words import Words
from tui.words.marks import N_

MOST_WIDTH = 92


def command(words: Words) -> click.Command:
    """``messdeck statistics``."""
    say = words.gettext

    @click.pass_context
    def statistics(ctx: click.Context, as_json: bool, data_dir: Path | None) -> None:
        from saves.statistics import Statistics
        from tui.counting import statistics_lines

        kept = Statistics(folder_of_saves(words, ctx, data_dir))
        lines, aside = kept.lines()
        games, _ = kept.games()
        if aside is not None:
            complain(words.error(aside))
        if as_json:
            for game in games:
                tell(json.dumps(dataclasses.asdict(game)))
            return
        width = min(shutil.get_terminal_size().columns, MOST_WIDTH)
        plain = words.card_style == "letters"
        now = datetime.now(UTC).astimezone()
        for line in statistics_lines(words, lines, games, width=width, plain=plain, now=now):
            tell(line.text)

    return HouseCommand(
        words,
        "statistics",
        callback=statistics,
        help=say(
            N_(
                "Show how you have done so far: games, places, chips and points, by rule set, "
                "number of players and level. Practice games, games of several people at one "
                "screen and games from elsewhere are not counted."
            )
        ),
        short_help=say(N_("Show how you have done so far.")),
        params=[
            click.Option(
                ["--json", "as_json"],
                is_flag=True,
                help=say(N_("Print every finished game as JSON, one a line, the latest first.")),
            ),
            data_dir_option(words),
        ],
    )
