"""A deal of Fight for the Lead, clause by clause: cards, fight, exchange, tricks, pay-out."""

from __future__ import annotations

import itertools

import pytest

from engine.actions import EXCHANGE, FIGHT, PLAY, STAND, with_card, with_cards
from engine.cards import cards_text, deck, parse_card, parse_cards
from engine.events import (
    POT,
    BattleEnded,
    Chose,
    ChoseUnseen,
    DealBegan,
    Drew,
    Event,
    LeadWon,
    Paid,
    Received,
    Revealed,
    Shuffled,
    TurnedUp,
)
from engine.fight_for_the_lead.game import RULES, LeadGame
from engine.game import SPECTATOR
from tests.support.dealing import Stacked, do
from tests.support.lead import (
    HANDS,
    REST,
    changed,
    chips,
    deal,
    debts,
    events_of,
    held,
    in_order,
    lead,
    outcome,
    phase,
    shot,
    texts_of,
    tiny,
    to_pay_out,
    to_tricks,
)
from tests.support.refusing import refused

clause = pytest.mark.clause

MIXED = ("AS KH QD JC", "2S 3H 4D 5C", "6S 7H 8D 9C")


@clause("lead.setup.pack", "lead.deal.cards", "lead.deal.stock", "common.deal.singly")
def test_four_cards_each_one_at_a_time_and_the_rest_is_the_stock() -> None:
    order = deck()
    order = order[1::2] + order[::2]
    chance = Stacked(order)
    state = RULES.game(3).start(1, chance)
    assert sorted(chance.asked[0]) == deck()
    assert held(state, 2) == in_order(cards_text(order[0:12:3]))
    assert held(state, 0) == in_order(cards_text(order[1:12:3]))
    assert held(state, 1) == in_order(cards_text(order[2:12:3]))
    assert shot(state, "stock") == cards_text(order[12:])
    assert shot(state, "stock_left") == 40


@clause("lead.deal.cards", "lead.enter.sit")
def test_when_some_sit_out_the_first_card_goes_to_the_first_left_who_plays() -> None:
    first = deal(HANDS[:4], REST, dealer=3)
    state = to_pay_out(lead(4, first, deal(("2S 3S 4S 5S", "", "2D 3D 4D 5D", ""), dealer=0)))
    do(state, "1 sit", "2 enter", "3 sit")
    assert held(state, 2) == "2D 3D 4D 5D"
    assert held(state, 0) == "2S 3S 4S 5S"
    assert state.actors() == [2, 0]


@clause("lead.deal.pay", "lead.deal.cards", "common.secret.owner", "common.secret.public")
def test_a_start_tells_everybody_what_is_public_and_each_seat_its_cards() -> None:
    events: list[Event] = []
    RULES.game(2).start(1, Stacked(deal(MIXED[:2], dealer=1)), events)
    assert events == [
        DealBegan(1, 1, (0, 1)),
        Paid(0, POT, 4),
        Paid(1, POT, 4),
        Shuffled("pack", 52),
        Drew(0, 4),
        Received(0, tuple(parse_cards(in_order(MIXED[0]))), only=0),
        Drew(1, 4),
        Received(1, tuple(parse_cards(in_order(MIXED[1]))), only=1),
    ]


@clause("lead.fight.simultaneous", "common.simultaneous.unseen", "common.simultaneous.apart")
def test_fight_cards_are_put_forward_at_once_and_unseen() -> None:
    state = lead(3, deal(MIXED, "TH 2C 3C 4C", dealer=1), dealer=1)
    assert state.actors() == [2, 0, 1]
    assert state.missing() == []
    assert texts_of(state, 0) == ["0 fight AS", "0 fight KH", "0 fight QD", "0 fight JC"]
    views = [state.view(seat).dump() for seat in (-1, 1, 2)]
    actions = [state.view(seat).legal_actions() for seat in (1, 2)]
    events = events_of(state, "0 fight AS")
    assert [event for event in events if event.only not in (-1, 0)] == []
    assert ChoseUnseen(0, FIGHT, 1) in events
    assert Chose(0, with_card(FIGHT, parse_card("AS")), only=0) in events
    assert state.actors() == [2, 1]
    assert state.missing() == [2, 1]
    for before, seat in zip(views, (-1, 1, 2), strict=True):
        after = state.view(seat).dump()
        assert {key for key in after if after[key] != before[key]} == {"committed"}
    assert actions == [state.view(seat).legal_actions() for seat in (1, 2)]
    assert state.view(0).dump()["face_down"] == "AS"
    assert held(state, 0) == in_order(MIXED[0])
    assert refused(state, "0 fight KH") == ("not-your-turn", "common.turn")


