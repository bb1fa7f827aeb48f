"""battalion-twins, clause by clause (docs/rules/en/battalion-twins.md)."""

from __future__ import annotations

import pytest

from engine.battalion_twins.game import RULES, TwinsGame
from engine.cards import cards_text, deck, parse_cards
from engine.events import (
    BattleEnded,
    Drew,
    Event,
    LeadWon,
    Paid,
    PassedOver,
    Received,
    Shuffled,
    TookUp,
    TurnedUp,
)
from engine.game import State
from engine.options import Options
from engine.outcome import Outcome
from engine.refusals import OptionFault
from tests.support.battalion import (
    changed,
    chips,
    events_of,
    held,
    in_order,
    outcome,
    shot,
    texts_of,
)
from tests.support.dealing import Stacked, do, stacked
from tests.support.refusing import refused

clause = pytest.mark.clause

# Three hands; the dealer is seat 2 where nothing else is said, so that seat 0 comes first.
HANDS = (
    "2S 3S 4S 5S 6S 2H 3H 2D 3D 2C",
    "7S 8S 9S 7H 8H 9H TH 4D 5D 3C",
    "TS JS QS JH QH 6D 7D 8D 4C 5C",
)
PASSES = ("0 pass", "1 pass", "2 pass")


def twins(
    hands: tuple[str, ...] = HANDS, then: str = "AC", *, dealer: int = 2, **options: int | str
) -> State:
    game = RULES.game(len(hands), {"rounds": 0, **options})
    return game.start(dealer, Stacked(stacked(hands, then, dealer=dealer, pack=deck(2))))


def tiny(chance: Stacked) -> State:
    """Three hands of one card, one card turned up, and a stock of one; the dealer is seat 2."""
    game = TwinsGame(3, RULES.game(3).options, pack=parse_cards("2S 3S 4S 5S 6S"), hand_size=1)
    return game.start(2, chance)


@clause("twins.setup.players", "common.options.players")
@pytest.mark.parametrize("players", [0, 1, 2, 7, True, "3"])
def test_only_three_to_six_can_play(players: int) -> None:
    for allowed in (3, 4, 5, 6):
        assert RULES.game(allowed).players == allowed
    with pytest.raises(OptionFault) as caught:
        RULES.game(players)
    assert caught.value.values["choices"] == (3, 4, 5, 6)


@clause("twins.setup.packs", "twins.setup.hands", "twins.setup.stock", "twins.setup.discard")
@clause("common.deal.singly", "common.piles.draw")
def test_ten_cards_each_of_two_packs_and_the_next_one_is_turned_up() -> None:
    order = deck(2)
    order = order[1::2] + order[::2]
    state = RULES.game(3).start(1, Stacked(order))
    assert held(state, 2) == in_order(cards_text(order[0:30:3]))
    assert held(state, 0) == in_order(cards_text(order[1:30:3]))
    assert held(state, 1) == in_order(cards_text(order[2:30:3]))
    assert shot(state, "discard") == cards_text([order[30]])
    assert shot(state, "stock") == cards_text(order[31:])
    assert len(order) == 104


@clause("twins.setup.chips", "twins.options.chips", "common.options.default")
def test_ten_chips_each_unless_the_option_says_otherwise() -> None:
    assert chips(RULES.game(4).start(0, Stacked())) == [10] * 4
    for number in (1, 20, 99):
        assert chips(RULES.game(3, {"chips": number}).start(0, Stacked())) == [number] * 3


@clause("twins.options.chips", "twins.options.rounds", "twins.options.bid-counts")
@clause("twins.options.attack-limit", "common.options.range", "common.options.unknown")
def test_options_have_defaults_and_ranges() -> None:
    defaults: Options = {"chips": 10, "rounds": 3, "bid_counts": "cards", "attack_limit": 300}
    assert RULES.game(3).options == defaults
    for players in (3, 4, 5, 6):
        assert RULES.game(players).options["attack_limit"] == 100 * players
    wrong: list[tuple[str, object]] = [
        ("chips", 0),
        ("chips", 100),
        ("chips", True),
        ("rounds", -1),
        ("rounds", 6),
        ("bid_counts", "suits"),
        ("bid_counts", 4),
        ("attack_limit", 0),
        ("attack_limit", 10000),
        ("limit", 3),
    ]
    for name, value in wrong:
        with pytest.raises(OptionFault) as caught:
            RULES.game(3, {name: value})
        assert caught.value.values["name"] == name
    for name, value in (("rounds", 0), ("rounds", 5), ("attack_limit", 1), ("attack_limit", 9999)):
        assert RULES.game(3, {name: value}).options[name] == value


