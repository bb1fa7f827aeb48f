"""Imagined deals of Fight for the Lead: who plays on in them, and what their ends are worth.

A playout goes to the end of the deal at one go. Where two seats play, it goes to the tricks only:
these are solved with all cards known.
"""

from __future__ import annotations

from math import exp, sqrt

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ai.heuristics import fight_for_the_lead_strong as strong
from ai.heuristics.fight_for_the_lead_strong import LeadStyle
from ai.search.lead_duel import taken_by_follower, taken_by_leader
from ai.search.policy import Policy, Utility
from engine.fight_for_the_lead.public import LeadPublic
from engine.fight_for_the_lead.state import LeadState
from engine.fight_for_the_lead.terms import ANYONE, ENTERING, LAPSES, OVER, TRICKS
from engine.game import State
from engine.rng import Rng


@mypyc_attr(native_class=True)
class DealPolicy(Policy):
    """Every seat goes by chances (``fight_for_the_lead_strong``).

    ``play`` plays the whole deal, or, where ``duel`` is set and two seats play, up to its tricks.
    """

    def __init__(self, style: LeadStyle, duel: bool = True) -> None:
        self.style = style
        self.duel = duel

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, LeadState)
        return strong.pick(self.style, state.public, seat, state.hand(seat), rng)

    def play(self, state: State, seat: i64, rng: Rng) -> None:
        assert isinstance(state, LeadState)
        public = state.public
        style = self.style
        deal = public.deal
        while seat >= 0 and public.deal == deal:
            if public.phase == TRICKS and self.duel and public.size == 2:
                break
            action = strong.pick(style, public, seat, state.hand(seat), rng)
            state.play(seat, action, None)
            seat = state.next_actor()


@mypyc_attr(native_class=True)
class MatchUtility(Utility):
    """The share of the match's first place.

    At its end it is as it is; between deals softmax(chips / scale), with what is in the pot shared
    by those who play for it and debts taken off. The scale, in antes, is base + slope *
    sqrt(deals left), at least 0.5; ``two`` and ``more`` name both for matches of two and of more.
    """

    def __init__(self, two: tuple[float, float], more: tuple[float, float]) -> None:
        self.base_two, self.slope_two = two
        self.base_more, self.slope_more = more

    def values(self, state: State) -> list[float]:
        assert isinstance(state, LeadState)
        public = state.public
        if public.phase == OVER:
            return _shares(public.chips)
        if public.phase == TRICKS:
            return self._solved(state)
        terms = public.terms
        if public.phase == ENTERING:
            return self._between(public, public.chips, public.debts, terms.deals - public.deal + 1)
        back = float(int(public.pot)) / float(int(public.size))
        worth: list[float] = []
        seat: i64 = 0
        while seat < terms.players:
            chips = float(int(public.chips[seat]))
            if (public.playing >> seat) & 1 != 0:
                chips += back
            worth.append(chips)
            seat += 1
        return self._softmax(public, worth, terms.deals - public.deal + 1)

    def _solved(self, state: LeadState) -> list[float]:
        """Two seats, tricks begun: what each takes if both see all cards, paid out."""
        public = state.public
        terms = public.terms
        seat = public.turn
        other = (public.after >> (4 * seat)) & 15
        if public.laid == 0:
            taken = taken_by_leader(state.hand(seat), state.hand(other))
        else:
            taken = taken_by_follower(state.hand(seat), state.hand(other), public.trick & 63)
        taken += public.tricks_of(seat)
        lost = terms.hand_size - taken
        chips = public.chips[:]
        share = public.pot // terms.hand_size
        chips[seat] += taken * share
        chips[other] += lost * share
        if public.deal == terms.deals:
            # What does not divide is the last trick's: as likely as not, that of who took more.
            chips[seat if taken > lost else other] += public.pot - terms.hand_size * share
            return _shares(chips)
        debts = terms.zeros[:] if terms.debt == LAPSES else public.debts[:]
        if taken == 0:
            debts[seat] = public.pot
        if lost == 0:
            debts[other] = public.pot
        return self._between(public, chips, debts, terms.deals - public.deal)

    def _between(
        self, public: LeadPublic, chips: vec[i64], debts: vec[i64], left: i64
    ) -> list[float]:
        """Before a deal, ``left`` of them still to be played, debts not yet paid."""
        terms = public.terms
        worth: list[float] = []
        seat: i64 = 0
        sits = terms.debt == LAPSES and (terms.players > 2 or terms.sit_out == ANYONE)
        pays = True
        while seat < terms.players:
            worth.append(float(int(chips[seat])))
            if terms.debt == LAPSES and chips[seat] < debts[seat]:
                pays = False
            seat += 1
        if not sits and (pays or terms.players > 2):
            # The price goes to a pot of which everybody gets a share.
            seat = 0
            while seat < terms.players:
                if debts[seat] > 0:
                    extra = debts[seat] - terms.ante
                    if extra > chips[seat]:
                        extra = chips[seat]
                    each = float(int(extra)) / float(int(terms.players))
                    other: i64 = 0
                    while other < terms.players:
                        worth[other] += each
                        other += 1
                    worth[seat] -= float(int(extra))
                seat += 1
        return self._softmax(public, worth, left)

    def _softmax(self, public: LeadPublic, worth: list[float], left: i64) -> list[float]:
        ante = float(int(public.terms.ante))
        antes = self.base_more + self.slope_more * sqrt(float(int(left)))
        if public.terms.players == 2:
            antes = self.base_two + self.slope_two * sqrt(float(int(left)))
        scale = ante * antes if antes > 0.5 else ante * 0.5
        most = max(worth)
        total = 0.0
        values: list[float] = []
        for chips in worth:
            value = exp((chips - most) / scale)
            values.append(value)
            total += value
        return [value / total for value in values]


def _shares(chips: vec[i64]) -> list[float]:
    """The first place, shared by those with most chips."""
    most: i64 = -1
    first: i64 = 0
    for mine in chips:
        if mine > most:
            most = mine
            first = 1
        elif mine == most:
            first += 1
    share = 1.0 / float(int(first))
    return [share if mine == most else 0.0 for mine in chips]
