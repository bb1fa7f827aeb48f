"""``messdeck serve bans``: who is banned."""

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
    """``messdeck serve bans``."""
    say = words.gettext

    @click.pass_context
    def bans(ctx: click.Context, data_dir: Path | None) -> None:
        register = open_people(server_folder(words, ctx, data_dir))
        try:
            found = register.bans()
        finally:
            register.close()
        now = datetime.now().astimezone()
        for ban in found:
            when = words.when(datetime.fromtimestamp(ban.since, UTC), now)
            values: dict[str, object] = {
                "name": words.said(ban.name or ban.value),
                "when": words.said(when),
                "why": ban.why,
            }
            text = N_("{name}: banned {when}. {why}") if ban.why else N_("{name}: banned {when}")
            tell(words.fill(text, values))
        if not found:
            tell(say(N_("Nobody is banned.")))

    return HouseCommand(
        words,
        "bans",
        callback=bans,
        help=say(N_("List who is banned, the latest first.")),
        short_help=say(N_("List who is banned, the latest first.")),
        params=[data_dir_option(words)],
    )