@clause("lead.fight.turn-up", "lead.fight.highest", "common.simultaneous.reveal")
@clause("lead.fight.discard", "lead.fight.replace", "lead.fight.turned-up")
def test_the_highest_fight_card_of_the_suit_turned_up_has_the_lead() -> None:
    state = lead(3, deal(MIXED, "TH 2C 3C 4C", dealer=2))
    do(state, "2 fight 7H", "0 fight KH")
    events = events_of(state, "1 fight 2S")
    assert events[2:7] == [
        TurnedUp(parse_card("TH")),
        Revealed(0, FIGHT, (parse_card("KH"),)),
        Revealed(1, FIGHT, (parse_card("2S"),)),
        Revealed(2, FIGHT, (parse_card("7H"),)),
        LeadWon(0, "fight"),
    ]
    replaced = [event for event in events if isinstance(event, Received)]
    assert [(event.seat, event.only, event.cards) for event in replaced] == [
        (0, 0, (parse_card("2C"),)),
        (1, 1, (parse_card("3C"),)),
        (2, 2, (parse_card("4C"),)),
    ]
    assert held(state, 0) == in_order("AS QD JC 2C")
    assert shot(state, "lead") == 0
    assert shot(state, "fights") == ["KH", "2S", "7H"]
    assert shot(state, "turned") == "TH"


@clause("lead.fight.again", "lead.fight.turned-up", "lead.setup.ranks")
def test_cards_are_turned_up_until_one_fits_a_fight_card() -> None:
    state = lead(3, deal(MIXED, "TH JH TC TS 2H 2D 2C", dealer=2))
    events = events_of(do(state, "0 fight AS", "1 fight 4D"), "2 fight 8D")
    turned = [event.card for event in events if isinstance(event, TurnedUp)]
    assert cards_text(turned) == "TH JH TC TS"
    assert LeadWon(0, "fight") in events
    assert shot(state, "turned") == "TH JH TC TS"
    # The eight is there and beats the four; the ten of diamonds would not beat the jack.
    state = lead(3, deal(MIXED, "TH JH TC TD 2H 2D 2C", dealer=2))
    do(state, "0 fight AS", "1 fight 4D", "2 fight 8D")
    assert shot(state, "lead") == 2


