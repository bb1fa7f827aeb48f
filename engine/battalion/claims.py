"""Facts about hands while an attempt at a world fills these hands."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from engine import bits
from engine.battalion.facts import HOLDS, LONGEST
from engine.battalion.history import Fact


@mypyc_attr(native_class=True)
class Claims:
    """The facts of all seats, seat after seat: those of seat s are ``begin[s]`` to ``end[s]``.

    kind, first, second: as in ``Fact``. lengths (4 a fact), once, twice: the cards that the hand
    has so far; lengths0, once0, twice0: those that are certain.
    """

    def __init__(self, facts: list[list[Fact]]) -> None:
        self.begin = vec[i64]()
        self.end = vec[i64]()
        self.kind = vec[i64]()
        self.first = vec[i64]()
        self.second = vec[i64]()
        self.lengths0 = vec[i64]()
        self.once0 = vec[i64]()
        self.twice0 = vec[i64]()
        for mine in facts:
            self.begin = append(self.begin, i64(len(self.kind)))
            for fact in mine:
                self.kind = append(self.kind, fact.kind)
                self.first = append(self.first, fact.first)
                self.second = append(self.second, fact.second)
                self.once0 = append(self.once0, fact.once)
                self.twice0 = append(self.twice0, fact.twice)
                for length in fact.lengths:
                    self.lengths0 = append(self.lengths0, length)
            self.end = append(self.end, i64(len(self.kind)))
        self.lengths = self.lengths0[:]
        self.once = self.once0[:]
        self.twice = self.twice0[:]

    def reset(self) -> None:
        """Back to what is certain."""
        n: i64 = 0
        while n < len(self.once):
            self.once[n] = self.once0[n]
            self.twice[n] = self.twice0[n]
            n += 1
        n = 0
        while n < len(self.lengths):
            self.lengths[n] = self.lengths0[n]
            n += 1

    def count(self, fact: i64, end: i64, card: i64) -> None:
        """``card`` was in the hand of which the facts ``fact`` to ``end`` speak."""
        while fact < end:
            self.lengths[fact * 4 + card // 13] += 1
            if self.kind[fact] != LONGEST and self.kind[fact] != HOLDS:
                mask = bits.bit(card)
                self.twice[fact] |= self.once[fact] & mask
                self.once[fact] |= mask
            fact += 1

    def long_suits(self, fact: i64) -> i64:
        """How many suits are as long as a LONGEST asks for."""
        found: i64 = 0
        suit = fact * 4
        end = suit + 4
        while suit < end:
            if self.lengths[suit] >= self.first[fact]:
                found += 1
            suit += 1
        return found

    def all_hold(self, seat: i64) -> bool:
        """Whether all facts about ``seat`` are true of its hand."""
        fact = self.begin[seat]
        while fact < self.end[seat]:
            if not self._holds(fact):
                return False
            fact += 1
        return True

    def _holds(self, fact: i64) -> bool:
        kind = self.kind[fact]
        first = self.first[fact]
        most: i64 = 0
        suit: i64 = 0
        while suit < 4:
            length = self.lengths[fact * 4 + suit]
            if kind == HOLDS:
                length = length if first >> suit & 1 != 0 else 0
            elif kind != LONGEST:
                length += 2 * bits.count(bits.suit_of(self.twice[fact], suit))
            if length > most:
                most = length
            suit += 1
        if kind == HOLDS:
            return most > 0
        if kind == LONGEST and most > self.second[fact]:
            return False
        return most >= first
