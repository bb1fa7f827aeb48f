"""``--plain`` for the commands that open a game: lines of text in place of the card room."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tui.commandline.launch import Launch
from tui.commandline.output import complain
from tui.words import Words
from tui.words.marks import N_

if TYPE_CHECKING:
    from tui.words import CardStyle


def plain_options(words: Words) -> list[click.Option]:
    """``--plain`` and ``--card-names``."""
    say = words.gettext
    return [
        click.Option(
            ["--plain"],
            is_flag=True,
            help=say(
                N_(
                    "Play in lines of text and a prompt: for screen readers, TERM=dumb and bad "
                    "lines. Choices are read from standard input."
                )
            ),
        ),
        click.Option(
            ["--card-names"],
            is_flag=True,
            help=say(N_("With --plain: say cards in full, such as queen of spades.")),
        ),
    ]


def launch_plain(ctx: click.Context, opening: Launch, *, names: bool) -> None:
    """Plays the game of ``opening`` in lines; its exit status becomes the command's.

    names: cards are said in full.
    """
    from tui.commandline.looks import chosen_look, look_of_terminal
    from tui.plain.run import run
    from tui.settings import load_settings

    settings = load_settings()
    words: Words = ctx.find_root().obj
    for fault in settings.faults:
        complain(words.error(fault))
    look = chosen_look(ctx, settings.look(look_of_terminal()))
    cards: CardStyle = settings.card_style(look)
    if words.card_style == "letters":
        cards = "letters"
    ctx.exit(run(opening._replace(settings=settings), look, words, "names" if names else cards))
