"""``messdeck saves verify``: whether saved games are whole."""

from __future__ import annotations

from pathlib import Path

import click

from tui.commandline.house import HouseCommand, data_dir_option, folder_of_saves
from tui.commandline.output import tell
from tui.commandline.shelving.naming import GameType, find_game
from tui.words import Words
from tui.words.marks import N_, NN_


def command(words: Words) -> click.Command:
    """``messdeck saves verify [GAME…]``."""
    say = words.gettext

    @click.pass_context
    def verify(ctx: click.Context, games: tuple[str, ...], data_dir: Path | None) -> None:
        from saves.shelf import Shelf

        folder = folder_of_saves(words, ctx, data_dir)
        shelf = Shelf(folder)
        if games:
            ids = [find_game(words, folder, game).id for game in games]
        else:
            ids = [entry.id for entry in shelf.entries()]
        whole = True
        for id_ in ids:
            found, said = _verified(words, folder, id_)
            whole &= found
            tell(said)
        if not ids:
            values: dict[str, object] = {"folder": words.said(str(folder))}
            tell(words.fill(N_("There are no saved games in {folder}."), values))
        ctx.exit(0 if whole else 1)

    return HouseCommand(
        words,
        "verify",
        callback=verify,
        help=say(
            N_(
                "Read saved games, or all there are, as if to play on: checksum, form, position, "
                "and every choice replayed under the rules. Nothing is changed.\n\n"
                "Exit status: 0 if all are whole, 1 if one is not."
            )
        ),
        short_help=say(N_("Check that saved games are whole.")),
        params=[
            click.Argument(
                ["games"], nargs=-1, type=GameType(), metavar="[" + say(N_("GAME")) + "...]"
            ),
            data_dir_option(words),
        ],
    )


def _verified(words: Words, folder: Path, id_: str) -> tuple[bool, str]:
    """Whether the newest save of a game is whole, and a line that says so."""
    from engine.refusals import MessdeckError
    from saves.restore import restore
    from saves.shelf import Shelf

    values: dict[str, object] = {"id": words.said(id_)}
    try:
        loaded = Shelf(folder).verify(id_)
        replayed = restore(loaded.saved).replayed and loaded.saved.base is None
    except MessdeckError as error:
        values["why"] = words.said(words.error(error))
        return False, words.fill(N_("{id}: {why}"), values)
    values["count"] = loaded.saved.choices
    if loaded.fault is not None:
        values["why"] = words.said(words.error(loaded.fault))
        forms = NN_(
            "{id}: an earlier save is whole, with {count} choice. The newest is not: {why}",
            "{id}: an earlier save is whole, with {count} choices. The newest is not: {why}",
        )
        return False, words.fill(forms, values, by="count")
    if not replayed:
        text = N_(
            "{id}: whole. Another version of the rules played the beginning, which cannot be "
            "replayed."
        )
        return True, words.fill(text, values)
    forms = NN_("{id}: whole, {count} choice.", "{id}: whole, {count} choices.")
    return True, words.fill(forms, values, by="count")
