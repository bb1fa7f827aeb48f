"""Rule sets, levels and endings by name, with a line about each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from tui.words.clean import clean
from tui.words.marks import N_, NN_
from tui.words.tongue import Tongue


class Named(NamedTuple):
    """A name for a menu and one line that explains it."""

    title: str
    line: str


_RULES: Final[Mapping[str, Named]] = {
    "battalion-twins": Named(
        N_("Battalion: twins"),
        N_("Attack whom you like with cards of one suit; identical cards count double."),
    ),
    "battalion-cover": Named(
        N_("Battalion: cover"),
        N_("Attack your neighbour, who covers your cards one by one."),
    ),
    "fight-for-the-lead": Named(
        N_("Fight for the Lead"),
        N_("Win the lead, buy better cards, take tricks for a share of the pot."),
    ),
    "generals-war": Named(
        N_("General's War"),
        N_("Send three cards into battle unseen; the aces are generals to capture."),
    ),
}

_LEVELS: Final[Mapping[str, Named]] = {
    "random": Named(N_("random"), N_("Chooses anything the rules allow; a baseline for tests.")),
    "recruit": Named(N_("recruit"), N_("A beginner who is often careless.")),
    "corporal": Named(N_("corporal"), N_("Plays by plain rules of thumb.")),
    "sergeant": Named(N_("sergeant"), N_("Keeps track of what the others may hold.")),
    "captain": Named(N_("captain"), N_("Thinks ahead.")),
    "general": Named(N_("general"), N_("Thinks as far ahead as time allows.")),
}

_ENDINGS: Final[Mapping[str, str]] = {
    "generals": N_("Two generals of one player were captured."),
    "target": N_("The agreed number of points was reached."),
    "last-in": N_("Only one player was still in."),
    "no-battle": N_("No two players were left who could battle."),
    "out-of-chips": N_("A player ran out of chips."),
    "attack-limit": N_("The agreed number of attacks was made."),
    "deals-played": N_("All the deals of the match were played."),
    "too-few-antes": N_("Fewer than two players could still pay the ante."),
    "too-few-play": N_("Fewer than two players could play another deal."),
}
_OTHER_ENDING = N_("The game came to its end.")
_SCORES: Final = {
    "chips": NN_("{count} chip", "{count} chips"),
    "points": NN_("{count} point", "{count} points"),
}


def rules_named(id_: str) -> Named | None:
    """Title and line of a rule set of ours, in English; None for somebody else's."""
    return _RULES.get(id_)


def rules_title(tongue: Tongue, id_: str) -> str:
    """A rule set's title: ``General's War``; the id itself for one of somebody else's."""
    named = _RULES.get(id_)
    return tongue.gettext(named.title) if named else clean(id_)


def rules_line(tongue: Tongue, id_: str) -> str:
    """What a rule set is, in one line; "" for one of somebody else's."""
    named = _RULES.get(id_)
    return tongue.gettext(named.line) if named else ""


def level_title(tongue: Tongue, name: str) -> str:
    """A level's name in the session's language, its options behind it as they are typed; of a bot
    only that it is one."""
    if name.startswith("bot:"):
        return tongue.gettext(N_("bot"))
    kind, _, options = name.partition(":")
    named = _LEVELS.get(kind)
    title = tongue.gettext(named.title) if named else clean(kind)
    return f"{title} ({clean(options.replace(':', ' '))})" if options else title


def level_line(tongue: Tongue, name: str) -> str:
    """How a level plays, in one line; "" for a player of somebody else's."""
    named = _LEVELS.get(name.partition(":")[0])
    return tongue.gettext(named.line) if named else ""


def ending_sentence(tongue: Tongue, code: str) -> str:
    """Why the game ended."""
    return tongue.gettext(_ENDINGS.get(code, _OTHER_ENDING))


def endings() -> frozenset[str]:
    """The codes of endings that have a sentence of their own."""
    return frozenset(_ENDINGS)


def score_text(tongue: Tongue, score: str, count: int) -> str:
    """What ``Outcome.scores`` counts: ``12 chips``, ``1 point``."""
    forms = _SCORES.get(score)
    if forms is None:
        return str(count)
    return tongue.fill(forms, {"count": count}, by="count")
