"""Likely worlds of Fight for the Lead: what they say of each card is what all worlds say.

On small packs every way the cards can lie, and came there, is listed and weighted by the habits.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import exp, prod

import pytest

from ai.beliefs.fight_for_the_lead import LeadModel, LikelyWorlds
from ai.compositions.fight_for_the_lead import sergeant
from ai.heuristics.fight_for_the_lead_habits import (
    FIGHT_LENGTH,
    FIGHT_RANK,
    ExchangeHabit,
    PlayHabit,
)
from ai.player import NO_LIMIT, player_rng
from engine.bits import cards_of, mask_of
from engine.chance import SeededChance, seed_from_text
from engine.fight_for_the_lead.game import LeadGame
from engine.fight_for_the_lead.mixed import played_by
from engine.fight_for_the_lead.snapshot import tricks_of
from engine.fight_for_the_lead.state import LeadState
from engine.fight_for_the_lead.terms import EXCHANGING, TRICKS
from engine.fight_for_the_lead.view import LeadView
from engine.registry import rule_set
from engine.rng import rng_from
from tests.support.random_games import tries

BLUR = 0.05
DRAWN = 2000
Cards = tuple[int, ...]


def views(players: int, hand_size: int, pack: int, wanted: int) -> list[LeadView]:
    """Views after the fight, of matches in which cards are exchanged at random."""
    options = rule_set("fight-for-the-lead").game(players, {"chips": 9000, "ante": 1}).options
    cards = [0, 2, 5, 9, 12, 13, 16, 20, 25, 27, 31, 38, 40, 44, 50][:pack]
    game = LeadGame(players, options, cards, hand_size)
    player = sergeant()
    secret = seed_from_text(f"small {players}")
    state = game.start(0, SeededChance(secret))
    rng = rng_from("small", players)
    found: list[LeadView] = []
    number = 0
    while len(found) < wanted:
        seat = state.actors()[0]
        view = state.view(seat)
        assert isinstance(view, LeadView)
        public = view.public
        number += 1
        hidden = any(public.hand_size(one) for one in range(players) if one != seat)
        if public.phase >= EXCHANGING and public.mixed == 0 and hidden and number % 3 == 0:
            found.append(view)
        if public.phase == EXCHANGING:
            state.play_random(seat, rng)
        else:
            action = player.choose(view, NO_LIMIT, player_rng(secret, seat, number)).action
            state.play(seat, action, None)
    return found


def choices(cards: set[int], size: int) -> Iterator[Cards]:
    return combinations(sorted(cards), size)


def fought(hand: Cards, card: int) -> float:
    pull = {
        one: exp(
            FIGHT_RANK * (one % 13) + FIGHT_LENGTH * sum(other // 13 == one // 13 for other in hand)
        )
        for one in hand
    }
    return (1 - BLUR) * pull[card] / sum(pull.values()) + BLUR / len(hand)


def explained(view: LeadView, seat: int, held: Cards, gave: Cards, has: ExchangeHabit) -> float:
    """The chance of the seat's fight card, exchange and plays, over all ways it can have come."""
    public = view.public
    fight = int(public.fights >> (6 * seat)) & 63
    total = 0.0
    ways = 0
    for drawn in combinations(held, len(gave)):
        before = tuple(sorted({*held, *gave} - {*drawn}))
        exchanged = 1.0
        if over(view, seat):
            likely = has.likely(mask_of(list(before)), mask_of(list(gave)))
            exchanged = (1 - BLUR) * likely + BLUR * 0.1
        for replaced in before:
            hand = tuple(sorted({*before, fight} - {replaced}))
            total += exchanged * fought(hand, fight)
            ways += 1
    return total / ways * played(view, seat, held)


def over(view: LeadView, seat: int) -> bool:
    """Whether the seat's turn to exchange is over."""
    public = view.public
    order = [one for one in public.in_order() if public.playing >> one & 1]
    return public.phase == TRICKS or order.index(seat) < order.index(int(public.turn))


def played(view: LeadView, seat: int, held: Cards) -> float:
    public = view.public
    habit = PlayHabit(public.terms.players)
    left = {*held}
    chances = 1.0
    for number, trick in enumerate(tricks_of(public)):
        player = int(public.leads >> (3 * number)) & 7
        best = -1
        for at, card in enumerate(trick):
            led = trick[0] // 13 if at else -1
            if player == seat:
                last = at + 1 == public.size
                chances *= habit.likely(mask_of(sorted(left)), card, led, best, last, BLUR)
                left.discard(card)
            if at == 0 or (card // 13 == led and card > best):
                best = card
            player = int(public.after >> (4 * player)) & 15
    return chances


def by_all_worlds(view: LeadView) -> dict[tuple[int, int], float]:
    """How likely each (seat, card) is, by listing every world."""
    public = view.public
    order = [int(one) for one in public.in_order() if public.playing >> one & 1]
    habits = {}
    later = 0
    for seat in reversed(order):
        later += int(public.gave >> (4 * seat)) & 15
        pot = public.pot - later * public.terms.ante
        leads = int(public.leads) & 7 == seat
        habits[seat] = ExchangeHabit(public.terms.players, public.size, leads, pot, 1)
    others = [seat for seat in order if seat != view.seat]
    found: dict[tuple[int, int], float] = {}
    total = 0.0

    def deal(at: int, free: set[int], weights: list[float], hands: list[Cards]) -> None:
        nonlocal total
        if at == len(others):
            weight = prod(weights)
            total += weight
            for seat, hand in zip(others, hands, strict=True):
                for card in hand:
                    found[seat, card] = found.get((seat, card), 0.0) + weight
            return
        seat = others[at]
        shown = cards_of(played_by(public, seat))
        void = public.void(seat)
        for hand in choices({card for card in free if not void >> card & 1}, hand_size(seat)):
            for gave in choices(free - {*hand}, int(public.gave >> (4 * seat)) & 15):
                held = tuple(sorted([*hand, *shown]))
                weight = explained(view, seat, held, gave, habits[seat])
                deal(at + 1, free - {*hand} - {*gave}, [*weights, weight], [*hands, hand])

    def hand_size(seat: int) -> int:
        return int(public.hand_size(seat))

    deal(0, {*cards_of(view.unseen())}, [], [])
    return {key: weight / total for key, weight in found.items()}


@pytest.mark.parametrize(("players", "hand_size", "pack"), [(2, 3, 13), (3, 2, 13)])
def test_cards_are_as_likely_as_all_worlds_together_say(
    players: int, hand_size: int, pack: int
) -> None:
    furthest = 0.0
    for number, view in enumerate(views(players, hand_size, pack, tries(6, 3))):
        true = by_all_worlds(view)
        worlds = LikelyWorlds(view, LeadModel(True, True, True, BLUR), 3)
        rng = rng_from("marginals", number)
        said: dict[tuple[int, int], float] = {}
        total = 0.0
        for _ in range(DRAWN):
            world = worlds.draw(rng)
            assert isinstance(world, LeadState)
            total += worlds.weight()
            for seat in range(players):
                if seat != view.seat:
                    for card in cards_of(world.hand(seat)):
                        said[seat, card] = said.get((seat, card), 0.0) + worlds.weight()
        for key, chance in true.items():
            assert said.get(key, 0.0) / total == pytest.approx(chance, abs=0.06)
        furthest = max(furthest, max(true.values()) - min(true.values()))
    assert furthest > 0.2  # the habits do say something
