"""Exact play of the tricks of Fight for the Lead with all cards known.

A seat is worth a quarter of the pot for each trick it takes, less its debt if it has taken none
when the last trick is over (rules, lead, Play and Pay-out). Two seats play a zero-sum game for
the difference, solved by alpha-beta. With more, every seat plays for its own worth and takes the
first of equally good cards in card order (max^n), with a memory of positions between tricks.
``ai.search.lead_tricks`` makes the positions from those of a match.
"""

from __future__ import annotations

import time
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engine import bits

SEATS: Final = 5
_SLOTS: Final = 32768
_PROBES: Final = 8
# After so many cards tried the clock is looked at, if there is a deadline.
_CLOCK: Final = 1024


@mypyc_attr(native_class=True)
class Tricks:
    """A position within the tricks.

    hands: masks, one a seat (0 for who does not play), of five. after: the next playing seat, 4
    bits a seat at ``4 * seat``. size: seats that play. seat: who is to play. laid, led, best,
    best_seat: cards on the table, suit led, the card that takes them so far and whose; led is -1
    if none is laid. has: mask of seats that have taken a trick in this deal. quarter: what a trick
    is worth; rest: what the last one is worth besides. debts: what taking none costs, one a seat,
    of five.
    """

    def __init__(
        self,
        hands: vec[i64],
        after: i64,
        size: i64,
        seat: i64,
        has: i64,
        quarter: float,
        debts: vec[float],
        rest: float = 0.0,
    ) -> None:
        self.hands = hands
        self.after = after
        self.size = size
        self.seat = seat
        self.laid: i64 = 0
        self.led: i64 = -1
        self.best: i64 = 0
        self.best_seat: i64 = 0
        self.has = has
        self.quarter = quarter
        self.debts = debts
        self.rest = rest


