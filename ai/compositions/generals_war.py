"""The levels of General's War: how prices, beliefs and the search for squads go together."""

from __future__ import annotations

import time
from typing import Final

from ai.beliefs.generals_war import WarWorlds
from ai.heuristics.generals_war_kinds import Kinds
from ai.heuristics.generals_war_strong import FOUR_HABIT, TWO_HABIT, Habit, pick, squad_code
from ai.player import Budget, Candidate, Player, Thought, Why
from ai.reasons import reason
from ai.search.expectation import Weighed
from ai.search.regret import matrix_game
from ai.search.war_endgame import ROOT_ROUNDS, Endgame, sides
from ai.search.war_squads import SquadSearch
from ai.searching import NAMED, UNIT, searched
from ai.thumb import forced
from engine.actions import READY, SQUAD, cards_of, kind_of, target_of
from engine.game import View
from engine.generals_war.public import BATTLE, CHALLENGING, MUSTERING, squad_mask, value_of
from engine.generals_war.view import WarView
from engine.rng import Rng

CAPTAIN_WORLDS: Final = 16
GENERAL_WORLDS_OF_TWO: Final = 320
GENERAL_WORLDS: Final = 240
# How enemies lean to the squads they take for the best: e times likelier by this much of a chance.
HEAT: Final = 0.004
# The same for the squads that they are known to have sent.
PAST_HEAT: Final = 0.02
# Squads whose chance is within so much of the best are drawn from, so many at most; how the draw is
# mixed is worked out in so many worlds.
NEAR: Final = 0.004
MIXED: Final = 6
MIXED_WORLDS: Final = 40
# How likely an enemy is taken to play by rule of thumb, and just anyhow, until its squads tell:
# with two seats, and with more, where there are three squads of a seat to tell instead of seven.
TWO_OTHERS: Final = (0.2, 0.1)
MORE_OTHERS: Final = (0.2, 0.2)
# Hands that are solved exactly, once both are known.
SOLVED: Final = 7
# A squad of less is not sent to win.
IN_EARNEST: Final = 15


def habit(players: int) -> Habit:
    """What is usual at a table of so many."""
    return Habit(TWO_HABIT if players == 2 else FOUR_HABIT)


class PricePlayer:
    """Squads by price; musters all aces, challenges the smallest hand."""

    def choose(self, view: View, budget: Budget, rng: Rng) -> Thought:
        if view.legal_count() == 1:
            return forced(view)
        return by_price(view, rng, muster_of_four=True)


class SquadPlayer:
    """Plays as ``PricePlayer``, but squads and challenges are weighed over sampled worlds."""

    def __init__(
        self,
        worlds: int,
        near: float = 0.0,
        heat: float = HEAT,
        past_heat: float = PAST_HEAT,
        others: tuple[float, float] = (0.0, 0.0),
        more: Player | None = None,
    ) -> None:
        """others: how likely an enemy is taken to go by rule of thumb, and just anyhow, instead of
        by price, before its squads tell. more: who plays where there are more than two seats, if
        that is somebody else."""
        self._others = others
        self._more = more
        self._worlds = worlds
        self._near = near
        self._heat = heat
        self._past_heat = past_heat

    def choose(self, view: View, budget: Budget, rng: Rng) -> Thought:
        if self._more is not None and view.game.players > 2:
            return self._more.choose(view, budget, rng)
        if view.legal_count() == 1:
            return forced(view)
        deadline = 0.0 if budget.seconds is None else time.monotonic() + budget.seconds
        assert isinstance(view, WarView)
        first = by_price(view, rng, muster_of_four=False)
        phase = view.public.phase
        if phase == CHALLENGING:
            weighed = self._challenges(view, rng, deadline)
            return self._thought(weighed, weighed[0], first, deadline)
        if phase != BATTLE:
            return first
        public = view.public
        enemy = int(public.first if public.second == view.seat else public.second)
        if self._near > 0.0 and known_hand(view, enemy) and small(view):
            return solved(view, enemy, rng)
        search = self._search(view, enemy, rng, deadline)
        weighed = search.found()
        near = [one for one in weighed if weighed[0].mean - one.mean <= self._near][:MIXED]
        chosen = weighed[0]
        if len(near) > 1:
            mix = search.mixed([one.action for one in near], MIXED_WORLDS)
            chosen = near[drawn(mix, rng)]
        return self._thought(weighed, chosen, first, deadline)

    def _thought(
        self, weighed: list[Weighed], chosen: Weighed, first: Thought, deadline: float
    ) -> Thought:
        cut = deadline > 0.0 and chosen.worlds < self._worlds
        return Thought(chosen.action, searched(weighed, chosen, first.action, cut))

    def _search(self, view: WarView, enemy: int, rng: Rng, deadline: float) -> SquadSearch:
        usual = habit(int(view.public.players))
        kinds = Kinds(view.public, *self._others)
        worlds = WarWorlds(view, usual, self._past_heat, kinds)
        search = SquadSearch(view, enemy, worlds, usual, self._heat, kinds)
        search.run(rng, 1 if known_hand(view, enemy) else self._worlds, deadline)
        return search

    def _challenges(self, view: WarView, rng: Rng, deadline: float) -> list[Weighed]:
        """Every enemy, at what the best squad against it brings."""
        found: list[Weighed] = []
        stream = rng.fork()
        for action in view.legal_actions():
            best = self._search(view, int(target_of(action)), stream.clone(), deadline).found()[0]
            found.append(best._replace(action=action))
        found.sort(key=lambda one: -one.mean)
        return found


