"""battalion-cover, clause by clause (docs/rules/en/battalion-cover.md)."""

from __future__ import annotations

import itertools

import pytest

from engine.battalion_cover.game import RULES, CoverGame
from engine.cards import cards_text, deck, parse_cards
from engine.events import BANK, BattleEnded, DealBegan, Drew, Event, LeadWon, Paid, Shuffled
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
# Seats 0 and 1 can declare 4 (hearts; clubs), seat 2 cannot.
HANDS = (
    "4H 7H 9H JH 2S 3S 2D 3D 2C 3C",
    "9H QH 4S 5S 4D 5D 2C 4C 5C 6C",
    "TS JS QS TH KH 6D 7D 8D 7C 8C",
)
PASSES = ("0 pass", "1 pass", "2 pass")


def cover(
    hands: tuple[str, ...] = HANDS, then: str = "AC", *, dealer: int = 2, **options: int | str
) -> State:
    game = RULES.game(len(hands), {"rounds": 0, **options})
    return game.start(dealer, Stacked(stacked(hands, then, dealer=dealer, pack=deck(2))))


def short(order: str, *later: str, size: int, **options: int | str) -> State:
    """Three hands of ``size`` cards from a small pack, played out; the dealer is seat 2."""
    pack = parse_cards(order)
    given = RULES.game(3, {"rounds": 0, "refill": "none", **options}).options
    chance = Stacked(pack, *[parse_cards(one) for one in later])
    return CoverGame(3, given, pack=pack, hand_size=size).start(2, chance)


@clause("cover.setup.players", "common.options.players")
def test_only_three_to_six_can_play() -> None:
    for allowed in (3, 4, 5, 6):
        assert RULES.game(allowed).players == allowed
    for players in (0, 2, 7):
        with pytest.raises(OptionFault) as caught:
            RULES.game(players)
        assert caught.value.values["choices"] == (3, 4, 5, 6)


@clause("cover.setup.packs", "cover.setup.hands", "cover.setup.stock", "cover.setup.discard")
@clause("cover.setup.bank", "common.deal.singly")
@pytest.mark.parametrize(("players", "packs"), [(3, 2), (4, 2), (5, 3), (6, 3)])
def test_ten_cards_each_of_two_or_three_packs_and_no_discard(players: int, packs: int) -> None:
    order = deck(packs)
    order = order[1::2] + order[::2]
    state = RULES.game(players).start(0, Stacked(order))
    dealt = players * 10
    for step in range(players):
        seat = (1 + step) % players
        assert held(state, seat) == in_order(cards_text(order[step:dealt:players]))
    assert shot(state, "discard") == ""
    assert shot(state, "stock") == cards_text(order[dealt:])
    assert len(order) == 52 * packs
    assert shot(state, "bank") == 0


@clause("cover.setup.chips", "cover.options.chips", "common.options.default")
def test_ten_chips_each_for_three_and_four_and_fifteen_for_more() -> None:
    for players, number in ((3, 10), (4, 10), (5, 15), (6, 15)):
        assert chips(RULES.game(players).start(0, Stacked())) == [number] * players
    assert chips(RULES.game(5, {"chips": 20}).start(0, Stacked())) == [20] * 5


@clause("cover.options.chips", "cover.options.rounds", "cover.options.refill")
@clause("cover.options.attack-limit", "common.options.range", "common.options.unknown")
def test_options_have_defaults_and_ranges() -> None:
    defaults: Options = {"chips": 10, "rounds": 3, "refill": "ten", "attack_limit": 300}
    assert RULES.game(3).options == defaults
    for players in (3, 4, 5, 6):
        assert RULES.game(players).options["attack_limit"] == 100 * players
    wrong: list[tuple[str, object]] = [
        ("chips", 0),
        ("chips", 100),
        ("rounds", -1),
        ("rounds", 6),
        ("refill", "nine"),
        ("refill", 10),
        ("attack_limit", 0),
        ("attack_limit", 10000),
        ("bid_counts", "cards"),
    ]
    for name, value in wrong:
        with pytest.raises(OptionFault) as caught:
            RULES.game(3, {name: value})
        assert caught.value.values["name"] == name


