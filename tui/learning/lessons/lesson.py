"""A lesson: a prepared hand, what everybody does in it, and what is told on the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.game import Game
from engine.options import OptionValue
from engine.registry import rule_set


@dataclass(frozen=True, slots=True)
class Lesson:
    """The learner sits at seat 0.

    rules, players, options, dealer, seed: the game; ``seed`` is a text. script: every choice as it
    stands in a record, in the order in which choices are asked for. steps: what is told before
    each choice of the learner, with a last text for the end. wrong: what is said, by number of the
    step, when the learner tries something else; a general sentence where there is none.
    """

    rules: str
    players: int
    seed: str
    dealer: int
    script: tuple[str, ...]
    steps: tuple[str, ...]
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    wrong: Mapping[int, str] = field(default_factory=dict)

    def game(self) -> Game:
        """The game that is played."""
        return rule_set(self.rules).game(self.players, self.options)

    def choices(self) -> list[list[int]]:
        """The choices of each seat, in order."""
        game = self.game()
        found: list[list[int]] = [[] for _ in range(self.players)]
        for text in self.script:
            seat, action = game.parse_action(text)
            found[seat].append(action)
        return found
