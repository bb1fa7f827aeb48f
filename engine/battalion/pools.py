"""The unseen cards of every generation, to be dealt by an attempt at a world."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from engine.cards import DECK_SIZE
from engine.rng import Rng


@mypyc_attr(native_class=True)
class Pools:
    """deck: all cards, by generation and suit: those of ``generation * 4 + suit`` start at ``at``
    and are ``size``, ``used`` of which are dealt and stand first. sorted: deck before any attempt.
    spare: room for the cards of one generation."""

    def __init__(self, generations: i64, counts: list[int]) -> None:
        self.generations = generations
        self.sorted = vec[i64]()
        self.at = vec[i64]()
        self.size = vec[i64]()
        for card in range(len(counts)):
            if card % 13 == 0:
                self.at = append(self.at, i64(len(self.sorted)))
            copies = counts[card]
            while copies > 0:
                self.sorted = append(self.sorted, card % DECK_SIZE)
                copies -= 1
            if card % 13 == 12:
                self.size = append(self.size, i64(len(self.sorted)) - self.at[card // 13])
        self.deck = self.sorted[:]
        self.used = vec[i64]([0] * (generations * 4))
        self.spare = self.sorted[:]

    def restart(self) -> None:
        """Puts the deck into its first order, so that what is dealt hangs on the stream alone."""
        self.deck = self.sorted[:]

    def reset(self) -> None:
        """Takes all cards back."""
        n: i64 = 0
        while n < len(self.used):
            self.used[n] = 0
            n += 1

    def all_of(self, generation: i64, forbid: i64) -> i64:
        """How many cards a generation has whose suits are not in the mask ``forbid``."""
        found: i64 = 0
        pool = generation * 4
        end = pool + 4
        while pool < end:
            if forbid & 1 == 0:
                found += self.size[pool]
            forbid >>= 1
            pool += 1
        return found

    def left(self, generation: i64, forbid: i64) -> i64:
        """How many of them are not dealt."""
        found: i64 = 0
        pool = generation * 4
        end = pool + 4
        while pool < end:
            if forbid & 1 == 0:
                found += self.size[pool] - self.used[pool]
            forbid >>= 1
            pool += 1
        return found

    def pick(self, rng: Rng, generation: i64, forbid: i64, left: i64) -> i64:
        """Deals one of the ``left`` cards whose suits are not in ``forbid``."""
        n = rng.below(left)
        pool = generation * 4
        while True:
            if forbid & 1 == 0:
                here = self.size[pool] - self.used[pool]
                if n < here:
                    break
                n -= here
            forbid >>= 1
            pool += 1
        first = self.at[pool] + self.used[pool]
        card = self.deck[first + n]
        self.deck[first + n] = self.deck[first]
        self.deck[first] = card
        self.used[pool] += 1
        return card

    def copies(self, generation: i64, card: i64) -> i64:
        """How many copies of ``card`` are not dealt."""
        pool = generation * 4 + card // 13
        place = self.at[pool] + self.used[pool]
        end = self.at[pool] + self.size[pool]
        found: i64 = 0
        while place < end:
            if self.deck[place] == card:
                found += 1
            place += 1
        return found

    def take(self, generation: i64, card: i64) -> None:
        """Deals a copy of ``card``, which must be there."""
        pool = generation * 4 + card // 13
        first = self.at[pool] + self.used[pool]
        place = first
        while self.deck[place] != card:
            place += 1
        self.deck[place] = self.deck[first]
        self.deck[first] = card
        self.used[pool] += 1

    def gather(self, generation: i64) -> i64:
        """Copies what is left of a generation to ``spare``; gives how many cards that are."""
        found: i64 = 0
        pool = generation * 4
        end = pool + 4
        while pool < end:
            place = self.at[pool] + self.used[pool]
            last = self.at[pool] + self.size[pool]
            while place < last:
                self.spare[found] = self.deck[place]
                found += 1
                place += 1
            pool += 1
        return found

    def deal(self, rng: Rng, out: vec[i64], place: i64, count: i64, left: i64) -> None:
        """Deals ``count`` of the ``left`` spare cards to ``out``, from ``place`` on."""
        end = place + count
        while place < end:
            n = rng.below(left)
            out[place] = self.spare[n]
            left -= 1
            self.spare[n] = self.spare[left]
            place += 1