@clause("cover.setup.stages", "cover.acquisition.order", "cover.acquisition.rounds")
@clause("cover.options.rounds")
@pytest.mark.parametrize("rounds", [0, 1, 3, 5])
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_acquisition_goes_round_from_the_left_of_the_dealer_and_then_one_declares(
    rounds: int, dealer: int
) -> None:
    state = cover(rounds=rounds, dealer=dealer)
    for _ in range(rounds):
        for step in (1, 2, 3):
            seat = (dealer + step) % 3
            assert state.actors() == [seat]
            do(state, f"{seat} draw stock")
            assert state.actors() == [seat]
            state.apply(seat, state.legal_actions(seat)[0])
    assert shot(state, "phase") == "bid"
    for step in (1, 2, 3):
        assert state.actors() == [(dealer + step) % 3]
        do(state, f"{(dealer + step) % 3} pass")
    assert shot(state, "phase") == "attack"


@clause("cover.acquisition.take", "cover.acquisition.first-stock")
def test_a_turn_takes_from_the_stock_or_the_discard_pile_but_the_first_from_the_stock() -> None:
    state = cover(then="AC KC", rounds=1)
    assert texts_of(state, 0) == ["0 draw stock"]
    assert refused(state, "0 draw discard") == ("discard-empty", "cover.acquisition.first-stock")
    do(state, "0 draw stock", "0 discard 2S")
    assert held(state, 0) == in_order("4H 7H 9H JH 3S 2D 3D 2C 3C AC")
    assert texts_of(state, 1) == ["1 draw stock", "1 draw discard"]
    do(state, "1 draw discard")
    assert held(state, 1) == in_order(HANDS[1] + " 2S")
    assert shot(state, "discard") == ""


@clause("cover.acquisition.discard", "cover.acquisition.both", "common.choice")
def test_both_halves_of_a_turn_are_made_and_any_card_is_discarded() -> None:
    state = cover(then="AC KC", rounds=1)
    for text in ("0 discard 2S", "0 pass", "0 bid 4", "0 attack 2S 3S", "0 leave"):
        assert refused(state, text) == ("not-asked", "common.choice")
    do(state, "0 draw stock")
    for text in ("0 draw stock", "0 pass"):
        assert refused(state, text) == ("not-asked", "common.choice")
    assert texts_of(state, 0) == [
        f"0 discard {card}" for card in in_order(HANDS[0] + " AC").split(" ")
    ]
    do(state, "0 discard AC")
    assert shot(state, "discard") == "AC"


@clause("cover.declare.order", "cover.declare.once", "cover.declare.pass")
def test_each_speaks_once_from_the_left_of_the_dealer_and_may_pass() -> None:
    state = cover(dealer=0)
    assert state.actors() == [1]
    do(state, "1 bid 4")
    assert refused(state, "1 pass") == ("not-your-turn", "common.turn")
    do(state, "2 pass", "0 pass")
    assert shot(state, "bids") == [0, 4, 0]
    assert state.actors() == [1]


@clause("cover.declare.minimum", "cover.declare.longest", "cover.declare.pass")
def test_only_the_length_of_the_longest_suit_is_declared_from_four_on() -> None:
    state = cover()
    assert texts_of(state, 0) == ["0 bid 4", "0 pass"]
    assert refused(state, "0 bid 5") == ("not-the-longest", "cover.declare.longest")
    assert refused(state, "0 bid 3") == ("not-the-longest", "cover.declare.longest")
    do(state, "0 bid 4", "1 pass")
    assert texts_of(state, 2) == ["2 pass"]
    assert refused(state, "2 bid 3") == ("too-few-to-declare", "cover.declare.minimum")
    assert refused(state, "2 bid 4") == ("too-few-to-declare", "cover.declare.minimum")


@clause("cover.declare.winner")
def test_the_highest_declaration_attacks_first() -> None:
    hands = (HANDS[0], "9H QH 4S 5S 4D 2C 4C 5C 6C 8C", HANDS[2])
    state = do(cover(hands), "0 bid 4", "1 bid 5")
    assert LeadWon(1, "highest-bid") in events_of(state, "2 pass")
    assert state.actors() == [1]


@clause("cover.declare.equal")
def test_of_equal_declarations_the_earliest_attacks_first() -> None:
    state = do(cover(), "0 bid 4", "1 bid 4", "2 pass")
    assert state.actors() == [0]
    state = do(cover(dealer=0), "1 bid 4", "2 pass", "0 bid 4")
    assert state.actors() == [1]


