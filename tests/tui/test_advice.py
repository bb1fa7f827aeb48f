"""Advice: figures for the choice asked about, on the scale of the level that advises."""

from __future__ import annotations

import importlib

import pytest

from ai.levels import LEVELS, parse_player
from ai.player import NO_LIMIT, Budget, Candidate, Thought, UnknownPlayer, Why
from ai.weigher import Weigher, read_weigher
from ai.weighing import is_weigher, strongest, weigh_text
from engine.actions import COVER, card_of
from engine.battalion.view import BattalionView
from engine.chance import SeededChance, seed_from_text
from engine.game import View
from engine.registry import rule_set
from engine.rng import Rng, rng_from
from tests.support.random_games import TABLE_IDS, TABLES, positions
from tui.learning.advice import advise
from tui.words import Words

RULES = ("battalion-twins", "battalion-cover", "fight-for-the-lead", "generals-war")


def first_view(rules: str, players: int) -> View:
    """A view whose seat has a choice."""
    state = rule_set(rules).game(players).start(0, SeededChance(seed_from_text("advice")))
    while state.legal_count(state.next_actor()) < 4:
        state.play(state.next_actor(), state.legal_nth(state.next_actor(), 0), None)
    return state.view(int(state.next_actor()))


class Scripted:
    """A level that says ``thought``, and weighers that give the ``figures`` in order."""

    def __init__(self, thought: Thought, figures: list[float], error: float = 0.01) -> None:
        self.thought = thought
        self.figures = figures
        self.error = error

    async def choose(self, view: View, level: str, rng: Rng, budget: Budget = NO_LIMIT) -> Thought:
        assert budget.seconds is not None
        if not is_weigher(level):
            assert level == strongest(view.game)
            return self.thought
        actions = read_weigher(level).actions
        found = [
            Candidate(action, figure, self.error)
            for action, figure in zip(actions, self.figures, strict=False)
        ]
        found.sort(key=lambda one: -(one.expected or 0.0))
        return Thought(found[0].action, Why("weighed", {"worlds": 50, "unit": "win"}, tuple(found)))


async def test_a_level_that_gives_no_figures_gets_those_of_the_weigher() -> None:
    view = first_view("generals-war", 2)
    one, other, *_ = view.legal_actions()
    scripted = Scripted(Thought(one, Why("thumb.muster", {"cards": []})), [0.5, 0.4, 0.3, 0.2])
    advice = await advise(scripted, view, also=other)
    assert advice.action == one
    assert advice.why.code == "thumb.muster"
    assert advice.expected(one) == 0.5
    assert advice.expected(other) == 0.4


async def test_figures_are_moved_to_the_scale_of_the_level() -> None:
    view = first_view("generals-war", 2)
    one, other, third, *_ = view.legal_actions()
    known = (Candidate(one, 0.7, 0.01), Candidate(third, 0.65, 0.01))
    thought = Thought(one, Why("searched.better", {"unit": "win", "worlds": 9}, known))
    advice = await advise(Scripted(thought, [0.5, 0.4, 0.3, 0.2]), view, also=other)
    assert advice.expected(one) == pytest.approx(0.7)
    assert advice.expected(other) == pytest.approx(0.6)
    # What the level weighed itself is not weighed again.
    same = await advise(Scripted(thought, []), view, also=third)
    assert same.expected(third) == 0.65


async def test_a_card_of_another_suit_is_not_said_to_cover() -> None:
    state = rule_set("battalion-cover").game(4).start(0, SeededChance(seed_from_text("cover")))
    said: dict[bool, str] = {}
    for number in range(3000):
        if len(said) == 2 or state.is_over():
            break
        seat = int(state.next_actor())
        view = state.view(seat)
        covering = [action for action in view.legal_actions() if action & 31 == COVER]
        choice = covering[0] if covering else view.legal_nth(number % int(view.legal_count()))
        if covering and view.legal_count() > 1:
            assert isinstance(view, BattalionView)
            card = card_of(choice)
            follows = card // 13 == view.public.attack[view.public.asked] // 13
            thought = Thought(choice, Why("thumb.cover.cheapest", {"cards": [int(card)]}))
            advice = await advise(Scripted(thought, [0.5, 0.4, 0.3, 0.2, 0.1, 0.1]), view)
            said[follows] = Words().reason(advice.why).replace(Words().card(int(card)), "X")
        state.apply(seat, choice)
    assert said == {
        True: "X does it and costs this hand least.",
        False: "Nothing in this hand covers it; X costs least.",
    }


@pytest.mark.parametrize(("error", "better"), [(0.01, True), (0.2, False)])
async def test_another_choice_is_advised_only_if_it_is_clearly_better(
    error: float, better: bool
) -> None:
    view = first_view("generals-war", 2)
    one, other, *_ = view.legal_actions()
    scripted = Scripted(Thought(one, Why("thumb.other", {})), [0.3, 0.6, 0.1, 0.1], error)
    advice = await advise(scripted, view, also=other)
    assert advice.action == (other if better else one)
    assert advice.why.candidates[0].action == advice.action


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=TABLE_IDS)
def test_a_weigher_weighs_what_it_is_given_and_says_the_same_again(
    rules: str, players: int
) -> None:
    view = first_view(rules, players)
    actions = view.legal_actions()[:3]
    weigher = read_weigher(weigh_text(3, actions))
    thought = weigher.choose(view, NO_LIMIT, rng_from("weigh"))
    again = Weigher(3, actions).choose(view, NO_LIMIT, rng_from("weigh"))
    assert thought == again
    assert thought.why is not None
    assert {one.action for one in thought.why.candidates} == set(actions)
    assert all(0.0 <= (one.expected or 0.0) <= 1.0 for one in thought.why.candidates)


@pytest.mark.parametrize("rules", RULES)
def test_what_the_seat_cannot_know_changes_no_figure(rules: str) -> None:
    module = importlib.import_module(f"tests.contract.scramble_{rules.replace('-', '_')}")
    rng = rng_from("weighers", rules)
    game = rule_set(rules).game(rule_set(rules).seats[-1])
    changed = 0
    for at, state in enumerate(positions(game, "weigh", dealer=0)):
        if at % 9 or state.is_over():
            continue
        if at > 60:
            break
        seat = state.actors()[0]
        view = state.view(seat)
        weigher = Weigher(2, view.legal_actions()[:3])
        here = weigher.choose(view, NO_LIMIT, rng_from("w", at))
        other, moved = module.scramble(state, seat, rng)
        assert weigher.choose(other.view(seat), NO_LIMIT, rng_from("w", at)) == here
        changed += any(moved.values())
    assert changed > 0


@pytest.mark.parametrize(
    "text", ["weigh:", "weigh:0:1", "weigh:5", "weigh:x:1", "weigh:5:zz", "weigh:999999999:1"]
)
def test_what_is_no_weigher_is_refused(text: str) -> None:
    with pytest.raises(UnknownPlayer):
        read_weigher(text)


def test_nobody_can_sit_down_as_a_weigher() -> None:
    with pytest.raises(UnknownPlayer):
        parse_player("weigh:5:1")
    assert not any(is_weigher(name) for name in LEVELS)
