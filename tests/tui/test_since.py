"""The news since the own last choice: what came after it, and nothing from before."""

from __future__ import annotations

from engine import actions as act
from engine import events as ev
from tui.learning.since import since_own_choice

ME, OTHER = 0, 1
BEGAN = ev.DealBegan(1, 0, (0, 1))
THEIRS = ev.Chose(OTHER, act.READY)
READY = ev.Chose(ME, act.READY)


def test_without_a_choice_of_ones_own_it_is_all() -> None:
    assert since_own_choice([BEGAN, THEIRS], ME) == [BEGAN, THEIRS]


def test_nothing_came_after_a_choice_that_others_still_wait_with() -> None:
    assert since_own_choice([BEGAN, THEIRS, READY], ME) == []
    hidden = ev.ChoseUnseen(ME, act.SQUAD, 3)
    assert since_own_choice([BEGAN, READY, THEIRS, ev.Chose(ME, act.SQUAD), hidden], ME) == []


def test_only_what_came_after_the_choice_of_a_simultaneous_round_is_news() -> None:
    lead = ev.LeadWon(ME, "challenges")
    assert since_own_choice([BEGAN, THEIRS, READY, lead], ME) == [READY, lead]


def test_in_the_middle_of_a_turn_what_came_before_it_is_still_news() -> None:
    before = ev.Chose(ME, act.DISCARD)
    took = [ev.Chose(ME, act.DRAW_STOCK), ev.Drew(ME, 1)]
    assert since_own_choice([BEGAN, before, THEIRS, *took], ME) == [before, THEIRS, *took]
    assert since_own_choice([BEGAN, THEIRS, *took], ME) == took