@clause("cover.declare.none", "cover.declare.none-number")
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_without_a_declaration_the_left_of_the_dealer_attacks_as_later_ones_do(
    dealer: int,
) -> None:
    state = cover(dealer=dealer)
    for step in (1, 2, 3):
        do(state, f"{(dealer + step) % 3} pass")
    first = (dealer + 1) % 3
    assert state.actors() == [first]
    sizes = {len(text.split(" ")) - 2 for text in texts_of(state, first)}
    assert min(sizes) == 2


@clause("cover.attack.target")
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_attack_goes_against_the_left_neighbour(dealer: int) -> None:
    state = cover(dealer=dealer)
    for step in (1, 2, 3):
        do(state, f"{(dealer + step) % 3} pass")
    first = (dealer + 1) % 3
    do(state, texts_of(state, first)[0])
    assert shot(state, "battle") == [first, (first + 1) % 3]
    assert state.actors() == [(first + 1) % 3]


@clause("cover.attack.one-suit")
def test_an_attack_is_of_one_suit() -> None:
    state = do(cover(), *PASSES)
    assert refused(state, "0 attack 2S 2D") == ("not-one-suit", "cover.attack.one-suit")
    seat, action = state.game.parse_action("0 attack 2S 3S")
    why = state.refusal(seat, action & 0xFF)
    assert why is not None
    assert (why.code, why.clause) == ("no-cards", "cover.attack.one-suit")


@clause("cover.attack.any-suit")
def test_the_suit_of_the_attack_before_is_allowed_again() -> None:
    state = do(cover(), *PASSES, "0 attack 2S 3S", "1 leave", "1 leave")
    do(state, "1 attack 4S 5S")


@clause("cover.attack.first")
def test_a_declared_attack_has_exactly_the_declared_number_of_cards() -> None:
    state = do(cover(), "0 bid 4", "1 pass", "2 pass")
    assert texts_of(state, 0) == ["0 attack 4H 7H 9H JH"]
    assert refused(state, "0 attack 4H 7H 9H") == ("not-as-declared", "cover.attack.first")
    assert refused(state, "0 attack 2S 3S") == ("not-as-declared", "cover.attack.first")
    hands = ("2S 3S 4S 5S 4H 7H 9H JH 2C 3C", *HANDS[1:])
    state = do(cover(hands), "0 bid 4", "1 pass", "2 pass")
    assert texts_of(state, 0) == ["0 attack 2S 3S 4S 5S", "0 attack 4H 7H 9H JH"]
    do(state, "0 attack 5S 2S 4S 3S")
    assert shot(state, "attack") == "5S 2S 4S 3S"


@clause("cover.attack.several")
def test_later_attacks_have_two_cards_or_more() -> None:
    state = do(cover(), "0 bid 4", "1 pass", "2 pass", "0 attack 4H 7H 9H JH")
    do(state, "1 leave", "1 leave", "1 leave", "1 leave")
    assert refused(state, "1 attack 4S") == ("attack-with-one", "cover.attack.single")
    sizes = {len(text.split(" ")) - 2 for text in texts_of(state, 1)}
    assert sizes == {2, 3, 4}
    do(state, "1 attack 4C 2C 6C")


@clause("cover.attack.single")
def test_one_card_attacks_only_from_a_hand_without_two_of_a_suit() -> None:
    state = do(short("2S 2H 2D 3H 3S 3C 4S", size=2), *PASSES)
    assert texts_of(state, 0) == ["0 attack 2S", "0 attack 3H"]
    do(state, "0 attack 3H")
    # Two equal cards are two of one suit.
    state = do(short("2S 2H 2D 2S 3S 3C 4S", size=2), *PASSES)
    assert texts_of(state, 0) == ["0 attack 2S 2S"]
    assert refused(state, "0 attack 2S") == ("attack-with-one", "cover.attack.single")


FOUR = ("0 bid 4", "1 pass", "2 pass", "0 attack 4H JH 9H 7H")


