"""General's War, clause by clause (docs/rules/en/generals-war.md)."""

from __future__ import annotations

from typing import cast

import pytest

from engine.bits import mask_of
from engine.cards import parse_card, parse_cards
from engine.game import State
from engine.generals_war.game import RULES, WarGame
from engine.generals_war.public import value_of
from engine.generals_war.state import WarState
from engine.refusals import OptionFault
from tests.support.dealing import Stacked, begin, do, stacked
from tests.support.refusing import refused

clause = pytest.mark.clause

TWO = ("KS QS JS 2S 3S", "KH QH JH 2H 3H")
FOUR = ("KS QS JS 2S 3S", "KH QH JH 2H 3H", "KD QD JD 2D 3D", "KC QC JC 2C 3C")
READY2 = ("1 ready", "0 ready")
READY4 = ("1 ready", "2 ready", "3 ready", "0 ready")


def war(hands: tuple[str, ...], then: str = "", *, target: int = 364, dealer: int = 0) -> State:
    game = RULES.game(len(hands), {"target": target})
    return begin(game, hands, then, dealer=dealer)


def ready(state: State) -> State:
    order = READY2 if state.game.players == 2 else READY4
    return do(state, *order)


def shot(state: State, field: str) -> list[str]:
    value = state.snapshot()[field]
    assert isinstance(value, list)
    return value


def cards(text: str) -> list[int]:
    return sorted(parse_cards(text))


def held(state: State, seat: int) -> list[int]:
    return cards(shot(state, "hands")[seat])


def won(state: State, seat: int) -> list[int]:
    return cards(shot(state, "won")[seat])


def reserve(state: State) -> str:
    value = state.snapshot()["reserve"]
    assert isinstance(value, str)
    return value


@clause("war.setup.players", "common.options.players")
@pytest.mark.parametrize("players", [0, 1, 3, 5, True, "2"])
def test_war_is_for_two_or_four(players: int) -> None:
    with pytest.raises(OptionFault) as caught:
        RULES.game(players)
    assert caught.value.code == "players"
    assert caught.value.values["choices"] == (2, 4)


@clause("war.setup.pack", "war.setup.hands", "war.setup.reserve", "common.deal.singly")
def test_five_cards_each_are_dealt_singly_from_the_left_and_the_rest_is_the_reserve() -> None:
    order = list(range(52))
    state = RULES.game(4).start(2, Stacked(order))
    assert held(state, 3) == [0, 4, 8, 12, 16]
    assert held(state, 0) == [1, 5, 9, 13, 17]
    assert held(state, 2) == [3, 7, 11, 15, 19]
    assert parse_cards(reserve(state)) == order[20:]


@clause("war.setup.values", "war.setup.generals")
@pytest.mark.parametrize(
    ("text", "value"),
    [("KS", 13), ("QH", 12), ("JD", 11), ("TC", 10), ("9S", 9), ("2H", 2), ("AD", 1)],
)
def test_values_of_cards(text: str, value: int) -> None:
    assert value_of(mask_of([parse_card(text)])) == value


@clause("war.setup.target", "war.options.target", "common.options.default", "common.options.range")
def test_target_has_a_default_for_two_and_four_and_a_range() -> None:
    assert RULES.game(2).options == {"target": 200}
    assert RULES.game(4).options == {"target": 80}
    for target in (20, 364):
        assert RULES.game(2, {"target": target}).options == {"target": target}
    for target in (19, 365, -1, "80", True, 80.0, None):
        with pytest.raises(OptionFault) as caught:
            RULES.game(2, {"target": target})
        assert caught.value.values["name"] == "target"


@clause("common.options.unknown")
def test_an_unknown_option_is_refused_by_name() -> None:
    with pytest.raises(OptionFault) as caught:
        RULES.game(2, {"chips": 3})
    assert (caught.value.code, caught.value.values["name"]) == ("unknown-option", "chips")


@clause("war.muster.when", "war.muster.order", "war.muster.ready")
def test_mustering_goes_round_once_from_the_left_of_the_dealer() -> None:
    state = war(FOUR, dealer=1)
    for seat in (2, 3, 0, 1):
        assert state.actors() == [seat]
        do(state, f"{seat} ready")
    assert state.snapshot()["phase"] == "challenge"


