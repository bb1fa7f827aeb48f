"""Two seats' tricks: the number the leader takes agrees with trying everything."""

from __future__ import annotations

import random

import pytest

from ai.search.lead_duel import taken_by_follower, taken_by_leader
from engine.bits import mask_of


def leads(mine: frozenset[int], theirs: frozenset[int]) -> int:
    """Tricks of who leads, by the rules, each seat wanting as many as it can get."""
    if not mine:
        return 0
    return max(len(mine) - follows(theirs, mine - {card}, card) for card in mine)


def follows(mine: frozenset[int], theirs: frozenset[int], led: int) -> int:
    """Tricks of who is to follow ``led``, this one included."""
    suit = {card for card in mine if card // 13 == led // 13}
    found = []
    for card in suit or mine:
        rest = mine - {card}
        if card in suit and card > led:
            found.append(1 + leads(rest, theirs))
        else:
            found.append(len(rest) - leads(theirs, rest))
    return max(found)


@pytest.mark.parametrize("pack", [8, 13, 16, 52])
def test_both_sides_take_what_trying_everything_gives(pack: int) -> None:
    rng = random.Random(pack)
    seen = set()
    for _ in range(150):
        size = rng.randint(1, min(4, pack // 2))
        cards = rng.sample(range(0, 52, 52 // pack), 2 * size)
        mine, theirs = frozenset(cards[:size]), frozenset(cards[size:])
        taken = taken_by_leader(mask_of(sorted(mine)), mask_of(sorted(theirs)))
        assert taken == leads(mine, theirs)
        seen.add(int(taken))
        led = min(mine)
        answer = taken_by_follower(mask_of(sorted(theirs)), mask_of(sorted(mine - {led})), led)
        assert answer == follows(theirs, mine - {led}, led)
    assert len(seen) > 2