@clause("cover.defence.one-each", "cover.defence.order", "cover.defence.suit-first")
@clause("cover.defence.leave", "cover.defence.any-card")
def test_first_the_attack_cards_are_answered_in_the_suit_in_the_order_laid() -> None:
    state = do(cover(), *FOUR)
    assert (shot(state, "round"), shot(state, "asked")) == (1, 0)
    assert texts_of(state, 1) == ["1 cover 9H", "1 cover QH", "1 leave"]
    assert refused(state, "1 cover 2C") == ("wrong-suit", "cover.defence.suit-first")
    assert refused(state, "1 cover KH") == ("not-held", "common.holding")
    do(state, "1 leave", "1 cover QH")
    assert shot(state, "answers") == ["-", "QH", "-", "-"]
    assert (shot(state, "round"), shot(state, "asked")) == (1, 2)
    assert texts_of(state, 1) == ["1 cover 9H", "1 leave"]
    do(state, "1 cover 9H")
    # Out of hearts now: the second round goes over the bare cards, from the first on.
    assert (shot(state, "round"), shot(state, "asked")) == (2, 0)
    assert "1 cover 2C" in texts_of(state, 1)
    do(state, "1 cover 2C")
    assert (shot(state, "round"), shot(state, "asked")) == (2, 3)
    do(state, "1 leave")
    assert shot(state, "phase") == "attack"


@clause("cover.defence.suit-kept")
def test_who_keeps_a_card_of_the_suit_gets_no_second_round() -> None:
    state = do(cover(), *FOUR, "1 leave", "1 leave", "1 cover QH", "1 leave")
    assert shot(state, "phase") == "attack"
    assert shot(state, "answers") == ["-", "-", "QH", "-"]
    assert "9H" in held(state, 1)


@clause("cover.defence.any-card")
def test_who_is_out_of_the_suit_begins_with_the_second_round() -> None:
    hands = (HANDS[0], "9S QS 4S 5S 4D 5D 2C 4C 5C 6C", HANDS[2])
    state = do(cover(hands), *FOUR)
    assert (shot(state, "round"), shot(state, "asked")) == (2, 0)
    assert len(texts_of(state, 1)) == 11
    do(state, "1 cover 9S", "1 cover QS", "1 cover 4S", "1 cover 5S")
    # Cards of other suits beat nothing, however high.
    assert chips(state) == [10, 6, 10]


@clause("cover.defence.any-card")
def test_a_last_card_laid_in_the_last_answer_of_the_first_round_opens_the_second() -> None:
    state = do(cover(), *FOUR, "1 leave", "1 cover QH", "1 leave")
    assert (shot(state, "round"), shot(state, "asked")) == (1, 3)
    do(state, "1 cover 9H")
    assert (shot(state, "round"), shot(state, "asked")) == (2, 0)
    do(state, "1 leave")
    assert (shot(state, "round"), shot(state, "asked")) == (2, 2)
    do(state, "1 leave")
    assert shot(state, "phase") == "attack"


@clause("cover.defence.any-card")
def test_the_second_round_ends_with_the_last_card_of_the_defender() -> None:
    state = do(short("2S 2H 2D 3S 3H 3C 4S", size=2), *PASSES, "0 attack 2S 3S")
    do(state, "1 cover 3H")
    assert (shot(state, "round"), shot(state, "asked")) == (2, 1)
    do(state, "1 cover 2H")
    assert chips(state) == [10, 8, 10]
    state = do(short("2S 2H 2D 3S 3H 3C 4S 5S 4D 5D", size=3), *PASSES)
    do(state, "0 attack 2S 3S 4S", "1 cover 5S")
    assert (shot(state, "round"), shot(state, "asked")) == (2, 1)
    do(state, "1 leave", "1 cover 2H")
    assert shot(state, "phase") == "attack"


@clause("cover.defence.no-cards", "cover.refill.no-draw")
def test_who_has_no_card_is_attacked_all_the_same_and_answers_nothing() -> None:
    state = do(short("2S 3S 4H 5H", "5H 4H 3S 2S", size=1), *PASSES)
    do(state, "0 attack 2S", "1 leave", "1 attack 3S")
    assert shot(state, "sizes") == [0, 0, 1]
    do(state, "2 leave")
    seen = events_of(state, "2 attack 4H")
    assert BattleEnded((2, 0), (0, 1), -1) in seen
    assert chips(state) == [9, 9, 9]
    assert shot(state, "bank") == 3


