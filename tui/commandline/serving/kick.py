"""``messdeck serve kick``: shows somebody out."""

from __future__ import annotations

from pathlib import Path

import click

from tui.commandline.house import HouseCommand, data_dir_option
from tui.commandline.output import tell
from tui.commandline.serving.common import server_folder
from tui.words import Words
from tui.words.marks import N_


def command(words: Words) -> click.Command:
    """``messdeck serve kick NAME``."""
    say = words.gettext

    @click.pass_context
    def kick(ctx: click.Context, name: str, data_dir: Path | None) -> None:
        from tui.serve.asking import ask

        reply = ask(server_folder(words, ctx, data_dir), {"do": "kick", "name": name})
        text = N_("{name} was shown out.") if reply["sessions"] else N_("{name} is not in.")
        tell(words.fill(text, {"name": str(reply["name"])}))

    return HouseCommand(
        words,
        "kick",
        callback=kick,
        help=say(N_("Show somebody out, a guest too. Games are saved; they may come back.")),
        short_help=say(N_("Show somebody out.")),
        params=[click.Argument(["name"], metavar=say(N_("NAME"))), data_dir_option(words)],
    )
