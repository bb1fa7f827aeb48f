"""Fight for the Lead between the deals, clause by clause: entering, debts, options, the end."""

from __future__ import annotations

import pytest

from engine.actions import ENTER, SIT
from engine.events import (
    POT,
    CalledIn,
    Chose,
    DealBegan,
    DealSkipped,
    DebtChanged,
    Ended,
    Paid,
    PassedOver,
)
from engine.fight_for_the_lead.game import RULES
from engine.game import State
from engine.refusals import OptionFault
from tests.support.dealing import do
from tests.support.lead import (
    HANDS,
    REST,
    changed,
    chips,
    deal,
    debts,
    events_of,
    lead,
    outcome,
    phase,
    playing,
    shot,
    texts_of,
    to_pay_out,
    to_tricks,
)
from tests.support.refusing import refused

clause = pytest.mark.clause


def second_deal(players: int, *, dealer: int = -1, **options: int | str) -> State:
    """After a first deal in which seat 0 took every trick, so that all the others owe."""
    first = deal(HANDS[:players], REST, dealer=dealer % players)
    return to_pay_out(lead(players, first, dealer=dealer, **options))


def poor(state: State, *purses: int, owed: tuple[int, ...] = (), **fields: object) -> State:
    """The position with other chips, and other debts where ``owed`` is given."""
    before = shot(state, "chips")
    assert isinstance(before, list)
    assert sum(purses) == sum(before), "no chips come from nowhere"
    given = {"debts": list(owed)} if owed else {}
    return changed(state, chips=list(purses), **given, **fields)


@clause("lead.setup.players", "common.options.players")
@pytest.mark.parametrize("players", [0, 1, 6, True, "3"])
def test_two_to_five_can_play(players: int) -> None:
    for allowed in (2, 3, 4, 5):
        assert len(lead(allowed).actors()) == allowed
    with pytest.raises(OptionFault) as caught:
        RULES.game(players)
    assert caught.value.values["choices"] == (2, 3, 4, 5)


@clause("lead.setup.match", "lead.setup.chips", "lead.options.deals", "lead.options.chips")
def test_a_match_is_several_deals_and_all_begin_with_equal_chips() -> None:
    assert chips(lead(3)) == [196, 196, 196]
    assert chips(lead(3, chips=50)) == [46, 46, 46]
    state = lead(2)
    for number in range(1, 11):
        assert phase(state) == f"{number} fight"
        to_pay_out(state)
    assert state.is_over()


@clause("lead.options.ante")
@pytest.mark.parametrize("ante", [1, 4, 99])
def test_the_ante_is_what_a_deal_costs(ante: int) -> None:
    state = lead(3, ante=ante)
    assert chips(state) == [200 - ante] * 3
    assert shot(state, "pot") == 3 * ante


@clause("lead.options.ante", "lead.options.chips", "lead.options.deals", "lead.options.debt")
@clause("lead.options.sit-out", "common.options.range", "common.options.unknown")
def test_defaults_and_values_that_are_refused() -> None:
    assert RULES.game(3).options == {
        "ante": 4,
        "chips": 200,
        "deals": 10,
        "debt": "lapses",
        "sit_out": "owing",
    }
    for name, value in (
        ("ante", 0),
        ("ante", 100),
        ("chips", 10000),
        ("chips", 3),
        ("deals", 0),
        ("deals", 100),
        ("debt", "never"),
        ("sit_out", "nobody"),
        ("colour", "red"),
    ):
        with pytest.raises(OptionFault) as caught:
            RULES.game(3, {name: value})
        assert caught.value.values["name"] == name
    assert RULES.game(3, {"ante": 99, "chips": 99, "deals": 99}).options["chips"] == 99
    with pytest.raises(OptionFault) as caught:
        RULES.game(3, {"ante": 50, "chips": 49})
    assert (caught.value.values["name"], caught.value.values["low"]) == ("chips", 50)