@clause("war.muster.ace", "common.holding")
def test_only_an_ace_that_is_held_can_be_announced() -> None:
    state = war(("KS QS JS 2S 3S", "AH QH JH 2H 3H"))
    assert refused(state, "1 muster QH") == ("not-an-ace", "war.muster.ace")
    assert refused(state, "1 muster AS") == ("not-held", "common.holding")
    do(state, "1 muster AH")


@clause("war.muster.once")
def test_an_ace_is_announced_only_once() -> None:
    state = do(war(("KS QS JS 2S 3S", "AH QH JH 2H 3H")), "1 muster AH")
    assert refused(state, "1 muster AH") == ("announced-before", "war.muster.once")


@clause("war.muster.draw", "war.muster.again", "war.muster.stays")
def test_five_cards_come_for_an_ace_and_an_ace_among_them_may_be_announced() -> None:
    state = war(("KS QS JS 2S 3S", "AH QH JH 2H 3H"), then="AD 4C 5C 6C 7C 8C 9C TC 4D 5D")
    do(state, "1 muster AH")
    assert held(state, 1) == cards("AH QH JH 2H 3H AD 4C 5C 6C 7C")
    assert state.actors() == [1]
    do(state, "1 muster AD")
    assert held(state, 1) == cards("AH QH JH 2H 3H AD 4C 5C 6C 7C 8C 9C TC 4D 5D")


@clause("war.muster.war")
def test_an_ace_drawn_in_the_war_is_not_announced_any_more() -> None:
    state = ready(war(TWO, then="AS AH AD AC 4S 5S"))
    do(state, "0 squad KS QS JS", "1 squad JH 2H 3H")
    assert cards("AS")[0] in held(state, 0)
    assert refused(state, "0 muster AS") == ("not-asked", "common.choice")


@clause("war.muster.stays")
def test_an_announced_ace_is_known_to_be_in_hand_until_it_is_laid() -> None:
    state = war(("KS QS JS 2S 3S", "AH QH JH 2H 3H"))
    do(state, "1 muster AH", "1 ready", "0 ready")
    assert shot(state, "known")[1] == "AH"
    assert parse_card("AH") in held(state, 1)
    do(state, "0 squad KS QS JS", "1 squad AH QH JH")
    assert shot(state, "known")[1] == ""


@clause("war.squad.three", "common.holding")
def test_a_squad_is_three_different_cards_that_are_held() -> None:
    state = ready(war(TWO))
    assert refused(state, "0 squad KS QS") == ("squad-size", "war.squad.three")
    assert refused(state, "0 squad KS QS JS 2S") == ("squad-size", "war.squad.three")
    assert refused(state, "0 squad KS QS KH") == ("not-held", "common.holding")
    assert refused(state, "0 squad KS KS QS") == ("named-twice", "common.holding")


@clause("war.squad.simultaneous", "common.simultaneous.unseen", "common.simultaneous.apart")
def test_a_squad_that_lies_face_down_shows_and_changes_nothing() -> None:
    state = ready(war(TWO))
    assert state.actors() == [1, 0]
    before = state.view(1).dump(), state.view(1).legal_actions(), state.view(-1).dump()
    one = do(state.clone(), "0 squad KS QS JS")
    other = do(state.clone(), "0 squad JS 2S 3S")
    for after in (one, other):
        assert after.actors() == [1]
        view = after.view(1)
        assert view.legal_actions() == before[1]
        assert {**view.dump(), "committed": [0, 0]} == before[0]
        assert {**after.view(-1).dump(), "committed": [0, 0]} == before[2]


@clause("common.simultaneous.reveal", "war.squad.simultaneous")
def test_squads_are_shown_together_when_the_last_one_is_in() -> None:
    state = do(ready(war(TWO)), "1 squad KH QH JH")
    assert won(state, 1) == []
    do(state, "0 squad JS 2S 3S")
    assert state.view(-1).dump()["last"] == ["2S 3S JS", "JH QH KH"]