@clause("twins.setup.stages", "twins.acquisition.order", "twins.acquisition.rounds")
@clause("twins.options.rounds", "common.seats.clockwise", "common.seats.left")
@pytest.mark.parametrize("rounds", [0, 1, 3, 5])
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_acquisition_goes_round_from_the_left_of_the_dealer_and_then_come_bids(
    rounds: int, dealer: int
) -> None:
    state = twins(rounds=rounds, dealer=dealer)
    for _ in range(rounds):
        for step in (1, 2, 3):
            seat = (dealer + step) % 3
            assert shot(state, "phase") == "take"
            assert state.actors() == [seat]
            do(state, f"{seat} draw stock")
            assert state.actors() == [seat]
            state.apply(seat, state.legal_actions(seat)[0])
    assert shot(state, "phase") == "bid"
    for step in (1, 2, 3):
        assert state.actors() == [(dealer + step) % 3]
        do(state, f"{(dealer + step) % 3} pass")
    assert shot(state, "phase") == "attack"


@clause("twins.acquisition.take", "common.piles.draw", "common.piles.put")
def test_a_turn_takes_the_top_of_the_stock_or_of_the_discard_pile() -> None:
    state = twins(then="AC KC QC", rounds=1)
    assert state.game.action_text(0, state.legal_actions(0)[1]) == "0 draw discard"
    stock = do(state.clone(), "0 draw stock")
    assert held(stock, 0) == in_order(HANDS[0] + " KC")
    assert shot(stock, "discard") == "AC"
    discard = do(state.clone(), "0 draw discard")
    assert held(discard, 0) == in_order(HANDS[0] + " AC")
    assert shot(discard, "discard") == ""
    do(stock, "0 discard 2H", "1 draw discard")
    assert held(stock, 1) == in_order(HANDS[1] + " 2H")
    assert shot(stock, "discard") == "AC"


@clause("twins.acquisition.discard")
def test_any_card_may_be_discarded_even_the_one_just_taken() -> None:
    state = do(twins(then="AC KC", rounds=1), "0 draw stock")
    texts = [state.game.action_text(0, action) for action in state.legal_actions(0)]
    assert texts == [f"0 discard {card}" for card in in_order(HANDS[0] + " KC").split(" ")]
    do(state, "0 discard KC")
    assert held(state, 0) == in_order(HANDS[0])
    assert shot(state, "discard") == "KC AC"


@clause("twins.acquisition.both", "common.choice")
def test_neither_half_of_the_turn_can_be_left_out() -> None:
    state = twins(rounds=1)
    for text in ("0 discard 2S", "0 pass", "0 bid 5", "0 attack 1 2S", "0 surrender"):
        assert refused(state, text) == ("not-asked", "common.choice")
    do(state, "0 draw stock")
    for text in ("0 draw stock", "0 draw discard", "0 pass"):
        assert refused(state, text) == ("not-asked", "common.choice")


@clause("common.turn")
def test_only_the_seat_that_is_asked_may_choose() -> None:
    state = twins(rounds=1)
    assert refused(state, "1 draw stock") == ("not-your-turn", "common.turn")
    do(state, "0 draw stock")
    assert refused(state, "1 discard 7S") == ("not-your-turn", "common.turn")


@clause("common.holding")
def test_only_cards_that_are_held_and_as_often_as_they_are_held() -> None:
    state = do(twins(rounds=1), "0 draw stock")
    assert refused(state, "0 discard KH") == ("not-held", "common.holding")
    state = do(twins(), *PASSES)
    assert refused(state, "0 attack 1 2S 7S") == ("not-held", "common.holding")
    assert refused(state, "0 attack 1 2S 2S") == ("not-held", "common.holding")
    do(state, "0 attack 1 2S")
    assert refused(state, "1 defend 7S 7S") == ("not-held", "common.holding")


