"""``messdeck saves``: lists the saved games; its commands do something with one."""

from __future__ import annotations

from pathlib import Path

import click

from tui.commandline.house import HouseGroup, data_dir_option, folder_of_saves
from tui.commandline.output import tell
from tui.commandline.shelving.lines import list_lines
from tui.words import Words
from tui.words.marks import N_

NAMES = ("list", "show", "verify", "export", "import", "rename", "delete", "restore")


def command(words: Words) -> click.Command:
    """``messdeck saves``."""
    say = words.gettext

    @click.pass_context
    def saves(ctx: click.Context, data_dir: Path | None) -> None:
        if ctx.invoked_subcommand is None:
            for line in list_lines(words, folder_of_saves(words, ctx, data_dir)):
                tell(line)

    return HouseGroup(
        words,
        "saves",
        "tui.commandline.shelving",
        NAMES,
        callback=saves,
        invoke_without_command=True,
        help=say(
            N_(
                "List the saved games, the one that was played last first; or do something with "
                "one of them. GAME is an id as it is listed, the beginning of one, or a title."
            )
        ),
        short_help=say(N_("List the saved games, or do something with one.")),
        params=[data_dir_option(words)],
    )