PAYMENTS = [
    # attack, answers, what attacker and defender pay
    ("4H JH 9H 7H", "leave, cover QH, cover 9H, cover 2C, leave", 2, 2),
    ("4H JH 9H 7H", "cover QH, cover 9H, cover 2C, leave", 2, 2),
    ("4H JH 9H 7H", "cover QH, leave, leave, leave", 2, 3),
    ("7H 9H JH 4H", "cover 9H, cover QH, leave, cover 2C", 4, 2),
    ("JH 9H 7H 4H", "cover 9H, leave, leave, leave", 0, 3),
    ("9H JH 7H 4H", "cover 9H, leave, leave, leave", 0, 3),
    ("4H JH 9H 7H", "leave, leave, leave, leave", 0, 4),
]


@clause("cover.pay.higher", "cover.pay.not-higher", "cover.pay.bare", "cover.pay.together")
@clause("cover.setup.bank", "cover.setup.ranks")
@pytest.mark.parametrize(("attack", "answers", "attacker", "defender"), PAYMENTS)
def test_each_attack_card_is_paid_for_to_the_bank(
    attack: str, answers: str, attacker: int, defender: int
) -> None:
    state = do(cover(), "0 bid 4", "1 pass", "2 pass", f"0 attack {attack}")
    seen: list[Event] = []
    for answer in answers.split(", "):
        assert not any(isinstance(event, Paid) for event in seen)
        seen += events_of(state, f"1 {answer}")
    assert shot(state, "phase") == "attack"
    assert BattleEnded((0, 1), (attacker, defender), -1) in seen
    assert chips(state) == [10 - attacker, 10 - defender, 10]
    assert shot(state, "bank") == attacker + defender
    assert shot(state, "paid") == [attacker, defender, 0]
    payments = [event for event in seen if isinstance(event, Paid)]
    assert payments == [
        Paid(seat, BANK, owed) for seat, owed in ((0, attacker), (1, defender)) if owed > 0
    ]


@clause("cover.setup.ranks")
def test_every_rank_beats_the_ones_before_it() -> None:
    ranks = "23456789TJQKA"
    for low, high in itertools.pairwise(ranks):
        state = short(f"{low}S {high}S 4H 5H", size=1)
        do(state, *PASSES, f"0 attack {low}S", f"1 cover {high}S")
        assert chips(state) == [8, 10, 10]
        state = short(f"{high}S {low}S 4H 5H", size=1)
        do(state, *PASSES, f"0 attack {high}S", f"1 cover {low}S")
        assert chips(state) == [10, 10, 10]


@clause("cover.pay.capped", "common.pay.capped", "cover.after.out", "cover.end.chips")
@clause("common.over", "common.stock.last", "cover.end.winner", "cover.end.bank")
def test_who_owes_more_than_they_have_pays_all_and_the_game_ends_at_once() -> None:
    state = changed(do(cover(), *FOUR[:3]), chips=[11, 3, 10], bank=6)
    do(state, FOUR[3], "1 leave", "1 leave", "1 leave")
    seen = events_of(state, "1 leave")
    assert Paid(1, BANK, 3) in seen
    assert Paid(BANK, 0, 9) in seen
    assert not any(isinstance(event, (Drew, Shuffled)) for event in seen)
    assert outcome(state) == Outcome((1, 3, 2), (20, 0, 10), "out-of-chips")
    assert held(state, 0) == in_order("2S 3S 2D 3D 2C 3C")
    assert refused(state, "1 attack 4S 5S") == ("game-over", "common.over")
    state.check()


@clause("cover.pay.together", "cover.after.out")
def test_both_sides_can_run_out_of_chips_in_the_same_battle() -> None:
    state = changed(do(cover(), *FOUR[:3]), chips=[2, 2, 20], bank=6)
    do(state, FOUR[3], "1 leave", "1 cover QH", "1 leave", "1 leave")
    assert outcome(state) == Outcome((2, 2, 1), (0, 0, 30), "out-of-chips")


@clause("cover.end.places", "cover.end.share", "cover.end.odd-chips", "common.places.shared")
@pytest.mark.parametrize(("dealer", "left"), [(2, (12, 7, 11)), (0, (11, 7, 12)), (1, (11, 7, 12))])
def test_the_richest_share_the_bank_and_odd_chips_go_from_the_left_of_the_dealer(
    dealer: int, left: tuple[int, ...]
) -> None:
    state = do(cover(attack_limit=1), *PASSES, "0 attack 2S 3S")
    state = changed(state, chips=[8, 9, 8], bank=5, dealer=dealer)
    do(state, "1 leave", "1 leave")
    assert outcome(state) == Outcome((1, 3, 1), left, "attack-limit")
    assert shot(state, "bank") == 0


