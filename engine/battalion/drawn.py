"""What each seat itself drew unseen since the reshuffles that the ledger tells apart.

That is no public thing: a position keeps it for all seats, a view gets its own seat's part. A seat
needs it to tell which unseen cards can only have come to others before a reshuffle. It is bounded
by the sizes of the piles that were reshuffled.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mypy_extensions import mypyc_attr

from engine.battalion.ledger import MOST_CUTS, MOST_PILE, Ledger
from engine.cards import cards_text
from engine.refusals import BadSnapshot, BrokenState
from engine.snapshots import piles

_GENERATION: Final = 64


@mypyc_attr(native_class=True)
class Drawn:
    """cards: for each seat what it drew, in that order, as ``generation * 64 + card``: generation
    1 came after the oldest reshuffle that is told apart, 2 after the next."""

    def __init__(self, players: int) -> None:
        self.cards: list[list[int]] = [[] for seat in range(players)]

    def clone(self) -> Drawn:
        """An independent copy."""
        copy = Drawn(0)
        copy.cards = [cards[:] for cards in self.cards]
        return copy

    def dealt(self) -> None:
        """A new hand begins."""
        self.cards = [[] for cards in self.cards]

    def drew(self, seat: int, card: int, generation: int) -> None:
        """``seat`` drew ``card`` after so many reshuffles that are told apart."""
        if generation > 0:
            self.cards[seat].append(generation * _GENERATION + card)

    def forget(self, dropped: int) -> None:
        """The ``dropped`` oldest reshuffles are no longer told apart (``Ledger.reshuffled``)."""
        past = (dropped + 1) * _GENERATION
        for seat, cards in enumerate(self.cards):
            kept = [code - dropped * _GENERATION for code in cards if code >= past]
            self.cards[seat] = kept

    def check(self, ledger: Ledger) -> None:
        """Raises BrokenState unless each seat drew as many cards as all saw, out of the piles that
        were reshuffled."""
        left = [counts[:] for counts in ledger.cuts]
        for seat, cards in enumerate(self.cards):
            drew = [0] * (MOST_CUTS + 1)
            for code in cards:
                generation = code // _GENERATION
                drew[generation] += 1
                if generation > len(left):
                    raise BrokenState("drawn-generation")
                left[generation - 1][code % _GENERATION] -= 1
            if drew != ledger.drawn_since_cuts(seat):
                raise BrokenState("drawn-number")
        for counts in left:
            if min(counts) < 0:
                raise BrokenState("drawn-cards")


def drawn_texts(cards: list[int]) -> list[str]:
    """What one seat drew, a pile for each generation."""
    texts: list[str] = []
    for generation in range(1, MOST_CUTS + 1):
        mine = [code % _GENERATION for code in cards if code // _GENERATION == generation]
        texts.append(cards_text(mine))
    return texts


def load_drawn(source: Mapping[str, object], field: str) -> list[int]:
    """What ``drawn_texts`` gave for one seat. Raises BadSnapshot."""
    found: list[int] = []
    for before, cards in enumerate(piles(source, field, MOST_CUTS, MOST_PILE)):
        found += [(before + 1) * _GENERATION + card for card in cards]
    return found


def load_all_drawn(source: Mapping[str, object], field: str, players: int) -> Drawn:
    """What all seats drew: a list of ``drawn_texts``. Raises BadSnapshot."""
    value = source.get(field)
    if not isinstance(value, (list, tuple)) or len(value) != players:
        raise BadSnapshot("not-a-list", field=field, size=players)
    drawn = Drawn(players)
    for seat, texts in enumerate(value):
        drawn.cards[seat] = load_drawn({field: texts}, field)
    return drawn