@clause("twins.acquisition.take", "common.stock.due")
def test_an_empty_stock_is_replaced_when_a_turn_takes_from_it() -> None:
    state = tiny(Stacked(parse_cards("2S 3S 4S 5S 6S"), parse_cards("5S 2S")))
    do(state, "0 draw stock", "0 discard 2S", "1 draw discard", "1 discard 2S")
    # The stock is empty now; it is replaced when a card is due from it, and not before.
    assert (shot(state, "stock"), shot(state, "discard")) == ("", "2S 5S")
    do(state, "2 draw stock")
    assert (shot(state, "stock"), shot(state, "discard")) == ("2S", "")


@clause("twins.acquisition.take")
def test_with_an_empty_discard_pile_only_the_stock_can_be_taken_from() -> None:
    state = tiny(Stacked(parse_cards("2S 3S 4S 5S 6S")))
    game = state.game
    bare = {**state.snapshot(), "stock": "6S 5S", "stock_left": 2, "discard": ""}
    state = game.restore(bare, Stacked())
    assert refused(state, "0 draw discard") == ("discard-empty", "twins.acquisition.take")
    assert [game.action_text(0, action) for action in state.legal_actions(0)] == ["0 draw stock"]


@clause("twins.bid.order", "twins.bid.once", "twins.bid.pass")
def test_each_speaks_once_from_the_left_of_the_dealer() -> None:
    state = twins(dealer=0)
    assert state.actors() == [1]
    do(state, "1 pass")
    assert refused(state, "1 pass") == ("not-your-turn", "common.turn")
    do(state, "2 pass", "0 bid 4")
    assert shot(state, "bids") == [4, 0, 0]
    assert refused(state, "1 bid 5")[0] == "not-your-turn"
    assert refused(state, "0 bid 5")[0] == "not-asked"


@clause("twins.bid.minimum", "twins.bid.limit", "twins.bid.less")
def test_a_bid_is_at_least_four_and_at_most_the_longest_suit() -> None:
    state = twins()
    texts = [state.game.action_text(0, action) for action in state.legal_actions(0)]
    assert texts == ["0 bid 4", "0 bid 5", "0 pass"]
    assert refused(state, "0 bid 3") == ("bid-too-low", "twins.bid.minimum")
    assert refused(state, "0 bid 6") == ("bid-too-high", "twins.bid.limit")
    do(state, "0 bid 4")


@clause("twins.bid.higher", "twins.bid.pass")
def test_a_bid_beats_all_bids_before_or_one_passes() -> None:
    hands = (HANDS[0], "7S 8S 9S 7H 8H 9H TH JH AH 3C", HANDS[2])
    state = do(twins(hands), "0 bid 5")
    assert refused(state, "1 bid 5") == ("bid-not-higher", "twins.bid.higher")
    assert refused(state, "1 bid 4") == ("bid-not-higher", "twins.bid.higher")
    do(state, "1 bid 6")
    texts = [state.game.action_text(2, action) for action in state.legal_actions(2)]
    assert texts == ["2 pass"]
    assert refused(state, "2 bid 6") == ("bid-not-higher", "twins.bid.higher")
    assert refused(state, "2 bid 7") == ("bid-too-high", "twins.bid.limit")


@clause("twins.bid.points", "twins.options.bid-counts")
def test_with_bid_counts_points_the_best_suit_s_points_are_the_limit() -> None:
    hands = ("2S 2S 3S 3S 6S 2H 3H 2D 3D 2C", *HANDS[1:])
    state = twins(hands, bid_counts="points")
    texts = [state.game.action_text(0, action) for action in state.legal_actions(0)]
    assert texts == [f"0 bid {n}" for n in range(4, 10)] + ["0 pass"]
    assert refused(state, "0 bid 10") == ("bid-too-high", "twins.bid.points")
    by_cards = twins(hands)
    assert refused(by_cards, "0 bid 6") == ("bid-too-high", "twins.bid.limit")


@clause("twins.bid.winner")
def test_the_highest_bidder_attacks_first() -> None:
    hands = (HANDS[0], "7S 8S 9S 7H 8H 9H TH JH AH 3C", HANDS[2])
    state = do(twins(hands), "0 bid 4", "1 bid 5")
    seen = events_of(state, "2 pass")
    assert LeadWon(1, "highest-bid") in seen
    assert state.actors() == [1]


