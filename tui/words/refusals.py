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
    "held-too-few": Line(
        NN_(
            "You hold {card} only {held} time; each card can be used once.",
            "You hold {card} only {held} times; each card can be used once.",
        ),
        NN_(
            "{name} holds {card} only {held} time; each card can be used once.",
            "{name} holds {card} only {held} times; each card can be used once.",
        ),
        "held",
    ),
    "no-such-seat": Line(N_("Nobody sits there: this table has no seat {target_number}.")),
    "not-a-card": Line(N_("That is no card of this game.")),
    "no-such-card": Line(N_("That is no card of this game.")),
    "no-cards": Line(
        N_("Choose at least one card; all must be of one suit."),
        N_("At least one card must be laid, all of one suit."),
    ),
    "too-many-cards": Line(N_("That is more cards than this choice takes.")),
    "one-card": Line(N_("Choose one card, no more and no less."), N_("Exactly one card is due.")),
    "not-one-suit": Line(N_("All cards must be of one suit; {first} and {other} are not.")),
}

# Both Battalion games
BATTALION: Final[Mapping[str, Line]] = {
    "discard-empty": Line(N_("The discard pile is empty; take from the stock.")),
    "attack-self": Line(
        N_("You cannot attack yourself; choose another player."),
        N_("{name} cannot attack themselves."),
    ),
    "wrong-suit": Line(
        N_("{Asked} are attacking; {suit} cannot be laid against them now."),
    ),
}

TWINS: Final[Mapping[str, Line]] = {
    "bid-too-low": Line(N_("The lowest bid is {low}; {bid} is too low.")),
    "bid-not-higher": Line(N_("A bid must beat all before it; {highest} is bid already.")),
    "bid-too-high": Line(
        N_("With your hand you can bid {limit} at most; {bid} is too high."),
        N_("With this hand {name} can bid {limit} at most; {bid} is too high."),
    ),
    "suit-attacked-last": Line(
        N_("{Suit} attacked last turn; choose another suit."),
        N_("{Suit} attacked last turn and cannot attack again at once."),
    ),
    "too-few-cards": Line(
        N_("The first attack needs as many cards as were bid, {bid} or more; this is {cards}."),
    ),
    "too-few-points": Line(
        N_("The first attack needs as many points as were bid, {bid} or more; this is {points}."),
    ),
}

COVER: Final[Mapping[str, Line]] = {
    "too-few-to-declare": Line(
        N_("Only who holds {low} cards of one suit may declare; your longest suit has {longest}."),
        N_("Only who holds {low} cards of one suit may declare; {name} holds {longest}."),
    ),
    "not-the-longest": Line(
        N_("Declare the number of cards in your longest suit, {longest}, and no other."),
        N_("{name} may declare only the length of the longest suit, {longest}."),
    ),
    "not-as-declared": Line(
        N_("The first attack needs exactly the declared number of cards, {declared}, not {cards}.")
    ),
    "attack-with-one": Line(
        N_("Attack with two cards or more; one is enough only without two of one suit."),
    ),
}

LEAD: Final[Mapping[str, Line]] = {
    "must-follow": Line(
        N_("You must follow suit: play one of your {suit}."),
        N_("{name} has {suit} and must follow suit."),
    ),
    "exchange-nothing": Line(N_("Name the cards to exchange; to keep all, exchange nothing.")),
    "cannot-afford": Line(
        N_("Exchanging {cards} costs {price}; you have only {chips}."),
        N_("Exchanging {cards} costs {price}; {name} has only {chips}."),
    ),
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

LINES: Final[Mapping[str, Line]] = {**COMMON, **BATTALION, **TWINS, **COVER, **LEAD, **WAR}

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
    line = LINES.get(_code(refusal), _UNKNOWN)
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


def _code(refusal: Refusal) -> str:
    """Holding a card, but too few copies of it, is another sentence than not holding it."""
    if refusal.code == "not-held" and refusal.values.get("held"):
        return "held-too-few"
    return refusal.code


def rule_mark(tongue: Tongue, clause: str) -> str:
    """How a rule is named after a sentence: ``rule common.turn``; "" for no clause."""
    return tongue.fill(N_("rule {clause}"), {"clause": clean(clause)}) if clause else ""
