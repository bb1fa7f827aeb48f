"""What the others at a table of Fight for the Lead probably hold.

A world is as likely as what the others did would be in it: who fights with a low card has none
that is missed less, who exchanges nothing has cards worth keeping. Cards are dealt seat by seat;
of ``tries`` deals to a seat one is kept, each as likely as it explains that seat, and the mean of
all goes into the weight of the world, so that weighted worlds follow the model exactly.
"""

from __future__ import annotations

from math import exp

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ai.heuristics.fight_for_the_lead_strong import chance
from ai.search.expectation import Worlds
from engine import bits
from engine.chance import FastChance
from engine.fight_for_the_lead.mixed import played_by
from engine.fight_for_the_lead.terms import FIGHTING, LAPSES
from engine.fight_for_the_lead.view import LeadView
from engine.game import State
from engine.rng import Rng


@mypyc_attr(native_class=True)
class LeadModel:
    """How others choose, as chances; fitted to self-play.

    rank, length: a fight card is chosen e ** -rank times as often for each rank that it is higher,
    e ** -length times for each further card of its suit. blur: share of choices that say nothing.
    spread: chips by which an exchange must be better to be e times likelier; debt, eager: as in
    ``LeadStyle``.
    """

    def __init__(
        self,
        rank: float = 0.45,
        length: float = 0.3,
        blur: float = 0.05,
        spread: float = 0.6,
        debt: float = 0.5,
        eager: float = 1.0,
    ) -> None:
        self.rank = rank
        self.length = length
        self.blur = blur
        self.spread = spread
        self.debt = debt
        self.eager = eager


