"""Options of rule sets and levels, declared once: menus, command line and arena read them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.refusals import OptionFault

OptionValue = int | str
Options = dict[str, OptionValue]


class Option(NamedTuple):
    """One option.

    name: as typed and as in records.
    default: the value without a word about it; a mapping gives it by number of players.
    low, high: inclusive range of a whole number; None for an option with ``choices``.
    choices: the allowed words; empty for a whole number.
    unit: code of what a number counts (``"chips"``, ``"rounds"``, ``"points"``).
    clause: where the rules explain it.
    """

    name: str
    default: OptionValue | Mapping[int, OptionValue]
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    unit: str = ""
    clause: str = ""

    def default_for(self, players: int) -> OptionValue:
        """The default at a table of ``players``."""
        if isinstance(self.default, Mapping):
            return self.default[players]
        return self.default

    def accept(self, value: object) -> OptionValue:
        """``value`` if it is allowed. Raises OptionFault, which names option, value and range."""
        if self.choices:
            if not isinstance(value, str) or value not in self.choices:
                raise OptionFault("not-a-choice", name=self.name, value=value, choices=self.choices)
            return value
        if isinstance(value, bool) or not isinstance(value, int):
            raise OptionFault(
                "not-a-whole-number", name=self.name, value=value, low=self.low, high=self.high
            )
        if (self.low is not None and value < self.low) or (
            self.high is not None and value > self.high
        ):
            raise OptionFault(
                "out-of-range", name=self.name, value=value, low=self.low, high=self.high
            )
        return value

    def read(self, text: str) -> OptionValue:
        """The value written as ``text`` on a command line. Raises OptionFault."""
        if not self.choices:
            sign = text[1:] if text[:1] == "-" else text
            if sign.isascii() and sign.isdigit() and len(sign) <= 9:
                return self.accept(int(text))
        return self.accept(text)


def complete(declared: tuple[Option, ...], given: Mapping[str, object], players: int) -> Options:
    """All options with their values, in declared order. Raises OptionFault for an unknown name."""
    known = {option.name for option in declared}
    for name in given:
        if not known:
            raise OptionFault("no-options", name=name)
        if name not in known:
            raise OptionFault("unknown-option", name=name, known=tuple(sorted(known)))
    values: Options = {}
    for option in declared:
        if option.name in given:
            values[option.name] = option.accept(given[option.name])
        else:
            values[option.name] = option.default_for(players)
    return values
