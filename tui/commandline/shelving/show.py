"""``messdeck saves show``: a saved game and a small picture of its table."""

from __future__ import annotations

from pathlib import Path

import click

from tui.commandline.house import HouseCommand, data_dir_option, folder_of_saves
from tui.commandline.output import tell
from tui.commandline.shelving.lines import entry_lines
from tui.commandline.shelving.naming import find_game, game_argument, usable
from tui.words import Words
from tui.words.marks import N_


def command(words: Words) -> click.Command:
    """``messdeck saves show GAME``."""
    say = words.gettext

    @click.pass_context
    def show(ctx: click.Context, game: str, data_dir: Path | None) -> None:
        from saves.restore import restore
        from saves.shelf import Shelf
        from tui.renderers.preview import preview_lines

        folder = folder_of_saves(words, ctx, data_dir)
        entry = usable(words, find_game(words, folder, game))
        restored = restore(Shelf(folder).verify(entry.id).saved)
        for line in entry_lines(words, entry):
            tell(line)
        tell("")
        for line in preview_lines(words, restored.saved, restored.table):
            tell(line)

    return HouseCommand(
        words,
        "show",
        callback=show,
        help=say(
            N_(
                "Show a saved game: what is played, by whom, when it was saved, and the table as "
                "the person who plays it sees it. Where several people play, no hand is shown. "
                "That works for a game that is open elsewhere too."
            )
        ),
        short_help=say(N_("Show a saved game and its table.")),
        params=[game_argument(words), data_dir_option(words)],
    )
