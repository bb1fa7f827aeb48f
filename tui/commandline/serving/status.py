"""``messdeck serve status``: how the server is."""

from __future__ import annotations

from pathlib import Path

import click

from tui.commandline.house import HouseCommand, data_dir_option
from tui.commandline.serving.common import print_status, server_folder
from tui.words import Words
from tui.words.marks import N_


def command(words: Words) -> click.Command:
    """``messdeck serve status [--json]``."""
    say = words.gettext

    @click.pass_context
    def status(ctx: click.Context, as_json: bool, data_dir: Path | None) -> None:
        ctx.exit(print_status(words, server_folder(words, ctx, data_dir), as_json=as_json))

    return HouseCommand(
        words,
        "status",
        callback=status,
        help=say(N_("Say whether the server runs (exit status 0) or not (1), and who is in.")),
        short_help=say(N_("Say whether the server runs, and who is in.")),
        params=[
            click.Option(
                ["--json", "as_json"], is_flag=True, help=say(N_("As an object of JSON."))
            ),
            data_dir_option(words),
        ],
    )
