"""A small random stream for players and playouts: the same numbers on both builds.

Marsaglia's xorshift128 on 32-bit words. Every intermediate stays below 2**43, so that compiled
64-bit arithmetic and Python's unbounded integers agree. It never decides a real shuffle; those
are pure functions of a game's seed (see ``chance``).
"""

from __future__ import annotations

import hashlib

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr


@mypyc_attr(native_class=True)
class Rng:
    """A stream of random numbers with four 32-bit words of state."""

    x: i64
    y: i64
    z: i64
    w: i64

    def __init__(self, x: i64, y: i64, z: i64, w: i64) -> None:
        self.x = x & 0xFFFFFFFF
        self.y = y & 0xFFFFFFFF
        self.z = z & 0xFFFFFFFF
        self.w = w & 0xFFFFFFFF
        if self.x == 0 and self.y == 0 and self.z == 0 and self.w == 0:
            self.w = 88675123

    def word(self) -> i64:
        """The next number, 0 to 2**32 - 1."""
        t = self.x ^ ((self.x << 11) & 0xFFFFFFFF)
        self.x = self.y
        self.y = self.z
        self.z = self.w
        self.w = self.w ^ (self.w >> 19) ^ t ^ (t >> 8)
        return self.w

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, for n of 1 to 2**31 - 1 (bias below n / 2**32)."""
        return (self.word() * n) >> 32

    def unit(self) -> float:
        """A float from 0 up to, not including, 1."""
        return float(int(self.word())) / 4294967296.0

    def clone(self) -> Rng:
        """An equal stream that goes its own way from here."""
        return Rng(self.x, self.y, self.z, self.w)

    def fork(self) -> Rng:
        """A fresh stream seeded from the next four numbers of this one.

        The words of a stream are its last four numbers, so they are scrambled first: else the
        fork would give the very numbers that this stream gives next.
        """
        return Rng(_scrambled(self), _scrambled(self), _scrambled(self), _scrambled(self))

    def shuffle(self, cards: vec[i64]) -> None:
        """Shuffles ``cards`` in place; every order is equally likely."""
        last = i64(len(cards)) - 1
        while last > 0:
            other = self.below(last + 1)
            card = cards[last]
            cards[last] = cards[other]
            cards[other] = card
            last -= 1


def _scrambled(rng: Rng) -> i64:
    # The multiplier is below 2**31, so the product stays below 2**63.
    word = (rng.word() * 1597334677) & 0xFFFFFFFF
    return word ^ (word >> 15) ^ 0x5BD1E995


def rng_from(*parts: object) -> Rng:
    """The stream that belongs to ``parts`` (texts, whole numbers, bytes), in any process.

    A player's own randomness is ``rng_from(seed, seat, number of the choice)``.
    """
    digest = hashlib.blake2b(digest_size=16, person=b"messdeck-rng-1")
    for part in parts:
        data = part if isinstance(part, bytes) else repr(part).encode()
        digest.update(len(data).to_bytes(4, "big"))
        digest.update(data)
    raw = digest.digest()
    return Rng(
        int.from_bytes(raw[0:4], "big"),
        int.from_bytes(raw[4:8], "big"),
        int.from_bytes(raw[8:12], "big"),
        int.from_bytes(raw[12:16], "big"),
    )
