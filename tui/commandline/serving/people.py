"""``messdeck serve people``: who has a name on the server."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from tui.commandline.house import HouseCommand, data_dir_option
from tui.commandline.output import tell
from tui.commandline.serving.common import open_people, server_folder
from tui.words import Words
from tui.words.marks import N_


def command(words: Words) -> click.Command:
    """``messdeck serve people``."""
    say = words.gettext

    @click.pass_context
    def people(ctx: click.Context, data_dir: Path | None) -> None:
        register = open_people(server_folder(words, ctx, data_dir))
        now = datetime.now().astimezone()
        try:
            everybody = register.everybody()
        finally:
            register.close()
        for name, _, seen in everybody:
            when = words.when(datetime.fromtimestamp(seen, UTC), now)
            values: dict[str, object] = {"name": name, "when": words.said(when)}
            tell(words.fill(N_("{name}: last here {when}"), values))
        if not everybody:
            tell(say(N_("Nobody has a name here yet.")))

    return HouseCommand(
        words,
        "people",
        callback=people,
        help=say(N_("List everybody who has a name on the server, last seen first.")),
        short_help=say(N_("List everybody who has a name on the server, last seen first.")),
        params=[data_dir_option(words)],
    )
