"""How a table is to be: what whoever opens it decides once and for all."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from ai.levels import levels_for
from engine.game import Game
from engine.options import OptionValue
from engine.registry import rule_set
from tui.house.refusals import HouseRefusal
from tui.setup import PERSON

# Seconds until a level minds a seat that was left; 0: never, the table waits.
AWAY_CHOICES: Final = (60, 30, 120, 300, 0)
# Seconds that a person has for a choice; 0: as long as they like.
THINKING_CHOICES: Final = (0, 15, 30, 60, 120, 300)
MAX_PHRASE: Final = 40
USUAL_MINDER: Final = "corporal"


@dataclass(frozen=True, slots=True)
class Plan:
    """A table to be opened.

    rules, players, options: the game; options that are not given have their defaults. who: PERSON
    or a level, one a seat. phrase: what one has to say to sit or watch, "" for an open table.
    thinking, away: see THINKING_CHOICES, AWAY_CHOICES. minder: the level that minds a seat.
    """

    rules: str
    players: int
    who: tuple[str, ...]
    options: dict[str, OptionValue] = field(default_factory=dict)
    phrase: str = ""
    thinking: int = 0
    away: int = AWAY_CHOICES[0]
    minder: str = USUAL_MINDER

    def game(self) -> Game:
        """The game with its options. Raises OptionFault, UnknownRules."""
        return rule_set(self.rules).game(self.players, self.options)

    def checked(self) -> Game:
        """The game, if a table can be opened so; the plan comes from a person, or out of a file.

        Raises OptionFault, UnknownRules, HouseRefusal ``bad-plan``.
        """
        game = self.game()
        known = levels_for(game)
        if len(self.who) != game.players or PERSON not in self.who:
            raise HouseRefusal("bad-plan", key="who")
        # By their names alone: a player written with more than that may be a program of the host's.
        if any(who != PERSON and who not in known for who in self.who):
            raise HouseRefusal("bad-plan", key="who")
        if self.minder not in known:
            raise HouseRefusal("bad-plan", key="minder")
        if self.thinking not in THINKING_CHOICES or self.away not in AWAY_CHOICES:
            raise HouseRefusal("bad-plan", key="thinking")
        if len(self.phrase) > MAX_PHRASE:
            raise HouseRefusal("bad-plan", key="phrase")
        return game