@clause("twins.bid.none", "twins.bid.none-number")
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_if_all_pass_the_left_of_the_dealer_attacks_with_any_number(dealer: int) -> None:
    state = twins(dealer=dealer)
    for step in (1, 2, 3):
        do(state, f"{(dealer + step) % 3} pass")
    first = (dealer + 1) % 3
    assert state.actors() == [first]
    sizes = {len(text.split(" ")) - 3 for text in texts_of(state, first)}
    assert 1 in sizes
    do(state, next(text for text in texts_of(state, first) if len(text.split(" ")) == 4))


@clause("twins.combat.target")
def test_anyone_but_oneself_can_be_attacked() -> None:
    state = do(twins(), *PASSES)
    assert {text.split(" ")[2] for text in texts_of(state, 0)} == {"1", "2"}
    assert refused(state, "0 attack 0 2S") == ("attack-self", "twins.combat.target")
    assert refused(state, "0 attack 3 2S") == ("no-such-seat", "twins.combat.target")
    do(state, "0 attack 2 2S")
    assert state.actors() == [2]


@clause("twins.combat.one-suit")
def test_an_attack_is_one_card_or_more_of_one_suit() -> None:
    state = do(twins(), *PASSES)
    assert refused(state, "0 attack 1 2S 2H") == ("not-one-suit", "twins.combat.one-suit")
    seat, action = state.game.parse_action("0 attack 1 2S")
    no_cards = action & 0xFF
    why = state.refusal(seat, no_cards)
    assert why is not None
    assert (why.code, why.clause) == ("no-cards", "twins.combat.one-suit")
    do(state, "0 attack 1 2S")


@clause("twins.combat.first", "twins.combat.first-suit")
def test_the_first_attack_has_at_least_as_many_cards_as_the_bid() -> None:
    hands = ("2S 3S 4S 5S 6S 2H 3H 4H 5H 2C", *HANDS[1:])
    state = do(twins(hands), "0 bid 4", "1 pass", "2 pass")
    assert refused(state, "0 attack 1 2S 3S 4S") == ("too-few-cards", "twins.combat.first")
    laid = {text.split(" ", 3)[3] for text in texts_of(state, 0)}
    assert "2S 3S 4S 5S" in laid
    assert "2S 3S 4S 5S 6S" in laid
    assert "2H 3H 4H 5H" in laid
    assert len(laid) == 5 + 1 + 1
    assert state.legal_count(0) == 2 * 7
    do(state, "0 attack 1 2S 3S 4S 5S", "1 surrender")
    # Only the first attack is bound by the bid.
    assert state.actors() == [1]
    do(state, "1 attack 0 7H")


@clause("twins.combat.first-points")
def test_with_bid_counts_points_the_first_attack_has_at_least_those_points() -> None:
    hands = ("2S 2S 3S 3S 6S 2H 3H 2D 3D 2C", *HANDS[1:])
    state = do(twins(hands, bid_counts="points"), "0 bid 8", "1 pass", "2 pass")
    why = ("too-few-points", "twins.combat.first-points")
    assert refused(state, "0 attack 1 2S 2S 3S 6S") == why
    laid = {text.split(" ", 3)[3] for text in texts_of(state, 0)}
    assert laid == {"2S 2S 3S 3S", "2S 2S 3S 3S 6S"}
    do(state, "0 attack 1 3S 2S 3S 2S")


@clause("twins.combat.ban")
def test_the_suit_of_the_attack_just_before_is_banned() -> None:
    state = do(twins(), *PASSES, "0 attack 1 2S", "1 surrender")
    assert refused(state, "1 attack 0 7S") == ("suit-attacked-last", "twins.combat.ban")
    assert not any(text.endswith("S") for text in texts_of(state, 1))
    do(state, "1 attack 0 7H", "0 surrender")
    assert refused(state, "2 attack 0 JH") == ("suit-attacked-last", "twins.combat.ban")
    do(state, "2 attack 0 TS")


