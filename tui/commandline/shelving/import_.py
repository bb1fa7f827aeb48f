"""``messdeck saves import``: takes saves and records of other people onto the shelf."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.refusals import MessdeckError
from tui.commandline import choosing
from tui.commandline.house import HouseCommand, Problem, data_dir_option, folder_of_saves
from tui.commandline.launch import PERSON
from tui.commandline.output import tell
from tui.commandline.shelving.lines import entry_lines
from tui.words import Words
from tui.words.marks import N_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from saves.schema import SavedGame, Seat


def command(words: Words) -> click.Command:
    """``messdeck saves import FILE``."""
    say = words.gettext

    @click.pass_context
    def import_(
        ctx: click.Context,
        file: Path,
        mine: str | None,
        seat: tuple[str, ...],
        data_dir: Path | None,
    ) -> None:
        from saves.exchange import import_file
        from saves.shelf import Shelf

        folder = folder_of_saves(words, ctx, data_dir)
        shelf = Shelf(folder)

        def seated(saved: SavedGame, record: bool) -> Sequence[Seat] | None:
            return seats_for(words, saved, record, mine, seat)

        try:
            ids = import_file(shelf, file, seated)
        except MessdeckError as error:
            if error.code == "missing":
                missing = FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
                raise Problem(words.file_error(missing, file)) from error
            values: dict[str, object] = {
                "path": words.said(str(file), 200),
                "why": words.said(words.error(error)),
            }
            raise Problem(words.fill(N_("{path}: {why}"), values)) from error
        entries = {entry.id: entry for entry in shelf.entries()}
        for id_ in ids:
            for line in entry_lines(words, entries[id_]):
                tell(line)

    return HouseCommand(
        words,
        "import",
        callback=import_,
        help=say(
            N_(
                "Take a save or records out of FILE and put them among the saved games, under new "
                "ids. Each game is held against the rules first, and either all of a file are "
                "taken or none. A save keeps who sits where, unless something else is said; of a "
                "record you get seat 0 and corporals the others."
            )
        ),
        short_help=say(N_("Take in saves and records of other people.")),
        epilog=say(N_("Example: messdeck saves import game.jsonl --mine 2 --seat 0=recruit")),
        params=[
            click.Argument(["file"], type=click.Path(path_type=Path), metavar=say(N_("FILE"))),
            click.Option(
                ["--mine"],
                metavar="N",
                help=say(N_("The seat that is yours, counted from 0; corporals get the others.")),
            ),
            click.Option(
                ["--seat"],
                multiple=True,
                type=choosing.PlayersType("=", [PERSON]),
                metavar="N=WHO",
                help=say(
                    N_(
                        "Who plays on at seat N: person, or a level such as recruit. Repeat it "
                        "for more seats."
                    )
                ),
            ),
            data_dir_option(words),
        ],
    )


def seats_for(
    words: Words, saved: SavedGame, record: bool, mine: str | None, given: Sequence[str]
) -> Sequence[Seat] | None:
    """Who sits where in a game that comes in; None for those of the save.

    Raises Problem, UnknownPlayer or OptionFault.
    """
    from saves.restore import game_of
    from saves.schema import Seat

    players = saved.players
    if mine is None and not given and not record:
        return None
    texts = list(given)
    if mine is not None:
        own = choosing.read_seat(words, "--mine", mine, players)
        texts.append(f"{own}={PERSON}")
        # Seat 0 is a person's only if nothing else is said.
        if own != 0 and not any(text.startswith("0=") for text in given):
            texts.append("0=corporal")
    who = choosing.read_seats(words, texts, players)
    choosing.check_players(who, game_of(saved))
    return [Seat("person") if player == PERSON else Seat("level", player) for player in who]
