"""Whether a client was sent a card that only another seat holds.

At every still point of a game the stored table says what each seat holds and what it was told. All
that a client has received since the point before, its bytes and every screen that they drew, is
searched for cards that are in another's hand and that its person cannot know. The search is tried
on the person's own hand each time: that has to be found.
"""

from __future__ import annotations

import re
from collections import deque

from by_screen import CARD, at_a_game
from hosted import Stored
from ssh_client import SshClient

from tui.look import Look
from tui.renderers import renderer_for
from tui.renderers.renderer import Cast
from tui.words import Scene, Words

# Looks leave two letters where they are; whatever else moves the cursor parts them.
_LOOKS = re.compile(r"\x1b\[[\d;]*m")
_CODES = re.compile(r"\x1b(?:\[[\d;?<=>]*[ -/]*[@-~]|[@-Z\\^_])")
# What was told lately may still stand in the log, also after the screen was pulled larger.
_TOLD = 80
_POINTS = 4


def hands_of(stored: Stored) -> dict[str, list[str]]:
    """The cards that each name holds, by the stored table; sorted."""
    assert stored.saved is not None
    words, table, names = Words("en"), stored.table(), tuple(stored.saved.names)
    renderer = renderer_for(table.game, Cast(names, ("",) * len(names)), words, Look())
    return {
        name: sorted([words.card(card) for card in renderer.hand(table.view(seat))])
        for seat, name in enumerate(names)
    }


class Searched:
    """One client: what it has received, and what its person may know. checks: cards of others that
    were looked for, point by point. found: those that were there, with where."""

    def __init__(self, client: SshClient) -> None:
        self.client = client
        self.checks = 0
        self.own = 0
        self.points = 0
        self.bytes = 0
        self.found: list[str] = []
        self._from = len(client.raw)
        self._drawn: set[str] = set()
        self._held: deque[set[str]] = deque(maxlen=_POINTS)
        self._others: set[str] = set()
        client.shown = self._shown

    def follow(self, client: SshClient) -> None:
        """Goes on with another client of the same person, who has come back."""
        self.client = client
        self._from = 0
        self._drawn.clear()
        client.shown = self._shown

    def skip(self) -> None:
        """What came so far was no game: the menu shows four aces."""
        self._from = len(self.client.raw)
        self._drawn.clear()

    def _shown(self, client: SshClient) -> None:
        text = client.text()
        if at_a_game(text):
            self._drawn.update(CARD.findall(text))

    def look(self, stored: Stored) -> None:
        """Searches what has come since the last point, at which the game stands as ``stored``."""
        assert stored.saved is not None
        words, names = Words("en"), tuple(stored.saved.names)
        seat = names.index(self.client.name)
        scene = Scene(stored.file.rules, names, seat)
        hands = [set(held) for held in hands_of(stored).values()]
        self._held.append(hands[seat])
        may_know = set().union(*self._held)
        for event in stored.table().history(seat)[-_TOLD:]:
            may_know |= set(CARD.findall(words.event(event, scene) or ""))
        now = set().union(*[hand for one, hand in enumerate(hands) if one != seat])
        secret = (now | self._others) - may_know
        self._others = now
        text = self.client.text()
        sent = self._sent()
        seen = set(CARD.findall(sent)) | self._drawn
        for card in sorted(secret & seen):
            where = "screen" if card in self._drawn else "bytes"
            self.found.append(f"{self.client.name} was sent {card} of another ({where})")
        if at_a_game(text):
            # A fan that is wide as the screen shows the edges of cards alone.
            self.own += len(hands[seat] & set(CARD.findall(text)))
        self.checks += len(secret)
        self.points += 1
        self._drawn.clear()

    def _sent(self) -> str:
        raw = bytes(self.client.raw[self._from :])
        self._from = len(self.client.raw)
        self.bytes += len(raw)
        text = raw.decode(errors="replace")
        if "Three military card games" in text:
            # Who comes back passes the menu, with its four aces.
            text = text[text.rindex("Three military card games") :].partition("q\x1b")[2]
        return _CODES.sub("\0", _LOOKS.sub("", text))
