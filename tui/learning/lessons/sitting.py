"""A table at which a lesson is played: the ordinary one, without a disk and without a thinker."""

from __future__ import annotations

from collections.abc import Sequence

from ai.player import NO_LIMIT, Budget, Thought
from engine.chance import SeededChance, seed_from_text
from engine.game import View
from engine.refusals import MessdeckError
from engine.rng import Rng
from engine.table import Table
from saves.capture import now
from saves.schema import SavedGame, Seat
from tui.learning.lessons.lesson import Lesson
from tui.sitting import Sitting

# What the script plays for is written as a level.
_SCRIPTED = Seat("level", "corporal")


class _Nobody:
    """Nothing is thought in a lesson."""

    async def choose(self, view: View, level: str, rng: Rng, budget: Budget = NO_LIMIT) -> Thought:
        raise MessdeckError("thinker-stopped")


class LessonSitting(Sitting):
    """Plays the script for all seats but the learner's, and keeps nothing."""

    lesson: Lesson
    scripted: list[list[int]]

    @classmethod
    def open(cls, lesson: Lesson, names: Sequence[str], usual: Sequence[int] = ()) -> LessonSitting:
        """Sits down to a lesson, in a running loop. names: one a seat, the learner's first.
        usual: the seats whose names nobody gave."""
        game = lesson.game()
        seed = seed_from_text(lesson.seed)
        table = Table(game, lesson.dealer, SeededChance(seed))
        at = now()
        saved = SavedGame(
            rules=game.rules,
            rules_version=game.version,
            id="0" * 16,
            players=game.players,
            options=dict(game.options),
            dealer=lesson.dealer,
            names=tuple(names),
            seats=(Seat("person"), *[_SCRIPTED] * (game.players - 1)),
            seed=seed,
            log=(),
            shuffles=(),
            snapshot={},
            asked=(),
            usual=tuple(usual),
            created=at,
            changed=at,
        )
        sitting = cls(saved, table, _Nobody())
        sitting.lesson = lesson
        sitting.scripted = lesson.choices()
        return sitting

    @property
    def step(self) -> int:
        """How many choices the learner has made."""
        return self.choices_of(0)

    @property
    def wanted(self) -> int | None:
        """What the learner is to choose now; None at the end of the lesson."""
        mine = self.scripted[0]
        return mine[self.step] if self.step < len(mine) else None

    async def _level_choice(self, seat: int, player: str, view: View) -> int | None:
        mine = self.scripted[seat]
        number = self.choices_of(seat)
        return mine[number] if number < len(mine) else None

    def _write(self) -> None:
        # There is no disk to wait for.
        self._writes += 1
        self._settled.clear()
        self._loop.call_soon(self._written)
