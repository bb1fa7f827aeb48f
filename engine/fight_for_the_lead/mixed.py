"""The worlds of a deal whose discard pile was shuffled into a new stock. Rare, and so not hurried.

The cards that a seat knows to have gone into the new stock ("known" here) are in the stock or were
dealt from it since. How many of them sit in each hand is drawn first, by the number of
arrangements that have it so; then the cards, with hands that a void forbids drawn again.
"""

from __future__ import annotations

from math import comb, factorial
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engine import bits
from engine.fight_for_the_lead.public import LeadPublic
from engine.refusals import BrokenState
from engine.rng import Rng

MOST_TRIES: Final = 100000


def played_by(public: LeadPublic, seat: i64) -> i64:
    """The mask of the cards that ``seat`` has played to this deal's tricks."""
    found: i64 = 0
    n: i64 = 0
    while n <= public.done:
        if n == public.done:
            cards = public.trick
            size = public.laid
        else:
            cards = public.finished(n)
            size = public.size
        player = (public.leads >> (3 * n)) & 7
        while size > 0:
            if player == seat:
                found |= bits.bit(cards & 63)
            cards >>= 6
            player = (public.after >> (4 * player)) & 15
            size -= 1
        n += 1
    return found


class Part:
    """One other seat: sizes of what it has, and which numbers of known cards are possible.

    ways: (known cards in hand, known cards in the pile it gave up, weight).
    """

    def __init__(self, public: LeadPublic, seat: i64, known: i64) -> None:
        self.seat = seat
        self.hand = int(public.hand_size(seat))
        gave = int((public.gave >> (4 * seat)) & 15)
        self.back = gave if (public.back >> seat) & 1 else 0
        self.pile = gave - self.back
        self.played = played_by(public, seat)
        self.void = public.void(seat)
        self.late = int((public.late >> (4 * seat)) & 15)
        self.played_known = int(bits.count(self.played & known))
        self.ways: list[tuple[int, int, float]] = []
        fresh = int((public.fresh >> seat) & 1)
        for in_hand in range(self.hand + 1):
            for in_pile in range(self.pile + 1):
                # A stock made anew while fight cards are replaced holds only cards that all saw.
                if public.fresh != 0:
                    labels = self._labels_after_fight(in_hand, in_pile, fresh)
                else:
                    labels = self._labels_in_exchange(in_hand, in_pile)
                if labels > 0:
                    orders = factorial(in_hand) * factorial(self.hand - in_hand)
                    orders *= factorial(in_pile) * factorial(self.pile - in_pile)
                    self.ways.append((in_hand, in_pile, labels / orders))

    def _labels_after_fight(self, in_hand: int, in_pile: int, fresh: int) -> int:
        """In how many ways one of the known cards can be the replacement of the fight card."""
        if self.played_known + in_hand + in_pile != fresh + self.late or in_pile > fresh:
            return 0
        return self.late + 1 if fresh == 1 and in_pile == 0 else 1

    def _labels_in_exchange(self, in_hand: int, in_pile: int) -> int:
        """In how many ways cards that others gave up can be the rest of those dealt late."""
        rest = self.late - self.played_known - in_hand
        if in_pile > 0 or rest < 0:
            return 0
        others = int(bits.count(self.played)) - self.played_known + self.hand - in_hand
        return comb(others, rest)


