"""Worlds of a Battalion view, drawn so that each is about as likely as the others' leans make it.

The unseen cards are dealt slot by slot: a seat's next hidden card is of a suit with a probability
in proportion to the unseen cards of the suit and the seat's lean. Certain things hold in every
world: own hand, open cards, cards known to be held, the number of cards, what bids and questions
say about hands that have not changed since, and of older facts what must still show (a world that
breaks one of these is dealt again). Where no world is found in TRIES, one of the exact sampler
takes its place. Estimated are: how many hidden cards of a seat are older than the last reshuffle,
and which of them a fact about an earlier hand spoke of.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ai.beliefs.battalion import Leaning
from ai.search.expectation import Worlds
from engine.battalion import hands as held
from engine.battalion.facts import (
    DREW,
    HOLDS,
    KNEW,
    LACKS,
    LONGEST,
    SHOWED,
    first_of,
    kind_of,
    second_of,
)
from engine.battalion.view import BattalionView
from engine.chance import FastChance
from engine.game import State
from engine.rng import Rng

TRIES: Final = 12
# Numbers a fact.
_CELLS: Final = 9


@mypyc_attr(native_class=True)
class LeaningWorlds(Worlds):
    """Worlds by the leans of ``leaning``."""

    def __init__(self, view: BattalionView, leaning: Leaning) -> None:
        self.view = view
        public = view.public
        self.public = public
        self.players = public.players
        self.seat: i64 = view.seat
        # Unseen cards by suit: those that were in the pile of the last reshuffle and those that
        # were not; ``doubtful`` are cards of which one copy was and one was not.
        self.young = vec[i64]()
        self.old = vec[i64]()
        self.doubtful = vec[i64]()
        self.young_at = vec[i64]([0] * 5)
        self.hidden = vec[i64]([0] * public.players)
        self.aged = vec[i64]([0] * public.players)
        self.leans: list[float] = []
        self.ranks = leaning.ranks
        self.highest: i64 = 0
        for weight in leaning.ranks:
            if weight > self.highest:
                self.highest = weight
        self.masses = vec[i64]([0] * 4)
        self.certain = vec[i64]([0] * (public.players * held.HAND))
        # Facts: seat, kind, first, second, cards drawn since, cards of each suit shown since.
        self.facts = vec[i64]()
        self._seats(leaning)
        self._cards()
        self._facts()

    def _seats(self, leaning: Leaning) -> None:
        public = self.public
        ledger = public.ledger
        cut = ledger is not None and len(ledger.cuts) > 0
        seat: i64 = 0
        while seat < self.players:
            base = seat * held.HAND
            if seat == self.seat:
                cell: i64 = 0
                while cell < held.HAND:
                    self.certain[base + cell] = self.view.hand[cell]
                    cell += 1
            else:
                hidden = public.hidden(seat)
                self.hidden[seat] = hidden
                for card in public.known_cards(seat):
                    held.add_card(self.certain, base, card)
                if cut and ledger is not None:
                    self.aged[seat] = self._aged(ledger.entries[seat], hidden)
            suit: i64 = 0
            while suit < 4:
                self.leans.append(leaning.lean(public, seat, suit, self.hidden[seat]))
                suit += 1
            seat += 1

    def _aged(self, entries: list[int], hidden: i64) -> i64:
        """About how many hundredths of hidden cards are from before the last reshuffle: each card
        shown since was one of these as likely as one of the others."""
        kinds = [kind_of(code) for code in entries]
        last = len(kinds)
        for at, kind in enumerate(kinds):
            if kind == 3:
                last = at
        size = float(int(hidden))
        for at in range(last, len(kinds)):
            if kinds[at] == DREW:
                size -= float(first_of(entries[at]))
            elif kinds[at] == SHOWED:
                size += 1.0
        aged = size
        for at in range(last, len(kinds)):
            if kinds[at] == DREW:
                size += float(first_of(entries[at]))
            elif kinds[at] == SHOWED and size > 0.0:
                aged -= aged / size
                size -= 1.0
        return i64(int(100.0 * aged))

    def _cards(self) -> None:
        unseen = self.view.unseen()
        ledger = self.public.ledger
        cut = ledger is not None and len(ledger.cuts) > 0
        pile: list[int] = []
        if cut and ledger is not None:
            pile = ledger.cuts[-1]
        card: i64 = 0
        while card < held.CARDS:
            copies = unseen[card]
            if card % 13 == 0:
                self.young_at[card // 13] = i64(len(self.young))
            if copies > 0:
                young = copies
                if cut:
                    piled: i64 = pile[card]
                    absent = self.public.pack[card] - piled
                    # So many of the unseen copies at least were, or were not, in the pile.
                    surely_old = copies - piled if copies > piled else 0
                    surely_young = copies - absent if copies > absent else 0
                    n = surely_old
                    while n > 0:
                        self.old = append(self.old, card)
                        n -= 1
                    n = copies - surely_old - surely_young
                    while n > 0:
                        self.doubtful = append(self.doubtful, card)
                        n -= 1
                    young = surely_young
                while young > 0:
                    self.young = append(self.young, card)
                    young -= 1
            card += 1
        self.young_at[4] = i64(len(self.young))
        for one in self.young:
            self.masses[one // 13] += self.ranks[one % 13]

    def _facts(self) -> None:
        ledger = self.public.ledger
        if ledger is None:
            return
        for seat, entries in enumerate(ledger.entries):
            if seat == self.seat:
                continue
            for at, code in enumerate(entries):
                kind = kind_of(code)
                if kind != LACKS and kind != LONGEST and kind != HOLDS:
                    continue
                drawn = 0
                shown = [0, 0, 0, 0]
                high = second_of(code)
                for later in entries[at + 1 :]:
                    if kind_of(later) == DREW:
                        drawn += first_of(later)
                    elif kind_of(later) == SHOWED:
                        shown[first_of(later) // 13] += 1
                for known in entries[at + 1 :]:
                    if kind_of(known) != KNEW:
                        break
                    # It may have been laid since, or be in the hand still: counted twice then.
                    shown[first_of(known) // 13] += 1
                    high = held.CARDS
                for number in (seat, kind, first_of(code), high, drawn, *shown):
                    self.facts = append(self.facts, i64(number))

    def draw(self, rng: Rng) -> State:
        view = self.view
        tries: i64 = 0
        while tries < TRIES:
            hands = self.certain[:]
            stock = self._deal(hands, rng)
            if self._holds(hands) and i64(len(stock)) == self.public.stock:
                return view.maker.make(
                    view.game, FastChance(rng.fork()), self.public.clone(), hands, stock
                )
            tries += 1
        return view.sample(rng)

    def _deal(self, hands: vec[i64], rng: Rng) -> vec[i64]:
        """Deals the hidden cards into ``hands``; what is left is the stock."""
        young = self.young[:]
        ends = self.young_at[1:]
        starts = self.young_at[:]
        left = self.hidden[:]
        masses = self.masses[:]
        first = rng.below(self.players)
        spare = vec[i64]()
        if len(self.old) > 0 or len(self.doubtful) > 0:
            for card in self.old:
                if not self._give_old(hands, left, card, rng):
                    spare = append(spare, card)
            for card in self.doubtful:
                # One copy was seen since; whether it was the old one nobody can tell.
                if rng.below(2) != 0 or not self._give_old(hands, left, card, rng):
                    spare = append(spare, card)
        turn: i64 = 0
        while turn < self.players:
            seat = (first + turn) % self.players
            base = seat * held.HAND
            lean = 4 * seat
            need = left[seat]
            a = self.leans[lean]
            b = self.leans[lean + 1]
            c = self.leans[lean + 2]
            d = self.leans[lean + 3]
            while need > 0:
                m0 = a * float(int(masses[0]))
                m1 = b * float(int(masses[1]))
                m2 = c * float(int(masses[2]))
                m3 = d * float(int(masses[3]))
                total = m0 + m1 + m2 + m3
                suit: i64 = 0
                if total > 0.0:
                    point = rng.unit() * total
                    if point >= m0:
                        point -= m0
                        suit = 1
                        if point >= m1:
                            point -= m1
                            suit = 2
                            if point >= m2 and m3 > 0.0:
                                suit = 3
                count = ends[suit] - starts[suit]
                if count == 0:
                    suit = 0
                    while suit < 3 and ends[suit] == starts[suit]:
                        suit += 1
                    count = ends[suit] - starts[suit]
                    if count == 0:
                        if len(spare) == 0:
                            return spare
                        held.add_card(hands, base, spare[len(spare) - 1])
                        spare = spare[: len(spare) - 1]
                        need -= 1
                        continue
                at = starts[suit] + rng.below(count)
                tries: i64 = 20
                while rng.below(self.highest) >= self.ranks[young[at] % 13] and tries > 0:
                    at = starts[suit] + rng.below(count)
                    tries -= 1
                masses[suit] -= self.ranks[young[at] % 13]
                held.add_card(hands, base, young[at])
                young[at] = young[ends[suit] - 1]
                ends[suit] -= 1
                need -= 1
            turn += 1
        suit = 0
        while suit < 4:
            at = starts[suit]
            while at < ends[suit]:
                spare = append(spare, young[at])
                at += 1
            suit += 1
        rng.shuffle(spare)
        return spare

    def _give_old(self, hands: vec[i64], left: vec[i64], card: i64, rng: Rng) -> bool:
        """Deals a card from before the last reshuffle to somebody; False if nobody can have it."""
        total = 0.0
        seat: i64 = 0
        while seat < self.players:
            if left[seat] > 0:
                total += float(int(self.aged[seat])) * self.leans[4 * seat + card // 13]
            seat += 1
        if total <= 0.0:
            return False
        point = rng.unit() * total
        found: i64 = -1
        seat = 0
        while seat < self.players:
            if left[seat] > 0:
                mine = float(int(self.aged[seat])) * self.leans[4 * seat + card // 13]
                if mine > 0.0:
                    found = seat
                    if point < mine:
                        break
                    point -= mine
            seat += 1
        held.add_card(hands, found * held.HAND, card)
        left[found] -= 1
        return True

    def _holds(self, hands: vec[i64]) -> bool:
        """Whether the hands agree with what is certain."""
        seat: i64 = 0
        while seat < self.players:
            if seat != self.seat and not self.public.fits(seat, hands, seat * held.HAND):
                return False
            seat += 1
        facts = self.facts
        at: i64 = 0
        while at < len(facts):
            base = facts[at] * held.HAND
            kind = facts[at + 1]
            mask = facts[at + 2]
            drawn = facts[at + 4]
            within: i64 = 0
            most: i64 = 0
            suit: i64 = 0
            while suit < 4:
                length = hands[base + held.LENGTHS + suit] + facts[at + 5 + suit]
                if length > most:
                    most = length
                if (mask >> suit) & 1 != 0:
                    within += length
                if kind == LONGEST and length - drawn > facts[at + 3]:
                    return False
                suit += 1
            if kind == HOLDS and within == 0:
                return False
            if kind == LONGEST and most < mask:
                return False
            if kind == LACKS and within > drawn:
                return False
            at += _CELLS
        return True
