"""Positions of Fight for the Lead: clones, snapshots, and why a broken one is refused."""

from __future__ import annotations

import pytest

from engine.cards import parse_card
from engine.chance import FastChance, SeededChance, seed_from_text
from engine.fight_for_the_lead.game import RULES
from engine.game import State
from engine.refusals import BadSnapshot, BrokenState
from engine.rng import rng_from
from tests.support.dealing import Stacked, do
from tests.support.lead import HANDS, REST, deal, lead, shot, tiny, to_pay_out, to_tricks

SPREAD = ("3S AH 4D 5C", "JS KH 8D 2C", "6S 7H AD AC")


def in_fight() -> State:
    return do(lead(3, deal(SPREAD, "4S TS 9H 2H", dealer=2)), "0 fight 3S")


def in_exchange() -> State:
    return do(in_fight(), "1 fight JS", "2 fight 6S", "0 exchange TS 5C")


def in_tricks() -> State:
    return do(in_exchange(), "1 stand", "2 stand", "1 play 8D", "2 play AD", "0 play 4D")


def with_new_stock() -> State:
    chance = Stacked(parse("2S 2H 3S 3H 4S 4H 2D 3D 4D"), parse("4H 2S 4S 3S 2H"))
    state = tiny(2, "2S 3S 4S 2H 3H 4H 2D 3D 4D", chance, deals=1)
    return do(state, "0 fight 2S", "1 fight 2H", "0 exchange 3S 4H", "1 exchange 3H 2D")


def entering() -> State:
    return to_pay_out(lead(3, deal(HANDS[:3], REST, dealer=2)))


def over() -> State:
    return to_pay_out(lead(3, deal(HANDS[:3], REST, dealer=2), deals=1))


