"""Options for how the card room is drawn, for every command that opens it."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Mapping
from typing import Final

import click

from tui.look import MOST_PACE, THEMES, TWO_COLOURS, Look, theme_name
from tui.words import Words
from tui.words.marks import N_

_KEY: Final = "messdeck.looks."


def look_options(words: Words) -> list[click.Option]:
    """``--ascii``, ``--theme`` and ``--pace``; ``chosen_look`` knows what was given."""
    say = words.gettext

    def keep(ctx: click.Context, param: click.Parameter, value: object) -> None:
        if value is not None and param.name is not None:
            ctx.meta[_KEY + param.name] = value

    def keep_theme(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
        if value is not None and value not in THEMES:
            fault = words.fill(N_("the themes are {known}."), {"known": ", ".join(THEMES)})
            raise click.BadParameter(fault, ctx, param)
        keep(ctx, param, value)

    def keep_pace(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
        if value is None:
            return
        try:
            pace = float(value)
        except ValueError:
            pace = -1.0
        if not 0.0 <= pace <= MOST_PACE:
            fault = words.fill(
                N_("seconds from 0 to {most} are needed, not {value}."),
                {"most": round(MOST_PACE), "value": value},
            )
            raise click.BadParameter(fault, ctx, param)
        keep(ctx, param, pace)

    return [
        click.Option(
            ["--ascii/--no-ascii"],
            default=None,
            expose_value=False,
            callback=keep,
            help=say(N_("Draw with plain characters; else your terminal's encoding decides.")),
        ),
        click.Option(
            ["--theme"],
            metavar=say(N_("THEME")),
            expose_value=False,
            callback=keep_theme,
            help=say(N_("Colours: dark, light or contrast.")),
        ),
        click.Option(
            ["--pace"],
            metavar=say(N_("SECONDS")),
            expose_value=False,
            callback=keep_pace,
            help=say(N_("How long the moves of the others stay on the screen; 0 for not at all.")),
        ),
    ]


def chosen_look(ctx: click.Context, usual: Look) -> Look:
    """The look that the command line asks for; where it says nothing, the ``usual`` one."""
    meta = ctx.meta
    colours = "two" if usual.theme.endswith(TWO_COLOURS) else "four"
    theme = meta.get(_KEY + "theme")
    return usual._replace(
        ascii=meta.get(_KEY + "ascii", usual.ascii),
        theme=theme_name(theme, colours) if theme else usual.theme,
        pace=meta.get(_KEY + "pace", usual.pace),
    )


def look_of_terminal(environ: Mapping[str, str] = os.environ) -> Look:
    """Plain characters where the terminal has no others.

    Which it has, the first of LC_ALL, LC_CTYPE and LANG that is set says; Python's own encoding
    does not, as it takes UTF-8 also in the locale C. Where none is set, the encoding decides.
    """
    variables = ("LC_ALL", "LC_CTYPE", "LANG")
    locale = next((environ[name] for name in variables if environ.get(name)), "")
    if locale in ("C", "POSIX"):
        return Look(ascii=True)
    codeset = locale.partition("@")[0].partition(".")[2]
    stream = sys.__stderr__
    encoding = (stream.encoding if stream else None) or "ascii"
    return Look(ascii=not all(_is_utf8(name) for name in (encoding, codeset) if name))


def _is_utf8(encoding: str) -> bool:
    try:
        return codecs.lookup(encoding).name == "utf-8"
    except LookupError:
        return False
