"""``messdeck serve unban``: ends a ban."""

from __future__ import annotations

from pathlib import Path

import click

from tui.commandline.house import HouseCommand, Problem, data_dir_option
from tui.commandline.output import tell
from tui.commandline.serving.common import banned_one, open_people, server_folder
from tui.commandline.serving.common import whom_arguments as whom
from tui.words import Words
from tui.words.marks import N_


def command(words: Words) -> click.Command:
    """``messdeck serve unban NAME | --address ADDRESS | --key FINGERPRINT``."""
    say = words.gettext

    @click.pass_context
    def unban(
        ctx: click.Context,
        name: str | None,
        address: str | None,
        key: str | None,
        data_dir: Path | None,
    ) -> None:
        folder = server_folder(words, ctx, data_dir)
        kind, value, shown = banned_one(words, folder, name, address, key)
        register = open_people(folder)
        try:
            ended = register.unban(kind, value)
        finally:
            register.close()
        values: dict[str, object] = {"name": words.said(shown)}
        if not ended:
            raise Problem(words.fill(N_("{name} was not banned."), values))
        tell(words.fill(N_("{name} may come in again."), values))

    return HouseCommand(
        words,
        "unban",
        callback=unban,
        help=say(N_("End a ban.")),
        short_help=say(N_("End a ban.")),
        params=[*whom(words), data_dir_option(words)],
    )
