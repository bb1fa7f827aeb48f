"""Bodies of earlier formats, made those of the present one step by step.

A migration takes a body as it was unpacked, before anything in it was checked, and gives one of
the next format; it may change what it is given. It reads nothing but what that format promised,
and whatever it stumbles over is a fault of the file. The rules' own part, the snapshot, can change
here too: a migration is told the rule set and its version.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from saves.faults import SaveFault

Body = dict[str, object]
Migration = Callable[[Body, str, int], Body]

# From each format that was ever released, except the present one, to the next.
MIGRATIONS: Final[Mapping[int, Migration]] = {}


def migrate(
    body: Body,
    format_: int,
    due: int,
    rules: str,
    rules_version: int,
    steps: Mapping[int, Migration] = MIGRATIONS,
) -> Body:
    """The body of format number ``format_`` as one of format ``due``.

    Raises SaveFault: ``unknown-format`` for a format that was never released, ``bad-body`` for a
    body that is not what its format promised.
    """
    for number in range(format_, due):
        step = steps.get(number)
        if step is None:
            raise SaveFault("unknown-format", version=format_)
        try:
            body = step(body, rules, rules_version)
        except SaveFault:
            raise
        except Exception as error:  # it comes from a file: whatever it is, nobody may crash
            raise SaveFault("bad-body", why=f"format-{number}-{type(error).__name__}") from None
    return body
