"""Reasons as values: what was wrong, which rule says so, and the figures a sentence needs.

Nothing in ``engine`` speaks to people. A refusal carries a code and named values; the screen
turns it into a sentence in its reader's language.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

Values = Mapping[str, object]


class Refusal(NamedTuple):
    """Why a choice is not allowed.

    code: a short stable name, such as ``"suit-attacked-last"``.
    clause: id of the clause in ``docs/rules``, such as ``"twins.combat.ban"``.
    values: what the sentence names: cards as two characters, seats and counts as numbers.
    """

    code: str
    clause: str
    values: Values = MappingProxyType({})


def refuse(code: str, clause: str, **values: object) -> Refusal:
    """A Refusal with its values given by name."""
    return Refusal(code, clause, values)


class MessdeckError(Exception):
    """Base of every error whose text a person may come to see (by way of its code and values)."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values

    def __str__(self) -> str:
        if not self.values:
            return self.code
        return f"{self.code} ({', '.join(f'{k}={v!r}' for k, v in self.values.items())})"


class IllegalAction(MessdeckError):
    """A well-formed choice that the rules do not allow now. ``refusal`` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code, **dict(refusal.values))
        self.refusal = refusal


class MalformedAction(MessdeckError):
    """A text that is no choice of this rule set at all; ``values["text"]`` quotes it."""


class StaleToken(MessdeckError):
    """An answer to a question that is no longer open."""


class UndoRefused(MessdeckError):
    """A choice that cannot be taken back. Codes and their values:

    ``nothing-to-undo`` (seat): the seat has made no choice so far.
    ``another-chose`` (seat, chooser): another person has chosen since.
    ``unseen-card`` (seat): a card that the seat had not seen came out since.
    ``game-over`` (seat).
    """


class OptionFault(MessdeckError):
    """An option or player count that a rule set does not take; ``values["name"]`` names it."""


class BrokenState(MessdeckError):
    """A state that violates an invariant; ``code`` names the invariant."""


class BadSnapshot(MessdeckError):
    """A snapshot or view that cannot be read back; ``values["field"]`` names the place."""