@clause("lead.enter.first-deal")
@pytest.mark.parametrize("debt", ["lapses", "stands", "forced"])
@pytest.mark.parametrize("sit_out", ["owing", "anyone"])
def test_everyone_plays_the_first_deal_for_the_ante(debt: str, sit_out: str) -> None:
    state = lead(4, debt=debt, sit_out=sit_out)
    assert phase(state) == "1 fight"
    assert playing(state) == [0, 1, 2, 3]
    assert chips(state) == [196] * 4


@clause("lead.enter.price", "lead.enter.owed", "lead.enter.asked", "lead.enter.order")
@clause("lead.enter.answer", "lead.deal.pay")
def test_who_took_no_trick_owes_the_whole_pot_as_it_was() -> None:
    """The pot of 12 grew by 8 in the exchange; a debt is all of it, before the pay-out."""
    first = deal(HANDS[:3], REST, dealer=2)
    state = lead(3, first, dealer=2)
    do(state, "0 fight JS", "1 fight JH", "2 fight JD", "0 stand", "1 stand", "2 exchange 2C QD")
    state = to_pay_out(state)
    assert chips(state) == [196 + 20, 196, 188]
    assert debts(state) == [0, 20, 20]
    # Seat 0 deals now: seats 1 and 2 are asked, and seat 0, who owes nothing, is not.
    assert phase(state) == "2 enter"
    assert state.actors() == [1]
    assert texts_of(state, 1) == ["1 enter", "1 sit"]
    do(state, "1 enter")
    assert state.actors() == [2]
    assert chips(state) == [216, 196, 188], "nobody pays before it is settled who plays"
    do(state, "2 enter")
    assert phase(state) == "2 fight"
    assert chips(state) == [212, 176, 168]
    assert shot(state, "pot") == 44
    assert debts(state) == [0, 0, 0]


@clause("lead.enter.sit", "lead.enter.others", "lead.enter.answer")
def test_who_sits_out_pays_nothing_and_gets_no_cards() -> None:
    state = do(second_deal(4), "1 enter", "2 sit", "3 enter")
    assert playing(state) == [0, 1, 3]
    assert chips(state) == [208, 180, 196, 180]
    hands = shot(state, "hands")
    assert isinstance(hands, list)
    assert [len(hand.split()) for hand in hands] == [4, 4, 0, 4]
    assert state.legal_actions(2) == []
    assert refused(state, "2 fight 2S") == ("not-your-turn", "common.turn")


@clause("lead.enter.order", "lead.enter.dealer")
def test_asking_begins_left_of_the_new_dealer_and_the_deal_always_moves_left() -> None:
    state = second_deal(4, dealer=0)
    assert shot(state, "dealer") == 1
    asked = []
    while phase(state) == "2 enter":
        asked += state.actors()
        do(state, f"{state.actors()[0]} sit" if state.actors() != [3] else "3 enter")
    assert asked == [2, 3, 1]
    # The dealer, seat 1, sits out and deals all the same: left of it, seat 3 plays first.
    assert playing(state) == [0, 3]
    assert shot(state, "dealer") == 1
    assert state.actors() == [3, 0]
    to_tricks(state)
    state = to_pay_out(state)
    assert shot(state, "dealer") == 2


@clause("lead.enter.cannot", "lead.enter.asked", "lead.enter.others")
def test_who_cannot_pay_its_price_is_not_asked_and_does_not_play() -> None:
    state = to_tricks(lead(4, deal(HANDS[:4], REST, dealer=3)))
    # Seat 1 will owe 16 and has exactly that, seat 2 has one chip less.
    state = to_pay_out(poor(state, 368 + 385, 16, 15, 0))
    assert chips(state) == [769, 16, 15, 0]
    assert state.actors() == [1]
    events = events_of(state, "1 enter")
    assert PassedOver(2, "cannot-pay") in events
    assert PassedOver(3, "cannot-pay") in events
    assert DealBegan(2, 0, (1, 0)) in events
    assert events[0] == Chose(1, ENTER)
    assert [e for e in events if isinstance(e, Paid)] == [Paid(1, POT, 16), Paid(0, POT, 4)]
    assert DebtChanged(1, 0, "paid") in events
    assert chips(state) == [765, 0, 15, 0]


