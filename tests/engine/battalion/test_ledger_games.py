"""Worlds sampled in real games agree with all that their seat saw, and always come to an end."""

from __future__ import annotations

import time
from collections import Counter

import pytest

from engine.battalion.facts import CUT, DREW, HOLDS, KNEW, LACKS, LONGEST, POINTS, SHOWED
from engine.battalion.facts import first_of as first
from engine.battalion.facts import kind_of as kind
from engine.battalion.facts import second_of as second
from engine.battalion.state import BattalionState
from engine.battalion.view import BattalionView
from engine.build import build_name
from engine.cards import cards_text, deck, parse_cards
from engine.chance import FastChance
from engine.game import Game, State
from engine.refusals import BadSnapshot
from engine.registry import rule_set
from engine.rng import Rng, rng_from
from tests.support.battalion import shot
from tests.support.ledger_model import Story, lengths, worth

GAMES: list[tuple[str, int, dict[str, int | str]]] = [
    ("battalion-twins", 3, {}),
    ("battalion-twins", 4, {"bid_counts": "points", "chips": 20}),
    ("battalion-twins", 6, {"chips": 20}),
    ("battalion-cover", 3, {"refill": "none"}),
    ("battalion-cover", 4, {}),
    ("battalion-cover", 6, {}),
]
IDS = [f"{name}-{players}" for name, players, _ in GAMES]


def known(dump: dict[str, object]) -> dict[str, object]:
    return {field: value for field, value in dump.items() if field not in ("ledger", "memory")}


def hands_of(state: State) -> list[list[int]]:
    texts = shot(state, "hands")
    assert isinstance(texts, list)
    return [parse_cards(text) for text in texts]


def hidden_hand(state: BattalionState, seat: int) -> list[int]:
    """The cards of a hand that only its seat knows to be there."""
    hand = Counter(hands_of(state)[seat])
    return list((hand - Counter(state.public.known_cards(seat))).elements())


