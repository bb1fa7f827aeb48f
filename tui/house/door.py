"""Who is let in at a table with a pass phrase."""

from __future__ import annotations

from typing import Final

from tui.house.chat import Allowance
from tui.house.files import same_phrase
from tui.house.refusals import HouseRefusal

# Wrong ones of one person: so many, then one in so many seconds.
_TRIES: Final = (5, 20.0)


class Door:
    """hidden: the phrase as it is kept (``files.hidden_phrase``), "" for an open table. opener:
    the key of who opened it, who is never asked."""

    def __init__(self, hidden: str, opener: str) -> None:
        self.hidden = hidden
        self.opener = opener
        self._admitted: set[str] = set()
        self._tries = Allowance(*_TRIES)

    @property
    def locked(self) -> bool:
        """Whether a phrase is asked for."""
        return bool(self.hidden)

    def admit(self, key: str, phrase: str, now: float) -> None:
        """Lets in whoever was in before, or knows the phrase. Raises HouseRefusal
        ``wrong-phrase``, ``phrases-too-fast``."""
        if not self.locked or key in self._admitted or key == self.opener:
            return
        if not phrase:
            raise HouseRefusal("wrong-phrase")
        wait = self._tries.wait(key, now)
        self._tries.forget_full(now)
        if wait > 0.0:
            raise HouseRefusal("phrases-too-fast", seconds=max(1, round(wait)))
        if not same_phrase(self.hidden, phrase):
            raise HouseRefusal("wrong-phrase")
        self._admitted.add(key)
