"""What the command line asks the card room to open with."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import click

from engine.options import OptionValue
from tui import starting
from tui.commandline.output import complain

if TYPE_CHECKING:
    from tui.learning.playback import Playback
    from tui.look import Look
    from tui.settings import Settings

PERSON = "person"


class NewGame(NamedTuple):
    """A game to begin at once.

    rules: id of the rule set. players: how many. seats: who sits there, one a seat: a player as
    ``ai.levels`` writes it, or PERSON. options: those that were given; the rest have their
    defaults. seed: any text, None for one drawn by the program. dealer: the first dealer's seat,
    None to draw one.
    """

    rules: str
    players: int
    seats: tuple[str, ...]
    options: Mapping[str, OptionValue] = MappingProxyType({})
    seed: str | None = None
    dealer: int | None = None


class Launch(NamedTuple):
    """How the card room opens: at its menu, with a new game, or with a saved one.

    language: of the session's words. data_dir: the folder of saves. new: the game to begin.
    resume: the id of the save to go on with. replay: a game to look at again. At most one of
    these is given. settings: the
    user's; None for the defaults. terminal: how the screen would be drawn if nothing were asked
    for and nothing set; None where that is not known.
    """

    language: str
    data_dir: Path
    new: NewGame | None = None
    resume: str | None = None
    replay: Playback | None = None
    settings: Settings | None = None
    terminal: Look | None = None


def launch(ctx: click.Context, opening: Launch) -> None:
    """Runs the card room until it is left; its exit status becomes the command's."""
    starting.begin()  # until the first picture is there
    from tui.commandline.looks import chosen_look, look_of_terminal
    from tui.home import run
    from tui.keymap import checked
    from tui.settings import load_settings

    settings = load_settings()
    for fault in (*settings.faults, *checked(settings.keys)[1]):
        complain(ctx.find_root().obj.error(fault))
    terminal = look_of_terminal()
    look = chosen_look(ctx, settings.look(terminal))
    ctx.exit(run(opening._replace(settings=settings, terminal=terminal), look))
