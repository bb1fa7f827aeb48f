"""Why a choice is not allowed, in a sentence that holds the rule in short.

Each code has two sentences: to the one who tried (``you``), and about a seat, for records and
spectators (``they``; ``{name}`` is who tried). A code without a second sentence says it alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.refusals import Refusal
from tui.words.clean import clean
from tui.words.marks import N_, NN_, Text
from tui.words.scene import NOWHERE, Scene
from tui.words.tongue import Phrase, Tongue


class Line(NamedTuple):
    """The sentences of a code. by: the value that chooses the form, where there are forms."""

    you: Text
    they: Text = ""
    by: str = ""


COMMON: Final[Mapping[str, Line]] = {
    "game-over": Line(N_("The game is over; nothing more can be done in it.")),
    "not-your-turn": Line(
        N_("It is not your turn: {asked} must choose first."),
        N_("It is not {name}'s turn: {asked} must choose first."),
    ),
    "not-asked": Line(
        N_("That is not what is asked for now."),
        N_("That is not what {name} is asked for now."),
    ),
    "not-held": Line(
        N_("You do not hold {card}; only cards in your hand can be used."),
        N_("{name} does not hold {card}; only cards in the hand can be used."),
    ),
    "named-twice": Line(
        N_("You named {card} twice, but hold it once."),
        N_("{name} named {card} twice, but holds it once."),
    ),
    "no-such-seat": Line(N_("Nobody sits there: this table has no seat {target_number}.")),
}

WAR: Final[Mapping[str, Line]] = {
    "not-an-ace": Line(N_("{card} is no ace; only aces are announced when mustering.")),
    "announced-before": Line(N_("{card} was announced before; each ace is announced once.")),
    "challenge-self": Line(
        N_("You cannot challenge yourself; choose an opponent."),
        N_("{name} cannot challenge themselves."),
    ),
    "target-out": Line(
        N_("{target} has left the game and cannot be challenged; choose another opponent."),
        N_("{target} has left the game and cannot be challenged."),
    ),
    "target-short": Line(
        N_("{target} has fewer than three cards and cannot battle; choose another opponent."),
        N_("{target} has fewer than three cards and cannot battle."),
    ),
    "squad-size": Line(
        NN_(
            "A squad has exactly three cards; you chose {cards}.",
            "A squad has exactly three cards; you chose {cards}.",
        ),
        NN_(
            "A squad has exactly three cards, not {cards}.",
            "A squad has exactly three cards, not {cards}.",
        ),
        "cards",
    ),
}

LINES: Final[Mapping[str, Line]] = {**COMMON, **WAR}

_UNKNOWN = Line(
    N_("The rules do not allow that now (rule {clause})."),
    N_("The rules do not allow {name} to do that (rule {clause})."),
)
_UNKNOWN_NO_CLAUSE = N_("The rules do not allow that now.")


def refusal_sentence(
    tongue: Tongue, refusal: Refusal, scene: Scene = NOWHERE, seat: int | None = None
) -> str:
    """Why the rules refuse a choice.

    seat: who tried; None for the reader. A code that has no sentence (a rule set of somebody
    else's) gets one that names the rule.
    """
    line = LINES.get(refusal.code, _UNKNOWN)
    to_you = seat is None or seat == scene.me
    values: dict[str, object] = dict(refusal.values)
    values.setdefault("clause", clean(refusal.clause))
    for key in ("target", "seat"):
        if key in values:
            values[f"{key}_number"] = Phrase(clean(str(values[key])))
    if seat is not None:
        values["name"] = Phrase(tongue.name(seat, scene))
    text = line.you if to_you or not line.they else line.they
    try:
        return tongue.fill(text, values, scene, line.by)
    except KeyError:
        # A value is missing that the sentence names: say less rather than nothing.
        if refusal.clause:
            return tongue.fill(_UNKNOWN.you, values, scene)
        return tongue.gettext(_UNKNOWN_NO_CLAUSE)


def rule_mark(tongue: Tongue, clause: str) -> str:
    """How a rule is named after a sentence: ``rule common.turn``; "" for no clause."""
    return tongue.fill(N_("rule {clause}"), {"clause": clean(clause)}) if clause else ""
