"""Information-set tree search (single observer) over the State interface of any rule set.

One tree from the searching seat's point of view; every simulation samples a world, walks down
the tree along choices that are legal in that world, adds one node and plays out. Nodes are found
by the choices that lead to them, so worlds that differ only in what the seat cannot see share
them. In a round of simultaneous choices only the first choice is searched; the others are made by
the playouts' policy, because who chooses there does not see the choice above it in the tree.
"""

from __future__ import annotations

import time
from math import log, sqrt
from typing import NamedTuple

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ai.search.expectation import Worlds
from ai.search.playout import play_out
from ai.search.policy import Policy, Utility
from engine.game import State
from engine.rng import Rng


class Visited(NamedTuple):
    """A choice at the root after the search: code, visits, expected utility (0 to 1)."""

    action: int
    visits: int
    mean: float


@mypyc_attr(native_class=True)
class Tree:
    """The nodes as columns; node 0 is the root, -1 is none. ``reward`` is what the seat that made
    the choice leading to a node got in sum; ``available`` counts the worlds in which it could."""

    def __init__(self) -> None:
        self.action = vec[i64]([0])
        self.child = vec[i64]([-1])
        self.sibling = vec[i64]([-1])
        self.visits = vec[i64]([0])
        self.available = vec[i64]([0])
        self.mover = vec[i64]([-1])
        self.reward = vec[float]([0.0])

    def find(self, node: i64, action: i64) -> i64:
        """The child of ``node`` by ``action``; -1 if there is none."""
        at = self.child[node]
        while at >= 0:
            if self.action[at] == action:
                return at
            at = self.sibling[at]
        return -1

    def child_for(self, node: i64, action: i64, mover: i64) -> i64:
        """The child of ``node`` by ``action``, new if there was none."""
        at = self.find(node, action)
        return at if at >= 0 else self.add(node, action, mover)

    def add(self, node: i64, action: i64, mover: i64) -> i64:
        """A new child of ``node``."""
        at = i64(len(self.action))
        self.action = append(self.action, action)
        self.child = append(self.child, -1)
        self.sibling = append(self.sibling, self.child[node])
        self.visits = append(self.visits, 0)
        self.available = append(self.available, 0)
        self.mover = append(self.mover, mover)
        self.reward = append(self.reward, 0.0)
        self.child[node] = at
        return at


def search(
    worlds: Worlds,
    seat: i64,
    policy: Policy,
    utility: Utility,
    rng: Rng,
    simulations: i64,
    exploration: float,
    most_choices: i64,
    deadline: float = 0.0,
) -> list[Visited]:
    """Searches for ``seat``, which is asked in ``worlds``; its choices, most visited first.

    simulations: playouts. exploration: the factor of the confidence term. most_choices: cut-off
    of a playout, 0 for none. deadline: a value of ``time.monotonic()`` after which no simulation
    is begun (one is always made); 0: none.
    """
    tree = Tree()
    n: i64 = 0
    while n < simulations:
        if deadline > 0.0 and n > 0 and (n & 15) == 0 and time.monotonic() >= deadline:
            break
        _simulate(tree, worlds.draw(rng), seat, policy, utility, rng, exploration, most_choices)
        n += 1
    found: list[Visited] = []
    at = tree.child[0]
    while at >= 0:
        visits = int(tree.visits[at])
        mean = tree.reward[at] / visits if visits > 0 else 0.0
        found.append(Visited(int(tree.action[at]), visits, mean))
        at = tree.sibling[at]
    found.sort(key=lambda child: (-child.visits, -child.mean, child.action))
    return found


def _simulate(
    tree: Tree,
    state: State,
    seat: i64,
    policy: Policy,
    utility: Utility,
    rng: Rng,
    exploration: float,
    most_choices: i64,
) -> None:
    path = vec[i64]()
    node: i64 = 0
    unseen = False
    while seat >= 0:
        if unseen:
            node = tree.child_for(node, policy.choose(state, seat, rng), seat)
        else:
            node = _select(tree, node, state, seat, rng, exploration)
        state.play(seat, tree.action[node], None)
        path = append(path, node)
        seat = state.next_actor()
        unseen = seat >= 0 and len(state.missing()) > 0
        if tree.visits[node] == 0:
            break
    if seat >= 0:
        play_out(state, policy, rng, most_choices)
    values = utility.values(state)
    i: i64 = 0
    while i < i64(len(path)):
        at = path[i]
        tree.visits[at] += 1
        tree.reward[at] += values[tree.mover[at]]
        i += 1
    tree.visits[0] += 1


def _select(tree: Tree, node: i64, state: State, seat: i64, rng: Rng, exploration: float) -> i64:
    """The child to walk to: an unvisited legal choice at random if there is one, else the child
    with the highest upper confidence bound among those that are legal in this world."""
    total = state.legal_count(seat)
    best: i64 = -1
    best_bound = -1.0
    fresh: i64 = 0
    fresh_action: i64 = -1
    n: i64 = 0
    while n < total:
        action = state.legal_nth(seat, n)
        at = tree.find(node, action)
        if at < 0:
            fresh += 1
            if rng.below(fresh) == 0:
                fresh_action = action
        else:
            tree.available[at] += 1
            visits = float(int(tree.visits[at]))
            if visits > 0.0:
                bound = tree.reward[at] / visits + exploration * sqrt(
                    log(float(int(tree.available[at]))) / visits
                )
                if bound > best_bound:
                    best_bound = bound
                    best = at
        n += 1
    if fresh > 0:
        at = tree.add(node, fresh_action, seat)
        tree.available[at] = 1
        return at
    return best
