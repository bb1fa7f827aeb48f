"""Who plays for a seat whose person is away, is too slow, or has left for good.

Nothing is minded while nobody who sits at the table looks at it: a game does not play itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tui.house.clock import Clock, Timer

if TYPE_CHECKING:
    from tui.house.chairs import Chair
    from tui.sitting import Sitting


class Minding:
    """Counts down and hands seats over, for one game at one table.

    here: whether a seat's person looks at the table now. away, thinking: seconds, 0 for none
    (``Plan``). late: called with a seat whose time for a choice is over.
    """

    def __init__(
        self,
        sitting: Sitting,
        chairs: list[Chair],
        here: Callable[[int], bool],
        clock: Clock,
        *,
        away: int,
        thinking: int,
        minder: str,
        late: Callable[[int], None],
    ) -> None:
        self._sitting = sitting
        self._chairs = chairs
        self._here = here
        self._clock = clock
        self._away = away
        self._thinking = thinking
        self._minder = minder
        self._late = late
        self._timer: Timer | None = None
        # By seat: how many choices it had made then, and when its time is over.
        self._asked: dict[int, tuple[int, float]] = {}
        # By seat: how many choices it had made when a level took over this one.
        self._lent: dict[int, int] = {}

    def seconds_left(self, seat: int) -> float | None:
        """How long a seat still has for its choice; None if that is not limited, or not asked."""
        asked = self._asked.get(seat)
        return None if asked is None else max(0.0, asked[1] - self._clock.now())

    def seconds_away(self, seat: int) -> float | None:
        """How long until a level minds a seat; None if that does not run."""
        until = self._chairs[seat].until
        return None if until is None else max(0.0, until - self._clock.now())

    def settle(self) -> None:
        """Brings everything up to date: after every choice, and when somebody came or went."""
        if self._sitting.closed:
            self.close()
            return
        now = self._clock.now()
        over = self._sitting.table.outcome() is not None
        company = any(self._here(chair.seat) for chair in self._chairs)
        for chair in self._chairs:
            if self._sitting.seats[chair.seat].kind == "person":
                self._count_away(chair, now, running=company and not over)
                self._count_choice(chair.seat, now, running=company and not over)
        if over:
            self.close()
            return
        for chair in self._chairs:
            self._hand_over(chair, company=company)
        self._wind(now)

    def close(self) -> None:
        """Counts no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._asked.clear()

    def _count_away(self, chair: Chair, now: float, *, running: bool) -> None:
        if self._here(chair.seat):
            chair.overdue = False
            chair.until = None
        elif not running or chair.overdue or not chair.key or not self._is_awaited_back(chair):
            chair.until = None
        elif chair.until is None:
            chair.until = now + self._away
        elif chair.until <= now:
            chair.until = None
            chair.overdue = True

    def _is_awaited_back(self, chair: Chair) -> bool:
        """Whether the countdown is for them: who went on purpose may take days where nobody's
        choices are timed."""
        return self._away > 0 and not (chair.detached and self._thinking == 0)

    def _count_choice(self, seat: int, now: float, *, running: bool) -> None:
        made = self._sitting.choices_of(seat)
        if self._lent.get(seat, made) != made:
            del self._lent[seat]
        asked = self._thinking > 0 and running and seat in self._sitting.table.actors()
        if not asked or self._minded_anyway(seat) or seat in self._lent:
            self._asked.pop(seat, None)
            return
        before = self._asked.get(seat)
        if before is None or before[0] != made:
            self._asked[seat] = (made, now + self._thinking)
        elif before[1] <= now:
            del self._asked[seat]
            self._lent[seat] = made
            self._late(seat)

    def _minded_anyway(self, seat: int) -> bool:
        chair = self._chairs[seat]
        return chair.overdue or chair.given_up

    def _hand_over(self, chair: Chair, *, company: bool) -> None:
        held = self._sitting.seats[chair.seat]
        if held.kind != "person":
            return
        minded = company and (self._minded_anyway(chair.seat) or chair.seat in self._lent)
        due = self._minder if minded else ""
        if held.minding != due:
            self._sitting.mind(chair.seat, due)

    def _wind(self, now: float) -> None:
        """Comes back at the next moment at which something is over."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        moments = [chair.until for chair in self._chairs if chair.until is not None]
        moments += [until for _, until in self._asked.values()]
        if moments:
            self._timer = self._clock.later(max(0.0, min(moments) - now), self.settle)
