"""Options of rule sets in words: a label, an explanation, the range with its unit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.options import Option, OptionValue
from tui.words.clean import clean, quoted
from tui.words.marks import N_, NN_, Text
from tui.words.tongue import Tongue


class OptionWords(NamedTuple):
    """An option as a menu shows it.

    label: its name for people. line: what it does, one sentence. range: what is allowed, such as
    ``from 1 to 99 chips`` or ``cards or points``. choices: label and line of each allowed word,
    in the option's order; empty for a number.
    """

    label: str
    line: str
    range: str
    choices: tuple[tuple[str, str], ...]


_LABELS: Final[Mapping[str, str]] = {
    "players": N_("Players"),
    "chips": N_("Chips"),
    "rounds": N_("Rounds of acquisition"),
    "bid_counts": N_("Bids count"),
    "attack_limit": N_("Attacks at most"),
    "refill": N_("Hands"),
    "ante": N_("Ante"),
    "deals": N_("Deals"),
    "debt": N_("Unpaid debts"),
    "sit_out": N_("Who may sit out"),
    "target": N_("Points to win"),
}
_LINES: Final[Mapping[str, str]] = {
    "players": N_("How many play."),
    "chips": N_("How many chips each player starts with."),
    "rounds": N_("How often everybody draws and discards before the bidding."),
    "bid_counts": N_("What a bid is measured in."),
    "attack_limit": N_("After so many attacks the game ends in any case."),
    "refill": N_("How long the hands last."),
    "ante": N_("What a deal costs, and each card that is exchanged."),
    "deals": N_("How many deals the match has."),
    "debt": N_("What becomes of a debt that is not paid in the next deal."),
    "sit_out": N_("Who is asked whether to sit a deal out."),
    "target": N_("How many points in the won pile are a goal."),
}
_UNITS: Final[Mapping[str, tuple[str, str]]] = {
    "chips": NN_("{count} chip", "{count} chips"),
    "points": NN_("{count} point", "{count} points"),
    "rounds": NN_("{count} round", "{count} rounds"),
    "attacks": NN_("{count} attack", "{count} attacks"),
    "deals": NN_("{count} deal", "{count} deals"),
    "players": NN_("{count} player", "{count} players"),
}
_CHOICES: Final[Mapping[tuple[str, str], tuple[str, str]]] = {
    ("bid_counts", "cards"): (N_("cards"), N_("Bids count the cards of the longest suit.")),
    ("bid_counts", "points"): (N_("points"), N_("Bids count the battle points of the best suit.")),
    ("refill", "ten"): (N_("up to ten"), N_("Both sides draw up to ten cards after a battle.")),
    ("refill", "none"): (N_("played out"), N_("Hands are played out, then new ones are dealt.")),
    ("debt", "lapses"): (N_("lapse"), N_("An unpaid debt is gone after one deal.")),
    ("debt", "stands"): (N_("stand"), N_("A debt stays until it is paid by entering a deal.")),
    ("debt", "forced"): (N_("are forced"), N_("A debt stays, and whoever can pay must play.")),
    ("sit_out", "owing"): (N_("who owes"), N_("Only those who owe a pot may sit a deal out.")),
    ("sit_out", "anyone"): (N_("anyone"), N_("Everybody who can pay may sit a deal out.")),
}
_FROM_TO = N_("from {low} to {high}")


def option_words(tongue: Tongue, option: Option) -> OptionWords:
    """An option as a menu shows it. One of somebody else's rule set is called by its own name."""
    label = _LABELS.get(option.name)
    line = _LINES.get(option.name)
    return OptionWords(
        tongue.gettext(label) if label else clean(option.name.replace("_", " ")),
        tongue.gettext(line) if line else "",
        range_text(tongue, option),
        tuple([_choice(tongue, option.name, choice) for choice in option.choices]),
    )


def _choice(tongue: Tongue, name: str, choice: str) -> tuple[str, str]:
    found = _CHOICES.get((name, choice))
    if found is None:
        return clean(choice), ""
    return tongue.gettext(found[0]), tongue.gettext(found[1])


def range_text(tongue: Tongue, option: Option) -> str:
    """What is allowed: ``from 1 to 99 chips``; the words as they are typed: ``ten or none``."""
    if option.choices:
        return tongue.either(list(option.choices))
    if option.low is None or option.high is None:
        return tongue.gettext(N_("a whole number"))
    high = number_text(tongue, option.unit, option.high)
    return tongue.gettext(_FROM_TO).format(low=option.low, high=high)


def number_text(tongue: Tongue, unit: str, number: int) -> str:
    """A number with its unit: ``20 chips``; bare for a unit without words."""
    forms: Text | None = _UNITS.get(unit)
    if forms is None:
        return str(number)
    return tongue.fill(forms, {"count": number}, by="count")


def option_value(tongue: Tongue, option: Option, value: OptionValue) -> str:
    """A value as a menu shows it: ``20 chips``, ``up to ten``."""
    if isinstance(value, int):
        return number_text(tongue, option.unit, value)
    if value in option.choices:
        return _choice(tongue, option.name, value)[0]
    return quoted(value)


def known_options() -> frozenset[str]:
    """The names of options that have words of their own."""
    return frozenset(_LABELS)


def known_units() -> frozenset[str]:
    """The units that have words of their own."""
    return frozenset(_UNITS)


def known_choices() -> frozenset[tuple[str, str]]:
    """The words of options that have a label of their own, as (option, word)."""
    return frozenset(_CHOICES)
