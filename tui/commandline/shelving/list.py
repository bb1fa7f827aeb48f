"""``messdeck saves list``: the saved games, or the deleted ones."""

from __future__ import annotations

from pathlib import Path

import click

from tui.commandline.house import HouseCommand, data_dir_option, folder_of_saves
from tui.commandline.output import tell
from tui.commandline.shelving.lines import list_lines
from tui.words import Words
from tui.words.marks import N_


def command(words: Words) -> click.Command:
    """``messdeck saves list``."""
    say = words.gettext

    @click.pass_context
    def list_(ctx: click.Context, deleted: bool, data_dir: Path | None) -> None:
        for line in list_lines(words, folder_of_saves(words, ctx, data_dir), deleted=deleted):
            tell(line)

    return HouseCommand(
        words,
        "list",
        callback=list_,
        help=say(
            N_(
                "List the saved games, the one that was played last first: what is played, by "
                "whom, how far it is and when it was saved."
            )
        ),
        short_help=say(N_("List the saved games.")),
        params=[
            click.Option(
                ["--deleted"],
                is_flag=True,
                help=say(N_("List the games in the bin instead; restore brings them back.")),
            ),
            data_dir_option(words),
        ],
    )