@clause("lead.enter.asked")
def test_in_a_match_of_two_nobody_is_asked() -> None:
    state = second_deal(2)
    assert phase(state) == "2 fight"
    assert chips(state) == [204 - 4, 196 - 8]


@clause("lead.options.anyone", "lead.options.sit-out")
def test_with_anyone_all_who_can_pay_are_asked_also_of_two() -> None:
    state = second_deal(2, sit_out="anyone")
    assert state.actors() == [1]
    do(state, "1 enter")
    assert state.actors() == [0]
    do(state, "0 enter")
    assert phase(state) == "2 fight"
    state = second_deal(4, sit_out="anyone")
    for seat in (1, 2, 3, 0):
        assert state.actors() == [seat]
        do(state, f"{seat} enter")
    assert playing(state) == [0, 1, 2, 3]


@clause("lead.options.sit-out-forced", "lead.debt.forced")
@pytest.mark.parametrize("sit_out", ["owing", "anyone"])
def test_forced_asks_nobody_and_who_can_pay_plays(sit_out: str) -> None:
    state = second_deal(4, debt="forced", sit_out=sit_out)
    assert phase(state) == "2 fight"
    assert chips(state) == [208, 180, 180, 180]
    # A debt that cannot be paid stays.
    state = to_tricks(lead(4, deal(HANDS[:4], REST, dealer=3), debt="forced", sit_out=sit_out))
    state = to_pay_out(poor(state, 569, 200, 15, 0))
    assert playing(state) == [0, 1]
    assert debts(state) == [0, 0, 16, 16]


@clause("lead.debt.option", "lead.options.debt", "lead.debt.lapses")
def test_a_debt_lapses_after_one_deal_by_choice_or_for_want_of_chips() -> None:
    state = to_tricks(lead(4, deal(HANDS[:4], REST, dealer=3)))
    state = to_pay_out(poor(state, 568, 200, 15, 1))
    assert debts(state) == [0, 16, 16, 16]
    assert state.actors() == [1]
    do(state, "1 enter")
    assert debts(state) == [0, 0, 16, 16], "still owed while that deal is played"
    to_tricks(state)
    while phase(state) == "2 play":
        last = state.clone()
        seat = state.actors()[0]
        state.apply(seat, state.legal_actions(seat)[0])
    events = events_of(last, texts_of(last, last.actors()[0])[0])
    assert [e for e in events if isinstance(e, DebtChanged)][:2] == [
        DebtChanged(2, 0, "lapsed"),
        DebtChanged(3, 0, "lapsed"),
    ]
    found = debts(state)
    assert isinstance(found, list)
    assert found[2:] == [0, 0]
    # Seat 2 plays for the ante again, seat 3 does not have it.
    while phase(state) == "3 enter":
        do(state, f"{state.actors()[0]} enter")
    assert 2 in playing(state)
    assert 3 not in playing(state)


@clause("lead.debt.lapses", "lead.enter.owed")
def test_who_pays_and_takes_no_trick_again_owes_the_new_pot() -> None:
    state = second_deal(3)
    do(state, "1 enter", "2 enter")
    to_tricks(state)
    pot = shot(state, "pot")
    assert pot == 28
    state = to_pay_out(state)
    found = debts(state)
    assert isinstance(found, list)
    assert {owed for owed in found if owed} <= {28}


@clause("lead.debt.lapses-few")
def test_with_lapses_a_deal_that_fewer_than_two_would_play_is_skipped() -> None:
    state = second_deal(3)
    do(state, "1 sit")
    events = events_of(state, "2 sit")
    assert events[:4] == [
        Chose(2, SIT),
        DealSkipped(2, 0),
        DebtChanged(1, 0, "lapsed"),
        DebtChanged(2, 0, "lapsed"),
    ]
    assert isinstance(events[4], DealBegan)
    assert (events[4].number, events[4].dealer) == (3, 1)
    # Nobody paid for the second deal; the third is played by all for the ante.
    assert phase(state) == "3 fight"
    assert playing(state) == [0, 1, 2]
    assert chips(state) == [208 - 4, 192, 192]
    assert debts(state) == [0, 0, 0]


