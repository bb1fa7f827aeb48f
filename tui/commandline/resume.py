"""``messdeck resume``: goes on with a game that was left."""

from __future__ import annotations

from pathlib import Path

import click

from tui.commandline.house import HouseCommand, data_dir_option, folder_of_saves, need_terminal
from tui.commandline.launch import Launch, launch
from tui.commandline.looks import look_options
from tui.commandline.plain import launch_plain, plain_options
from tui.commandline.shelving.naming import GameType, unfinished_game
from tui.words import Words
from tui.words.marks import N_


def command(words: Words) -> click.Command:
    """``messdeck resume [GAME]``."""
    say = words.gettext

    @click.pass_context
    def resume(
        ctx: click.Context, game: str | None, data_dir: Path | None, plain: bool, card_names: bool
    ) -> None:
        folder = folder_of_saves(words, ctx, data_dir)
        id_ = unfinished_game(words, folder, game)
        opening = Launch(words.language, folder, resume=id_)
        if plain:
            launch_plain(ctx, opening, names=card_names)
        need_terminal(words)
        launch(ctx, opening)

    return HouseCommand(
        words,
        "resume",
        callback=resume,
        help=say(
            N_(
                "Go on with a game at the very choice where it was left: with GAME as "
                "messdeck saves lists it, or with the last unfinished one."
            )
        ),
        short_help=say(N_("Go on with a game that was left.")),
        params=[
            click.Argument(["game"], type=GameType(), required=False, metavar="[GAME]"),
            data_dir_option(words),
            *plain_options(words),
            *look_options(words),
        ],
    )
