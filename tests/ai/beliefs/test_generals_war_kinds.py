"""What squads say about the kind of enemy that sends them."""

from __future__ import annotations

import pytest
from librt.vecs import vec

from ai.compositions.generals_war import habit
from ai.heuristics import generals_war, generals_war_strong
from ai.heuristics.generals_war import thumb_squad
from ai.heuristics.generals_war_kinds import Kinds
from ai.heuristics.generals_war_squads import Squads
from ai.heuristics.generals_war_strong import Stakes, best_of, first_guess
from engine.chance import FastChance
from engine.generals_war.game import RULES
from engine.generals_war.public import MUSTERING, SENDER, squad_mask
from engine.generals_war.state import WarState
from engine.rng import Rng, rng_from

HEAT, DOUBT = 0.004, 0.03


def priced(seed: int) -> tuple[vec[float], Squads, int]:
    """The prices of a hand's squads in the first battle of a game for two, and the hand."""
    state = RULES.game(2).start(0, FastChance(rng_from("kinds", seed)))
    assert isinstance(state, WarState)
    while state.public.phase == MUSTERING:
        state.play(state.next_actor(), 19, None)
    hand = int(state.hands[0])
    stakes = Stakes(state.public, 0, 1)
    squads = stakes.squads(hand)
    return first_guess(habit(2), state.public, stakes, squads, hand), squads, hand


def told_apart() -> tuple[vec[float], Squads, int, int, int]:
    """The same for a hand of which the kinds send different squads, and these squads: by price, by
    thumb."""
    for seed in range(100):
        guess, squads, hand = priced(seed)
        price = int(squads.masks[best_of(guess)])
        thumb = int(squad_mask(thumb_squad(hand)))
        if not squads.like(best_of(guess), thumb):
            return guess, squads, hand, price, thumb
    raise AssertionError("the kinds never differ")


def new_kinds(thumb: float, loose: float = 0.0) -> Kinds:
    """Of an enemy that has sent nothing so far."""
    state = RULES.game(2).start(0, FastChance(rng_from("kinds", 0)))
    assert isinstance(state, WarState)
    return Kinds(state.public, thumb, loose)


def test_a_squad_by_rule_of_thumb_speaks_for_that_kind_and_one_by_price_against_it() -> None:
    guess, squads, hand, price, thumb = told_apart()
    kinds = new_kinds(0.25)
    kinds.seen(0, thumb, guess, squads, hand, HEAT, DOUBT)
    assert kinds.by_thumb[0] > 0.5
    kinds.seen(0, price, guess, squads, hand, HEAT, DOUBT)
    assert kinds.by_thumb[0] < 0.25


def test_a_squad_that_no_rule_sends_speaks_for_one_who_sends_just_any() -> None:
    guess, squads, hand, price, thumb = told_apart()
    other = next(
        int(squads.masks[n])
        for n in range(len(guess))
        if not squads.like(n, price) and not squads.like(n, thumb)
    )
    kinds = new_kinds(0.2, 0.1)
    kinds.seen(0, other, guess, squads, hand, HEAT, DOUBT)
    assert kinds.by_chance[0] > 0.1


def test_what_is_expected_is_a_mixture_that_follows_the_kind() -> None:
    guess, squads, hand, price, thumb = told_apart()
    kinds = new_kinds(0.25, 0.1)

    def sent(squad: int) -> float:
        mix = kinds.expected(0, guess, squads, hand, HEAT)
        assert sum(mix) == pytest.approx(1.0)
        return float(sum(mix[n] for n in range(len(mix)) if squads.like(n, squad)))

    first = sent(thumb)
    assert sent(price) > first > 0.2
    kinds.seen(0, thumb, guess, squads, hand, HEAT, DOUBT)
    assert sent(thumb) > 1.5 * first
    kinds.begin()
    assert sent(thumb) == pytest.approx(first)


def test_who_is_sure_of_a_sergeant_stays_so() -> None:
    guess, squads, hand, price, thumb = told_apart()
    kinds = new_kinds(0.0)
    for squad in (thumb, price):
        kinds.seen(0, squad, guess, squads, hand, HEAT, DOUBT)
        assert kinds.by_thumb[0] == kinds.by_chance[0] == 0.0


def by_price(state: WarState, seat: int, rng: Rng) -> int:
    players = int(state.public.players)
    return int(generals_war_strong.pick(habit(players), state.public, seat, state.hands[seat], rng))


def by_thumb(state: WarState, seat: int, rng: Rng) -> int:
    return int(generals_war.pick(state.public, seat, state.hands[seat], rng))


def by_chance(state: WarState, seat: int, rng: Rng) -> int:
    if state.public.phase == MUSTERING:
        return by_thumb(state, seat, rng)
    view = state.view(seat)
    return int(view.legal_nth(rng.below(view.legal_count())))


SENDERS = {"price": by_price, "thumb": by_thumb, "any": by_chance}


@pytest.mark.parametrize("players", RULES.seats)
@pytest.mark.parametrize("kind", SENDERS)
def test_the_squads_of_a_game_tell_the_kind_of_each_seat(players: int, kind: str) -> None:
    """On the whole: of the seats of one kind, that kind is taken for likelier at the end than at
    the beginning, and a seat that fought is judged by its own squads only."""
    game = RULES.game(players)
    found, quiet = [], 0
    for seed in range(40):
        rng = rng_from("told by squads", kind, players, seed)
        state = game.start(seed % players, FastChance(rng.fork()))
        assert isinstance(state, WarState)
        while not state.is_over():
            seat = int(state.next_actor())
            state.play(seat, SENDERS[kind](state, seat, rng), None)
        kinds = Kinds(state.public, 0.3, 0.3)
        fought = {int(entry >> SENDER) for entry in state.public.sent}
        for seat in range(players):
            thumb, any_ = float(kinds.first_thumb[seat]), float(kinds.first_loose[seat])
            if seat in fought:
                found.append({"price": 1.0 - thumb - any_, "thumb": thumb, "any": any_}[kind])
            else:
                assert (thumb, any_) == pytest.approx((0.3, 0.3), abs=0.01)
                quiet += 1
    # Three squads a seat, which is what there is with four, tell less than seven.
    assert sum(found) / len(found) > (0.5 if players == 2 else 0.36)
    assert quiet == 0 or players > 2


def test_an_older_save_without_its_squads_tells_nothing() -> None:
    state = RULES.game(2).start(0, FastChance(rng_from("older", 1)))
    assert isinstance(state, WarState)
    rng = rng_from("older play", 1)
    while len(state.public.sent) < 8 and not state.is_over():
        state.play_random(state.next_actor(), rng)
    dump = {name: one for name, one in state.snapshot().items() if not name.startswith("sen")}
    older = RULES.game(2).restore(dump, FastChance(rng))
    assert isinstance(older, WarState)
    assert len(older.public.sent) == 0
    kinds = Kinds(older.public, 0.2, 0.1)
    assert kinds.first_thumb[0] == pytest.approx(0.2, abs=0.01)
