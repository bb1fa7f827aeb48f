"""The squads that a hand can send, and what the rest of the hand is worth then.

Of squads with the same sum and as many aces only the one that leaves most is kept: for the battle
they are the same.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ai.heuristics.generals_war_worth import MIDDLING, Worth, by_value
from engine import bits
from engine.generals_war.public import ACES, VALUES, value_of

MOST: Final = 39
_SLOTS: Final = 160


@mypyc_attr(native_class=True)
class Squads:
    """Squads of one hand, one an index. sums, aces, masks: of its three cards. kept: the worth of
    the rest of the hand. kept_lost: the same if the squad loses, and its aces with it."""

    def __init__(
        self,
        sums: vec[i64],
        aces: vec[i64],
        masks: vec[i64],
        kept: vec[float],
        kept_lost: vec[float],
    ) -> None:
        self.sums = sums
        self.aces = aces
        self.masks = masks
        self.kept = kept
        self.kept_lost = kept_lost

    def like(self, n: i64, squad: i64) -> bool:
        """Whether the ``n``-th squad has the sum and the aces of ``squad``."""
        return self.sums[n] == value_of(squad) and self.aces[n] == bits.count(squad & ACES)


def hand_worth(cards: vec[i64], worth: Worth, drawn: i64, lost: i64) -> float:
    """The worth of a hand. cards: the most valuable first, aces last. drawn: cards it is about to
    draw. lost: generals lost to one enemy."""
    size = i64(len(cards))
    values = vec[float]([0.0] * 64)
    n: i64 = 0
    aces: i64 = 0
    total = 0.0
    while n < size:
        values[n] = float(int(i64(VALUES[cards[n] % 13])))
        total += values[n]
        if cards[n] % 13 == 12:
            aces += 1
        n += 1
    middling = _middling(drawn)
    total += _sum(middling)
    none: i64 = -1
    top, second = _tops(values, size, none, none, none, middling)
    spread = worth.first * top + worth.second * second + worth.rest * (total - top - second)
    return spread + worth.fixed(size + drawn, aces, lost)


def typical(cards: vec[i64], size: i64) -> vec[i64]:
    """A middling hand of ``size`` out of ``cards``, which are sorted by value."""
    found = vec[i64](capacity=26)
    among = i64(len(cards))
    n: i64 = 0
    while n < size and among > 0:
        found = append(found, cards[(2 * n + 1) * among // (2 * size)])
        n += 1
    return found


def squads_of(hand: i64, worth: Worth, drawn: i64, lost: i64, here: i64) -> Squads:
    """All squads of ``hand``, which holds three cards or more.

    drawn: cards drawn after the battle. lost: the most generals lost to one enemy; here: those
    lost to the enemy in this battle.
    """
    cards = by_value(hand)
    size = i64(len(cards))
    values = vec[float]([0.0] * 64)
    whole = vec[i64]([0] * 64)
    n: i64 = 0
    all_aces: i64 = 0
    total = 0.0
    while n < size:
        whole[n] = i64(VALUES[cards[n] % 13])
        values[n] = float(int(whole[n]))
        total += values[n]
        if whole[n] == 1:
            all_aces += 1
        n += 1
    middling = _middling(drawn)
    total += _sum(middling)
    slots = vec[i64]([0] * _SLOTS)
    sums = vec[i64](capacity=48)
    aces = vec[i64](capacity=48)
    masks = vec[i64](capacity=48)
    kept = vec[float](capacity=48)
    kept_lost = vec[float](capacity=48)
    found: i64 = 0
    i: i64 = 0
    while i < size - 2:
        if i > 0 and whole[i] == whole[i - 1]:
            i += 1
            continue
        j = i + 1
        while j < size - 1:
            if j > i + 1 and whole[j] == whole[j - 1]:
                j += 1
                continue
            k = j + 1
            while k < size:
                if k > j + 1 and whole[k] == whole[k - 1]:
                    k += 1
                    continue
                laid: i64 = 0
                if whole[k] == 1:
                    laid = 1
                    if whole[j] == 1:
                        laid = 2
                        if whole[i] == 1:
                            laid = 3
                value = whole[i] + whole[j] + whole[k]
                top, second = _tops(values, size, i, j, k, middling)
                others = total - values[i] - values[j] - values[k] - top - second
                rest = worth.first * top + worth.second * second + worth.rest * others
                at = slots[value * 4 + laid] - 1
                left = size - 3 + drawn
                mask = bits.bit(cards[i]) | bits.bit(cards[j]) | bits.bit(cards[k])
                if at < 0:
                    slots[value * 4 + laid] = found + 1
                    found += 1
                    sums = append(sums, value)
                    aces = append(aces, laid)
                    masks = append(masks, mask)
                    kept = append(kept, rest + worth.fixed(left, all_aces - laid, lost))
                    after = here + laid
                    if after < lost:
                        after = lost
                    kept_lost = append(kept_lost, rest + worth.fixed(left, all_aces - laid, after))
                else:
                    gain = rest + worth.fixed(left, all_aces - laid, lost) - kept[at]
                    if gain > 1e-9:
                        kept[at] += gain
                        kept_lost[at] += gain
                        masks[at] = mask
                k += 1
            j += 1
        i += 1
    return Squads(sums, aces, masks, kept, kept_lost)


def _middling(drawn: i64) -> vec[float]:
    found = vec[float]([0.0] * 4)
    listed = MIDDLING[drawn]
    n: i64 = 0
    while n < drawn:
        found[n] = listed[n]
        n += 1
    return found


def _sum(values: vec[float]) -> float:
    total = 0.0
    for value in values:
        total += value
    return total


def _tops(
    values: vec[float], size: i64, i: i64, j: i64, k: i64, middling: vec[float]
) -> tuple[float, float]:
    """The sums of the three highest and of the next three, but for the cards i, j and k."""
    top = 0.0
    second = 0.0
    n: i64 = 0
    m: i64 = 0
    taken: i64 = 0
    while taken < 6:
        while n == i or n == j or n == k:
            n += 1
        here = 0.0
        if n < size:
            here = values[n]
        if middling[m] > here:
            here = middling[m]
            m += 1
        else:
            n += 1
        if taken < 3:
            top += here
        else:
            second += here
        taken += 1
    return top, second