@clause("lead.setup.ranks")
def test_ranks_from_the_deuce_to_the_ace_each_beat_those_below() -> None:
    ranks = "23456789TJQKA"
    for low, high in itertools.pairwise(ranks):
        others = iter(card for card in deck() if card // 13 > 0)
        hands = [cards_text([next(others) for _ in range(3)]) + f" {rank}S" for rank in (low, high)]
        spare = next(f"{rank}S" for rank in ranks if rank not in (low, high))
        state = lead(2, deal((hands[0], hands[1]), spare, dealer=1))
        do(state, f"0 fight {low}S", f"1 fight {high}S")
        assert shot(state, "lead") == 1


@clause("lead.fight.stock-out", "lead.deal.reshuffle-turn-up", "common.stock.due")
@pytest.mark.parametrize(("dealer", "leader"), [(3, 0), (0, 1)])
def test_if_the_stock_runs_out_the_first_player_left_of_the_dealer_leads(
    dealer: int, leader: int
) -> None:
    """All fight cards are spades, and no spade is left in the stock."""
    hands = (
        "2S 3S 4S 2H",
        "5S 6S 7S 3H",
        "8S 9S TS 4H",
        "JS QS KS AS",
    )
    rest = [card for card in deck() if card not in parse_cards(" ".join(hands))]
    fights = parse_cards("2S 5S 8S AS")
    new_stock = parse_cards("2S 5S") + rest + parse_cards("8S AS")
    order = deal(hands, dealer=dealer)
    chance = Stacked(order, new_stock)
    state = RULES.game(4).start(dealer, chance)
    do(state, "0 fight 2S", "1 fight 5S", "2 fight 8S")
    events = events_of(state, "3 fight AS")
    state.check()
    assert LeadWon(leader, "stock-out") in events
    assert cards_text([e.card for e in events if isinstance(e, TurnedUp)]) == cards_text(rest)
    # Only the cards that replace the fight cards are due, and make a new stock of all discards.
    assert sorted(chance.asked[1]) == sorted(rest + fights)
    assert Shuffled("discard", 40) in events
    assert events.index(LeadWon(leader, "stock-out")) < events.index(Shuffled("discard", 40))
    assert "2S" in held(state, leader)
    assert shot(state, "stock_left") == 36


@clause("lead.deal.reshuffle", "common.stock.mid-draw", "lead.fight.discard")
def test_a_stock_that_runs_out_among_the_replacements_is_made_anew() -> None:
    """Cards turned up and fight cards, all face down, become the new stock."""
    chance = Stacked(parse_cards("2S 2H 3S 3H 2D 3D 4S 4H"), parse_cards("3D 2H 2S 2D 4S"))
    state = tiny(2, "2S 3S 4S 2H 3H 4H 2D 3D", chance)
    do(state, "0 fight 2S")
    events = events_of(state, "1 fight 2H")
    assert cards_text([e.card for e in events if isinstance(e, TurnedUp)]) == "2D 3D 4S"
    assert cards_text(sorted(chance.asked[1])) == "2S 4S 2H 2D 3D"
    tail = events[-5:]
    assert tail == [
        Drew(0, 1),
        Received(0, (parse_card("4H"),), only=0),
        Shuffled("discard", 5),
        Drew(1, 1),
        Received(1, (parse_card("3D"),), only=1),
    ]


@clause("lead.exchange.order", "lead.exchange.once", "lead.exchange.number")
@clause("lead.exchange.price", "lead.exchange.draw", "lead.exchange.discard")
def test_each_may_exchange_once_left_of_the_dealer_first() -> None:
    state = lead(3, deal(MIXED, "TH 2C 3C 4C 5D 6D 7D", dealer=0), dealer=0)
    do(state, "1 fight 2S", "2 fight 7H", "0 fight KH")
    assert phase(state) == "1 exchange"
    assert state.actors() == [1]
    assert held(state, 1) == in_order("3H 4D 5C 2C")
    assert len(state.legal_actions(1)) == 16
    assert texts_of(state, 1)[:6] == [
        "1 stand",
        "1 exchange 3H",
        "1 exchange 4D",
        "1 exchange 2C",
        "1 exchange 5C",
        "1 exchange 3H 4D",
    ]
    assert texts_of(state, 1)[-1] == "1 exchange 3H 4D 2C 5C"
    events = events_of(state, "1 exchange 5C 3H")
    action = int(with_cards(EXCHANGE, parse_cards("5C 3H")))
    assert events == [
        Chose(1, action, only=1),
        ChoseUnseen(1, EXCHANGE, 2),
        Paid(1, POT, 8),
        Drew(1, 2),
        Received(1, tuple(parse_cards("5D 6D")), only=1),
    ]
    assert chips(state) == [196, 188, 196]
    assert shot(state, "pot") == 20
    assert held(state, 1) == in_order("4D 2C 5D 6D")
    assert state.view(1).dump()["given"] == "3H 5C"
    assert state.view(2).dump()["given"] == ""
    assert state.view(2).dump()["gave"] == [0, 2, 0]
    assert state.actors() == [2]
    assert refused(state, "1 exchange 4D") == ("not-your-turn", "common.turn")
    assert events_of(state, "2 stand") == [Chose(2, STAND)]
    assert state.actors() == [0]
    do(state, "0 stand")
    assert phase(state) == "1 play"


@clause("lead.exchange.afford")
def test_nobody_exchanges_more_cards_than_they_can_pay_for() -> None:
    state = lead(3, deal(MIXED, "TH 2C 3C 4C", dealer=2))
    do(state, "0 fight KH", "1 fight 2S", "2 fight 7H")
    state = changed(state, chips=[9, 383, 196])
    assert len(state.legal_actions(0)) == 1 + 4 + 6
    cards = held(state, 0).split()
    assert refused(state, "0 exchange " + " ".join(cards[:3])) == (
        "cannot-afford",
        "lead.exchange.afford",
    )
    do(state, "0 exchange " + " ".join(cards[:2]))
    assert chips(state) == [1, 383, 196]
    state = changed(state, chips=[9, 383 + 188, 0])
    do(state, "1 stand")
    assert texts_of(state, 2) == ["2 stand"]


@clause("common.holding", "lead.exchange.number", "common.choice")
def test_exchanges_that_are_refused() -> None:
    state = lead(3, deal(MIXED, "TH 2C 3C 4C 5D 6D 7D", dealer=2))
    do(state, "0 fight KH", "1 fight 2S", "2 fight 7H")
    assert refused(state, "0 exchange KH") == ("not-held", "common.holding")
    assert refused(state, "0 exchange AS AS") == ("named-twice", "common.holding")
    assert refused(state, "0 play AS") == ("not-asked", "common.choice")
    for code, action in (
        ("exchange-nothing", EXCHANGE),
        ("no-such-card", int(with_card(EXCHANGE, 60))),
        ("too-many-cards", EXCHANGE | 9 << 8),
        ("too-many-cards", int(with_card(EXCHANGE, parse_card("AS"))) | 1 << 20),
        ("too-many-cards", STAND | 1 << 12),
        ("not-asked", 0),
    ):
        why = state.refusal(0, action)
        assert why is not None
        assert why.code == code
    for seat in (-1, 3, 7):
        why = state.refusal(seat, STAND)
        assert why is not None
        assert why.code == "not-your-turn"
        assert state.legal_actions(seat) == []


@clause("lead.deal.reshuffle", "lead.deal.reshuffle-without", "lead.exchange.discard")
@clause("common.stock.mid-draw", "common.stock.last")
def test_a_stock_made_anew_in_an_exchange_is_without_the_cards_just_given_up() -> None:
    chance = Stacked(parse_cards("2S 2H 3S 3H 4S 4H 2D 3D 4D"), parse_cards("4H 2S 4S 3S 2H"))
    state = tiny(2, "2S 3S 4S 2H 3H 4H 2D 3D 4D", chance, deals=1)
    do(state, "0 fight 2S", "1 fight 2H", "0 exchange 4H 3S")
    assert len(chance.asked) == 1, "the stock is empty, but nothing is due from it"
    events = events_of(state, "1 exchange 3H 2D")
    state.check()
    # The card turned up, the fight cards and what seat 0 gave up: not what seat 1 gives up.
    assert cards_text(sorted(chance.asked[1])) == "2S 3S 4S 2H 4H"
    assert events[3:] == [
        Shuffled("discard", 5),
        Drew(1, 2),
        Received(1, tuple(parse_cards("4H 2S")), only=1),
    ]
    view = state.view(0).dump()
    assert (view["given"], view["back"], view["mixed"]) == ("3S 4H", [1, 0], 1)
    assert state.view(1).dump()["late"] == "2S 4H"
    assert state.view(SPECTATOR).dump()["late_counts"] == [0, 2]
    while not state.is_over():
        do(state, texts_of(state, state.actors()[0])[0])
    assert len(chance.asked) == 2


def test_a_stock_made_anew_halfway_through_an_exchange_gives_the_rest() -> None:
    chance = Stacked(parse_cards("2S 2H 3S 3H 4S 4H 2D 3D"), parse_cards("2H 4S 2S"))
    state = tiny(2, "2S 3S 4S 2H 3H 4H 2D 3D", chance)
    do(state, "0 fight 2S", "1 fight 2H")
    events = events_of(state, "0 exchange 3S 4H")
    assert events[3:] == [
        Drew(0, 1),
        Received(0, (parse_card("3D"),), only=0),
        Shuffled("discard", 3),
        Drew(0, 1),
        Received(0, (parse_card("2H"),), only=0),
    ]
    assert held(state, 0) == "2H 3D"


@clause("lead.play.lead", "lead.play.order", "lead.play.tricks", "lead.play.next")
@clause("lead.play.winner", "lead.play.pile", "lead.play.no-trumps", "lead.play.any")
def test_the_highest_of_the_suit_led_takes_the_trick_and_leads_to_the_next() -> None:
    # The fight: seat 1 has the highest spade; the replacements are TS, 9H and 2H.
    hands = ("3S AH 4D 5C", "JS KH 8D 2C", "6S 7H AD AC")
    state = lead(3, deal(hands, "4S TS 9H 2H", dealer=2))
    do(state, "0 fight 3S", "1 fight JS", "2 fight 6S", "0 stand", "1 stand", "2 stand")
    assert state.actors() == [1]
    assert texts_of(state, 1) == ["1 play 9H", "1 play KH", "1 play 8D", "1 play 2C"]
    do(state, "1 play 9H")
    assert state.actors() == [2]
    do(state, "2 play 7H")
    assert state.actors() == [0]
    events = events_of(state, "0 play AH")
    assert events == [
        Chose(0, int(with_card(PLAY, parse_card("AH")))),
        BattleEnded((1, 2, 0), (9, 7, 14), 0),
    ]
    assert state.actors() == [0]
    # No trumps: the ace of clubs and the ten of spades are worth nothing on diamonds.
    do(state, "0 play 4D", "1 play 8D")
    assert texts_of(state, 2) == ["2 play AD"]
    do(state, "2 play AD")
    assert state.actors() == [2]
    do(state, "2 play AC", "0 play 5C", "1 play 2C")
    events = events_of(do(state, "2 play 2H", "0 play TS"), "1 play KH")
    assert events[1] == BattleEnded((2, 0, 1), (2, 0, 13), 1)
    # Four tricks: one of seat 0, two of seat 2, one of seat 1; nobody owes.
    assert events[2:5] == [Paid(POT, 0, 3), Paid(POT, 1, 3), Paid(POT, 2, 6)]
    assert isinstance(events[5], DealBegan)
    assert debts(state) == [0, 0, 0]
    assert phase(state) == "2 fight"


@clause("lead.play.follow", "lead.play.any", "common.holding", "lead.play.lead")
def test_who_can_follow_must_and_who_cannot_plays_anything() -> None:
    hands = ("3S AH 4D 5C", "JS KH 8D 2C", "6S 7H AD AC")
    state = lead(3, deal(hands, "4S TS 9H 2H", dealer=2))
    do(state, "0 fight 3S", "1 fight JS", "2 fight 6S", "0 stand", "1 stand", "2 stand")
    assert refused(state, "1 play AH") == ("not-held", "common.holding")
    assert refused(state, "2 play AC") == ("not-your-turn", "common.turn")
    assert refused(state, "1 stand") == ("not-asked", "common.choice")
    do(state, "1 play 2C")
    assert texts_of(state, 2) == ["2 play AC"]
    assert refused(state, "2 play 2H") == ("must-follow", "lead.play.follow")
    do(state, "2 play AC", "0 play 5C", "2 play AD", "0 play 4D", "1 play 8D", "2 play 2H")
    assert texts_of(state, 0) == ["0 play AH"]
    do(state, "0 play AH", "1 play 9H")
    # Seat 0 leads its last card, the ten of spades, which nobody can follow.
    assert texts_of(state, 0) == ["0 play TS"]
    do(state, "0 play TS")
    assert texts_of(state, 1) == ["1 play KH"]
    assert state.refusal(1, int(with_card(PLAY, parse_card("KH"))) | 1 << 18) is not None


@clause("lead.play.pile", "common.secret.public", "common.secret.owner")
def test_everybody_sees_the_tricks_and_nobody_the_hands() -> None:
    hands = ("3S AH 4D 5C", "JS KH 8D 2C", "6S 7H AD AC")
    state = lead(3, deal(hands, "4S TS 9H 2H", dealer=2))
    do(state, "0 fight 3S", "1 fight JS", "2 fight 6S", "0 stand", "1 stand", "2 stand")
    do(state, "1 play 9H", "2 play 7H", "0 play AH", "0 play TS", "1 play KH")
    for seat in (-1, 0, 1, 2):
        dump = state.view(seat).dump()
        assert dump["tricks"] == ["9H 7H AH", "TS KH"]
        assert dump["hand"] == ("" if seat < 0 else held(state, seat))
        assert "hands" not in dump
        assert "stock" not in dump


@clause("lead.pay.quarter", "lead.enter.owed")
def test_each_trick_takes_a_quarter_of_the_pot() -> None:
    state = to_pay_out(lead(5, deal(HANDS, REST, dealer=4), ante=8))
    assert chips(state) == [192 + 40, 192, 192, 192, 192]
    assert debts(state) == [0, 40, 40, 40, 40]


@clause("lead.pay.leftover")
def test_what_does_not_divide_stays_for_the_next_pot_that_is_dealt() -> None:
    first = deal(HANDS[:3], REST, dealer=2)
    state = to_pay_out(lead(3, first, ante=5))
    # 15 in the pot, 3 a trick, 3 left over.
    assert chips(state) == [195 + 12, 195, 195]
    assert shot(state, "pot") == 3
    assert debts(state) == [0, 15, 15], "the whole pot, before the pay-out"
    # The second deal is skipped; the third has the three chips in its pot.
    do(state, "1 sit", "2 sit")
    assert phase(state) == "3 fight"
    assert shot(state, "pot") == 3 + 15


@clause("lead.pay.leftover-last")
def test_what_is_left_goes_to_who_took_the_last_trick_if_no_deal_follows() -> None:
    first = deal(HANDS[:3], REST, dealer=2)
    events: list[Event] = []
    state = to_tricks(lead(3, first, ante=5, deals=1))
    while not state.is_over():
        seat = state.actors()[0]
        events.clear()
        state.apply(seat, state.legal_actions(seat)[0], events)
        state.check()
    assert outcome(state).scores == (210, 195, 195)
    assert [event for event in events if isinstance(event, Paid)] == [
        Paid(POT, 0, 12),
        Paid(POT, 0, 3),
    ]
    # Also when the deals that follow are skipped.
    state = to_pay_out(lead(3, first, ante=5, deals=2))
    assert chips(state) == [207, 195, 195]
    do(state, "1 sit", "2 sit")
    assert outcome(state).scores == (210, 195, 195)
    # And when too few have the ante, to whom it is counted only after the end.
    state = to_tricks(lead(3, first, ante=5))
    state = to_pay_out(changed(state, chips=[581, 4, 0]))
    assert outcome(state).ending == "too-few-antes"
    assert outcome(state).scores == (596, 4, 0)


@clause("lead.pay.leftover-last", "lead.play.next")
def test_the_last_trick_counts_not_the_most() -> None:
    """Seat 1 takes the last of four tricks, and the three chips that do not divide."""
    hands = ("AS KS QS 2C", "AH KH QH AC", "2D 3D 4D 5D")
    state = lead(3, deal(hands, "3S JS 9D 8D", dealer=2), ante=5, deals=1)
    do(state, "0 fight QS", "1 fight QH", "2 fight 2D", "0 stand", "1 stand", "2 stand")
    do(state, "0 play AS", "1 play 9D", "2 play 3D", "0 play KS", "1 play KH", "2 play 4D")
    do(state, "0 play JS", "1 play AH", "2 play 5D", "0 play 2C", "1 play AC", "2 play 8D")
    assert outcome(state).scores == (195 + 9, 195 + 3 + 3, 195)


@clause("lead.setup.ranks")
def test_the_eight_is_in_the_pack() -> None:
    chance = Stacked(deck())
    RULES.game(2).start(0, chance)
    assert {parse_card(f"8{suit}") for suit in "SHDC"} <= set(chance.asked[0])


def test_a_small_pack_has_at_least_twice_the_cards_of_all_hands() -> None:
    options = RULES.game(2).options
    assert LeadGame(2, options, deck()[:8], 2).terms.hand_size == 2
    for cards, size in ((7, 2), (52, 0), (52, 5)):
        with pytest.raises(ValueError):
            LeadGame(2, options, deck()[:cards], size)
