"""What click has to complain about, as one sentence of our own."""

from __future__ import annotations

import click

from tui.words import Words
from tui.words.marks import N_


def usage_sentence(words: Words, error: click.ClickException) -> str:
    """What is wrong with the command line, what is allowed, and where help is."""
    said = _what(words, error)
    ctx = getattr(error, "ctx", None)
    if not isinstance(ctx, click.Context):
        return said
    help_ = words.fill(N_("See {command} --help."), {"command": ctx.command_path})
    return f"{said} {help_}"


def _what(words: Words, error: click.ClickException) -> str:
    if isinstance(error, click.NoSuchOption):
        text = N_("There is no option {name}.")
        values: dict[str, object] = {"name": error.option_name}
        if error.possibilities:
            text = N_("There is no option {name}; did you mean {near}?")
            values["near"] = words.said(words.either(error.possibilities))
        return words.fill(text, values)
    if isinstance(error, click.MissingParameter):
        return words.fill(N_("{name} is missing."), {"name": _name(error)})
    if isinstance(error, click.BadOptionUsage):
        return _option_usage(words, error)
    if isinstance(error, click.BadParameter):
        text = N_("{name}: {fault}")
        return words.fill(text, {"name": _name(error), "fault": words.said(_line(error.message))})
    return _line(error.format_message())


def _option_usage(words: Words, error: click.BadOptionUsage) -> str:
    ctx = error.ctx
    if ctx is not None:
        for param in ctx.command.params:
            if error.option_name in param.opts + param.secondary_opts:
                if getattr(param, "is_flag", False):
                    return words.fill(N_("{name} takes no value."), {"name": error.option_name})
                return words.fill(
                    N_("{name} needs a value after it: {kind}."),
                    {"name": error.option_name, "kind": param.metavar or param.type.name.upper()},
                )
    return _line(error.format_message())


def _name(error: click.BadParameter) -> str:
    param = error.param
    if param is None:
        return ""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return param.human_readable_name.upper()


def _line(text: str) -> str:
    return " ".join(text.split())
