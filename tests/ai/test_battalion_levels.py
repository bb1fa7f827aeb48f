"""The upper levels of both Battalion games: never refused, repeatable, honest in their worlds."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.beliefs.battalion import Leaning, attentive, careful
from ai.beliefs.battalion_worlds import LeaningWorlds
from ai.compositions import battalion_cover, battalion_twins
from ai.heuristics.battalion_cover import pick_for
from ai.levels import level
from ai.player import NO_LIMIT, Budget, Player, Thought, player_rng
from ai.reasons import CODES
from engine.actions import PASS, cards_of
from engine.battalion import hands as held
from engine.battalion import signs as sign
from engine.battalion.public import ATTACKING, BIDDING
from engine.battalion.state import BattalionState
from engine.battalion.view import BattalionView
from engine.chance import SeededChance, seed_from_text
from engine.game import Game
from engine.registry import rule_set
from engine.rng import rng_from
from tests.support.random_games import games

RULES = ("battalion-twins", "battalion-cover")
PLAYERS: dict[tuple[str, str], Callable[[], Player]] = {
    ("battalion-twins", "sergeant"): battalion_twins.sergeant,
    ("battalion-twins", "captain"): lambda: battalion_twins.captain(3),
    ("battalion-twins", "general"): lambda: battalion_twins.general(2),
    ("battalion-cover", "sergeant"): battalion_cover.sergeant,
    ("battalion-cover", "captain"): lambda: battalion_cover.captain(3),
    ("battalion-cover", "general"): lambda: battalion_cover.general(2),
}
SEARCHED = {"searched.thumb", "searched.better"}


def played(
    game: Game, players: list[Player], seed: str, most: int
) -> list[tuple[BattalionView, Thought]]:
    """The views and answers of a game."""
    secret = seed_from_text(seed)
    state = game.start(0, SeededChance(secret))
    found: list[tuple[BattalionView, Thought]] = []
    while not state.is_over() and len(found) < most:
        seat = state.actors()[0]
        view = state.view(seat)
        assert isinstance(view, BattalionView)
        rng = player_rng(secret, seat, len(found))
        thought = players[seat].choose(view, NO_LIMIT, rng)
        assert view.refusal(thought.action) is None
        found.append((view, thought))
        state.apply(seat, thought.action)
    return found


@pytest.mark.parametrize(("rules", "name"), PLAYERS, ids="-".join)
@settings(max_examples=4)
@given(data=st.data())
def test_no_choice_is_refused_with_any_options_and_each_has_its_reason(
    rules: str, name: str, data: st.DataObject
) -> None:
    seats = data.draw(st.sampled_from((3, 4, 5, 6)))
    game = data.draw(games(rule_set(rules), seats))
    seed = data.draw(st.integers(0, 10**6))
    player = PLAYERS[rules, name]()
    for _, thought in played(game, [player] * seats, f"upper {seed}", 80):
        assert thought.why is not None
        if thought.why.code in SEARCHED:
            assert thought.why.candidates[0].action == thought.action
        else:
            assert set(thought.why.values) == set(CODES[thought.why.code])


@pytest.mark.parametrize(("rules", "name"), PLAYERS, ids="-".join)
def test_the_same_seed_gives_the_same_choices(rules: str, name: str) -> None:
    game = rule_set(rules).game(3)
    one, other = (
        [thought for _, thought in played(game, [PLAYERS[rules, name]()] * 3, "again", 80)]
        for _ in range(2)
    )
    assert one == other


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("leaning", [careful, attentive])
def test_worlds_agree_with_all_that_lies_open(rules: str, leaning: Callable[[], Leaning]) -> None:
    game = rule_set(rules).game(4)
    sergeant = PLAYERS[rules, "sergeant"]()
    for number, (view, _) in enumerate(played(game, [sergeant] * 4, "worlds", 120)):
        if number % 5 != 0:
            continue
        worlds = LeaningWorlds(view, leaning())
        rng = rng_from("worlds", number)
        for _ in range(5):
            world = worlds.draw(rng)
            assert isinstance(world, BattalionState)
            seat = view.seat
            mine = world.hands[seat * held.HAND : (seat + 1) * held.HAND]
            assert mine == view.hand
            world.check()  # pack, sizes, known cards, bids and questions


def test_who_does_not_follow_in_defence_is_taken_to_have_none_but_what_came_since() -> None:
    game = rule_set("battalion-twins").game(3)
    sergeant = battalion_twins.sergeant()
    lacking = 0
    for view, _ in played(game, [sergeant] * 3, "since", 60):
        public = view.public
        if public.phase != ATTACKING:
            continue
        seat, suit = int(public.defender), -1
        if seat < 0 or seat == view.seat:
            continue
        suit = int(public.attack[0]) // 13
        hidden = int(public.hidden(seat))
        since = public.signs[seat * sign.SIGNS + sign.SINCE + suit]
        assert since == min(len(public.answers), hidden)
        assert careful().lean(public, seat, suit, hidden) == since / hidden
        lacking += 1
        rng = rng_from("since", lacking)
        if since == 0:
            world = LeaningWorlds(view, careful()).draw(rng)
            assert isinstance(world, BattalionState)
            known = sum(public.known[seat * 52 + suit * 13 : seat * 52 + suit * 13 + 13])
            assert world.hands[seat * held.HAND + held.LENGTHS + suit] == known
    assert lacking > 0


@pytest.mark.parametrize("rules", RULES)
def test_what_the_clock_cuts_short_is_the_best_so_far_and_marked(rules: str) -> None:
    game = rule_set(rules).game(3)
    player = level("general:worlds=8", game)
    sergeant = PLAYERS[rules, "sergeant"]()
    cut = 0
    for view, _ in played(game, [sergeant] * 3, "clock", 60)[::4]:
        thought = player.choose(view, NO_LIMIT, player_rng(b"clock", view.seat, cut))
        assert thought.why is not None
        if thought.why.code not in SEARCHED:
            continue
        assert "cut" not in thought.why.values
        hurried = player.choose(view, Budget(1e-9), player_rng(b"clock", view.seat, cut))
        assert view.refusal(hurried.action) is None
        assert hurried.why is not None
        assert hurried.why.values["cut"] == 1
        assert hurried.why.values["worlds"] == 1
        cut += 1
    assert cut > 0


def test_covers_sergeant_attacks_with_the_two_highest_of_a_suit_and_declares_nothing() -> None:
    game = rule_set("battalion-cover").game(3)
    attacks = others = bids = 0
    for number in range(3):
        for view, thought in played(game, [battalion_cover.sergeant()] * 3, f"high {number}", 90):
            if view.legal_count() == 1:
                continue
            if view.public.phase == BIDDING:
                assert thought.action == PASS
                bids += 1
            if view.public.phase != ATTACKING:
                continue
            cards = cards_of(thought.action)
            suit = cards[0] // 13
            mine = [
                card for card in range(13 * suit, 13 * suit + 13) for _ in range(view.hand[card])
            ]
            assert sorted(cards) == mine[-2:]
            attacks += 1
            # Where these are not the highest of all, the neighbour has less of the suit.
            usual = cards_of(pick_for(view, player_rng(b"", 0, 0)))[0] // 13
            if usual != suit:
                public, seat = view.public, int(view.public.left_of(view.seat))
                hidden = public.hidden(seat)
                lean = [careful().lean(public, seat, one, hidden) for one in (suit, usual)]
                assert lean[0] < lean[1]
                others += 1
    assert attacks > 30
    assert others > 3
    assert bids > 0


def test_covers_captain_does_not_always_attack_as_its_sergeant() -> None:
    game = rule_set("battalion-cover").game(3)
    sergeant, captain = battalion_cover.sergeant(), PLAYERS["battalion-cover", "captain"]()
    others = 0
    for number, (view, thought) in enumerate(played(game, [sergeant] * 3, "others", 90)):
        if view.public.phase == ATTACKING:
            answer = captain.choose(view, NO_LIMIT, player_rng(b"others", view.seat, number))
            others += answer.action != thought.action
    assert others > 5
