"""Runs a command line: whatever goes wrong becomes one sentence and an exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from tui.commandline.faults import last_resort
from tui.commandline.house import Problem
from tui.commandline.languages import wanted_language
from tui.commandline.output import (
    INTERRUPTED,
    PROGRAM,
    REFUSED,
    UNREAD,
    OutputFault,
    Stopped,
    complain,
)
from tui.commandline.root import root_command
from tui.commandline.usage import usage_sentence
from tui.words import CardStyle, Words
from tui.words.catalogue import (
    ENGLISH,
    VARIABLE,
    can_be_written,
    language_named,
    language_of,
)
from tui.words.marks import N_


def run(arguments: Sequence[str]) -> int:
    """Runs ``messdeck`` with these arguments; the exit status. See ``tui.cli.main``."""
    words = words_for_output(arguments)
    command = root_command(words)
    try:
        status = command.main(list(arguments), prog_name=PROGRAM, standalone_mode=False, obj=words)
        return status if isinstance(status, int) else 0
    except Problem as problem:
        return _refuse(problem.message)
    except click.ClickException as error:
        return _refuse(usage_sentence(words, error))
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        return UNREAD
    except Stopped as stopped:
        return stopped.exit_code
    except OutputFault as fault:
        return _refuse(words.file_error(fault.error, words.gettext(N_("the output"))))
    except Exception as error:  # whatever it is: no traceback reaches a player
        return _refuse(last_resort(words, error))


def words_for_output(arguments: Sequence[str] = ()) -> Words:
    """Words in the language that the command line, the settings or else the environment asks for,
    English where the output has not its letters; with cards that the output can show."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    language = wanted_language(arguments) or _language_set(arguments) or language_of(os.environ)
    if not can_be_written(language, sys.stdout.encoding if sys.stdout else None):
        language = ENGLISH
    return Words(language, card_style())


def _language_set(arguments: Sequence[str]) -> str | None:
    """The language in the settings, if there is one and the environment names none for us. The
    version is told at once, whatever the settings say."""
    if language_named(os.environ.get(VARIABLE, "")) is not None or "--version" in arguments:
        return None
    from tui.settings import load_settings

    return language_named(load_settings().language)


def card_style() -> CardStyle:
    """Suit signs where the output's encoding has them, else letters."""
    try:
        "♠♥♦♣".encode((sys.stdout.encoding if sys.stdout else None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return "letters"
    return "symbols"


def _refuse(sentence: str) -> int:
    complain(sentence)
    return REFUSED