@clause("twins.combat.passed-over", "twins.combat.ban-lifted", "twins.end.limit-count")
def test_who_has_only_the_banned_suit_is_passed_over_and_the_ban_ends() -> None:
    hands = (HANDS[0], "2H 4H 5H 6H 7H 8H 9H TH KH AH", HANDS[2])
    state = do(twins(hands), *PASSES, "0 attack 2 2H")
    seen = events_of(state, "2 surrender")
    assert PassedOver(1, "no-allowed-suit") in seen
    assert state.actors() == [2]
    assert shot(state, "attacks") == 1
    assert shot(state, "last_suit") == ""
    do(state, "2 attack 0 JH")


@clause("twins.combat.defend-suit", "twins.combat.defend-number")
def test_the_defence_is_one_card_or_more_of_the_suit_of_the_attack() -> None:
    state = do(twins(), *PASSES, "0 attack 1 2S")
    assert refused(state, "1 defend 7H") == ("wrong-suit", "twins.combat.defend-suit")
    assert refused(state, "1 defend 7H 7S") == ("not-one-suit", "twins.combat.one-suit")
    answers = {text for text in texts_of(state, 1) if "defend" in text}
    assert len(answers) == 7
    assert "1 defend 7S 8S 9S" in answers
    do(state, "1 defend 9S 7S 8S")


@clause("twins.combat.surrender")
def test_one_may_surrender_and_must_without_a_card_of_the_suit() -> None:
    state = do(twins(), *PASSES, "0 attack 1 2S")
    assert texts_of(state, 1)[-1] == "1 surrender"
    hands = (HANDS[0], "7H 8H 9H TH 4D 5D 3C 6C 7C 8C", HANDS[2])
    state = do(twins(hands), *PASSES, "0 attack 1 2S")
    assert texts_of(state, 1) == ["1 surrender"]
    assert refused(state, "1 pass") == ("not-asked", "common.choice")


BATTLES = [
    # attack, defence, attack points, defence points, what seats 0 and 1 have afterwards
    ("3S 3S 2S", "", 5, 0, (15, 5)),
    ("2S 3S 4S", "TS 8S", 3, 2, (11, 9)),
    ("3S 3S", "7S 8S 9S TS", 4, 4, (10, 10)),
    ("4S 3S", "7S 7S", 2, 4, (6, 14)),
    ("3S", "7S 9S 7S 8S", 1, 6, (0, 20)),
    # One copy on each side: no twins.
    ("2S", "2S 8S", 1, 2, (8, 12)),
]


@clause("twins.points.ranks", "twins.points.card", "twins.points.twins", "twins.points.sides")
@clause("twins.points.surrender", "twins.points.difference")
@clause("twins.pay.defender", "twins.pay.attacker", "twins.pay.equal", "twins.pay.winner")
@pytest.mark.parametrize(("attack", "defence", "worth", "other", "left"), BATTLES)
def test_points_are_compared_and_the_winner_is_paid(
    attack: str, defence: str, worth: int, other: int, left: tuple[int, int]
) -> None:
    hands = ("2S 3S 3S 4S AH 2H 3H 2D 3D 2C", "2S 7S 7S 8S 9S TS 9H TH 4D 5D", HANDS[2])
    state = do(twins(hands), *PASSES, f"0 attack 1 {attack}")
    seen = events_of(state, f"1 defend {defence}" if defence else "1 surrender")
    winner = -1 if worth == other else 0 if worth > other else 1
    assert BattleEnded((0, 1), (worth, other), winner) in seen
    assert chips(state) == [*left, 10]
    payments = [event for event in seen if isinstance(event, Paid)]
    if winner < 0:
        assert payments == []
    else:
        assert payments == [Paid(1 - winner, winner, abs(left[0] - 10))]


@clause("twins.pay.capped", "common.pay.capped", "twins.after.out", "twins.end.chips")
@clause("common.over", "common.stock.last")
def test_who_owes_more_than_they_have_pays_all_and_the_game_ends_at_once() -> None:
    hands = (HANDS[0], "7S 8S 9S TS KS 8H 9H TH 4D 5D", HANDS[2])
    state = do(twins(hands, chips=3), *PASSES, "0 attack 1 2S")
    seen = events_of(state, "1 defend 7S 8S 9S TS KS")
    assert Paid(0, 1, 3) in seen
    assert not any(isinstance(event, (Drew, Shuffled)) for event in seen)
    assert outcome(state) == Outcome((3, 1, 2), (0, 6, 3), "out-of-chips")
    # Nobody has drawn.
    assert held(state, 0) == in_order("3S 4S 5S 6S 2H 3H 2D 3D 2C")
    assert refused(state, "2 attack 0 TS") == ("game-over", "common.over")
    state.check()


