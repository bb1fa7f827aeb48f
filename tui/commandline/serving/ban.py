"""``messdeck serve ban``: keeps somebody out for good."""

from __future__ import annotations

from pathlib import Path

import click

from tui.commandline.house import HouseCommand, data_dir_option
from tui.commandline.output import tell
from tui.commandline.serving.common import asked, banned_one, open_people, server_folder
from tui.commandline.serving.common import whom_arguments as whom
from tui.words import Words
from tui.words.marks import N_


def command(words: Words) -> click.Command:
    """``messdeck serve ban NAME | --address ADDRESS | --key FINGERPRINT``."""
    say = words.gettext

    @click.pass_context
    def ban(
        ctx: click.Context,
        name: str | None,
        address: str | None,
        key: str | None,
        why: str,
        data_dir: Path | None,
    ) -> None:
        folder = server_folder(words, ctx, data_dir)
        kind, value, shown = banned_one(words, folder, name, address, key)
        if kind == "key":
            from tui.serve.people import fingerprint_of

            value = shown = fingerprint_of(value)
        reply = asked(folder, {"do": "ban", "kind": kind, "value": value, "why": why})
        if reply is None:
            register = open_people(folder)
            try:
                register.ban(kind, value, why)
            finally:
                register.close()
        tell(words.fill(N_("{name} may not come in any more."), {"name": words.said(shown)}))

    return HouseCommand(
        words,
        "ban",
        callback=ban,
        help=say(
            N_(
                "Keep somebody out for good, with all keys of that person; or an address, a whole "
                "network, or one key. Whoever is in is shown out. It works whether the server "
                "runs or not."
            )
        ),
        short_help=say(N_("Keep somebody, an address or a key out.")),
        params=[
            *whom(words),
            click.Option(
                ["--why"], default="", metavar=say(N_("TEXT")), help=say(N_("A note for you."))
            ),
            data_dir_option(words),
        ],
    )