@clause("cover.end.share", "cover.end.odd-chips")
@pytest.mark.parametrize(
    ("dealer", "left"),
    [(3, (12, 12, 11, 5)), (0, (11, 12, 12, 5)), (1, (12, 11, 12, 5)), (2, (12, 12, 11, 5))],
)
def test_odd_chips_go_one_each_to_the_first_of_those_who_share(
    dealer: int, left: tuple[int, ...]
) -> None:
    hands = (*HANDS, "2H 3H 5H 6H 6S 7S 9D TD JC KC")
    state = do(cover(hands, dealer=3, attack_limit=1), *PASSES, "3 pass", "0 attack 2S 3S")
    state = changed(state, chips=[9, 11, 9, 5], bank=6, dealer=dealer)
    do(state, "1 leave", "1 leave")
    # Nine each for three seats, and a bank of eight.
    assert outcome(state) == Outcome((1, 1, 1, 4), left, "attack-limit")


@clause("cover.end.odd-chips")
def test_odd_chips_go_from_the_left_of_the_latest_dealer() -> None:
    state = do(short("2S 3S 4H 5H", "5H 2S 3S 4H", size=1, attack_limit=2), *PASSES)
    do(state, "0 attack 2S", "1 cover 3S", "1 pass", "2 pass", "0 pass")
    # The first hand was dealt by seat 2, the present one by seat 0.
    state = changed(state, chips=[8, 5, 9], bank=8)
    do(state, "1 attack 5H", "2 leave")
    assert outcome(state) == Outcome((1, 3, 1), (12, 5, 13), "attack-limit")


@clause("cover.end.places")
def test_places_are_those_before_the_bank_is_given_out() -> None:
    state = changed(do(cover(attack_limit=1), *PASSES), chips=[9, 9, 8], bank=4)
    # Seat 0 pays 2 and seat 1 pays 1: 7, 8 and 8, and a bank of seven.
    do(state, "0 attack 2S 3S", "1 leave", "1 cover 4S")
    assert outcome(state) == Outcome((3, 1, 1), (7, 12, 11), "attack-limit")


@clause("cover.after.discard", "cover.after.discard-order", "common.piles.put")
def test_each_attack_card_goes_to_the_discard_pile_with_its_cover_after_it() -> None:
    state = do(cover(), *FOUR, "1 leave", "1 cover QH", "1 cover 9H", "1 cover 2C", "1 leave")
    # Top first.
    assert shot(state, "discard") == "7H 9H 9H QH JH 2C 4H"


@clause("cover.after.draw")
def test_the_defender_draws_up_to_ten_before_the_attacker() -> None:
    state = do(cover(then="AC KC QC JC KD QD"), *PASSES, "0 attack 2S 3S", "1 cover 4S")
    seen = events_of(state, "1 leave")
    assert [event for event in seen if isinstance(event, Drew)] == [Drew(1, 1), Drew(0, 2)]
    assert held(state, 1) == in_order("9H QH 5S 4D 5D 2C 4C 5C 6C AC")
    assert held(state, 0) == in_order("4H 7H 9H JH 2D 3D 2C 3C KC QC")


@clause("cover.after.reshuffle", "common.stock.due", "common.stock.mid-draw")
def test_the_discard_pile_replaces_an_empty_stock_in_the_middle_of_a_draw() -> None:
    state = do(cover(), *PASSES, "0 attack 2S 3S", "1 cover 4S")
    snapshot = state.snapshot()
    stock = parse_cards(str(snapshot["stock"]))
    snapshot["discard"] = cards_text(stock[2:])
    snapshot["stock"] = cards_text(stock[:2])
    snapshot["stock_left"] = 2
    order = sorted(stock[2:] + parse_cards("2S 3S 4S"), reverse=True)
    state = state.game.restore(snapshot, Stacked(order))
    seen = events_of(state, "1 leave")
    drawn = [event for event in seen if isinstance(event, (Drew, Shuffled))]
    assert drawn == [Drew(1, 1), Drew(0, 1), Shuffled("discard", len(order)), Drew(0, 1)]
    assert shot(state, "discard") == ""
    assert shot(state, "stock") == cards_text(order[1:])