@clause("war.squad.order")
def test_the_order_of_a_squad_does_not_matter() -> None:
    one = do(ready(war(TWO)), "1 squad KH QH JH", "0 squad JS 2S 3S")
    other = do(ready(war(TWO)), "0 squad 3S JS 2S", "1 squad JH QH KH")
    assert one.snapshot() == other.snapshot()


@clause("war.battle.higher", "war.battle.pile", "war.draw.three", "war.draw.winner-first")
def test_the_higher_sum_takes_all_six_cards_and_draws_first() -> None:
    state = ready(war(TWO, then="4S 5S 6S 4H 5H 6H"))
    do(state, "0 squad JS 2S 3S", "1 squad KH QH JH")
    assert won(state, 1) == cards("KH QH JH JS 2S 3S")
    assert held(state, 1) == cards("2H 3H 4S 5S 6S")
    assert held(state, 0) == cards("KS QS 4H 5H 6H")


@clause("war.draw.short", "war.end.stuck", "war.battle.needs-three")
def test_who_draws_last_may_get_too_few_and_then_nobody_can_battle() -> None:
    game = WarGame(2, {"target": 364}, pack=cards("KS QS JS 2S 3S KH QH JH 2H 3H 4S 5S 6S 4H"))
    order = stacked(TWO, "4S 5S 6S 4H", dealer=0, pack=game.pack)
    state = game.start(0, Stacked(order))
    ready(state)
    do(state, "0 squad JS 2S 3S", "1 squad KH QH JH")
    assert held(state, 1) == cards("2H 3H 4S 5S 6S")
    assert held(state, 0) == cards("KS QS 4H")
    do(state, "0 squad KS QS 4H", "1 squad 2H 3H 4S")
    assert state.is_over()
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.ending == "no-battle"
    assert outcome.places == (2, 1)


TIE = ("KS QS JS 2S 3S", "KH QH JH 2H 3H")


@clause("war.tie.stay", "war.tie.draw", "war.tie.draw-order", "war.tie.again", "war.tie.winner")
@pytest.mark.parametrize(("left", "right"), [(1, 0), (0, 1)])
def test_a_tie_leaves_the_cards_and_the_same_two_battle_on(left: int, right: int) -> None:
    state = war(TWO, then="4S 5S 6S 4H 5H 6H", dealer=right)
    do(state, f"{left} ready", f"{right} ready", "0 squad KS QS 2S", "1 squad KH QH 2H")
    assert won(state, 0) == won(state, 1) == []
    assert shot(state, "table") == ["2S QS KS", "2H QH KH"]
    assert set(cards("4S 5S 6S")) <= set(held(state, left))
    assert set(cards("4H 5H 6H")) <= set(held(state, right))
    assert state.actors() == [left, right]
    do(state, "0 squad JS 3S 6S" if left == 0 else "0 squad JS 3S 6H")
    do(state, "1 squad JH 3H 4S" if left == 1 else "1 squad JH 3H 4H")
    assert won(state, 1) == []
    assert len(won(state, 0)) == 12
    assert set(cards("KS QS 2S KH QH 2H JS JH 3S 3H")) <= set(won(state, 0))
    assert shot(state, "table") == ["", ""]


@clause("war.tie.lost", "war.end.not-counted", "war.end.equal", "common.places.shared")
def test_after_a_tie_that_cannot_go_on_the_cards_are_out_of_play() -> None:
    pack = cards("KS QS JS 2S 3S KH QH JH 2H 3H")
    game = WarGame(2, {"target": 364}, pack=pack)
    state = ready(game.start(0, Stacked(stacked(TIE, dealer=0, pack=pack))))
    do(state, "0 squad KS QS JS", "1 squad KH QH JH")
    assert state.is_over()
    assert cards(cast(str, state.snapshot()["lost"])) == cards("KS QS JS KH QH JH")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.places, outcome.scores) == ((1, 1), (0, 0))


@clause("war.two.again", "war.two.no-lead")
def test_two_players_battle_again_and_again_and_either_may_commit_first() -> None:
    state = ready(war(TWO, then="4S 5S 6S 4H 5H 6H 7H 8H 9H 7S 8S 9S"))
    assert state.actors() == [1, 0]
    do(state, "0 squad JS 2S 3S", "1 squad KH QH JH")
    assert state.actors() == [1, 0]
    do(state, "1 squad 4S 5S 6S", "0 squad KS QS 6H")
    assert state.actors() == [1, 0]


