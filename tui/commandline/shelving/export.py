"""``messdeck saves export``: the record of a saved game, the save itself, or one seat's view."""

from __future__ import annotations

from pathlib import Path

import click

from tui.commandline.choosing import read_seat
from tui.commandline.house import HouseCommand, Problem, data_dir_option, folder_of_saves
from tui.commandline.output import tell
from tui.commandline.shelving.naming import find_game, game_argument, usable
from tui.words import Words
from tui.words.marks import N_


def command(words: Words) -> click.Command:
    """``messdeck saves export GAME [FILE]``."""
    say = words.gettext

    @click.pass_context
    def export(
        ctx: click.Context,
        game: str,
        file: Path | None,
        save: bool,
        view: str | None,
        data_dir: Path | None,
    ) -> None:
        folder = folder_of_saves(words, ctx, data_dir)
        if save and view is not None:
            raise Problem(say(N_("--save and --view do not go together; choose one of them.")))
        if save and file is None:
            raise Problem(say(N_("A save is not text; name the FILE that it is to be written to.")))
        entry = usable(words, find_game(words, folder, game))
        if view is None:
            seat = None
        else:
            assert entry.summary is not None
            seat = read_seat(words, "--view", view, entry.summary.players)
        data = _exported(folder, entry.id, save=save, seat=seat)
        if file is None:
            tell(data.decode().rstrip("\n"))
        else:
            _write(words, file, data)

    return HouseCommand(
        words,
        "export",
        callback=export,
        help=say(
            N_(
                "Write the record of a game, finished or not, to FILE, or to standard output. "
                "A record shows all cards, and a save all that are to come besides; a view shows "
                "what one seat sees, and nothing else."
            )
        ),
        short_help=say(N_("Write a saved game's record, or one seat's view.")),
        params=[
            game_argument(words),
            click.Argument(
                ["file"], required=False, type=click.Path(path_type=Path), metavar="[FILE]"
            ),
            click.Option(
                ["--save"],
                is_flag=True,
                help=say(N_("Write the save itself, to be taken in and played on elsewhere.")),
            ),
            click.Option(
                ["--view"],
                metavar="N",
                help=say(
                    N_("Write only what seat N (from 0) sees, as JSON; no hidden card is in it.")
                ),
            ),
            data_dir_option(words),
        ],
    )


def _exported(folder: Path, id_: str, *, save: bool, seat: int | None) -> bytes:
    from saves.exchange import export_record, export_save
    from saves.seen import export_view
    from saves.shelf import Shelf

    shelf = Shelf(folder)
    if save:
        return export_save(shelf, id_)
    if seat is not None:
        return export_view(shelf, id_, seat)
    return f"{export_record(shelf, id_).to_line()}\n".encode()


def _write(words: Words, file: Path, data: bytes) -> None:
    from saves.exchange import write_export
    from saves.faults import SaveFault

    try:
        write_export(file, data)
    except SaveFault as fault:
        if fault.code == "exists":
            text = N_("{path} exists already; it is not replaced.")
            raise Problem(words.fill(text, {"path": words.said(str(file))})) from None
        values: dict[str, object] = {
            "path": words.said(str(file)),
            "why": words.said(words.error(fault)),
        }
        raise Problem(words.fill(N_("{path}: {why}"), values)) from None
