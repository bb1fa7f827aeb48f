"""Who may be shown a position, at the ladder's tables alone."""

from __future__ import annotations

from engine.game import State


class Seer:
    """A player that is shown the position before it is asked."""

    def see(self, state: State) -> None:
        raise NotImplementedError
