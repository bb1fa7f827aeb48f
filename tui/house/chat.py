"""What is said at a table: cleaned, not too fast, and unheard by those who do not want to."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import Final

from tui.house.refusals import HouseRefusal
from tui.words.clean import clean

MOST_CHARACTERS: Final = 200
KEPT: Final = 100
# So many lines at once; then one in so many seconds.
BURST: Final = 5
SECONDS_A_LINE: Final = 4.0
ALL: Final = "*"


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was said. key, name: by whom. at: Unix seconds.

    place: after how many events that everybody knows of the game under way; -1: before it.
    what: "" for what a person said; else what the house says of them: ``minded`` (a level plays
    for them), ``back``, ``left``, ``late`` (a level made one choice).
    """

    key: str
    name: str
    text: str
    at: int
    watcher: bool = False
    place: int = -1
    what: str = ""


class Allowance:
    """How often somebody may do something: ``burst`` times at once, then once in ``seconds``."""

    def __init__(self, burst: int, seconds: float) -> None:
        self.burst = burst
        self.seconds = seconds
        self._left: dict[str, tuple[float, float]] = {}

    def wait(self, key: str, now: float) -> float:
        """Takes one of ``key``'s and returns 0.0; or how many seconds are to be waited."""
        left, before = self._left.get(key, (float(self.burst), now))
        left = min(float(self.burst), left + (now - before) / self.seconds)
        if left < 1.0:
            self._left[key] = (left, now)
            return (1.0 - left) * self.seconds
        self._left[key] = (left - 1.0, now)
        return 0.0

    def forget_full(self, now: float) -> None:
        """Forgets those who have all of theirs again, so that it does not grow for ever."""
        for key, (left, before) in list(self._left.items()):
            if left + (now - before) / self.seconds >= self.burst:
                del self._left[key]


class Chat:
    """The talk at one table. mutes: by reader, the keys of those not heard; ALL for everybody."""

    def __init__(self) -> None:
        self.lines: deque[Line] = deque(maxlen=KEPT)
        self.mutes: dict[str, set[str]] = {}
        self._allowance = Allowance(BURST, SECONDS_A_LINE)

    def say(
        self, key: str, name: str, text: str, now: float, at: int, *, watcher: bool, place: int = -1
    ) -> Line:
        """Takes a line. Raises HouseRefusal ``chat-nothing``, ``chat-too-fast``."""
        said = clean(text, MOST_CHARACTERS)
        if not said:
            raise HouseRefusal("chat-nothing")
        wait = self._allowance.wait(key, now)
        if wait > 0.0:
            raise HouseRefusal("chat-too-fast", seconds=max(1, round(wait)))
        self._allowance.forget_full(now)
        line = Line(key, name, said, at, watcher, place)
        self.lines.append(line)
        return line

    def remark(self, key: str, name: str, what: str, at: int, place: int) -> Line:
        """The house says something of somebody."""
        line = Line(key, name, "", at, place=place, what=what)
        self.lines.append(line)
        return line

    def is_minded(self, key: str) -> bool:
        """Whether it was said last of somebody, in this game, that a level plays for them."""
        said = [one.what for one in self.lines if one.key == key and one.what and one.place >= 0]
        return bool(said) and said[-1] == "minded"

    def cut(self, most: int) -> None:
        """So many events are left of the game (-1: it is another one): what was said stays."""
        kept = [replace(one, place=min(one.place, most)) for one in self.lines]
        self.lines.clear()
        self.lines.extend(kept)

    def mute(self, reader: str, key: str, *, on: bool) -> None:
        """Lets ``reader`` hear ``key`` (ALL: anybody) no more, or again."""
        unheard = self.mutes.setdefault(reader, set())
        if on:
            unheard.add(key)
        else:
            unheard.discard(key)
        if not unheard:
            del self.mutes[reader]

    def hears(self, reader: str, key: str) -> bool:
        """Whether ``reader`` hears what ``key`` says; one's own always."""
        unheard = self.mutes.get(reader, ())
        return reader == key or not (ALL in unheard or key in unheard)

    def heard_by(self, reader: str) -> list[Line]:
        """What ``reader`` has heard, in order."""
        return [line for line in self.lines if line.what or self.hears(reader, line.key)]