@mypyc_attr(native_class=True)
class TrickSolver:
    """Solves positions one after another with the same memory.

    nodes: cards tried for the position solved last. complete: whether it was solved within the
    limits.
    """

    def __init__(self) -> None:
        self.hands = vec[i64]([0] * SEATS)
        self.after: i64 = 0
        self.size: i64 = 0
        self.quarter = 0.0
        self.rest = 0.0
        self.debts = vec[float]([0.0] * SEATS)
        self.nodes: i64 = 0
        self.most_nodes: i64 = 0
        self.deadline = 0.0
        self.complete = True
        self.stamp: i64 = 0
        # The worth of every seat, for each number of cards played since the root.
        self.worth = vec[float]([0.0] * (24 * SEATS))
        self.keys = vec[i64]([0] * _SLOTS)
        self.stamps = vec[i64]([0] * _SLOTS)
        self.known = vec[float]([0.0] * (_SLOTS * SEATS))

    def solve(
        self, position: Tricks, most_nodes: i64 = 0, deadline: float = 0.0
    ) -> list[tuple[int, list[float]]]:
        """Every card that may be played, in card order, with what each seat gets after it.

        The worth counts from the position on, in the unit of ``quarter``. most_nodes: cards to try
        at most, 0 for no limit. deadline: a value of ``time.monotonic()`` after which it stops; 0:
        none. Cards that were not solved by then are left out; those that are there are exact.
        """
        self._take(position)
        self.most_nodes = most_nodes
        self.deadline = deadline
        found: list[tuple[int, list[float]]] = []
        legal = self._legal(position.seat, position.led)
        while legal != 0:
            card = bits.lowest(legal)
            legal &= legal - 1
            if self.size == 2:
                margin = self._two_after(position, card)
                if not self.complete:
                    break
                # Only the difference is solved for; it is shared out as a gain and a loss.
                values = [0.0] * SEATS
                values[position.seat] = margin
                values[self._next(position.seat)] = -margin
                found.append((int(card), values))
            else:
                self._lay(
                    0, position.seat, card, position.laid, position.led, position.best,
                    position.best_seat, position.has,
                )  # fmt: skip
                if not self.complete:
                    break
                found.append((int(card), [self.worth[seat] for seat in range(SEATS)]))
        return found

    def _take(self, position: Tricks) -> None:
        self.hands = position.hands[:]
        self.after = position.after
        self.size = position.size
        self.quarter = position.quarter
        self.rest = position.rest
        self.debts = position.debts
        self.stamp += 1
        self.nodes = 0
        self.complete = True

    def _goes_on(self) -> bool:
        """Counts one more card tried; False, from then on, if that is one too many."""
        self.nodes += 1
        if self.nodes == self.most_nodes + 1 and self.most_nodes > 0:
            self.complete = False
        if self.deadline > 0.0 and self.nodes % _CLOCK == 0 and time.monotonic() >= self.deadline:
            self.complete = False
        return self.complete

    def _next(self, seat: i64) -> i64:
        return (self.after >> (4 * seat)) & 15

    def _legal(self, seat: i64, led: i64) -> i64:
        """The cards that may be played: of the suit led if there are any."""
        hand = self.hands[seat]
        if led < 0:
            return hand
        follow = hand & _suit_mask(led)
        return follow if follow != 0 else hand

    def _between(self, laid: i64, best: i64) -> i64:
        """All cards that still matter: in hands, and the one that takes the trick so far."""
        cards: i64 = 0
        for hand in self.hands:
            cards |= hand
        return cards if laid == 0 else cards | bits.bit(best)

    # More than two seats: max^n. Results are left in ``worth`` at the depth of the caller.

    def _lay(
        self, depth: i64, seat: i64, card: i64, laid: i64, led: i64, best: i64, best_seat: i64,
        has: i64,
    ) -> None:  # fmt: skip
        """``seat`` plays ``card``; ``worth`` at ``depth`` gets what follows."""
        if not self._goes_on():
            return
        mask = bits.bit(card)
        self.hands[seat] &= ~mask
        if led < 0:
            led = card // 13
            best = card
            best_seat = seat
        elif card // 13 == led and card > best:
            best = card
            best_seat = seat
        if laid + 1 < self.size:
            self._choose(depth, self._next(seat), laid + 1, led, best, best_seat, has)
        else:
            self._trick_over(depth, best_seat, has | bits.bit(best_seat))
        self.hands[seat] |= mask

    def _choose(
        self, depth: i64, seat: i64, laid: i64, led: i64, best: i64, best_seat: i64, has: i64
    ) -> None:
        """``seat`` plays its best card; ``worth`` at ``depth`` gets what follows."""
        legal = self._legal(seat, led)
        if legal & (legal - 1) == 0:
            self._lay(depth, seat, bits.lowest(legal), laid, led, best, best_seat, has)
            return
        base = depth * SEATS
        below = base + SEATS
        first = True
        gaps = self._between(laid, best)
        last: i64 = -1
        while legal != 0:
            card = bits.lowest(legal)
            legal &= legal - 1
            if _same(last, card, gaps):
                last = card
                continue
            last = card
            self._lay(depth + 1, seat, card, laid, led, best, best_seat, has)
            if not self.complete:
                return
            if first or self.worth[below + seat] > self.worth[base + seat]:
                first = False
                i: i64 = 0
                while i < SEATS:
                    self.worth[base + i] = self.worth[below + i]
                    i += 1

    def _trick_over(self, depth: i64, winner: i64, has: i64) -> None:
        base = depth * SEATS
        hand = self.hands[winner]
        if hand == 0:
            self._end(base, winner, has)
            self.worth[base + winner] += self.rest
        elif hand & (hand - 1) == 0:
            self._last_trick(base, winner, has)
        else:
            self._from_memory(depth, winner, has)
        self.worth[base + winner] += self.quarter

    def _end(self, base: i64, seat: i64, has: i64) -> None:
        """What each seat gets once all tricks are over: its debt, if it has taken none."""
        i: i64 = 0
        while i < SEATS:
            self.worth[base + i] = 0.0
            i += 1
        n: i64 = 0
        while n < self.size:
            if has & bits.bit(seat) == 0:
                self.worth[base + seat] = -self.debts[seat]
            seat = self._next(seat)
            n += 1

    def _last_trick(self, base: i64, leader: i64, has: i64) -> None:
        """Everybody has one card left: no choices."""
        best = bits.lowest(self.hands[leader])
        suit = best // 13
        winner = leader
        seat = self._next(leader)
        while seat != leader:
            card = bits.lowest(self.hands[seat])
            if card // 13 == suit and card > best:
                best = card
                winner = seat
            seat = self._next(seat)
        self._end(base, leader, has | bits.bit(winner))
        self.worth[base + winner] += self.quarter + self.rest

    def _from_memory(self, depth: i64, leader: i64, has: i64) -> None:
        rest: i64 = 0
        for hand in self.hands:
            rest |= hand
        key = rest | (leader << 52) | (has << 55)
        home = ((key ^ (key >> 21) ^ (key >> 43)) * 40503) & (_SLOTS - 1)
        base = depth * SEATS
        slot = self._slot_of(key, home)
        i: i64 = 0
        if slot >= 0:
            while i < SEATS:
                self.worth[base + i] = self.known[slot * SEATS + i]
                i += 1
            return
        self._choose(depth, leader, 0, -1, 0, 0, has)
        if not self.complete:
            return
        slot = self._free_slot(home)
        self.stamps[slot] = self.stamp
        self.keys[slot] = key
        i = 0
        while i < SEATS:
            self.known[slot * SEATS + i] = self.worth[base + i]
            i += 1

    def _slot_of(self, key: i64, home: i64) -> i64:
        """Where a position is remembered; -1 if it is not."""
        n: i64 = 0
        while n < _PROBES:
            slot = (home + n) & (_SLOTS - 1)
            if self.stamps[slot] != self.stamp:
                return -1
            if self.keys[slot] == key:
                return slot
            n += 1
        return -1

    def _free_slot(self, home: i64) -> i64:
        """A slot that is free, or whose position is forgotten for this one."""
        n: i64 = 0
        while n < _PROBES:
            slot = (home + n) & (_SLOTS - 1)
            if self.stamps[slot] != self.stamp:
                return slot
            n += 1
        return home

    # Two seats: alpha-beta on the difference, from the point of view of the seat to play.

    def _two_after(self, position: Tricks, card: i64) -> float:
        return self._two_lay(
            position.seat, card, position.led, position.best, position.best_seat, position.has,
            -1.0e18, 1.0e18,
        )  # fmt: skip

    def _two_lay(
        self, seat: i64, card: i64, led: i64, best: i64, best_seat: i64, has: i64, low: float,
        high: float,
    ) -> float:  # fmt: skip
        """The difference for ``seat`` after it plays ``card``, exact between low and high."""
        if not self._goes_on():
            return 0.0
        mask = bits.bit(card)
        self.hands[seat] &= ~mask
        other = self._next(seat)
        if led < 0:
            value = -self._two_best(other, card // 13, card, seat, has, -high, -low)
        else:
            winner = best_seat
            if card // 13 == led and card > best:
                winner = seat
            gain = self.quarter if winner == seat else -self.quarter
            has |= bits.bit(winner)
            if self.hands[winner] == 0:
                value = gain + (self.rest if winner == seat else -self.rest)
                if has & bits.bit(seat) == 0:
                    value -= self.debts[seat]
                if has & bits.bit(other) == 0:
                    value += self.debts[other]
            elif winner == seat:
                value = gain + self._two_best(seat, -1, 0, 0, has, low - gain, high - gain)
            else:
                value = gain - self._two_best(other, -1, 0, 0, has, gain - high, gain - low)
        self.hands[seat] |= mask
        return value

    def _two_best(
        self, seat: i64, led: i64, best: i64, best_seat: i64, has: i64, low: float, high: float
    ) -> float:
        found = -1.0e18
        legal = self._legal(seat, led)
        gaps = self._between(0 if led < 0 else 1, best)
        last: i64 = -1
        while legal != 0:
            card = bits.lowest(legal)
            legal &= legal - 1
            if _same(last, card, gaps):
                last = card
                continue
            last = card
            value = self._two_lay(seat, card, led, best, best_seat, has, low, high)
            if not self.complete:
                return found
            if value > found:
                found = value
                if found > low:
                    low = found
                if low >= high:
                    break
        return found


def _same(last: i64, card: i64, gaps: i64) -> bool:
    """Whether two cards of a hand, ``last`` below ``card``, do the same: one suit, and no card
    that still matters between them."""
    if last < 0 or last // 13 != card // 13:
        return False
    return gaps & (bits.bit(card) - 1) & ~(bits.bit(last) * 2 - 1) == 0


def _shifted(mask: i64, n: i64) -> i64:
    return mask << n


def _suit_mask(suit: i64) -> i64:
    return _shifted(8191, suit * 13)
