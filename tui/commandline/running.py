"""Runs a command line: whatever goes wrong becomes one sentence and an exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from tui.commandline.faults import last_resort
from tui.commandline.house import Problem, Stopped
from tui.commandline.root import root_command
from tui.commandline.usage import usage_sentence
from tui.words import CardStyle, Words
from tui.words.catalogue import language_of

PROGRAM = "messdeck"


def run(arguments: Sequence[str]) -> int:
    """Runs ``messdeck`` with these arguments; the exit status. See ``tui.cli.main``."""
    words = words_for_output()
    command = root_command(words)
    try:
        status = command.main(list(arguments), prog_name=PROGRAM, standalone_mode=False, obj=words)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except Problem as problem:
        return _complain(problem.message)
    except click.ClickException as error:
        return _complain(usage_sentence(words, error))
    except (click.Abort, KeyboardInterrupt):
        return 130
    except BrokenPipeError:
        return 141
    except Stopped as stopped:
        return stopped.exit_code
    except Exception as error:  # whatever it is: no traceback reaches a player
        return _complain(last_resort(words, error))


def words_for_output() -> Words:
    """Words in the language of the environment, with cards that the output can show."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    return Words(language_of(os.environ), card_style())


def card_style() -> CardStyle:
    """Suit signs where the output's encoding has them, else letters."""
    try:
        "♠♥♦♣".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return "letters"
    return "symbols"


def _complain(sentence: str) -> int:
    try:
        sys.stdout.flush()
        print(f"{PROGRAM}: {sentence}", file=sys.stderr)  # noqa: T201 - the command line speaks
        sys.stderr.flush()
    except OSError:
        pass  # nobody is there to be told
    return 2
