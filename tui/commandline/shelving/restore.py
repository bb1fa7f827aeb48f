"""``messdeck saves restore``: brings a deleted game back."""

from __future__ import annotations

from pathlib import Path

import click

from tui.commandline.house import HouseCommand, data_dir_option, folder_of_saves
from tui.commandline.output import tell
from tui.commandline.shelving.naming import find_game, game_argument
from tui.words import Words
from tui.words.marks import N_


def command(words: Words) -> click.Command:
    """``messdeck saves restore GAME``."""
    say = words.gettext

    @click.pass_context
    def restore(ctx: click.Context, game: str, data_dir: Path | None) -> None:
        from saves.shelf import Shelf

        folder = folder_of_saves(words, ctx, data_dir)
        id_ = find_game(words, folder, game, deleted=True).id
        Shelf(folder).restore(id_)
        tell(words.fill(N_("{id} is back among the saved games."), {"id": words.said(id_)}))

    return HouseCommand(
        words,
        "restore",
        callback=restore,
        help=say(
            N_(
                "Bring a game back that was deleted. messdeck saves list --deleted lists what "
                "is in the bin."
            )
        ),
        short_help=say(N_("Bring a deleted game back.")),
        params=[game_argument(words, deleted=True), data_dir_option(words)],
    )