def known_hand(view: WarView, enemy: int) -> bool:
    """Whether all that the seat does not see is the hand of ``enemy``."""
    public = view.public
    return bool(public.players == 2 and public.reserve == 0)


def small(view: WarView) -> bool:
    """Whether both hands are small enough to be solved."""
    return all(int(size) <= SOLVED for size in (view.public.sizes[0], view.public.sizes[1]))


def drawn(mix: list[float], rng: Rng) -> int:
    """An index, as likely as ``mix`` says."""
    left = rng.unit()
    for at, part in enumerate(mix):
        left -= part
        if left < 0.0:
            return at
    return len(mix) - 1


def solved(view: WarView, enemy: int, rng: Rng) -> Thought:
    """The choice when both hands are known, by the mixed strategies of the game that is left."""
    public = view.public
    game = Endgame(public.target)
    hand = view.unseen() | public.known[enemy]
    mine, theirs = sides(public, view.hand, hand, view.seat)
    matrix = game.matrix(mine, theirs)
    rows, columns, _ = matrix_game(matrix, ROOT_ROUNDS)
    values = [sum(a * b for a, b in zip(line, columns, strict=True)) for line in matrix]
    codes = [int(squad_code(mask)) for mask in game.squads(view.hand)]
    at = drawn(rows, rng)
    order = sorted(range(len(codes)), key=lambda n: (n != at, -rows[n], -values[n]))
    candidates = tuple(Candidate(codes[n], values[n], None, rows[n]) for n in order[:NAMED])
    return Thought(codes[at], Why("searched.solved", {"unit": UNIT}, candidates))


def by_price(view: View, rng: Rng, muster_of_four: bool) -> Thought:
    """The choice by price, and its reason. muster_of_four: whether to muster at a table of four,
    where it costs more than it brings: hands that grew are challenged last, and battles win."""
    assert isinstance(view, WarView)
    public = view.public
    if public.phase == MUSTERING and public.players > 2 and not muster_of_four:
        return Thought(READY, Why("strong.muster.leave", {}))
    action = int(pick(habit(int(public.players)), public, view.seat, view.hand, rng))
    if kind_of(action) != SQUAD:
        return Thought(action, reason(action))
    earnest = value_of(squad_mask(action)) >= IN_EARNEST
    code = "strong.squad.price" if earnest else "strong.squad.save"
    return Thought(action, Why(code, {"cards": cards_of(action)}))


def sergeant() -> Player:
    """Squads by price."""
    return PricePlayer()


def captain(worlds: int = 0) -> Player:
    """The best answer to what a few sampled enemies would send."""
    return SquadPlayer(worlds or CAPTAIN_WORLDS)


def general(worlds: int = 0) -> Player:
    """The same over many worlds, drawing among near-best squads and solving small ends, against
    any kind of enemy."""
    more = SquadPlayer(worlds or GENERAL_WORLDS, NEAR, others=MORE_OTHERS)
    return SquadPlayer(worlds or GENERAL_WORLDS_OF_TWO, NEAR, others=TWO_OTHERS, more=more)
