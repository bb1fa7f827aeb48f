"""The last resort for worlds that are too rare to be hit: a Markov chain of exchanges.

The chain starts from some explanation of the cards shown and lowers the number of broken facts by
exchanges until none is broken (at most MOST_STEPS steps; with a record that is true this has not
been seen to fail; if it does, the world with a broken fact is given out all the same). From there
it makes MIX exchanges for every place that takes part and accepts those that break nothing. Each
exchange is as likely as its reverse, so the uniform distribution is the one that stays; how near
the chain comes to it depends on its length only.

A place is a slot or a card of the stock. It has a card and a fate: the step of its seat's history
at which its card was shown, or NEVER.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from engine import bits
from engine.battalion.facts import (
    CUT,
    DREW,
    HOLDS,
    KNEW,
    LACKS,
    LONGEST,
    POINTS,
    SHOWED,
    first_of,
    is_fact,
    kind_of,
    second_of,
)
from engine.battalion.history import History, Sight
from engine.cards import DECK_SIZE
from engine.rng import Rng

MOST_STEPS: Final = 20000
STARTS: Final = 200
MIX: Final = 40
NEVER: Final = 100000
STOCK: Final = -1
EMPTY: Final = -1


@mypyc_attr(native_class=True)
class Chain:
    """Places of one sight. For each place: seat (STOCK for the stock), generation, born (the entry
    that filled it), card, fate. moving: the places of seats with a history, from which every
    exchange starts. of_generation: all places, by generation, from ``from_generation`` on.
    fact_*: the facts, those of seat s from ``from_fact[s]`` on; known: the cards known at the time
    of fact f, from ``from_known[f]`` on. broken: how much is missing for each seat's facts."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.players: i64 = len(sight.hidden)
        self.generations: i64 = len(sight.ledger.cuts) + 1
        self.seat = vec[i64]()
        self.generation = vec[i64]()
        self.born = vec[i64]()
        self.card = vec[i64]()
        self.fate = vec[i64]()
        self.moving = vec[i64]()
        self.of_generation = vec[i64]()
        self.from_generation = vec[i64]()
        self.from_seat = vec[i64]()
        self.shows = vec[i64]()
        self.from_fact = vec[i64]()
        self.fact_at = vec[i64]()
        self.fact_kind = vec[i64]()
        self.fact_first = vec[i64]()
        self.fact_second = vec[i64]()
        self.from_known = vec[i64]()
        self.known = vec[i64]()
        self.lengths = vec[i64]([0] * 4)
        self.once: i64 = 0
        self.twice: i64 = 0
        self.pools = vec[i64](History(sight).whole)
        self.broken = vec[i64]([0] * self.players)
        self._places()
        self._facts()

    def _facts(self) -> None:
        """Reads the facts about all seats but the viewer's own."""
        seat: i64 = 0
        while seat < self.players:
            self.from_fact = append(self.from_fact, i64(len(self.fact_at)))
            if seat != self.sight.viewer:
                for at, code in enumerate(self.sight.ledger.entries[seat]):
                    if is_fact(code):
                        self.fact_at = append(self.fact_at, at)
                        self.fact_kind = append(self.fact_kind, kind_of(code))
                        self.fact_first = append(self.fact_first, first_of(code))
                        self.fact_second = append(self.fact_second, second_of(code))
                        self.from_known = append(self.from_known, i64(len(self.known)))
                    elif kind_of(code) == KNEW:
                        self.known = append(self.known, first_of(code))
            seat += 1
        self.from_fact = append(self.from_fact, i64(len(self.fact_at)))
        self.from_known = append(self.from_known, i64(len(self.known)))

    def _places(self) -> None:
        """Makes the places; those of a seat stand together, in the order they were filled."""
        ledger = self.sight.ledger
        seat: i64 = 0
        while seat < self.players:
            self.from_seat = append(self.from_seat, i64(len(self.seat)))
            if seat != self.sight.viewer:
                entries = ledger.entries[seat]
                self._add(seat, 0, -1, ledger.base[seat])
                generation: i64 = 0
                for at, code in enumerate(entries):
                    kind = kind_of(code)
                    if kind == DREW:
                        self._add(seat, generation, at, first_of(code))
                    elif kind == CUT:
                        generation += 1
                    elif kind == SHOWED:
                        self.shows = append(self.shows, seat * NEVER + at)
                if len(entries) > 0:
                    place = self.from_seat[seat]
                    while place < len(self.seat):
                        self.moving = append(self.moving, place)
                        place += 1
            seat += 1
        self.from_seat = append(self.from_seat, i64(len(self.seat)))
        self._add(STOCK, self.generations - 1, -1, self.sight.stock)
        generation = 0
        while generation < self.generations:
            self.from_generation = append(self.from_generation, i64(len(self.of_generation)))
            place = 0
            while place < len(self.seat):
                if self.generation[place] == generation:
                    self.of_generation = append(self.of_generation, place)
                place += 1
            generation += 1
        self.from_generation = append(self.from_generation, i64(len(self.of_generation)))

    def _add(self, seat: i64, generation: i64, born: i64, count: i64) -> None:
        while count > 0:
            self.seat = append(self.seat, seat)
            self.generation = append(self.generation, generation)
            self.born = append(self.born, born)
            self.card = append(self.card, EMPTY)
            self.fate = append(self.fate, NEVER)
            count -= 1

    def deal(self, rng: Rng, out: vec[i64]) -> None:
        """Fills ``out`` with a world, in the order of ``Sampler.deal``."""
        starts = STARTS
        while not self._start(rng):
            starts -= 1
            if starts == 0:
                self._give_plain(rng, out)
                return
        self._repair(rng)
        left = MIX * i64(len(self.moving))
        while left > 0:
            self._step(rng, 0)
            left -= 1
        self._give_out(rng, out)

    # A first world

    def _start(self, rng: Rng) -> bool:
        """Explains the cards shown and deals the rest; False if it came to a dead end."""
        place: i64 = 0
        while place < len(self.seat):
            self.card[place] = EMPTY
            self.fate[place] = NEVER
            place += 1
        left = self.pools[:]
        for show in self.shows:
            seat = show // NEVER
            at = show % NEVER
            card: i64 = first_of(self.sight.ledger.entries[seat][at])
            chosen: i64 = -1
            found: i64 = 0
            place = self.from_seat[seat]
            while place < self.from_seat[seat + 1]:
                if (
                    self.fate[place] == NEVER
                    and self.born[place] < at
                    and left[self.generation[place] * DECK_SIZE + card] > 0
                ):
                    found += 1
                    if rng.below(found) == 0:
                        chosen = place
                place += 1
            if chosen < 0:
                return False
            self.card[chosen] = card
            self.fate[chosen] = at
            left[self.generation[chosen] * DECK_SIZE + card] -= 1
        if not self._deal_hidden(rng, left):
            return False
        seat = 0
        while seat < self.players:
            self.broken[seat] = self._broken(seat)
            seat += 1
        return True

    def _deal_hidden(self, rng: Rng, left: vec[i64]) -> bool:
        """Fills the places that are still empty, each from its generation, if that is possible."""
        generation: i64 = 0
        while generation < self.generations:
            cards = vec[i64]()
            card: i64 = 0
            while card < DECK_SIZE:
                copies = left[generation * DECK_SIZE + card]
                while copies > 0:
                    cards = append(cards, card)
                    copies -= 1
                card += 1
            rng.shuffle(cards)
            dealt: i64 = 0
            at = self.from_generation[generation]
            while at < self.from_generation[generation + 1]:
                place = self.of_generation[at]
                if self.card[place] == EMPTY:
                    if dealt == len(cards):
                        return False
                    self.card[place] = cards[dealt]
                    dealt += 1
                at += 1
            if dealt < len(cards):
                return False
            generation += 1
        return True

    # Facts

    def _broken(self, seat: i64) -> i64:
        """How much is missing for the facts about ``seat`` to hold; 0 if all do."""
        total: i64 = 0
        fact = self.from_fact[seat]
        end = self.from_fact[seat + 1]
        while fact < end:
            total += self._missing(seat, fact)
            fact += 1
        return total

    def _missing(self, seat: i64, fact: i64) -> i64:
        suit: i64 = 0
        while suit < 4:
            self.lengths[suit] = 0
            suit += 1
        self.once = 0
        self.twice = 0
        at = self.fact_at[fact]
        place = self.from_seat[seat]
        while place < self.from_seat[seat + 1]:
            if self.born[place] < at and self.fate[place] > at:
                self._count(self.card[place])
            place += 1
        known = self.from_known[fact]
        while known < self.from_known[fact + 1]:
            self._count(self.known[known])
            known += 1
        return self._judged(fact)

    def _count(self, card: i64) -> None:
        self.lengths[card // 13] += 1
        mask = bits.bit(card)
        self.twice |= self.once & mask
        self.once |= mask

    def _judged(self, fact: i64) -> i64:
        """How much is missing for a fact about a hand of the cards that were counted."""
        kind = self.fact_kind[fact]
        first = self.fact_first[fact]
        second = self.fact_second[fact]
        most: i64 = 0
        over: i64 = 0
        within: i64 = 0
        suit: i64 = 0
        while suit < 4:
            length = self.lengths[suit]
            if kind == POINTS:
                length += 2 * bits.count(bits.suit_of(self.twice, suit))
            if first >> suit & 1 != 0:
                within += length
            if length > second:
                over += length - second
            if length > most:
                most = length
            suit += 1
        if kind == HOLDS:
            return 1 if within == 0 else 0
        if kind == LACKS:
            return within
        missing = first - most if most < first else 0
        return missing + over if kind == LONGEST else missing

    # Exchanges

    def _repair(self, rng: Rng) -> None:
        left = MOST_STEPS
        while left > 0:
            total: i64 = 0
            for missing in self.broken:
                total += missing
            if total == 0:
                return
            # Now and then a step that makes it worse by one, out of places where none helps.
            self._step(rng, total + 1 if rng.below(32) == 0 else total)
            left -= 1

    def _step(self, rng: Rng, most: i64) -> None:
        """Proposes one exchange; it stands if not more than ``most`` is missing after it."""
        one = self.moving[rng.below(len(self.moving))]
        if self.generations > 1 and self.fate[one] != NEVER and rng.below(2) == 0:
            self._move_show(rng, one, most)
            return
        first = self.from_generation[self.generation[one]]
        last = self.from_generation[self.generation[one] + 1]
        other = self.of_generation[first + rng.below(last - first)]
        if one == other or not self._exchangeable(one, other):
            return
        self._exchange(one, other)
        if not self._accepted(self.seat[one], self.seat[other], most):
            self._exchange(one, other)

    def _exchangeable(self, one: i64, other: i64) -> bool:
        """Whether the cards of two places of one generation could lie the other way round."""
        if self.seat[one] == self.seat[other]:
            return self.born[one] < self.fate[other] and self.born[other] < self.fate[one]
        return self.fate[one] == NEVER and self.fate[other] == NEVER

    def _exchange(self, one: i64, other: i64) -> None:
        card = self.card[one]
        fate = self.fate[one]
        self.card[one] = self.card[other]
        self.fate[one] = self.fate[other]
        self.card[other] = card
        self.fate[other] = fate

    def _accepted(self, one: i64, other: i64, most: i64) -> bool:
        """Whether at most ``most`` is missing now that cards of these two seats were moved; if
        not, ``broken`` stays as it was."""
        before_one = self.broken[one] if one >= 0 else 0
        before_other = self.broken[other] if other >= 0 else 0
        if one >= 0:
            self.broken[one] = self._broken(one)
        if other >= 0 and other != one:
            self.broken[other] = self._broken(other)
        total: i64 = 0
        for missing in self.broken:
            total += missing
        if total <= most:
            return True
        if other >= 0:
            self.broken[other] = before_other
        if one >= 0:
            self.broken[one] = before_one
        return False

    def _move_show(self, rng: Rng, one: i64, most: i64) -> None:
        """Lets a card shown have been an equal one that the seat holds in another slot."""
        seat = self.seat[one]
        card = self.card[one]
        fate = self.fate[one]
        # After the exchange there are as many equal cards to choose from as before it.
        chosen: i64 = -1
        found: i64 = 0
        place = self.from_seat[seat]
        while place < self.from_seat[seat + 1]:
            if self.card[place] == card and self.fate[place] == NEVER and self.born[place] < fate:
                found += 1
                if rng.below(found) == 0:
                    chosen = place
            place += 1
        if chosen >= 0:
            self._exchange(one, chosen)
            if not self._accepted(seat, seat, most):
                self._exchange(one, chosen)

    # The world

    def _give_out(self, rng: Rng, out: vec[i64]) -> None:
        end: i64 = 0
        place: i64 = 0
        while place < len(self.seat):
            if self.fate[place] == NEVER:
                out[end] = self.card[place]
                end += 1
            place += 1
        # The stock has not been asked for anything: any order of it will do.
        place = 0
        for hidden in self.sight.hidden:
            place += hidden
        stock = out[place:]
        rng.shuffle(stock)
        for card in stock:
            out[place] = card
            place += 1

    def _give_plain(self, rng: Rng, out: vec[i64]) -> None:
        """The unseen cards as they come from a shuffle."""
        cards = vec[i64]()
        card: i64 = 0
        while card < DECK_SIZE:
            copies = self.sight.unseen[card]
            while copies > 0:
                cards = append(cards, card)
                copies -= 1
            card += 1
        rng.shuffle(cards)
        place: i64 = 0
        while place < len(cards):
            out[place] = cards[place]
            place += 1