@clause("lead.debt.lapses-few", "lead.end.deals")
def test_a_skipped_deal_counts_as_played_and_may_be_the_last() -> None:
    state = do(second_deal(3, deals=2), "1 sit", "2 sit")
    assert outcome(state).ending == "deals-played"
    assert outcome(state).scores == (208, 196, 196)


@clause("lead.debt.lapses-few")
def test_of_two_a_debtor_without_the_chips_makes_the_deal_skipped() -> None:
    state = to_tricks(lead(2, deal(HANDS[:2], REST, dealer=1)))
    state = to_pay_out(poor(state, 385, 7))
    # Deal 2 was skipped: seat 1 could not pay 8, but has the ante, which it pays for deal 3.
    assert phase(state) == "3 fight"
    assert chips(state) == [389, 3]


@clause("lead.debt.stands")
def test_with_stands_a_debt_stays_until_it_is_paid_by_entering() -> None:
    state = do(second_deal(4, debt="stands"), "1 enter", "2 sit", "3 enter")
    for number in (2, 3, 4):
        assert phase(state) == f"{number} fight"
        state = to_pay_out(state)
        found = debts(state)
        assert isinstance(found, list)
        assert found[2] == 16
        while phase(state) == f"{number + 1} enter":
            seat = state.actors()[0]
            do(state, f"{seat} sit" if seat == 2 else f"{seat} enter")
    state = to_pay_out(state)
    while state.actors() != [2]:
        do(state, f"{state.actors()[0]} enter")
    before = chips(state)
    assert isinstance(before, list)
    do(state, "2 enter")
    while phase(state) == "6 enter":
        do(state, f"{state.actors()[0]} enter")
    after = chips(state)
    assert isinstance(after, list)
    assert after[2] == before[2] - 16
    owed = debts(state)
    assert isinstance(owed, list)
    assert owed[2] == 0


@clause("lead.debt.stands-few")
def test_with_stands_all_who_sat_out_are_called_in_each_for_their_own_price() -> None:
    state = second_deal(3, debt="stands")
    do(state, "1 sit")
    events = events_of(state, "2 sit")
    assert [e for e in events if isinstance(e, CalledIn)] == [CalledIn(1), CalledIn(2)]
    assert DealBegan(2, 0, (1, 2, 0)) in events
    assert phase(state) == "2 fight"
    assert chips(state) == [204, 184, 184]
    assert debts(state) == [0, 0, 0]


@clause("lead.debt.stands-few", "lead.enter.cannot")
def test_called_in_are_only_those_who_can_pay() -> None:
    state = to_tricks(lead(4, deal(HANDS[:4], REST, dealer=3), debt="stands"))
    state = to_pay_out(poor(state, 569, 200, 15, 0))
    do(state, "1 sit")
    assert playing(state) == [0, 1]
    assert debts(state) == [0, 0, 16, 16]


@clause("lead.debt.stands-end", "lead.end.early", "lead.debt.out")
def test_with_stands_the_match_ends_if_even_those_called_in_are_too_few() -> None:
    first = deal(HANDS[:3], REST, dealer=2)
    # Both owe 12, and only seat 2 has it: with seat 0 that makes two, if it has to.
    state = to_pay_out(poor(to_tricks(lead(3, first, debt="stands")), 565, 11, 12))
    assert state.actors() == [2]
    do(state, "2 sit")
    assert playing(state) == [0, 2]
    assert chips(state) == [573, 11, 0]
    assert debts(state) == [0, 12, 0], "seat 1 is out for good: it cannot pay and win no chips"
    # Nobody but seat 0 can pay, so the match ends though all three have the ante.
    state = to_pay_out(poor(to_tricks(lead(3, first, debt="stands")), 566, 11, 11))
    assert outcome(state).ending == "too-few-play"
    assert outcome(state).scores == (578, 11, 11)


