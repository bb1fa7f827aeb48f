"""What all commands share: the house's groups and commands, problems, folders, terminals."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from keyword import iskeyword
from pathlib import Path
from typing import Any

import click

from engine.refusals import MessdeckError
from tui import starting
from tui.commandline import helping
from tui.commandline.languages import language_option
from tui.commandline.output import INTERRUPTED, Stopped, tell
from tui.words import Words
from tui.words.marks import N_

DATA_DIR = "MESSDECK_DATA_DIR"
CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
Make = Callable[[Words], click.Command]


class Problem(click.ClickException):
    """Something that the person at the command line can put right, in a whole sentence."""

    exit_code = 2


class HouseCommand(click.Command):
    """A command with a help option in the session's language and no click sentences."""

    context_class = helping.HouseContext

    def __init__(self, words: Words, name: str, **given: Any) -> None:
        given.setdefault("context_settings", CONTEXT)
        given.setdefault("options_metavar", helping.options_metavar(words))
        super().__init__(name, add_help_option=False, **given)
        self.params += [language_option(words), help_option(words)]

        self.words = words

    def get_help_option_names(self, ctx: click.Context) -> list[str]:
        return ["-h", "--help"]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.allow_extra_args = True  # they are refused here, in our own words
        rest = _with_context(ctx, lambda: click.Command.parse_args(self, ctx, args))
        if rest and not ctx.resilient_parsing:
            values: dict[str, object] = {
                "text": rest[0],
                "command": self.words.said(ctx.command_path),
            }
            text = N_("{text} is one argument too many. See {command} --help.")
            raise Problem(self.words.fill(text, values))
        return rest

    def invoke(self, ctx: click.Context) -> Any:
        return _quietly(lambda: click.Command.invoke(self, ctx))

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        helping.write_usage(self.words, ctx, formatter, self.collect_usage_pieces(ctx))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        helping.write_options(self.words, ctx, formatter)


class HouseGroup(click.Group):
    """A group whose commands are modules that are imported when they are asked for."""

    context_class = helping.HouseContext

    def __init__(
        self, words: Words, name: str, package: str, names: Sequence[str], **given: Any
    ) -> None:
        given.setdefault("context_settings", CONTEXT)
        given.setdefault("options_metavar", helping.options_metavar(words))
        given.setdefault("subcommand_metavar", helping.commands_metavar(words))
        super().__init__(name, add_help_option=False, **given)
        self.words = words
        self.package = package
        self.names = tuple(names)
        self.params += [language_option(words), help_option(words)]

    def get_help_option_names(self, ctx: click.Context) -> list[str]:
        return ["-h", "--help"]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return _with_context(ctx, lambda: click.Group.parse_args(self, ctx, args))

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.names:
            return None
        # A module cannot be named like a word of Python: ``import`` is in ``import_``.
        module = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        make: Make = import_module(f"{self.package}.{module}").command
        return make(self.words)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.names and not args[0].startswith("-"):
            raise Problem(
                self.words.fill(
                    N_("There is no command {name}; the commands are: {known}."),
                    {"name": args[0], "known": self.words.said(", ".join(self.names))},
                )
            )
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        return _quietly(lambda: click.Group.invoke(self, ctx))

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        helping.write_usage(self.words, ctx, formatter, self.collect_usage_pieces(ctx))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        helping.write_options(self.words, ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        found = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        commands = [(name, command) for name, command in found if command is not None]
        helping.write_commands(self.words, formatter, commands)


def _with_context(ctx: click.Context, parse: Callable[[], list[str]]) -> list[str]:
    """Parses; an error knows then which command it belongs to, whatever raised it."""
    try:
        return parse()
    except click.UsageError as error:
        if error.ctx is None:
            error.ctx = ctx
        raise


def help_option(words: Words) -> click.Option:
    """``--help`` with its text in the session's language."""

    def show(ctx: click.Context, param: click.Parameter, value: bool) -> None:
        if value and not ctx.resilient_parsing:
            tell(ctx.get_help())
            ctx.exit()

    return click.Option(
        ["-h", "--help"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=show,
        help=words.gettext(N_("Show this text and exit.")),
    )


def _quietly(work: Callable[[], Any]) -> Any:
    """Runs a command; what ends it from outside becomes an exit status before click speaks."""
    starting.over()
    try:
        return work()
    except KeyboardInterrupt:
        raise Stopped(INTERRUPTED) from None
    except MessdeckError as error:
        raise Problem(click.get_current_context().find_root().obj.error(error)) from error


# The folder of saves


def data_dir_option(words: Words) -> click.Option:
    """``--data-dir``, for every command that reads or writes saves."""
    return click.Option(
        ["--data-dir"],
        type=click.Path(path_type=Path),
        metavar=words.gettext(N_("FOLDER")),
        help=words.gettext(
            N_("Where saves are kept; else MESSDECK_DATA_DIR, else your data folder.")
        ),
    )


def folder_of_saves(words: Words, ctx: click.Context, given: Path | None) -> Path:
    """The folder of saves: of this command, of one above it, of the environment, or the user's
    own. Raises Problem if it is something else than a folder."""
    from saves import folders

    above: click.Context | None = ctx
    while given is None and above is not None:
        given = above.params.get("data_dir")
        above = above.parent
    found = folders.data_dir(given)
    if found.exists() and not found.is_dir():
        text = N_("{path} is no folder; saves need one (--data-dir, MESSDECK_DATA_DIR).")
        raise Problem(words.fill(text, {"path": words.said(str(found))}))
    return found


def plain_data_dir() -> Path | None:
    """The folder that the environment names; for the report of a fault, when all else failed."""
    named = os.environ.get(DATA_DIR)
    return Path(named).expanduser() if named else None


# The terminal


def need_terminal(words: Words) -> None:
    """Raises Problem unless the card room can be drawn: it needs a terminal that can do more
    than print lines."""
    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        text = N_(
            "The card room needs a terminal, for what is typed and for what is shown; "
            "messdeck play RULES --plain does without."
        )
        raise Problem(words.gettext(text))
    if os.environ.get("TERM", "") in ("dumb", "unknown"):
        text = N_(
            "The card room cannot be drawn on this terminal (TERM={term}); "
            "messdeck play RULES --plain plays in lines of text."
        )
        raise Problem(words.fill(text, {"term": os.environ["TERM"]}))
