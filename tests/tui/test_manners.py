"""What is told of how a level goes about a choice is how it does."""

from __future__ import annotations

from engine import actions as act
from tui.learning.manners import manner_of

LEVELS = ("recruit", "corporal", "sergeant", "captain", "general")


def test_covers_sergeant_is_told_of_as_one_who_attacks_in_a_way_of_its_own() -> None:
    told = {level: manner_of("battalion-cover", act.ASSAULT, level) for level in LEVELS}
    assert "two highest" in told["corporal"]
    assert "two highest" in told["sergeant"]
    assert told["captain"] == told["general"]
    assert len(set(told.values())) == 3
    # What it shares with those above it, and not with those below.
    for kind in (act.BID, act.PASS, act.DISCARD):
        told = {level: manner_of("battalion-cover", kind, level) for level in LEVELS}
        assert told["sergeant"] == told["captain"] != told["corporal"]