def is_true(code: int, cards: list[int]) -> bool:
    if kind(code) == LONGEST:
        return first(code) <= max(lengths(cards)) <= second(code)
    if kind(code) == POINTS:
        return worth(cards) >= first(code)
    inside = sum(first(code) >> card // 13 & 1 for card in cards)
    return inside > 0 if kind(code) == HOLDS else inside == 0


def can_be_true(code: int, entries: list[int], hidden: list[int]) -> bool:
    """Whether a fact can have been true, ``entries`` being what came after it."""
    at = 0
    hand: list[int] = []
    while at < len(entries) and kind(entries[at]) == KNEW:
        hand.append(first(entries[at]))
        at += 1
    later = entries[at:]
    shown = [first(entry) for entry in later if kind(entry) == SHOWED]
    drawn = sum(first(entry) for entry in later if kind(entry) == DREW)
    hand += shown + hidden
    if drawn == 0:
        return is_true(code, hand)
    # Any of these cards may have been drawn later, but not more of them than were drawn.
    if kind(code) == LACKS:
        return sum(first(code) >> card // 13 & 1 for card in hidden) <= drawn
    if kind(code) == LONGEST:
        return max(lengths(hand)) >= first(code)
    if kind(code) == POINTS:
        return worth(hand) >= first(code)
    return is_true(code, hand)


def agrees(view: BattalionView, world: State) -> None:
    world.check()
    assert known(world.view(view.seat).dump()) == known(view.dump())
    assert isinstance(world, BattalionState)
    ledger = view.public.ledger
    assert ledger is not None
    for seat in range(view.game.players):
        if seat == view.seat:
            continue
        entries = ledger.entries[seat]
        hidden = hidden_hand(world, seat)
        assert len(hidden) == ledger.slots(seat)
        for at, code in enumerate(entries):
            if kind(code) in (LACKS, LONGEST, POINTS, HOLDS):
                assert can_be_true(code, entries[at + 1 :], hidden), cards_text(hidden)
            if kind(code) == CUT:
                slots = ledger.slots(seat, at)
                assert slots <= 11
    if ledger.cuts:
        # The stock is what is left of the pile that was shuffled last.
        pile = Counter({card: count for card, count in enumerate(ledger.cuts[-1]) if count})
        drawn = Counter(code % 64 for code in view.memory if code // 64 == len(ledger.cuts))
        stock = Counter(parse_cards(str(shot(world, "stock"))))
        assert stock <= pile - drawn


def game_of(number: int) -> Game:
    name, players, options = GAMES[number]
    return rule_set(name).game(players, options)


@pytest.mark.parametrize("number", range(len(GAMES)), ids=IDS)
def test_every_sampled_world_agrees_with_what_its_seat_saw(number: int) -> None:
    game = game_of(number)
    rng = rng_from("agrees", number)
    cuts = 0
    for dealer in range(2):
        state = game.start(dealer, FastChance(rng.fork()))
        move = 0
        while not state.is_over():
            if move % 9 == 0:
                state.check()
                for seat in {int(state.next_actor()), -1}:
                    view = state.view(seat)
                    assert isinstance(view, BattalionView)
                    assert view.public.ledger is not None
                    cuts += len(view.public.ledger.cuts)
                    agrees(view, view.sample(rng))
            state.play_random(state.next_actor(), rng)
            move += 1
    assert cuts > 0 or game.players < 6, "no game here had a reshuffle"


@pytest.mark.parametrize("number", range(len(GAMES)), ids=IDS)
def test_what_the_ledger_says_is_true_of_the_real_hands(number: int) -> None:
    game = game_of(number)
    rng = rng_from("true", number)
    for dealer in range(3):
        state = game.start(dealer, FastChance(rng.fork()))
        assert isinstance(state, BattalionState)
        while not state.is_over():
            state.play_random(state.next_actor(), rng)
            ledger = state.public.ledger
            assert ledger is not None
            for seat, entries in enumerate(ledger.entries):
                hidden = hidden_hand(state, seat)
                for at, code in enumerate(entries):
                    if kind(code) in (LACKS, LONGEST, POINTS, HOLDS):
                        assert can_be_true(code, entries[at + 1 :], hidden)


@pytest.mark.parametrize("number", [0, 4], ids=[IDS[0], IDS[4]])
def test_a_world_hangs_on_the_view_and_the_stream_alone(number: int) -> None:
    game = game_of(number)
    rng = rng_from("alone", number)
    state = game.start(0, FastChance(rng.fork()))
    for _ in range(40):
        state.play_random(state.next_actor(), rng)
    view = state.view(0)
    one = view.sample(Rng(1, 2, 3, 4)).snapshot()
    for n in range(3):
        view.sample(Rng(5, 6, 7, n))
    assert view.sample(Rng(1, 2, 3, 4)).snapshot() == one
    assert game.load_view(view.dump()).sample(Rng(1, 2, 3, 4)).snapshot() == one
    back = game.restore(state.snapshot(), FastChance(rng.fork()))
    assert back.snapshot() == state.snapshot()
    assert back.view(0).sample(Rng(1, 2, 3, 4)).snapshot() == one


@pytest.mark.parametrize("number", [1, 3], ids=[IDS[1], IDS[3]])
def test_imagined_worlds_keep_no_ledger_and_can_be_sampled_again(number: int) -> None:
    game = game_of(number)
    rng = rng_from("imagined", number)
    state = game.start(0, FastChance(rng.fork()))
    while not state.is_over():
        world = state.view(int(state.next_actor())).sample(rng)
        assert "ledger" not in world.snapshot()
        for seat in range(game.players):
            again = world.view(seat).sample(rng)
            again.check()
            assert again.view(seat).dump() == world.view(seat).dump()
        for _ in range(7):
            if not state.is_over():
                state.play_random(state.next_actor(), rng)


def test_a_forged_record_is_refused_or_left_aside() -> None:
    game = game_of(0)
    rng = rng_from("forged")
    state = game.start(0, FastChance(rng.fork()))
    for _ in range(30):
        state.play_random(state.next_actor(), rng)
    view = state.view(1)
    assert isinstance(view, BattalionView)
    base = [int(view.public.hidden(seat)) for seat in range(3)]
    # Nine kings of spades out of two packs since a reshuffle: well-formed, but no shuffle leads
    # to it.
    entries = [["cut", *["showed KS", "drew 1"] * 9], ["cut"], ["cut"]]
    forged = {"base": base, "entries": entries, "cuts": ["2S KS"]}
    dump = {**view.dump(), "ledger": forged, "memory": ["", ""]}
    world = game.load_view(dump).sample(rng)
    world.check()
    assert known(world.view(1).dump()) == known(dump)
    # One card too many.
    entries[0].append("drew 1")
    with pytest.raises(BadSnapshot):
        game.load_view(dump)


# Hard cases


def hard(hands: tuple[str, ...], players: int = 3) -> Story:
    return Story(deck(2), players, 10, rng_from("hard"), hands)


LONG = "2S 3S 4S 5S 6S 7S 8S 9S TS JS"
NINE = "2S 3S 4S 5S 6S 7S 8S 9S TS 2H"


def worlds_of(told: Story, count: int) -> list[list[list[int]]]:
    sampler = told.sampler(0)
    return [[list(hand) for hand in told.world(sampler, 0)[0]] for _ in range(count)]


def test_a_bid_of_nine_comes_to_an_end() -> None:
    told = hard(("2D 3D 4D 5D 6D 7D 8D 9D TD JD", NINE))
    told.longest(1, 9, 11)
    for hands in worlds_of(told, 200):
        assert max(lengths(hands[1])) >= 9


def test_a_bid_of_nine_half_shown_comes_to_an_end() -> None:
    told = hard(("2D 3D 4D 5D 6D 7D 8D 9D TD JD", NINE))
    told.longest(1, 9, 11)
    for card in parse_cards("2S 3S 4S"):
        told.show(1, card)
    told.draw(1, 3)
    for card in parse_cards("5S 6S"):
        told.show(1, card)
    for hands in worlds_of(told, 20):
        # Three are certainly of them; of the last two and the rest, six more are.
        assert lengths(hands[1])[0] >= 4


def test_several_long_bids_come_to_an_end() -> None:
    told = hard(
        ("2D 3D 4D 5D 6D 7D 8D 9D TD JD", NINE, NINE.replace("S", "C"), NINE.replace("S", "H")), 4
    )
    for seat in (1, 2, 3):
        told.longest(seat, 8, 11)
    for hands in worlds_of(told, 50):
        assert all(max(lengths(hands[seat])) >= 8 for seat in (1, 2, 3))


def test_ten_cards_of_one_suit_come_to_an_end() -> None:
    told = hard(("2D 3D 4D 5D 6D 7D 8D 9D TD JD", LONG, LONG.replace("S", "C")))
    told.lacks(1, 14)
    told.longest(2, 10, 11)
    for hands in worlds_of(told, 100):
        assert lengths(hands[1]) == [10, 0, 0, 0]
        assert max(lengths(hands[2])) == 10


def test_points_that_only_twins_can_make_come_to_an_end() -> None:
    told = hard(("2D 3D 4D 5D 6D 7D 8D 9D TD JD", "2S 2S 3S 3S 4S 4S 5S 5S 6S 6S"))
    told.points(1, 20)
    for hands in worlds_of(told, 3):
        assert worth(hands[1]) == 20


def test_everybody_lacking_something_comes_to_an_end() -> None:
    told = Story(deck(3), 6, 10, rng_from("lacking"))
    rng = told.rng
    for turn in range(60):
        seat = 1 + turn % 5
        for suit in range(4):
            if not told.suits(seat) >> suit & 1:
                told.lacks(seat, 1 << suit)
            elif rng.below(3) == 0:
                told.holds(seat, 1 << suit)
        for _ in range(2 + int(rng.below(3))):
            told.show_any(seat)
        told.draw(seat, 10 - len(told.hands[seat]))
    sampler = told.sampler(0)
    for _ in range(5):
        told.world(sampler, 0)


# Speed


@pytest.mark.compiled
@pytest.mark.skipif(build_name() != "compiled", reason="the compiled build only")
@pytest.mark.parametrize("number", [0, 1, 4], ids=[IDS[0], IDS[1], IDS[4]])
def test_a_usual_world_takes_microseconds(number: int) -> None:
    """About 1 to 3 µs on a quiet machine; the test only notices when it is another magnitude."""
    game = game_of(number)
    rng = rng_from("speed", number)
    state = game.start(0, FastChance(rng.fork()))
    while shot(state, "phase") != "defend":
        state.play_random(state.next_actor(), rng)
    view = state.view(int(state.next_actor()))
    assert isinstance(view, BattalionView)
    view.deal_unseen(rng)
    best = 1.0
    for _ in range(5):
        begun = time.process_time()
        for _world in range(1000):
            view.deal_unseen(rng)
        best = min(best, (time.process_time() - begun) / 1000)
    assert best < 20e-6
