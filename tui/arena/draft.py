"""A tournament being put together."""

from __future__ import annotations

from dataclasses import dataclass, field

from ai.arena.lineup import ArenaFault, fill
from ai.arena.setup import MOST_DEALS, ArenaSetup, Bench, processors
from ai.levels import LEVELS, levels_for, parse_player
from engine.options import OptionValue
from engine.refusals import MessdeckError
from engine.registry import rule_set
from engine.rules import RuleSet
from saves.schema import Seat
from tui.renderers import check_shown
from tui.sitting import Setup

USUAL_DEALS = 100
USUAL_SEED = "1"
MOST_SPEC = 60


@dataclass
class ArenaDraft:
    """rules: id of the rule set. seats: how many play. who: a player a seat, as written, kept for
    as many seats as the largest table has. deals: as typed. seed: any text."""

    rules: str
    seats: int
    who: list[str]
    values: dict[str, OptionValue] = field(default_factory=dict)
    deals: str = str(USUAL_DEALS)
    seed: str = USUAL_SEED

    @property
    def rule_set(self) -> RuleSet:
        """The rule set."""
        return rule_set(self.rules)

    def levels(self) -> tuple[str, ...]:
        """The levels that play this rule set, weakest first."""
        return levels_for(self.rule_set.game(self.seats, {}))

    def setup(self) -> ArenaSetup:
        """What is to be played. Raises MessdeckError for what cannot be."""
        text = self.deals.strip()
        deals = int(text) if text.isascii() and text.isdigit() else -1
        if not 1 <= deals <= MOST_DEALS:
            raise ArenaFault("out-of-range", name="deals", value=text, low=1, high=MOST_DEALS)
        lineup = tuple([parse_player(text).text for text in self.who[: self.seats]])
        found = ArenaSetup(
            self.rules,
            lineup,
            self.seats,
            deals,
            self.seed or USUAL_SEED,
            dict(self.values),
            jobs=jobs(),
            keep_logs=True,
        )
        Bench(found)  # raises for what only the whole can tell
        return found

    def fault(self, seat: int) -> MessdeckError | None:
        """What is wrong with the player of a seat, None if nothing is."""
        try:
            fill([parse_player(self.who[seat]).text], self.seats)
        except MessdeckError as error:
            return error
        return None

    def watched(self, crew: tuple[str, ...]) -> Setup:
        """One game of these players to be looked at, its shuffles new. Raises MessdeckError,
        also where there is no renderer for it."""
        check_shown(self.rules)
        game = self.rule_set.game(self.seats, self.values)
        seats = tuple([Seat("level", parse_player(who).text) for who in self.who[: self.seats]])
        names = tuple([crew[seat % len(crew)] for seat in range(self.seats)])
        return Setup(game, seats, names, 0, usual=tuple(range(self.seats)))


def new_arena(rules: str, seats: int | None = None) -> ArenaDraft:
    """The strongest of our levels in a field of the one below it."""
    found = rule_set(rules)
    number = seats if seats is not None else found.seats[0]
    # Players of somebody else's come after ours, whatever their strength.
    known = [name for name in levels_for(found.game(number, {})) if name in LEVELS]
    most = max(found.seats)
    below = known[-2] if len(known) > 1 else known[-1]
    return ArenaDraft(rules, number, [known[-1]] + [below] * (most - 1))


def jobs() -> int:
    """Processes to play with: as many as there are processors, and never none beside this one,
    whose screen has to go on answering."""
    return max(2, processors())
