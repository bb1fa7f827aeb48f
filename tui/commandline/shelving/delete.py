"""``messdeck saves delete``: puts saved games into the bin."""

from __future__ import annotations

from pathlib import Path

import click

from tui.commandline.house import HouseCommand, data_dir_option, folder_of_saves
from tui.commandline.output import tell
from tui.commandline.shelving.naming import GameType, find_game
from tui.words import Words
from tui.words.marks import N_


def command(words: Words) -> click.Command:
    """``messdeck saves delete GAME…``."""
    say = words.gettext

    @click.pass_context
    def delete(ctx: click.Context, games: tuple[str, ...], data_dir: Path | None) -> None:
        from saves.shelf import Shelf

        folder = folder_of_saves(words, ctx, data_dir)
        ids = list(dict.fromkeys(find_game(words, folder, game).id for game in games))
        for id_ in ids:
            Shelf(folder).delete(id_)
            text = N_("{id} is in the bin; messdeck saves restore {id} brings it back.")
            tell(words.fill(text, {"id": words.said(id_)}))

    return HouseCommand(
        words,
        "delete",
        callback=delete,
        help=say(
            N_(
                "Put saved games into the bin, from which restore brings them back. A game that "
                "is open cannot be deleted."
            )
        ),
        short_help=say(N_("Put saved games into the bin.")),
        params=[
            click.Argument(
                ["games"],
                nargs=-1,
                required=True,
                type=GameType(),
                metavar=say(N_("GAME")) + "...",
            ),
            data_dir_option(words),
        ],
    )