@clause("war.challenge.first", "war.challenge.battle", "common.seats.clockwise")
def test_the_dealer_challenges_and_those_two_battle() -> None:
    state = do(war(FOUR, dealer=3), "0 ready", "1 ready", "2 ready", "3 ready")
    assert state.actors() == [3]
    do(state, "3 challenge 1")
    assert state.actors() == [1, 3]


@clause("war.challenge.target")
def test_one_challenges_somebody_else_who_is_in_and_able() -> None:
    state = ready(war(FOUR))
    assert refused(state, "0 challenge 0") == ("challenge-self", "war.challenge.target")
    assert refused(state, "0 challenge 5") == ("no-such-seat", "war.challenge.target")
    assert [state.game.action_text(0, a) for a in state.legal_actions(0)] == [
        "0 challenge 1",
        "0 challenge 2",
        "0 challenge 3",
    ]


@clause("war.challenge.turn", "common.seats.left")
def test_the_turn_to_challenge_passes_to_the_left_of_the_challenger() -> None:
    state = ready(war(FOUR))
    do(state, "0 challenge 2", "2 squad KD QD JD", "0 squad JS 2S 3S")
    assert state.actors() == [1]
    do(state, "1 challenge 0", "1 squad 2H 3H JH")
    do(state, _any(state, 0))
    assert state.actors() == [2]


def _any(state: State, seat: int) -> str:
    """The last squad of ``seat`` in card order."""
    return state.game.action_text(seat, state.legal_actions(seat)[-1])


@clause("war.goal.points", "war.goal.points-all", "war.goal.when", "war.goal.four-out")
def test_points_of_own_and_captured_cards_put_a_player_out_after_a_won_battle() -> None:
    state = ready(war(FOUR, target=52))
    do(state, "0 challenge 2", "0 squad KS QS JS", "2 squad 2D 3D JD")
    assert state.outcome() is None
    # 36 of its own and 16 captured are 52.
    assert shot(state, "place") == [1, 0, 0, 0]


@clause("war.goal.four-hand", "war.draw.three")
def test_who_goes_out_draws_nothing_and_the_loser_draws() -> None:
    state = ready(war(FOUR, then="4S 5S 6S 4H 5H 6H", target=52))
    do(state, "0 challenge 2", "0 squad KS QS JS", "2 squad 2D 3D JD")
    assert held(state, 0) == cards("2S 3S")
    assert held(state, 2) == cards("KD QD 4S 5S 6S")
    assert refused(state, "1 challenge 0") == ("target-out", "war.challenge.target")


@clause("war.challenge.passed-over", "war.goal.four-place", "war.end.four", "war.end.places")
def test_those_out_are_passed_over_and_the_last_one_in_ends_the_game() -> None:
    state = ready(war(FOUR, then="4S 5S 7S", target=52))
    do(state, "0 challenge 1", "0 squad KS QS JS", "1 squad JH 2H 3H")
    assert shot(state, "place") == [1, 0, 0, 0]
    do(state, "1 challenge 2", "2 squad KD QD JD", "1 squad 4S 5S 7S")
    assert shot(state, "place") == [1, 0, 2, 0]
    # Seat 2 is out, so seat 3 challenges next.
    assert state.actors() == [3]
    do(state, "3 challenge 1", "3 squad KC QC JC")
    do(state, _any(state, 1))
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.places == (1, 4, 2, 3)
    assert outcome.ending == "last-in"


@clause("war.challenge.passed-over", "war.end.stuck", "war.end.places")
def test_with_fewer_than_three_cards_one_is_passed_over_and_cannot_be_challenged() -> None:
    game = WarGame(4, {"target": 364}, pack=cards(" ".join(FOUR)))
    state = ready(game.start(0, Stacked(stacked(FOUR, dealer=0, pack=game.pack))))
    do(state, "0 challenge 1", "0 squad KS QS JS", "1 squad JH 2H 3H")
    assert state.actors() == [2]
    assert refused(state, "2 challenge 1") == ("target-short", "war.challenge.target")
    do(state, "2 challenge 3", "2 squad KD QD JD", "3 squad JC 2C 3C")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.places, outcome.ending) == ((1, 3, 1, 3), "no-battle")


