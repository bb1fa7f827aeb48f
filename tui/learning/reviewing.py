"""The review of a game that is over: what each choice of a seat was worth, and what was better.

Every choice is judged on what its seat could know then, by the strongest level and by weighing
the choice made against the level's own in the same sampled deals.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from engine.log import Choice
from engine.refusals import MessdeckError
from tui.learning.advice import Advice, advise
from tui.learning.choices import same_choice
from tui.learning.playback import Playback
from tui.sitting import Thinks

SECONDS: Final = 1.0
WORLDS: Final = 100


@dataclass(frozen=True, slots=True)
class Judged:
    """A choice with its price. at: the stop right after it. expected: the share of the first
    place with the choice made; best: with the one that the advice names."""

    at: int
    choice: Choice
    advice: Advice
    expected: float
    best: float

    @property
    def loss(self) -> float:
        """What the choice gave away, 0 if nothing was better."""
        if same_choice(self.choice.action, self.advice.action):
            return 0.0
        return max(0.0, self.best - self.expected)


@dataclass(slots=True)
class Review:
    """The choices of ``seat`` that were choices, as far as they are judged.

    total: how many there are. running: whether it is being worked on. trouble: why it ended early.
    """

    playback: Playback
    seat: int
    judged: list[Judged] = field(default_factory=list)
    total: int = 0
    running: bool = False
    trouble: MessdeckError | None = None

    def __post_init__(self) -> None:
        if self.playback.outcome is None:
            raise ValueError("only a game that is over is reviewed")
        self.total = len(self._open())

    def _open(self) -> list[tuple[int, Choice]]:
        """The choices to be judged, those without alternative left out."""
        found: list[tuple[int, Choice]] = []
        for at in self.playback.choices_of(self.seat):
            state = self.playback.stops[at - 1].state
            if state.legal_count(self.seat) > 1:
                made = self.playback.stops[at].made
                found.append((at, next(one for one in made if one.seat == self.seat)))
        return found

    @property
    def done(self) -> bool:
        """Whether all is judged."""
        return len(self.judged) == self.total

    @property
    def result(self) -> float:
        """The share of the first place that the seat had in the end."""
        outcome = self.playback.outcome
        assert outcome is not None
        winners = outcome.places.count(1)
        return 1.0 / winners if outcome.places[self.seat] == 1 else 0.0

    def costliest(self) -> list[Judged]:
        """The choices that cost something, the dearest first."""
        return sorted([one for one in self.judged if one.loss >= 0.005], key=lambda one: -one.loss)

    async def run(self, thinker: Thinks, told: Callable[[], None]) -> None:
        """Judges what is not judged so far; ``told`` is called after each choice. It can be
        cancelled, and taken up again."""
        self.running, self.trouble = True, None
        try:
            for at, choice in self._open()[len(self.judged) :]:
                view = self.playback.stops[at - 1].state.view(self.seat)
                advice = await advise(
                    thinker, view, also=choice.action, seconds=SECONDS, worlds=WORLDS
                )
                expected = advice.expected(choice.action)
                best = advice.expected(advice.action)
                if expected is None or best is None:  # the clock left no time to weigh it
                    expected = best = self.judged[-1].expected if self.judged else 0.0
                self.judged.append(Judged(at, choice, advice, expected, best))
                told()
        except MessdeckError as error:
            self.trouble = error
        finally:
            self.running = False
        told()