@clause("cover.after.next")
def test_the_defender_attacks_next() -> None:
    state = do(cover(), *PASSES, "0 attack 2S 3S", "1 leave", "1 leave")
    assert state.actors() == [1]
    do(state, "1 attack 4S 5S", *("2 leave",) * 2)
    assert state.actors() == [2]
    assert shot(state, "battle") == [1, 2]


@clause("cover.refill.new-hand", "cover.refill.dealer", "cover.refill.stages")
@clause("cover.refill.chips", "cover.options.refill")
@pytest.mark.parametrize("rounds", [0, 1])
def test_who_must_attack_without_a_card_gets_a_new_hand_dealt_to_all(rounds: int) -> None:
    state = short("2S 3S 4H 5H", "5H 2S 3S 4H", size=1, rounds=rounds)
    if rounds:
        do(state, "0 draw stock", "0 discard 5H", "1 draw discard", "1 discard 5H")
        do(state, "2 draw discard", "2 discard 5H")
    do(state, *PASSES, "0 attack 2S")
    seen = events_of(state, "1 cover 3S")
    assert DealBegan(2, 0, (0, 1, 2)) in seen
    assert Shuffled("pack", 4) in seen
    assert (shot(state, "dealer"), shot(state, "deals")) == (0, 2)
    # Left of the new dealer first.
    assert shot(state, "hands") == ["3S", "5H", "2S"]
    assert (shot(state, "stock"), shot(state, "discard")) == ("4H", "")
    assert (chips(state), shot(state, "bank")) == ([8, 10, 10], 2)
    assert shot(state, "phase") == ("take" if rounds else "bid")
    assert shot(state, "bids") == [-1, -1, -1]
    assert state.actors() == [1]
    if rounds:
        assert texts_of(state, 1) == ["1 draw stock"]
        return
    do(state, "1 pass", "2 pass", "0 pass")
    assert state.actors() == [1]
    assert shot(state, "attacks") == 1


@clause("cover.refill.no-draw")
def test_with_refill_none_nobody_draws_and_who_has_cards_attacks_on() -> None:
    state = do(cover(refill="none"), *PASSES, "0 attack 2S 3S", "1 leave")
    seen = events_of(state, "1 cover 4S")
    assert not any(isinstance(event, Drew) for event in seen)
    assert shot(state, "sizes") == [8, 9, 10]
    assert state.actors() == [1]


@clause("cover.end.limit", "cover.end.limit-count", "cover.options.attack-limit")
@clause("common.stock.last")
def test_the_game_ends_after_as_many_attacks_as_the_limit_over_all_hands() -> None:
    state = do(short("2S 3S 4H 5H", "5H 2S 3S 4H", size=1, attack_limit=2), *PASSES)
    do(state, "0 attack 2S", "1 cover 3S", "1 pass", "2 pass", "0 pass", "1 attack 5H")
    seen = events_of(state, "2 leave")
    assert not any(isinstance(event, (Drew, Shuffled)) for event in seen)
    # 8, 10 and 9 chips; the bank of 3 goes to seat 1.
    assert outcome(state) == Outcome((3, 1, 2), (8, 13, 9), "attack-limit")


@clause("common.secret.public", "common.secret.owner")
def test_views_show_the_battle_and_the_own_hand_only() -> None:
    state = do(cover(), *FOUR, "1 leave", "1 cover QH")
    view = state.view(2).dump()
    assert view["hand"] == in_order(HANDS[2])
    assert view["attack"] == "4H JH 9H 7H"
    assert view["answers"] == ["-", "QH", "-", "-"]
    assert view["sizes"] == [6, 9, 10]
    assert not {"hands", "stock"} & set(view)
    assert state.view(2).legal_actions() == []


def test_the_example_of_the_rules_plays_as_it_is_told() -> None:
    state = do(cover(), *FOUR, "1 leave", "1 cover QH", "1 cover 9H", "1 cover 2C", "1 leave")
    assert chips(state) == [8, 8, 10]
    assert shot(state, "sizes") == [10, 10, 10]
    assert state.actors() == [1]
