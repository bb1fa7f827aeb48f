"""The order in which a table is shown: one move after another, at a pace that can be skipped."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from engine.events import BattleEnded, DealBegan, Event
from tui.renderers.moment import Moment


@dataclass(frozen=True, slots=True)
class Frame:
    """What one seat could see of a change, and what it may know of how it came about."""

    moment: Moment
    events: tuple[Event, ...]


class Show:
    """Frames that wait to be shown. ``now`` is any clock that goes on, in seconds.

    pace: seconds that a move stays; the end of a battle, trick or deal stays twice as long.
    """

    def __init__(self, pace: float) -> None:
        self.pace = pace
        # Nothing is due while it is held.
        self.held = False
        self._waiting: deque[Frame] = deque()
        self._until = 0.0

    @property
    def waiting(self) -> bool:
        """Whether something is still to be shown."""
        return bool(self._waiting)

    @property
    def frames(self) -> tuple[Frame, ...]:
        """What is still to be shown, in order."""
        return tuple(self._waiting)

    def add(self, frame: Frame) -> None:
        """A change has happened."""
        self._waiting.append(frame)

    def due(self, now: float) -> float | None:
        """In how many seconds the next frame is due; None if none waits."""
        if not self._waiting or self.held:
            return None
        # That somebody has committed is no move to look at.
        return max(0.0, self._until - now) if self._waiting[0].events else 0.0

    def next(self, now: float) -> Frame | None:
        """The next frame, if one is due."""
        if self.due(now) != 0.0:
            return None
        frame = self._waiting.popleft()
        if frame.events:
            ended = any(isinstance(event, (BattleEnded, DealBegan)) for event in frame.events)
            self._until = now + self.pace * (2.0 if ended else 1.0)
        return frame

    def step(self) -> list[Frame]:
        """One more move, due or not, and what follows it without being one."""
        frames: list[Frame] = []
        while self._waiting and not any(frame.events for frame in frames):
            frames.append(self._waiting.popleft())
        self._until = 0.0
        return frames

    def skip(self) -> list[Frame]:
        """Everything that waits, at once."""
        frames = list(self._waiting)
        self._waiting.clear()
        self._until = 0.0
        return frames

    def drop(self) -> None:
        """Forgets what waits: another reader has sat down."""
        self._waiting.clear()
        self._until = 0.0
