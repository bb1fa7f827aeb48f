"""What somebody did, as another seat was told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine import actions as act
from engine.events import Chose, ChoseUnseen, Revealed
from engine.game import View

# So many moves of others are told of, the last ones.
MOST_MOVES: Final = 20

Deed = Chose | ChoseUnseen | Revealed


@dataclass(frozen=True, slots=True)
class Move:
    """What somebody else did, as one seat was told. before: that seat's view right before it."""

    event: Deed
    before: View

    @property
    def seat(self) -> int:
        """Who did it."""
        return self.event.seat

    @property
    def kind(self) -> int:
        """The kind of the choice."""
        if isinstance(self.event, Chose):
            return self.event.action & 31
        return self.event.kind

    @property
    def cards(self) -> list[int]:
        """The cards that were shown by it."""
        if isinstance(self.event, Chose):
            return act.cards_of(self.event.action)
        return list(self.event.cards) if isinstance(self.event, Revealed) else []
