"""The upper levels of Fight for the Lead: never refused, repeatable, honest in their worlds."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.beliefs.fight_for_the_lead import LeadModel, LikelyWorlds
from ai.compositions import fight_for_the_lead as lead
from ai.player import NO_LIMIT, Budget, Player, Thought, player_rng
from ai.reasons import CODES
from engine.chance import SeededChance, seed_from_text
from engine.fight_for_the_lead.state import LeadState
from engine.fight_for_the_lead.view import LeadView
from engine.game import Game
from engine.registry import rule_set
from engine.rng import rng_from
from tests.support.random_games import games

RULES = rule_set("fight-for-the-lead")
PLAYERS: dict[str, Callable[[], Player]] = {
    "sergeant": lead.sergeant,
    "captain": lambda: lead.captain(3),
    "general": lambda: lead.general(4),
}
SEARCHED = {"searched.thumb", "searched.better"}


def played(game: Game, player: Player, seed: str, most: int) -> list[tuple[LeadView, Thought]]:
    """The views and answers of a match of one player against itself."""
    secret = seed_from_text(seed)
    state = game.start(0, SeededChance(secret))
    found: list[tuple[LeadView, Thought]] = []
    while not state.is_over() and len(found) < most:
        seat = state.actors()[0]
        view = state.view(seat)
        assert isinstance(view, LeadView)
        thought = player.choose(view, NO_LIMIT, player_rng(secret, seat, len(found)))
        assert view.refusal(thought.action) is None
        found.append((view, thought))
        state.apply(seat, thought.action)
    return found


@pytest.mark.parametrize("name", PLAYERS)
@settings(max_examples=12)
@given(data=st.data())
def test_no_choice_is_refused_with_any_options_and_each_has_its_reason(
    name: str, data: st.DataObject
) -> None:
    game = data.draw(games(RULES, data.draw(st.sampled_from(RULES.seats))))
    seed = data.draw(st.integers(0, 10**6))
    for _, thought in played(game, PLAYERS[name](), f"lead {seed}", 120):
        assert thought.why is not None
        if thought.why.code in SEARCHED:
            assert thought.why.candidates[0].action == thought.action
        else:
            assert set(thought.why.values) == set(CODES[thought.why.code])


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("players", [2, 4])
def test_the_same_seed_gives_the_same_choices(name: str, players: int) -> None:
    game = RULES.game(players)
    one, other = (
        [thought for _, thought in played(game, PLAYERS[name](), "again", 60)] for _ in range(2)
    )
    assert one == other


@pytest.mark.parametrize("players", RULES.seats)
def test_likely_worlds_agree_with_all_that_is_certain(players: int) -> None:
    game = RULES.game(players)
    for number, (view, _) in enumerate(played(game, lead.sergeant(), "worlds", 120)):
        worlds = LikelyWorlds(view, LeadModel(True, True, True), 4)
        rng = rng_from("worlds", number)
        for _ in range(3):
            world = worlds.draw(rng)
            assert isinstance(world, LeadState)
            assert worlds.weight() > 0.0
            world.check()  # pack, sizes, voids, chips
            assert world.hand(view.seat) == view.hand
            # Fight cards that lie face down are taken back.
            assert world.view(view.seat).dump() | {"committed": 0} == view.dump() | {"committed": 0}


def test_a_deadline_that_is_over_ends_the_search_with_a_legal_choice_marked_so() -> None:
    game = RULES.game(4)
    state = game.start(0, SeededChance(seed_from_text("deadline")))
    seat = state.actors()[0]
    thought = lead.general(5000).choose(state.view(seat), Budget(0.0), rng_from("deadline"))
    assert state.refusal(seat, thought.action) is None
    assert thought.why is not None
    assert thought.why.values["cut"] == 1
