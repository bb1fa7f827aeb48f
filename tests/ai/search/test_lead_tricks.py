"""Positions of Fight for the Lead, solved: the worth is in chips, and the options count."""

from __future__ import annotations

import pytest

from ai.search.lead_tricks import debt_of, tricks_of
from ai.search.tricks import TrickSolver
from engine.actions import card_of
from engine.fight_for_the_lead.state import LeadState
from engine.fight_for_the_lead.terms import TRICKS
from engine.registry import rule_set
from tests.support.random_games import positions


def in_play(players: int, seed: object, **options: int | str) -> list[LeadState]:
    """Copies of all positions of a match in which a card is to be played."""
    game = rule_set("fight-for-the-lead").game(players, options)
    found = []
    for state in positions(game, seed):
        assert isinstance(state, LeadState)
        if state.public.phase == TRICKS:
            copy = state.clone()
            assert isinstance(copy, LeadState)
            found.append(copy)
    return found


def played_out(state: LeadState) -> tuple[int, ...]:
    """Every seat's chips at the end of a last deal in which each plays for the most chips."""
    outcome = state.outcome()
    if outcome is not None:
        return outcome.scores
    seat = int(state.next_actor())
    best: tuple[int, ...] = ()
    for action in state.legal_actions(seat):
        copy = state.clone()
        copy.apply(seat, action)
        assert isinstance(copy, LeadState)
        chips = played_out(copy)
        if not best or gain(chips, seat) > gain(best, seat):
            best = chips
    return best


def gain(chips: tuple[int, ...], seat: int) -> int:
    return chips[seat] - chips[1 - seat] if len(chips) == 2 else chips[seat]


@pytest.mark.parametrize(("players", "cards"), [(2, 8), (3, 8), (4, 8), (5, 8)])
def test_the_last_deal_is_worth_the_chips_it_brings_by_the_rules(players: int, cards: int) -> None:
    compared = 0
    for seed in range(5):
        for state in in_play(players, seed, deals=1, ante=3):
            public = state.public
            if sum(int(public.hand_size(seat)) for seat in range(players)) > cards:
                continue
            seat = int(state.next_actor())
            before = [int(chips) for chips in public.chips]
            for card, worth in TrickSolver().solve(tricks_of(state)):
                copy = state.clone()
                (action,) = [a for a in state.legal_actions(seat) if card_of(a) == card]
                copy.apply(seat, action)
                assert isinstance(copy, LeadState)
                gains = [chips - had for chips, had in zip(played_out(copy), before, strict=True)]
                # Quarters taken before this position are paid out at the end, too.
                quarter = int(public.pot) // 4
                gains = [g - quarter * int(public.tricks_of(s)) for s, g in enumerate(gains)]
                if players == 2:
                    assert worth[seat] == gains[seat] - gains[1 - seat]
                else:
                    assert worth[:players] == gains
                compared += 1
    assert compared > 20


@pytest.mark.parametrize(
    ("players", "options", "costs"),
    [
        (3, {}, False),  # asked, and free of it after sitting out
        (2, {}, True),  # nobody is asked in a match of two
        (2, {"sit_out": "anyone"}, False),
        (3, {"debt": "stands"}, True),
        (3, {"debt": "forced"}, True),
    ],
)
def test_a_debt_costs_what_it_raises_the_next_price_by(
    players: int, options: dict[str, int | str], costs: bool
) -> None:
    (state, *_) = in_play(players, "debt", deals=2, ante=5, **options)
    public = state.public
    assert public.deal == 1
    for seat in range(players):
        assert debt_of(public, seat) == (public.pot - 5 if costs else 0)
    tricks = tricks_of(state)
    assert list(tricks.debts[:players]) == [float(debt_of(public, s)) for s in range(players)]


def test_a_debt_costs_nothing_in_the_last_deal_or_when_it_lapses_for_want_of_chips() -> None:
    (last, *_) = in_play(2, "last", deals=1, debt="forced")
    assert debt_of(last.public, 0) == 0
    (poor, *_) = in_play(2, "poor", deals=2)
    assert debt_of(poor.public, 0) > 0
    chips = poor.public.chips[:]
    chips[0] = poor.public.pot - 1
    poor.public.chips = chips
    assert debt_of(poor.public, 0) == 0
    assert debt_of(poor.public, 1) > 0


def test_who_sits_the_deal_out_is_no_part_of_it() -> None:
    found = [
        state
        for seed in range(6)
        for state in in_play(4, f"sat {seed}", sit_out="anyone")
        if state.public.size < 4
    ]
    assert len(found) > 10
    for state in found:
        tricks = tricks_of(state)
        absent = [seat for seat in range(4) if not state.public.playing >> seat & 1]
        assert tricks.size == 4 - len(absent)
        for _, worth in TrickSolver().solve(tricks):
            assert [worth[seat] for seat in absent] == [0.0] * len(absent)


def test_only_tricks_can_be_solved() -> None:
    game = rule_set("fight-for-the-lead").game(2)
    state = next(iter(positions(game, "fight")))
    assert isinstance(state, LeadState)
    with pytest.raises(ValueError):
        tricks_of(state)
