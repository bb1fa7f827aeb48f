"""What the others at a General's War table probably hold, from what they did.

Worlds are drawn as all that is certain allows, and weighted by two signs. The squad that a seat
sent last: how likely each kind of enemy would have sent just this one from the hand that the world
gives it, some of whose cards it has drawn since, which says in turn which kind it is; earlier
squads tell of the kind alone (``ai.heuristics.generals_war_kinds``). And with two seats, where
everybody musters all that can be mustered: an ace that was not shown was hardly there.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ai.heuristics.generals_war_kinds import Kinds
from ai.heuristics.generals_war_strong import Habit, Stakes, first_guess
from ai.search.expectation import Worlds
from engine import bits
from engine.game import State
from engine.generals_war.public import ACES, MUSTERING, SQUAD_SIZE, WarPublic
from engine.generals_war.state import WarState
from engine.generals_war.view import WarView
from engine.rng import Rng

HAND: Final = 5
MUSTER_DRAW: Final = 5
# How much likelier the squad that came is than the model says, at least.
DOUBT: Final = 0.03
# How likely an ace that could have been shown was kept hidden.
HIDDEN_ACE: Final = 0.05


@mypyc_attr(native_class=True)
class WarWorlds(Worlds):
    """Worlds of a view, weighted. heat: as in ``leaning``, for the squads that were sent. kinds:
    what the enemies may be, renewed with each world (None: all go by price)."""

    def __init__(
        self, view: WarView, habit: Habit, heat: float, kinds: Kinds | None = None
    ) -> None:
        self.kinds = Kinds(view.public, 0.0, 0.0) if kinds is None else kinds
        self.view = view
        self.habit = habit
        self.heat = heat
        public = view.public
        self.past = before_last(public)
        self.drew = drawn_since(public)
        self.battles = battles_of(public)
        self.last_weight = 1.0
        self.signs = False
        n: i64 = 0
        while n < public.players:
            if n != view.seat and public.last[n] != 0:
                self.signs = True
            n += 1

    def draw(self, rng: Rng) -> State:
        world = self.view.sample(rng)
        assert isinstance(world, WarState)
        self.last_weight = self.plausible(world.hands, rng)
        return world

    def weight(self) -> float:
        return self.last_weight

    def plausible(self, hands: vec[i64], rng: Rng) -> float:
        """The weight of a world with these hands; ``rng`` says which cards are newly drawn."""
        public = self.view.public
        own: i64 = self.view.seat
        self.kinds.begin()
        found = 1.0
        seat: i64 = 0
        while seat < public.players:
            if seat != own and public.place[seat] == 0:
                hidden = hands[seat] & ~public.known[seat]
                since: i64 = 0
                if public.last[seat] != 0:
                    since = newly(hidden, self.drew[seat], rng)
                    found *= self._sent(seat, hands[seat] & ~since)
                if public.players == 2 and self.battles < 2 and public.phase != MUSTERING:
                    aces = bits.count(hidden & ~since & ACES)
                    while aces > 0:
                        found *= HIDDEN_ACE
                        aces -= 1
            seat += 1
        return found

    def _sent(self, seat: i64, kept: i64) -> float:
        """How likely ``seat`` sent the squad it sent last if it kept the cards ``kept``."""
        past = self.past
        sent = self.view.public.last[seat]
        enemy = past.second
        if enemy == seat:
            enemy = past.first
        stakes = Stakes(past, seat, enemy)
        hand = kept | sent
        squads = stakes.squads(hand)
        guess = first_guess(self.habit, past, stakes, squads, hand)
        return self.kinds.seen(seat, sent, guess, squads, hand, self.heat, DOUBT)


def newly(hidden: i64, drawn: i64, rng: Rng) -> i64:
    """``drawn`` of the ``hidden`` cards, any of them alike."""
    left = bits.count(hidden)
    found: i64 = 0
    while drawn > 0 and left > 0:
        card = bits.bit(bits.nth(hidden, rng.below(left)))
        hidden &= ~card
        found |= card
        left -= 1
        drawn -= 1
    return found


def battles_of(public: WarPublic) -> i64:
    """How many battles there were."""
    laid = public.lost
    n: i64 = 0
    while n < public.players:
        laid |= public.won[n] | public.table[n]
        n += 1
    return bits.count(laid) // (2 * SQUAD_SIZE)


def drawn_since(public: WarPublic) -> vec[i64]:
    """How many cards each seat drew after the last battle."""
    found = vec[i64]([0] * public.players)
    winner = public.last_winner
    out: i64 = 0
    fighters: i64 = 0
    n: i64 = 0
    while n < public.players:
        if public.place[n] != 0 and n != winner:
            out += 1
        if public.last[n] != 0:
            fighters += 1
        n += 1
    if fighters == 0:
        return found
    mustered = MUSTER_DRAW * bits.count(public.announced)
    reserve = bits.count(public.pack) - HAND * public.players - mustered
    reserve -= 2 * SQUAD_SIZE * (battles_of(public) - 1) - SQUAD_SIZE * out
    if public.reserve > 0:
        reserve = 2 * SQUAD_SIZE
    elif reserve < 0:
        reserve = 0
    # The winner first; after a tie the one first clockwise from the dealer's left.
    seat = winner
    if winner < 0:
        seat = (public.dealer + 1) % public.players
        while public.last[seat] == 0:
            seat = (seat + 1) % public.players
    turn: i64 = 0
    while turn < 2:
        if public.place[seat] == 0:
            found[seat] = SQUAD_SIZE
            if reserve < SQUAD_SIZE:
                found[seat] = reserve
            reserve -= found[seat]
        other: i64 = 0
        while other == seat or public.last[other] == 0:
            other += 1
        seat = other
        turn += 1
    return found


def before_last(public: WarPublic) -> WarPublic:
    """The position in which the last squads were sent, as far as squads were priced by it."""
    past = public.clone()
    drew = drawn_since(public)
    winner = public.last_winner
    loser: i64 = -1
    laid: i64 = 0
    fighters: i64 = 0
    n: i64 = 0
    while n < public.players:
        sent = public.last[n]
        if sent != 0:
            past.table[n] &= ~sent
            past.known[n] |= sent & public.announced
            past.sizes[n] += SQUAD_SIZE - drew[n]
            past.reserve += drew[n]
            past.committed[n] = 0
            laid |= sent
            if n != winner:
                loser = n
            if fighters == 0:
                past.first = n
            else:
                past.second = n
            fighters += 1
        n += 1
    if winner >= 0 and loser >= 0:
        past.won[winner] &= ~laid
        past.killed[winner * public.players + loser] -= bits.count(public.last[loser] & ACES)
        past.place[winner] = 0
    past.lost &= ~laid
    return past
