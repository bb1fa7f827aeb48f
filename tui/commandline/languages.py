"""``--language``, for every command.

The language decides what help and complaints say, so it is looked for before anything is parsed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import click
from click.shell_completion import CompletionItem

from tui.words.catalogue import language_named, languages
from tui.words.marks import N_

if TYPE_CHECKING:
    from tui.words import Words

OPTION: Final = "--language"


def wanted_language(arguments: Sequence[str]) -> str | None:
    """The language that the command line asks for; None if it names none that there is."""
    found: str | None = None
    for index, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == OPTION and index + 1 < len(arguments):
            found = arguments[index + 1]
        elif argument.startswith(f"{OPTION}="):
            found = argument.partition("=")[2]
    return language_named(found) if found is not None else None


def language_option(words: Words) -> click.Option:
    """``--language``: refuses what there is not; the session's words have it already."""

    def check(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
        if value is None or ctx.resilient_parsing or language_named(value) is not None:
            return
        known = words.said(words.both(languages()))
        raise click.BadParameter(
            words.fill(N_("the languages are {known}."), {"known": known}), ctx, param
        )

    def complete(
        ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(name) for name in languages() if name.startswith(incomplete)]

    text = N_(
        "Language: {known}; else MESSDECK_LANGUAGE, the settings or your locale decide. Plain "
        "characters are in English."
    )
    return click.Option(
        [OPTION],
        metavar=words.gettext(N_("CODE")),
        expose_value=False,
        callback=check,
        shell_complete=complete,
        help=words.fill(text, {"known": words.said(", ".join(languages()))}),
    )
