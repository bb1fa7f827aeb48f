"""Chance: where the order of a shuffled pile comes from. Nothing else in a game is random.

The n-th shuffle of a game is a pure function of a 256-bit seed, n and the multiset of the pile:
every card gets the key ``blake2b(n, card, copy)`` keyed with the seed, and the pile is sorted by
these keys, top first. ``n`` counts from 0 and is hashed as 4 bytes, big-endian; ``card`` (0 to
51) and ``copy`` (0 for the first of equal cards) as one byte each; the digest has 16 bytes.
"""

from __future__ import annotations

import hashlib

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engine.rng import Rng

SEED_BYTES = 32


@mypyc_attr(native_class=True, allow_interpreted_subclasses=True)
class Chance:
    """Gives the order of a pile that is shuffled."""

    def shuffle(self, pile: vec[i64]) -> vec[i64]:
        """The cards of ``pile`` in their new order, top first; ``pile`` may be changed."""
        raise NotImplementedError

    def clone(self) -> Chance:
        """A chance that will give the same orders as this one from here on."""
        raise NotImplementedError


@mypyc_attr(native_class=True)
class FastChance(Chance):
    """Shuffles of an imagined world, from a player's own stream."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def shuffle(self, pile: vec[i64]) -> vec[i64]:
        self.rng.shuffle(pile)
        return pile

    def clone(self) -> Chance:
        return FastChance(self.rng.clone())


@mypyc_attr(native_class=True)
class SeededChance(Chance):
    """The shuffles that belong to a seed of 32 bytes; ``used`` is how many were taken."""

    def __init__(self, seed: bytes, used: int = 0) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self.seed = seed
        self.used = used

    def shuffle(self, pile: vec[i64]) -> vec[i64]:
        order = shuffled(self.seed, self.used, [int(card) for card in pile])
        self.used += 1
        return vec[i64](order)

    def clone(self) -> Chance:
        return SeededChance(self.seed, self.used)


def shuffled(seed: bytes, n: int, pile: list[int]) -> list[int]:
    """The ``n``-th shuffle (from 0) of ``pile`` under ``seed``, whatever order it is in."""
    keyed: list[tuple[bytes, int]] = []
    copies: dict[int, int] = {}
    for card in pile:
        copy = copies.get(card, 0)
        copies[card] = copy + 1
        text = n.to_bytes(4, "big") + bytes((card, copy))
        keyed.append((hashlib.blake2b(text, key=seed, digest_size=16).digest(), card))
    keyed.sort()
    return [card for _, card in keyed]


def seed_from_text(text: str) -> bytes:
    """The 32-byte seed that a person's word or number stands for."""
    data = text.encode()
    return hashlib.blake2b(data, digest_size=SEED_BYTES, person=b"messdeck-seed-1").digest()