@clause("lead.debt.forced-few", "lead.end.early", "lead.debt.out")
def test_with_forced_the_match_ends_if_fewer_than_two_would_play() -> None:
    state = to_tricks(lead(3, deal(HANDS[:3], REST, dealer=2), debt="forced"))
    state = to_pay_out(poor(state, 566, 11, 11))
    assert outcome(state).ending == "too-few-play"
    state = to_tricks(lead(3, deal(HANDS[:3], REST, dealer=2), debt="forced"))
    state = to_pay_out(poor(state, 565, 11, 12))
    assert phase(state) == "2 fight"
    assert playing(state) == [0, 2]
    assert debts(state) == [0, 12, 0], "it stays until paid"


@clause("lead.debt.too-few", "lead.end.early")
@pytest.mark.parametrize("debt", ["lapses", "stands", "forced"])
def test_the_match_ends_when_fewer_than_two_have_the_ante(debt: str) -> None:
    first = deal(HANDS[:3], REST, dealer=2)
    state = to_pay_out(poor(to_tricks(lead(3, first, debt=debt)), 582, 3, 3))
    assert outcome(state).ending == "too-few-antes"
    state = to_pay_out(poor(to_tricks(lead(3, first, debt=debt)), 581, 4, 3))
    if debt == "lapses":
        # Deal 2 is skipped, for seat 1 owes 12; in deal 3 it plays for its last 4 chips.
        assert phase(state) == "3 fight"
        assert playing(state) == [0, 1]
    else:
        assert outcome(state).ending == "too-few-play"


@clause("lead.debt.too-few", "lead.enter.asked")
def test_who_is_asked_is_asked_even_if_the_match_then_ends() -> None:
    """With ``anyone`` the only seat that has the ante is asked, and answers in vain."""
    state = to_tricks(lead(3, deal(HANDS[:3], REST, dealer=2), sit_out="anyone"))
    state = to_pay_out(poor(state, 582, 3, 3))
    assert state.actors() == [0]
    events = events_of(state, "0 enter")
    assert outcome(state).ending == "too-few-antes"
    assert [e for e in events if isinstance(e, Ended)] == [Ended("too-few-antes", (1, 2, 2))]
    assert outcome(state).scores == (594, 3, 3), "nobody paid"


@clause("lead.debt.too-few", "lead.debt.lapses-few")
def test_having_the_ante_is_enough_to_go_on_even_if_nobody_would_play() -> None:
    """Two seats that both owe more than they have: with ``lapses`` the deal is skipped."""
    state = to_tricks(lead(3, deal(HANDS[:3], REST, dealer=2), deals=3))
    state = to_pay_out(poor(state, 588, 0, 0))
    assert state.is_over()
    state = to_tricks(lead(3, deal(HANDS[:3], REST, dealer=2), sit_out="anyone"))
    state = to_pay_out(poor(state, 570, 9, 9))
    assert state.actors() == [0]
    do(state, "0 sit")
    assert phase(state) == "3 enter", "deal 2 was skipped"
    assert debts(state) == [0, 0, 0]


@clause("lead.end.deals", "lead.options.deals", "lead.end.winner", "lead.end.equal")
@clause("common.over", "common.places.shared")
def test_after_the_last_deal_chips_decide_and_equal_chips_share_the_place() -> None:
    state = second_deal(3, deals=1)
    assert outcome(state) == ((1, 2, 2), (208, 196, 196), "deals-played")
    assert refused(state, "0 enter") == ("game-over", "common.over")


@clause("common.turn", "common.choice", "lead.enter.answer")
def test_answers_that_are_not_asked_for() -> None:
    state = second_deal(4)
    assert refused(state, "0 enter") == ("not-your-turn", "common.turn")
    assert refused(state, "2 sit") == ("not-your-turn", "common.turn")
    assert refused(state, "1 stand") == ("not-asked", "common.choice")
    assert refused(state, "1 play AH") == ("not-asked", "common.choice")
    assert refused(do(state, "1 enter", "2 enter", "3 sit"), "1 enter") == (
        "not-asked",
        "common.choice",
    )
