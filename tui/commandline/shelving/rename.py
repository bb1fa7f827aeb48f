"""``messdeck saves rename``: gives a saved game a title."""

from __future__ import annotations

from pathlib import Path

import click

from tui.commandline.house import HouseCommand, data_dir_option, folder_of_saves
from tui.commandline.output import tell
from tui.commandline.shelving.naming import find_game, game_argument, usable
from tui.words import Words
from tui.words.marks import N_


def command(words: Words) -> click.Command:
    """``messdeck saves rename GAME TITLE``."""
    say = words.gettext

    @click.pass_context
    def rename(ctx: click.Context, game: str, title: str, data_dir: Path | None) -> None:
        from saves.names import MAX_TITLE, clean
        from tui.settings import load_settings, shelf_in

        folder = folder_of_saves(words, ctx, data_dir)
        entry = usable(words, find_game(words, folder, game))
        shelf_in(folder, load_settings()).rename(entry.id, title)
        kept = clean(title, MAX_TITLE)
        values: dict[str, object] = {"id": words.said(entry.id), "title": words.said(kept, 80)}
        text = N_("{id} is called {title} now.") if kept else N_("{id} has no title now.")
        tell(words.fill(text, values))

    return HouseCommand(
        words,
        "rename",
        callback=rename,
        help=say(
            N_(
                "Give a saved game a title, under which it is listed and can be named. An empty "
                'one ("") takes the title away.'
            )
        ),
        short_help=say(N_("Give a saved game a title.")),
        params=[
            game_argument(words),
            click.Argument(["title"], metavar=say(N_("TITLE"))),
            data_dir_option(words),
        ],
    )
