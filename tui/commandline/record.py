"""``messdeck record``: what can be done with records of games."""

from __future__ import annotations

import click

from tui.commandline.house import HouseGroup
from tui.words import Words
from tui.words.marks import N_


def command(words: Words) -> click.Command:
    """``messdeck record …``."""
    return HouseGroup(
        words,
        "record",
        "tui.commandline.records",
        ("check", "show"),
        help=words.gettext(
            N_(
                "Check and read records of games. A record is a JSON object; a file may hold one, "
                "or many, one a line. docs/record-format.md describes them."
            )
        ),
        short_help=words.gettext(N_("Check and read records of games.")),
    )