@clause("twins.end.winner", "twins.end.equal", "common.places.shared")
@pytest.mark.parametrize(
    ("before", "after", "places"),
    [
        ([2, 13, 15], (0, 15, 15), (3, 1, 1)),
        ([2, 15, 13], (0, 17, 13), (3, 1, 2)),
        ([2, 8, 20], (0, 10, 20), (3, 2, 1)),
    ],
)
def test_places_go_by_chips_and_equal_chips_share(
    before: list[int], after: tuple[int, ...], places: tuple[int, ...]
) -> None:
    state = changed(do(twins(), *PASSES), chips=before)
    do(state, "0 attack 1 2S", "1 defend 7S 8S")
    assert outcome(state) == Outcome(places, after, "out-of-chips")


@clause("twins.end.equal", "common.places.shared")
def test_after_two_that_share_the_second_place_none_is_third() -> None:
    state = changed(do(twins(attack_limit=1), *PASSES), chips=[9, 12, 9])
    do(state, "0 attack 1 2S", "1 defend 7S")
    assert outcome(state) == Outcome((2, 1, 2), (9, 12, 9), "attack-limit")


@clause("twins.after.discard", "twins.after.discard-order", "common.piles.put")
def test_the_attack_goes_to_the_discard_pile_before_the_defence_each_as_laid() -> None:
    state = do(twins(then="AC"), *PASSES, "0 attack 1 4S 2S 3S", "1 defend 9S 7S")
    assert shot(state, "discard") == "7S 9S 3S 2S 4S AC"


@clause("twins.after.draw")
def test_the_defender_draws_up_to_ten_before_the_attacker() -> None:
    state = do(twins(then="AC KC QC JC KD QD"), *PASSES, "0 attack 1 2S 3S 4S")
    seen = events_of(state, "1 defend 7S 8S")
    drawn = [event for event in seen if isinstance(event, (Drew, Received))]
    assert drawn == [
        Drew(1, 2),
        Received(1, tuple(parse_cards("KC QC")), only=1),
        Drew(0, 3),
        Received(0, tuple(parse_cards("JC KD QD")), only=0),
    ]
    assert held(state, 1) == in_order("9S 7H 8H 9H TH 4D 5D 3C KC QC")
    assert held(state, 0) == in_order("5S 6S 2H 3H 2D 3D 2C JC KD QD")


@clause("twins.after.reshuffle", "common.stock.due", "common.stock.mid-draw")
def test_the_whole_discard_pile_replaces_an_empty_stock_in_the_middle_of_a_draw() -> None:
    state = do(twins(), *PASSES, "0 attack 1 2S 3S 4S")
    snapshot = state.snapshot()
    stock = parse_cards(str(snapshot["stock"]))
    # All but one card of the stock lie in the discard pile already.
    snapshot["discard"] = cards_text(parse_cards(str(snapshot["discard"])) + stock[1:])
    snapshot["stock"] = cards_text(stock[:1])
    snapshot["stock_left"] = 1
    pile = parse_cards(str(snapshot["discard"])) + parse_cards("2S 3S 4S 7S 8S")
    order = sorted(pile, reverse=True)
    state = state.game.restore(snapshot, Stacked(order))
    seen = events_of(state, "1 defend 7S 8S")
    drawn = [event for event in seen if isinstance(event, (Drew, Shuffled))]
    assert drawn == [Drew(1, 1), Shuffled("discard", len(order)), Drew(1, 1), Drew(0, 3)]
    assert shot(state, "discard") == ""
    assert shot(state, "stock") == cards_text(order[4:])
    state.check()


@clause("common.stock.due")
def test_a_stock_that_runs_out_exactly_is_not_replaced_yet() -> None:
    state = do(twins(), *PASSES, "0 attack 1 2S 3S 4S")
    snapshot = state.snapshot()
    stock = parse_cards(str(snapshot["stock"]))
    snapshot["discard"] = cards_text(parse_cards(str(snapshot["discard"])) + stock[5:])
    snapshot["stock"] = cards_text(stock[:5])
    snapshot["stock_left"] = 5
    chance = Stacked()
    state = state.game.restore(snapshot, chance)
    do(state, "1 defend 7S 8S")
    assert chance.asked == []
    assert shot(state, "stock") == ""


