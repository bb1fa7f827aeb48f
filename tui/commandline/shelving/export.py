"""``messdeck saves export``: the record of a saved game."""

from __future__ import annotations

from pathlib import Path

import click

from tui.commandline.house import HouseCommand, Problem, data_dir_option, folder_of_saves
from tui.commandline.output import tell
from tui.commandline.shelving.naming import GameType, entry_fault, find_game
from tui.words import Words
from tui.words.marks import N_


def command(words: Words) -> click.Command:
    """``messdeck saves export GAME [FILE]``."""
    say = words.gettext

    @click.pass_context
    def export(ctx: click.Context, game: str, file: Path | None, data_dir: Path | None) -> None:
        from saves.exchange import export_record
        from saves.shelf import Shelf

        folder = folder_of_saves(words, ctx, data_dir)
        entry = find_game(words, folder, game)
        if entry.summary is None:
            raise Problem(entry_fault(words, entry))
        line = export_record(Shelf(folder), entry.id).to_line()
        if file is None:
            tell(line)
            return
        try:
            with file.open("x", encoding="utf-8") as stream:
                stream.write(line + "\n")
        except FileExistsError:
            text = N_("{path} exists already; it is not replaced.")
            raise Problem(words.fill(text, {"path": words.said(str(file))})) from None
        except OSError as error:
            raise Problem(words.file_error(error, file)) from error

    return HouseCommand(
        words,
        "export",
        callback=export,
        help=say(
            N_(
                "Write the record of a game, finished or not, to FILE, or to standard output. "
                "GAME is an id as messdeck saves lists it, the beginning of one, or a title. "
                "A record shows all cards."
            )
        ),
        short_help=say(N_("Write the record of a saved game.")),
        params=[
            click.Argument(["game"], type=GameType(), metavar="GAME"),
            click.Argument(
                ["file"], required=False, type=click.Path(path_type=Path), metavar="[FILE]"
            ),
            data_dir_option(words),
        ],
    )