@mypyc_attr(native_class=True)
class MixedWorlds:
    """The worlds of one view; see the module."""

    def __init__(
        self, public: LeadPublic, seat: i64, known: i64, unseen: i64, own_late: i64
    ) -> None:
        self.known = known
        self.marked = bits.cards_of(unseen & known)
        self.plain = bits.cards_of(unseen & ~known)
        self.stock = int(public.stock)
        self.own_late = own_late
        self.in_exchange = public.fresh == 0
        self.parts: list[Part] = []
        for other in public.in_order():
            if other != seat and (public.playing >> other) & 1:
                self.parts.append(Part(public, other, known))
        self.splits: list[list[tuple[int, int, float]]] = []
        self.weights: list[float] = []
        self._combine(0, [], len(self.marked), 1.0)
        if not self.splits:
            raise BrokenState("no-world")

    def _combine(
        self, n: int, split: list[tuple[int, int, float]], marked: int, weight: float
    ) -> None:
        """Collects all ways to spread the known cards, with the number of arrangements of each."""
        if n == len(self.parts):
            if 0 <= marked <= self.stock:
                self.splits.append(split)
                self.weights.append(weight * comb(self.stock, marked))
            return
        for way in self.parts[n].ways:
            left = marked - way[0] - way[1]
            if left >= 0:
                self._combine(n + 1, [*split, way], left, weight * way[2])

    def fill(self, rng: Rng, dealt: vec[i64], given: vec[i64], late: vec[i64]) -> vec[i64]:
        """Fills in the others' hands and piles, and gives the stock, top first."""
        tries = 0
        while tries < MOST_TRIES:
            split = self._split(rng)
            marked = vec[i64](self.marked)
            plain = vec[i64](self.plain)
            rng.shuffle(marked)
            rng.shuffle(plain)
            if self._deal(split, marked, plain, dealt, given):
                rest = [int(card) for card in marked[self._marked_used(split) :]]
                rest += [int(card) for card in plain[len(plain) - (self.stock - len(rest)) :]]
                stock = vec[i64](rest)
                rng.shuffle(stock)
                self._remember(rng, stock, dealt, given, late)
                return stock
            tries += 1
        raise BrokenState("no-world")

    def _split(self, rng: Rng) -> list[tuple[int, int, float]]:
        mark = rng.unit() * sum(self.weights)
        n = 0
        while n < len(self.splits) - 1:
            mark -= self.weights[n]
            if mark < 0:
                break
            n += 1
        return self.splits[n]

    def _marked_used(self, split: list[tuple[int, int, float]]) -> int:
        return sum([way[0] + way[1] for way in split])

    def _deal(
        self,
        split: list[tuple[int, int, float]],
        marked: vec[i64],
        plain: vec[i64],
        dealt: vec[i64],
        given: vec[i64],
    ) -> bool:
        """Deals hands and piles as ``split`` says; False if a hand has cards of a void."""
        m: i64 = 0
        p: i64 = 0
        for n, part in enumerate(self.parts):
            in_hand, in_pile, _ = split[n]
            hand = _taken(marked, m, in_hand) | _taken(plain, p, part.hand - in_hand)
            m += in_hand
            p += part.hand - in_hand
            if hand & part.void != 0:
                return False
            dealt[part.seat] = hand
            given[part.seat] = _taken(marked, m, in_pile) | _taken(plain, p, part.pile - in_pile)
            m += in_pile
            p += part.pile - in_pile
        return True

    def _remember(
        self, rng: Rng, stock: vec[i64], dealt: vec[i64], given: vec[i64], late: vec[i64]
    ) -> None:
        """What the others remember: which cards they were dealt late, which they had given up."""
        lost = self.own_late & ~self.known
        for card in stock:
            lost |= bits.bit(card) & ~self.known
        for part in self.parts:
            had = dealt[part.seat] | part.played | given[part.seat]
            late[part.seat] = had & self.known
            if self.in_exchange:
                plain = vec[i64](bits.cards_of((dealt[part.seat] | part.played) & ~self.known))
                rng.shuffle(plain)
                rest = part.late - int(bits.count(late[part.seat]))
                others = _taken(plain, 0, rest)
                late[part.seat] |= others
                lost |= others
        cards = vec[i64](bits.cards_of(lost))
        rng.shuffle(cards)
        n: i64 = 0
        for part in self.parts:
            if part.back > 0:
                given[part.seat] = _taken(cards, n, part.back)
                n += part.back


def _taken(cards: vec[i64], start: i64, size: i64) -> i64:
    """The mask of ``size`` cards of ``cards`` from ``start`` on."""
    mask: i64 = 0
    n: i64 = 0
    while n < size:
        mask |= bits.bit(cards[start + n])
        n += 1
    return mask
