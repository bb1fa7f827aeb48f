"""``messdeck serve``: opens the card room to others, over SSH."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import click

from tui.commandline.house import HouseGroup, data_dir_option
from tui.commandline.output import tell
from tui.commandline.serving.common import print_status, server_folder
from tui.words import Words
from tui.words.marks import N_

NAMES = ("status", "people", "kick", "ban", "unban", "bans")


def command(words: Words) -> click.Command:
    """``messdeck serve``."""
    say = words.gettext

    @click.pass_context
    def serve(ctx: click.Context, /, data_dir: Path | None, status: bool, **given: Any) -> None:
        if ctx.invoked_subcommand is not None:
            return
        folder = server_folder(words, ctx, data_dir)
        if status:
            ctx.exit(print_status(words, folder, as_json=False))
        _serve(words, folder, given)

    return HouseGroup(
        words,
        "serve",
        "tui.commandline.serving",
        NAMES,
        callback=serve,
        invoke_without_command=True,
        help=say(
            N_(
                "Let others play here over SSH, until you stop it with Ctrl+C or SIGTERM: they "
                "need nothing but ssh -p 8022 and the name of your machine. Whoever has a key "
                "keeps a name, saved games and a seat. See docs/hosting.md."
            )
        ),
        short_help=say(N_("Let others play here over SSH.")),
        params=[*_options(words), data_dir_option(words)],
    )


def _options(words: Words) -> list[click.Option]:
    from tui.serve.options import ServerOptions

    say = words.gettext
    usual = {field.name: field.default for field in fields(ServerOptions)}

    def number(name: str, least: int, most: int, text: str) -> click.Option:
        help_ = say(text).format(default=usual[name])
        flag = f"--{name.replace('_', '-')}"
        return click.Option([flag, name], type=click.IntRange(least, most), help=help_)

    return [
        click.Option(
            ["--host"],
            metavar=say(N_("ADDRESS")),
            help=say(N_("Where to listen; else at all addresses of the machine.")),
        ),
        number("port", 0, 65535, N_("The port; else {default}.")),
        click.Option(
            ["--guests/--no-guests"],
            default=None,
            help=say(N_("Whether somebody without a key may come in; else they may.")),
        ),
        number("max_sessions", 1, 5000, N_("How many may be inside at once; else {default}.")),
        number(
            "max_per_address", 1, 5000, N_("Connections of one address at once; else {default}.")
        ),
        click.Option(
            ["--idle-minutes", "idle_minutes"],
            type=click.IntRange(1, 10_000),
            help=say(N_("Who presses no key for so long is shown out; else after 60.")),
        ),
        number("workers", 1, 64, N_("Processes in which levels think; else {default}.")),
        click.Option(
            ["--disk-mb", "disk_mb"],
            type=click.IntRange(1, 10_000),
            help=say(N_("Megabytes of saved games a person; else 8.")),
        ),
        click.Option(
            ["--status"],
            is_flag=True,
            help=say(N_("Say whether the server runs, and who is in; the exit status tells too.")),
        ),
    ]


def _serve(words: Words, folder: Path, given: dict[str, Any]) -> None:
    try:
        from tui.serve.running import run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "asyncssh":
            raise
        from tui.serve.faults import ServerFault

        raise ServerFault("no-asyncssh") from None
    from tui.serve.options import ServerOptions

    chosen = {name: value for name, value in given.items() if value is not None}
    if "idle_minutes" in chosen:
        chosen["idle"] = 60.0 * chosen.pop("idle_minutes")
    if "disk_mb" in chosen:
        chosen["disk"] = 1024 * 1024 * chosen.pop("disk_mb")

    def opened(host: str, port: int, fingerprint: str) -> None:
        values: dict[str, object] = {
            "command": words.said(f"ssh -p {port} {host or 'localhost'}"),
            "fingerprint": words.said(fingerprint),
        }
        tell(words.fill(N_("The card room is open: {command}"), values))
        tell(words.fill(N_("The fingerprint of its key is {fingerprint}"), values))

    run(folder, ServerOptions(**chosen), opened)
