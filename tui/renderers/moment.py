"""What a screen shows of a game at one moment, for one seat."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine import events as ev
from engine.actions import ENTER, PLAY, SIT, card_of
from engine.game import View
from tui.words import Scene, Words
from tui.words.deeds import deed, deed_unseen, short_deed


@dataclass(frozen=True, slots=True)
class Moment:
    """A position as one seat sees it.

    view: that seat's. asked: seats with a question open. committed: seats that have answered in a
    simultaneous round which is not complete. own: what the view's seat has committed, if it has.
    last_trick: the last one that was taken, for games with tricks.
    """

    view: View
    asked: tuple[int, ...] = ()
    committed: tuple[int, ...] = ()
    own: int | None = None
    last_trick: Trick | None = None


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick that was taken: its cards in the order of play, and by whom."""

    cards: tuple[int, ...]
    winner: int


@dataclass(slots=True)
class Deeds:
    """What each seat did last, gathered from the events that one seat may know.

    last_trick: the last trick that was taken; views forget it when a new deal begins.
    """

    last: dict[int, ev.Chose | ev.ChoseUnseen | ev.Revealed] = field(default_factory=dict)
    last_trick: Trick | None = None
    _laid: list[int] = field(default_factory=list)
    # Who entered the deal that is about to begin, or sits it out.
    _entering: dict[int, ev.Chose] = field(default_factory=dict)

    def add(self, events: Iterable[ev.Event]) -> None:
        """Takes note of ``events``, in order."""
        for event in events:
            if isinstance(event, ev.ChoseUnseen):
                # Told after Chose to the seat itself, which knows more by that.
                known = self.last.get(event.seat)
                if isinstance(known, ev.Chose) and known.action & 31 == event.kind:
                    if known.only == event.seat:
                        continue
                self.last[event.seat] = event
            elif isinstance(event, ev.DealBegan):
                # What was done in the deal before is no deed of this one.
                self.last = dict(self._entering)
                self._entering = {}
            elif isinstance(event, (ev.Chose, ev.Revealed)):
                if isinstance(event, ev.Chose) and event.action & 31 in (ENTER, SIT):
                    self._enter(event)
                self.last[event.seat] = event
                if isinstance(event, ev.Chose) and event.action & 31 == PLAY:
                    self._laid.append(int(card_of(event.action)))
            elif isinstance(event, ev.BattleEnded) and self._laid:
                self.last_trick = Trick(tuple(self._laid), event.winner)
                self._laid = []

    def _enter(self, event: ev.Chose) -> None:
        if not self._entering:
            # Nor is what was decided about that deal.
            for seat, before in list(self.last.items()):
                if isinstance(before, ev.Chose) and before.action & 31 in (ENTER, SIT):
                    del self.last[seat]
        self._entering[event.seat] = event

    def text(self, seat: int, words: Words, scene: Scene, *, short: bool = False) -> str:
        """What ``seat`` did last, without its name; "" for nothing yet. short: in fewer words."""
        event = self.last.get(seat)
        if event is None:
            return ""
        if isinstance(event, ev.Chose):
            return (short_deed if short else deed)(words, event.action, scene)
        if isinstance(event, ev.ChoseUnseen):
            return deed_unseen(words, event.kind, event.count, short=short)
        return words.cards(event.cards)
