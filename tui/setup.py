"""A game in the making: what the new-game screen edits and the command line asks for."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ai.levels import levels_for
from engine.chance import seed_from_text
from engine.game import Game
from engine.options import Option, Options, OptionValue
from engine.refusals import OptionFault
from engine.registry import rule_set
from engine.rng import rng_from
from engine.rules import RuleSet
from saves.schema import Seat
from tui.called import CREW, usual_names
from tui.sitting import Setup

PERSON: Final = "person"
USUAL_LEVEL: Final = "corporal"


@dataclass(slots=True)
class Draft:
    """A game that can still be changed.

    rules: id. players: how many. who: PERSON or a level, one a seat, kept for as many seats as
    the largest table has. names: given by hand, "" for the usual one. values: options as they
    were typed, by name; what is not there has its default. seed: "" for one drawn by the program.
    dealer: a seat, None to draw one.
    """

    rules: str
    players: int
    who: list[str]
    names: list[str]
    values: dict[str, OptionValue] = field(default_factory=dict)
    seed: str = ""
    dealer: int | None = None

    @property
    def rule_set(self) -> RuleSet:
        """The rule set."""
        return rule_set(self.rules)

    def value(self, option: Option) -> OptionValue:
        """The value of an option as it stands, allowed or not."""
        return self.values.get(option.name, option.default_for(self.players))

    def faults(self) -> dict[str, OptionFault]:
        """What is wrong, by the option's name; empty if the game can begin."""
        found: dict[str, OptionFault] = {}
        for option in self.rule_set.options:
            if option.name in self.values:
                try:
                    option.accept(self.values[option.name])
                except OptionFault as error:
                    found[option.name] = error
        if found:
            return found
        try:
            self.game()
        except OptionFault as error:
            found[str(error.values.get("name", ""))] = error
        return found

    def given(self) -> dict[str, OptionValue]:
        """The options that differ from their defaults."""
        known = {option.name: option for option in self.rule_set.options}
        return {
            name: value
            for name, value in self.values.items()
            if name in known and value != known[name].default_for(self.players)
        }

    def game(self) -> Game:
        """The game with these options. Raises OptionFault."""
        return self.rule_set.game(self.players, self.given())

    def levels(self) -> tuple[str, ...]:
        """The levels that can sit at this table, weakest first."""
        game = self.rule_set.game(self.players, {})
        return levels_for(game)

    def setup(self, person: str, crew: Sequence[str] = CREW, *, given: bool = True) -> Setup:
        """The game to begin; ``person`` is what people without a name are called, ``crew`` what
        levels are, by seat. given: ``person`` is a name that somebody gave, not a word of the
        language. Raises OptionFault."""
        game = self.game()
        seats = tuple([_seat(who) for who in self.who[: self.players]])
        seed = seed_from_text(self.seed) if self.seed else None
        names = self.seat_names(person, crew)
        usual = [
            seat
            for seat, who in enumerate(self.who[: self.players])
            if not self.names[seat].strip() and (who != PERSON or not given)
        ]
        return Setup(game, seats, names, self._first_dealer(), seed, usual=tuple(usual))

    def _first_dealer(self) -> int:
        """The seat that deals first: as chosen, or by lot. A seed decides the lot too, so that
        the same seed is the same game."""
        if self.dealer is not None:
            return self.dealer
        if self.seed:
            return int(rng_from("dealer", self.seed).below(self.players))
        return secrets.randbelow(self.players)

    def seat_names(self, person: str, crew: Sequence[str] = CREW) -> tuple[str, ...]:
        """One name a seat: as given, or the usual one."""
        usual = usual_names([_seat(who) for who in self.who[: self.players]], person, crew)
        return tuple([self.names[seat].strip() or name for seat, name in enumerate(usual)])


def _seat(who: str) -> Seat:
    return Seat("person") if who == PERSON else Seat("level", who)


def new_draft(rules: str, players: int | None = None) -> Draft:
    """A game of ``rules`` with a person at seat 0, levels elsewhere and defaults for the rest."""
    found = rule_set(rules)
    number = players if players is not None else found.seats[0]
    most = max(found.seats)
    usual = USUAL_LEVEL
    return Draft(rules, number, [PERSON] + [usual] * (most - 1), [""] * most)


def draft_of(
    rules: str,
    players: int,
    seats: Sequence[str],
    options: Mapping[str, OptionValue],
    seed: str | None,
    dealer: int | None,
) -> Draft:
    """The draft of a game that was asked for as a whole."""
    most = max(rule_set(rules).seats)
    who = [*seats, *[USUAL_LEVEL] * (most - len(seats))]
    return Draft(rules, players, who, [""] * most, dict(options), seed or "", dealer)


__all__ = ["PERSON", "Draft", "Options", "draft_of", "new_draft"]