@clause("twins.after.next")
def test_the_left_of_the_attacker_attacks_next_whoever_defended() -> None:
    state = do(twins(), *PASSES, "0 attack 2 2S", "2 surrender")
    assert state.actors() == [1]
    do(state, "1 attack 0 7H", "0 surrender")
    assert state.actors() == [2]


@clause("twins.end.limit", "twins.options.attack-limit", "common.stock.last")
def test_the_game_ends_after_as_many_attacks_as_the_limit_with_no_more_drawing() -> None:
    state = do(twins(attack_limit=2), *PASSES, "0 attack 1 2S", "1 surrender")
    assert not state.is_over()
    do(state, "1 attack 0 7H")
    seen = events_of(state, "0 surrender")
    assert not any(isinstance(event, Drew) for event in seen)
    assert outcome(state) == Outcome((1, 1, 1), (10, 10, 10), "attack-limit")


@clause("common.secret.public", "common.secret.owner", "common.secret.nobody")
def test_views_show_what_lies_open_and_the_own_hand_only() -> None:
    state = do(twins(rounds=1, then="AC KC"), "0 draw discard", "0 discard 2S", "1 draw stock")
    view = state.view(0).dump()
    assert view["hand"] == in_order("3S 4S 5S 6S 2H 3H 2D 3D 2C AC")
    assert view["known"] == ["AC", "", ""]
    assert view["discard"] == "2S"
    assert view["sizes"] == [10, 11, 10]
    assert not {"hands", "stock"} & set(view)
    assert state.view(-1).dump()["hand"] == ""
    others = {**state.view(1).dump(), "hand": "", "seat": 0}
    assert others == {**view, "hand": ""}


@clause("common.secret.public")
def test_a_card_taken_face_up_is_known_until_it_is_laid() -> None:
    state = do(twins(rounds=1, then="AC KC"), "0 draw discard")
    assert shot(state, "known") == ["AC", "", ""]
    do(state, "0 discard AC")
    assert shot(state, "known") == ["", "", ""]
    state = do(twins(rounds=1, then="2S KC"), "0 draw discard", "0 discard 2S")
    # One of two equal cards is gone; which one cannot be told, and one is surely left.
    assert held(state, 0) == in_order(HANDS[0])
    assert shot(state, "known") == ["", "", ""]


def test_events_tell_public_draws_to_all_and_cards_to_their_owner() -> None:
    state = twins(rounds=1, then="AC KC")
    seen = events_of(state.clone(), "0 draw discard")
    assert TookUp(0, parse_cards("AC")[0]) in seen
    seen = events_of(state, "0 draw stock")
    assert seen[1:] == [Drew(0, 1), Received(0, tuple(parse_cards("KC")), only=0)]
    begun: list[Event] = []
    RULES.game(3).start(0, Stacked(), begun)
    told = [event for event in begun if event.only == -1]
    assert not any(isinstance(event, Received) for event in told)
    assert sum(isinstance(event, TurnedUp) for event in told) == 1


def test_the_example_of_the_rules_plays_as_it_is_told() -> None:
    # Ben is seat 0, Cleo 1, Ann 2.
    hands = (
        "JC 8C 3C 2C 2S 3S 4S 2D 3D 4D",
        "AH 7H 6H 5S 6S 7S 8S 5D 6D 7D",
        "KH KH 9H 4H 2H 9C 9C 5C TS JS",
    )
    state = do(twins(hands), "0 bid 4", "1 pass", "2 bid 5")
    do(state, "2 attack 1 KH KH 9H 4H 2H", "1 defend AH 7H 6H")
    assert chips(state) == [10, 6, 14]
    assert state.actors() == [0]
    assert refused(state, "0 attack 2 3H")[0] == "suit-attacked-last"
    do(state, "0 attack 2 JC 8C 3C", "2 defend 9C 9C 5C")
    assert chips(state) == [6, 6, 18]
    assert state.actors() == [1]
    assert shot(state, "last_suit") == "C"
