"""General's War's upper levels: never refused, repeatable, honest, hard to read, in time."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.compositions import generals_war
from ai.player import NO_LIMIT, Budget, Player, Thought, player_rng
from ai.reasons import CODES
from engine.chance import SeededChance, seed_from_text
from engine.game import Game
from engine.generals_war.game import RULES
from engine.generals_war.public import BATTLE
from engine.generals_war.view import WarView
from engine.rng import rng_from
from tests.support.random_games import games

PLAYERS: dict[str, Callable[[], Player]] = {
    "sergeant": generals_war.sergeant,
    "captain": lambda: generals_war.captain(3),
    "general": lambda: generals_war.general(4),
}
SEARCHED = {"searched.thumb", "searched.better", "searched.solved"}


def played(
    game: Game, player: Player, seed: str, budget: Budget = NO_LIMIT
) -> list[tuple[WarView, Thought]]:
    """The views and answers of a game among players of one kind."""
    secret = seed_from_text(seed)
    state = game.start(0, SeededChance(secret))
    found: list[tuple[WarView, Thought]] = []
    while not state.is_over():
        seat = state.actors()[0]
        view = state.view(seat)
        assert isinstance(view, WarView)
        thought = player.choose(view, budget, player_rng(secret, seat, len(found)))
        assert view.refusal(thought.action) is None
        found.append((view, thought))
        state.apply(seat, thought.action)
    return found


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("players", RULES.seats)
@settings(max_examples=8)
@given(data=st.data())
def test_no_choice_is_refused_with_any_target_and_each_has_its_reason(
    name: str, players: int, data: st.DataObject
) -> None:
    game = data.draw(games(RULES, players))
    seed = data.draw(st.integers(0, 10**6))
    for view, thought in played(game, PLAYERS[name](), f"war {seed}"):
        why = thought.why
        assert why is not None
        assert set(why.values) - {"cut"} == set(CODES[why.code])
        if why.code in SEARCHED:
            assert why.candidates[0].action == thought.action
            for one in why.candidates:
                assert view.refusal(one.action) is None
                assert one.expected is not None
                assert -1e-9 <= one.expected <= 1.0 + 1e-9


@pytest.mark.soak
@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("players", RULES.seats)
def test_hundreds_of_games_with_every_kind_of_target_end_without_a_refusal(
    name: str, players: int
) -> None:
    rng = rng_from("targets", name, players)
    for number in range(150):
        target = (20, 21, 60, 364, 20 + int(rng.below(345)))[number % 5]
        played(RULES.game(players, {"target": target}), PLAYERS[name](), f"soak {number}")


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("players", RULES.seats)
def test_the_same_seed_gives_the_same_choices(name: str, players: int) -> None:
    one, other = (
        [thought for _, thought in played(RULES.game(players), PLAYERS[name](), "again")]
        for _ in range(2)
    )
    assert one == other


@pytest.mark.parametrize("players", RULES.seats)
def test_with_a_clock_the_best_so_far_is_played_and_marked(players: int) -> None:
    before = time.monotonic()
    answers = played(
        RULES.game(players), generals_war.general(10**6), "clock", Budget(seconds=0.003)
    )
    spent = time.monotonic() - before
    cut = [one for _, one in answers if one.why is not None and "cut" in one.why.values]
    assert cut
    assert spent < 2.0 + 0.3 * len(answers)  # a busy machine, three challenges a choice
    for one in cut:
        assert one.why is not None
        assert one.why.values["worlds"] != 0


@pytest.mark.parametrize("name", PLAYERS)
def test_two_muster_all_and_of_four_only_sergeants(name: str) -> None:
    found = set()
    for players in RULES.seats:
        for seed in range(20):
            game = RULES.game(players)
            state = game.start(0, SeededChance(seed_from_text(f"muster {seed}")))
            view = state.view(1)
            if view.legal_count() > 1:
                thought = PLAYERS[name]().choose(view, NO_LIMIT, rng_from("muster"))
                assert thought.why is not None
                found.add((players, thought.why.code))
    four = "thumb.muster" if name == "sergeant" else "strong.muster.leave"
    assert found == {(2, "thumb.muster"), (4, four)}


def test_the_general_does_not_always_send_the_same_squad_in_the_same_position() -> None:
    game = RULES.game(2)
    general = generals_war.general(12)
    several = 0
    for seed in range(4):
        for number, (view, _) in enumerate(played(game, general, f"mixed {seed}")):
            if view.public.phase == BATTLE and view.legal_count() > 1 and number % 4 == 0:
                sent = {
                    general.choose(view, NO_LIMIT, rng_from("mixed", n)).action for n in range(4)
                }
                several += len(sent) > 1
    assert several > 0
