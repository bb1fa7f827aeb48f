"""The help of a command in the session's language, in columns also with wide characters."""

from __future__ import annotations

import inspect
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

from tui.words.marks import N_

if TYPE_CHECKING:
    from tui.words import Words

# The first column of options and commands is as wide as its texts, but not wider than this.
_MOST_FIRST = 30
# As click writes it, and it knows no other language.
_DEFAULT = re.compile(r"\[default: (?P<value>[^\]]*)\]$")


def cells(text: str) -> int:
    """How many cells of a terminal ``text`` takes (without the tables that screens load)."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def wrap(text: str, width: int) -> list[str]:
    """``text`` in lines of at most ``width`` cells; an empty line parts paragraphs."""
    lines: list[str] = []
    for paragraph in text.split("\n\n"):
        if lines:
            lines.append("")
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}" if line else word
            if line and cells(longer) > width:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return lines


class HouseFormatter(click.HelpFormatter):
    """Measures texts in cells."""

    def write_text(self, text: str) -> None:
        indent = " " * self.current_indent
        for line in wrap(text, self.width - self.current_indent):
            self.write(f"{indent}{line}".rstrip() + "\n")

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = _MOST_FIRST, col_spacing: int = 2
    ) -> None:
        pairs = list(rows)
        indent = " " * self.current_indent
        first = min(max(cells(term) for term, _ in pairs), col_max) + col_spacing
        for term, told in pairs:
            lines = wrap(told, max(self.width - first - self.current_indent, 10))
            if cells(term) > first - col_spacing:
                self.write(f"{indent}{term}\n")
                head = " " * first
            else:
                head = term + " " * (first - cells(term))
            for line in lines:
                self.write(f"{indent}{head}{line}".rstrip() + "\n")
                head = " " * first


class HouseContext(click.Context):
    """Formats help with ``HouseFormatter``."""

    formatter_class = HouseFormatter


def options_metavar(words: Words) -> str:
    """What stands for options in a usage line."""
    return words.gettext(N_("[OPTIONS]"))


def commands_metavar(words: Words) -> str:
    """What stands for a command and what follows it in a usage line."""
    return words.gettext(N_("COMMAND [ARGS]..."))


def write_usage(
    words: Words, ctx: click.Context, formatter: click.HelpFormatter, pieces: Sequence[str]
) -> None:
    """The usage line."""
    prefix = words.gettext(N_("Usage:"))
    formatter.write_usage(ctx.command_path, " ".join(pieces), f"{prefix} ")


def write_options(words: Words, ctx: click.Context, formatter: click.HelpFormatter) -> None:
    """The options with what they do."""
    options = [p for p in ctx.command.get_params(ctx) if not isinstance(p, click.Argument)]
    found = [option.get_help_record(ctx) for option in options]
    records = [(term, _defaults(words, told)) for term, told in filter(None, found)]
    if records:
        with formatter.section(words.gettext(N_("Options"))):
            formatter.write_dl(records)


def _defaults(words: Words, told: str) -> str:
    """``told`` with its default said in the session's language."""

    def said(found: re.Match[str]) -> str:
        return words.fill(N_("[default: {value}]"), {"value": words.said(found["value"])})

    return _DEFAULT.sub(said, told)


def write_commands(
    words: Words, formatter: click.HelpFormatter, commands: Iterable[tuple[str, click.Command]]
) -> None:
    """The commands of a group, each with a line about it."""
    rows = [(name, inspect.cleandoc(command.short_help or "")) for name, command in commands]
    if rows:
        with formatter.section(words.gettext(N_("Commands"))):
            formatter.write_dl(rows)
