"""Those who have connected but not logged in: so many at once, and who gives way to one more."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.serve.door import Door


class Strangers:
    """The doors at which somebody stands, by household, the first to come first.

    Whoever only connects and says nothing must not keep others out: where no more may wait, the
    household that has most of them waiting gives one up, the one that has waited longest, unless
    that is the newcomer's own. A client logs in within a second or so.
    """

    def __init__(self, most: int) -> None:
        """most: who may wait at once."""
        self._most = most
        self._homes: dict[Door, str] = {}

    def __len__(self) -> int:
        return len(self._homes)

    def has_room_for(self, home: str) -> bool:
        """Whether one more of a household may wait, if need be in the place of somebody else."""
        return len(self._homes) < self._most or self._giving_way(home) is not None

    def add(self, door: Door, home: str) -> Door | None:
        """One more waits, for whom there is room; whoever had to give way, and waits no more."""
        gone = self._giving_way(home) if len(self._homes) >= self._most else None
        if gone is not None:
            del self._homes[gone]
        self._homes[door] = home
        return gone

    def drop(self, door: Door) -> None:
        """Somebody waits no more: has logged in, or has gone."""
        self._homes.pop(door, None)

    def _giving_way(self, home: str) -> Door | None:
        counts = Counter(self._homes.values())
        if not counts or counts[home] >= max(counts.values()):
            return None
        crowd = max(counts.values())
        return next(door for door, one in self._homes.items() if counts[one] == crowd)