@clause("war.goal.generals", "war.goal.generals-several", "war.goal.two", "war.end.two")
def test_two_generals_of_one_player_win_at_once_whatever_the_points() -> None:
    state = ready(war(("KS QS JS TS 9S", "AH AD KH QH JH"), then="8S 7S 6S 8H 7H 6H"))
    do(state, "0 squad KS QS JS", "1 squad AH KH QH")
    assert state.outcome() is None
    do(state, "0 squad TS 9S 8S", "1 squad AD 6H 7H")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.places, outcome.ending) == ((1, 2), "generals")


@clause("war.goal.generals")
def test_own_aces_and_aces_of_two_players_are_no_two_generals() -> None:
    hands = ("AS KS QS 2S 3S", "AH KH QH 2H 3H", "AD KD QD 2D 3D", "KC QC JC TC 9C")
    state = ready(war(hands, then="4S 5S 6S 4H 5H 6H 4D 5D 6D 4C 5C 6C 7C 8C 7D 8D"))
    do(state, "0 challenge 3", "3 squad KC QC JC", "0 squad AS 2S 3S")
    do(state, "1 challenge 3", "3 squad TC 9C 6S", "1 squad AH 2H 3H")
    killed = cast("list[int]", state.snapshot()["killed"])
    assert killed[3 * 4 + 0] == 1
    assert killed[3 * 4 + 1] == 1
    assert shot(state, "place") == [0, 0, 0, 0]


@clause("war.goal.generals-tie")
def test_aces_that_a_tie_left_lying_count_as_killed() -> None:
    state = ready(war(("KS JS 7S 8S AS", "AH KH QH AD JH"), then="4S 5S 6S 4H 5H 6H"))
    do(state, "0 squad KS JS AS", "1 squad AH KH JH")
    assert shot(state, "table") == ["JS KS AS", "JH KH AH"]
    do(state, "0 squad 7S 8S 6H", "1 squad AD 4S 5S")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.places, outcome.ending) == ((1, 2), "generals")


@clause("war.goal.four-generals")
def test_two_generals_put_a_player_out_with_four_too() -> None:
    hands = ("KS QS JS 2S 3S", "AH AD 2H 3H 4H", "KD QD JD 2D 3D", "KC QC JC 2C 3C")
    state = do(ready(war(hands)), "0 challenge 1", "0 squad KS QS JS", "1 squad AH AD 2H")
    assert shot(state, "place") == [1, 0, 0, 0]


@clause("common.turn", "common.choice")
def test_only_who_is_asked_may_choose_and_only_what_is_asked() -> None:
    state = war(TWO)
    assert refused(state, "0 ready") == ("not-your-turn", "common.turn")
    assert refused(state, "1 squad KH QH JH")[0] == "not-asked"
    do(state, "1 ready", "0 ready", "0 squad KS QS JS")
    assert refused(state, "0 squad KS QS JS") == ("not-your-turn", "common.turn")


@clause("common.over")
def test_nothing_is_chosen_after_the_end() -> None:
    state = ready(war(TWO, target=20))
    do(state, "0 squad JS 2S 3S", "1 squad KH QH JH")
    assert state.actors() == []
    assert state.legal_actions(0) == []
    assert refused(state, "0 squad KS QS 2H")[1] == "common.over"


@clause("common.secret.public", "common.secret.owner", "common.secret.nobody")
def test_a_view_holds_won_cards_and_sizes_and_no_hand_but_its_own() -> None:
    state = ready(war(FOUR))
    do(state, "0 challenge 2", "0 squad KS QS JS", "2 squad 2D 3D JD")
    dump = state.view(1).dump()
    assert cards(cast("list[str]", dump["won"])[0]) == cards("KS QS JS 2D 3D JD")
    assert dump["sizes"] == [5, 5, 5, 5]
    assert dump["reserve_left"] == 26
    assert cards(cast(str, dump["hand"])) == held(state, 1)
    assert "hands" not in dump
    assert "reserve" not in dump
    assert isinstance(state, WarState)
