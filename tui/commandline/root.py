"""``messdeck`` itself: without a command it opens the card room."""

from __future__ import annotations

from pathlib import Path

import click

from tui.commandline.house import HouseGroup, data_dir_option, folder_of_saves, need_terminal
from tui.commandline.looks import look_options
from tui.commandline.output import complain, tell
from tui.words import Words
from tui.words.marks import N_

NAMES = (
    "play", "resume", "replay", "saves", "statistics", "record", "serve", "arena", "results",
    "report",
)  # fmt: skip


def root_command(words: Words) -> HouseGroup:
    """The command line in one session's language."""

    @click.pass_context
    def messdeck(ctx: click.Context, data_dir: Path | None) -> None:
        if ctx.invoked_subcommand is None:
            need_terminal(words)
            open_room(words, ctx, data_dir)

    return HouseGroup(
        words,
        "messdeck",
        "tui.commandline",
        NAMES,
        callback=messdeck,
        params=[_version_option(words), data_dir_option(words), *look_options(words)],
        invoke_without_command=True,
        help=words.gettext(
            N_(
                "Three military card games for the terminal.\n\n"
                "Without a command the card room opens."
            )
        ),
        epilog=words.gettext(N_("Each command has its own help: messdeck play --help.")),
    )


def open_room(words: Words, ctx: click.Context, given: Path | None) -> None:
    """Opens the card room at its menu."""
    from tui.commandline.launch import Launch, launch

    launch(ctx, Launch(words.language, folder_of_saves(words, ctx, given)))


def _version_option(words: Words) -> click.Option:
    def show(ctx: click.Context, param: click.Parameter, value: bool) -> None:
        if not value or ctx.resilient_parsing:
            return
        from tui.commandline.identity import build_warnings, version_line

        tell(version_line(words))
        for warning in build_warnings(words):
            complain(warning)
        ctx.exit()

    return click.Option(
        ["--version"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=show,
        help=words.gettext(N_("Show the version and how it was built, and exit.")),
    )