@mypyc_attr(native_class=True)
class LikelyWorlds(Worlds):
    """Worlds by ``model``; ``tries`` deals to a seat for each that is kept."""

    def __init__(self, view: LeadView, model: LeadModel, tries: int) -> None:
        self.view = view
        self.public = view.public
        self.tries: i64 = tries
        self.blur = model.blur
        self.drawn_weight = 1.0
        public = view.public
        players = public.terms.players
        # A fight card's pull by its rank, 13 numbers for each length of its suit.
        self.pull = vec[float]([0.0] * 65)
        n: i64 = 0
        while n < 65:
            rank = float(int(n % 13))
            self.pull[n] = exp(-model.rank * rank - model.length * float(int(n // 13)))
            n += 1
        # How likely a card is given up, 13 numbers a seat.
        self.gives = vec[float]([0.0] * (13 * players))
        self.hands = vec[i64]([0] * players)
        self.piles = vec[i64]([0] * players)
        self.shown = vec[i64]([0] * players)
        self.gave_any = vec[i64]([0] * players)
        self.may = vec[i64]([0] * players)
        self.order = vec[i64]()
        self.cards = vec[i64]()
        if public.mixed == 0:
            self._prepare(model)

    def _prepare(self, model: LeadModel) -> None:
        public = self.public
        view = self.view
        seen = view.hand | public.played | public.shown | view.given
        unseen = public.terms.pack & ~seen
        self.cards = vec[i64](bits.cards_of(unseen))
        tight: list[int] = []
        loose: list[int] = []
        later: i64 = 0
        for number in reversed(public.in_order()):
            seat: i64 = number
            if (public.playing >> seat) & 1 == 0 or public.phase < FIGHTING:
                continue
            gave = (public.gave >> (4 * seat)) & 15
            later += gave
            if seat == view.seat:
                continue
            self.hands[seat] = public.hand_size(seat)
            self.piles[seat] = gave
            self.shown[seat] = played_by(public, seat)
            void = public.void(seat)
            self.may[seat] = ~void
            if void != 0:
                tight.append(number)
            else:
                loose.append(number)
            self._exchange_model(model, seat, public.pot - later * public.terms.ante)
            self.gave_any[seat] = self._has_exchanged(seat)
        self.order = vec[i64](tight + loose)

    def _has_exchanged(self, seat: i64) -> i64:
        """1 if the seat's turn to exchange is over."""
        public = self.public
        if public.phase < 2:
            return 0
        if public.phase > 2:
            return 1
        for number in public.in_order():
            if number == public.turn:
                return 0
            if number == seat:
                return 1
        return 0

    def _exchange_model(self, model: LeadModel, seat: i64, pot: i64) -> None:
        """How likely ``seat`` gave up a card of each rank when ``pot`` lay in the pot."""
        public = self.public
        terms = public.terms
        fair = 1.0 / float(int(public.size))
        stake = float(int(pot)) / float(int(terms.hand_size))
        if public.deal < terms.deals and (terms.debt != LAPSES or terms.players == 2):
            stake += model.debt * float(int(pot - terms.ante)) * fair
        price = model.eager * float(int(terms.ante)) * (1.0 - fair)
        spread = model.spread * float(int(terms.ante))
        rank: i64 = 0
        while rank < 13:
            gain = stake * (fair - chance(rank, public.size)) - price
            if gain > 30.0 * spread:
                gain = 30.0 * spread
            if gain < -30.0 * spread:
                gain = -30.0 * spread
            self.gives[13 * seat + rank] = 0.02 + 0.96 / (1.0 + exp(-gain / spread))
            rank += 1

    def weight(self) -> float:
        return self.drawn_weight

    def draw(self, rng: Rng) -> State:
        view = self.view
        public = self.public
        self.drawn_weight = 1.0
        if public.mixed != 0:
            return view.sample(rng)
        players = public.terms.players
        dealt = vec[i64]([0] * players)
        given = public.terms.zeros
        if public.gave != 0:
            given = vec[i64]([0] * players)
        cards = self.cards[:]
        top: i64 = 0
        for seat in self.order:
            top = self._deal(rng, seat, cards, top, dealt, given)
            if top < 0:
                self.drawn_weight = 1.0e-9
                return view.sample(rng)
        last = i64(len(cards)) - 1
        while last > top:
            other = top + rng.below(last - top + 1)
            card = cards[last]
            cards[last] = cards[other]
            cards[other] = card
            last -= 1
        own: i64 = view.seat
        dealt[own] = view.hand
        if view.given != 0:
            given[own] = view.given
        world = public.clone()
        world.committed = 0
        return view.maker.make(
            view.game,
            FastChance(rng.fork()),
            world,
            dealt,
            0,
            given,
            public.terms.zeros,
            cards,
            top,
        )

    def _deal(
        self, rng: Rng, seat: i64, cards: vec[i64], top: i64, dealt: vec[i64], given: vec[i64]
    ) -> i64:
        """Deals ``seat`` its hand and the cards it gave up, from ``cards`` after ``top``; gives
        the new top, -1 if it cannot be."""
        total = i64(len(cards))
        size = self.hands[seat]
        pile = self.piles[seat]
        may = self.may[seat]
        ways = 1.0
        if may != -1:
            allowed: i64 = 0
            n = top
            while n < total:
                allowed += (may >> cards[n]) & 1
                n += 1
            if allowed < size:
                return -1
            n = 0
            while n < size:
                ways *= float(int(allowed - n)) / float(int(total - top - n))
                n += 1
        hand: i64 = 0
        gave: i64 = 0
        mass = 0.0
        tried: i64 = 0
        tries = self.tries
        if self.public.fights == 0 and self.public.phase == FIGHTING:
            tries = 1
        while tried < tries:
            mine: i64 = 0
            at = top
            end = top + size
            while at < end:
                other = at + rng.below(total - at)
                card = cards[other]
                if (may >> card) & 1 != 0:
                    cards[other] = cards[at]
                    cards[at] = card
                    mine |= bits.bit(card)
                    at += 1
            lost: i64 = 0
            end = at + pile
            while at < end:
                other = at + rng.below(total - at)
                card = cards[other]
                cards[other] = cards[at]
                cards[at] = card
                lost |= bits.bit(card)
                at += 1
            explained = 1.0
            if tries > 1 or self.public.phase > FIGHTING:
                explained = self._explained(rng, seat, mine | self.shown[seat], lost)
            mass += explained
            if tried == 0 or rng.unit() * mass < explained:
                hand = mine
                gave = lost
            tried += 1
        dealt[seat] = hand | self.shown[seat]
        if pile > 0:
            given[seat] = gave
        self.drawn_weight *= ways * mass / float(int(tries))
        # The cards that were kept come to the front.
        kept = hand | gave
        at = top
        n = top
        while n < total:
            card = cards[n]
            if (kept >> card) & 1 != 0:
                cards[n] = cards[at]
                cards[at] = card
                at += 1
            n += 1
        return at

    def _explained(self, rng: Rng, seat: i64, held: i64, gave: i64) -> float:
        """How likely the seat's fight card and exchange are if it then held ``held`` (cards
        played since included) and gave up ``gave``; which cards came when is drawn."""
        public = self.public
        pile = self.piles[seat]
        before = held
        n: i64 = 0
        while n < pile:
            before &= ~_some(rng, before)
            n += 1
        before |= gave
        chances = 1.0
        if self.gave_any[seat] != 0:
            rest = before
            base = 13 * seat
            while rest != 0:
                card = bits.lowest(rest)
                rest &= rest - 1
                gives = self.gives[base + card % 13]
                if (gave >> card) & 1 != 0:
                    chances *= gives
                else:
                    chances *= 1.0 - gives
        fight = (public.fights >> (6 * seat)) & 63
        hand = before & ~_some(rng, before) | bits.bit(fight)
        mass = 0.0
        mine = 0.0
        rest = hand
        while rest != 0:
            card = bits.lowest(rest)
            rest &= rest - 1
            suit = card // 13
            length = i64(bits.COUNT[bits.suit_of(hand, suit)])
            pull = self.pull[13 * length - 13 + card - 13 * suit]
            mass += pull
            if card == fight:
                mine = pull
        size = float(int(public.terms.hand_size))
        return chances * ((1.0 - self.blur) * mine / mass + self.blur / size)


def _some(rng: Rng, cards: i64) -> i64:
    """The mask of one of ``cards``, each equally likely."""
    return bits.bit(bits.nth(cards, rng.below(bits.count(cards))))