def parse(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


POSITIONS = {
    "fight": in_fight,
    "exchange": in_exchange,
    "tricks": in_tricks,
    "new-stock": with_new_stock,
    "enter": entering,
    "over": over,
}


@pytest.mark.parametrize("name", POSITIONS)
def test_a_snapshot_gives_the_same_position_and_views(name: str) -> None:
    state = POSITIONS[name]()
    again = state.game.restore(state.snapshot(), Stacked())
    assert again.snapshot() == state.snapshot()
    assert again.outcome() == state.outcome()
    for seat in range(-1, state.game.players):
        dump = state.view(seat).dump()
        assert again.view(seat).dump() == dump
        assert state.game.load_view(dump).dump() == dump


# A position, the fields that are changed, and the invariant that does not hold then.
BROKEN = [
    ("tricks", {"chips": [1, 1, 1]}, "chips"),
    ("tricks", {"hands": ["2C", "", ""]}, "hand-size"),
    ("tricks", {"turn": 0}, "turn"),
    ("tricks", {"lead": 0}, "turn"),
    ("tricks", {"debts": [12, 0, 0]}, "debt-unpaid"),
    ("tricks", {"debts": [0, 0, 3]}, "debt"),
    ("tricks", {"stock_left": 3}, "stock-size"),
    ("tricks", {"ending": "deals-played"}, "ending"),
    ("tricks", {"phase": "exchange", "turn": 2}, "played"),
    ("tricks", {"turned": "5S"}, "card-in-two-places"),
    ("exchange", {"given": ["", "5C TS", ""]}, "gave"),
    ("exchange", {"turn": 0}, "gave"),
    ("exchange", {"late": ["5C", "", ""]}, "late"),
    ("exchange", {"fresh": [1, 0, 0]}, "mixed"),
    ("exchange", {"turned": "4S TS"}, "turned-too-many"),
    ("exchange", {"pot": 4, "chips": [196, 200, 200]}, "pot"),
    ("fight", {"gave": [0, 1, 0]}, "gave"),
    ("fight", {"committed": [1, 1, 1], "face_down": ["3S", "JS", "6S"]}, "committed"),
    ("fight", {"face_down": ["KC", "", ""]}, "fight-not-held"),
    ("new-stock", {"late": ["", "4H"]}, "late"),
    ("new-stock", {"back": [0, 0]}, "card-in-two-places"),
    ("new-stock", {"mixed": 0}, "card-in-two-places"),
    ("enter", {"turn": 0}, "turn"),
    ("enter", {"sat": [0, 0, 1]}, "sat"),
    ("enter", {"stock": "2S", "stock_left": 1}, "cards-between-deals"),
    ("enter", {"tricks": []}, "tricks"),
    ("over", {"pot": 1, "chips": [207, 196, 196]}, "pot"),
    ("over", {"last_winner": 2}, "last-winner"),
]


@pytest.mark.parametrize(("name", "fields", "code"), BROKEN)
def test_a_position_that_cannot_be_is_refused(
    name: str, fields: dict[str, object], code: str
) -> None:
    state = POSITIONS[name]()
    with pytest.raises(BrokenState) as caught:
        state.game.restore({**state.snapshot(), **fields}, Stacked())
    assert caught.value.code == code


# Fields that no position can have, and the field that is named.
BAD = [
    ("tricks", {"dealer": 3}, "dealer"),
    ("tricks", {"deal": 11}, "deal"),
    ("tricks", {"phase": "bid"}, "phase"),
    ("tricks", {"chips": [1, 1]}, "chips"),
    ("tricks", {"chips": [1, 1, -1]}, "chips"),
    ("tricks", {"playing": [1, 0, 0]}, "playing"),
    ("tricks", {"tricks": "8D"}, "tricks"),
    ("tricks", {"tricks": ["8D", "AD AC 4D"]}, "tricks"),
    ("tricks", {"tricks": ["8D AD AD"]}, "tricks"),
    ("tricks", {"tricks": ["8D AD 4D", ""]}, "tricks"),
    ("tricks", {"tricks": ["8D"] * 5}, "tricks"),
    ("tricks", {"fights": ["3S", "JS", ""]}, "fights"),
    ("tricks", {"fights": ["4S", "JS", "6S"]}, "fights"),
    ("tricks", {"turned": "4S 4S"}, "turned"),
    ("tricks", {"hands": ["XX", "", ""]}, "hands"),
    ("fight", {"mixed": 1}, "mixed"),
    ("fight", {"face_down": ["", "3S", ""]}, "face_down"),
    ("fight", {"stock": "5S"}, ""),
]


@pytest.mark.parametrize(("name", "fields", "field"), BAD)
def test_a_snapshot_that_cannot_be_read_names_the_field(
    name: str, fields: dict[str, object], field: str
) -> None:
    state = POSITIONS[name]()
    with pytest.raises((BadSnapshot, BrokenState)) as caught:
        state.game.restore({**state.snapshot(), **fields}, Stacked())
    if field:
        assert caught.value.values["field"] == field


def test_a_view_that_fits_no_world_is_refused_when_it_is_asked_for_one() -> None:
    dump = in_tricks().view(0).dump()
    in_tricks().view(0).sample(rng_from(1)).check()
    view = in_tricks().game.load_view({**dump, "stock_left": 5})
    with pytest.raises(BrokenState) as caught:
        view.sample(rng_from(1))
    assert caught.value.code == "no-world"


def play_on(state: State, seed: object, choices: int) -> list[str]:
    """Plays at random, and gives all that was dealt on the way."""
    rng = rng_from(seed)
    found = []
    for _ in range(choices):
        if state.is_over():
            break
        state.play_random(state.next_actor(), rng)
        found.append(str(state.snapshot()["stock"]))
    return found


def test_a_clone_has_the_same_shuffles_before_it_whoever_plays_on_first() -> None:
    """Clones take a copy of the chance only when they need it; nobody can tell."""
    for first in range(4):
        state = RULES.game(3).start(0, FastChance(rng_from("one")))
        to_tricks(state)
        one = state.clone()
        two = one.clone()
        everyone = [state, one, two, state.clone()]
        everyone = everyone[first:] + everyone[:first]
        told = [play_on(position, "same", 60) for position in everyone]
        assert all(other == told[0] for other in told)
        late = [position.clone() for position in everyone]
        told = [play_on(position, "again", 60) for position in [*late, *everyone]]
        assert all(other == told[0] for other in told)


def test_a_match_keeps_the_chance_it_was_given() -> None:
    chance = SeededChance(seed_from_text("mine"))
    state = RULES.game(3).start(0, chance)
    assert chance.used == 1
    copies = [to_tricks(state).clone() for _ in range(3)]
    for copy in copies:
        play_on(copy, "away", 40)
    assert chance.used == 1
    to_pay_out(state)
    while shot(state, "phase") == "enter":
        state.apply(state.actors()[0], state.legal_actions(state.actors()[0])[0])
    assert state.chance is chance
    assert chance.used == 2


def test_a_clone_may_be_given_another_chance() -> None:
    state = to_tricks(RULES.game(3).start(0, FastChance(rng_from("one"))))
    one, two = state.clone(), state.clone()
    one.chance = FastChance(rng_from("other"))
    again = one.clone()
    told = [play_on(position, "same", 60) for position in (one, again, two, state)]
    assert told[0] == told[1]
    assert told[2] == told[3]
    assert told[0] != told[2]
