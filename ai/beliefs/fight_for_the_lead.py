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

from ai.heuristics.fight_for_the_lead_habits import (
    FIGHT_LENGTH,
    FIGHT_RANK,
    ExchangeHabit,
    PlayHabit,
)
from ai.search.expectation import Worlds
from engine import bits
from engine.chance import FastChance
from engine.fight_for_the_lead.mixed import played_by
from engine.fight_for_the_lead.terms import EXCHANGING, FIGHTING
from engine.fight_for_the_lead.view import LeadView
from engine.game import State
from engine.rng import Rng


@mypyc_attr(native_class=True)
class LeadModel:
    """What is made of the others' choices; the habits themselves are fitted to self-play.

    fights, exchanges, plays: whether these are heeded. blur: share of choices that say nothing.
    """

    def __init__(
        self, fights: bool, exchanges: bool, plays: bool = False, blur: float = 0.05
    ) -> None:
        self.fights = fights
        self.exchanges = exchanges
        self.plays = plays
        self.blur = blur


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
            self.pull[n] = exp(FIGHT_RANK * rank + FIGHT_LENGTH * float(int(n // 13)))
            n += 1
        self.model = model
        # A habit a seat; of those that have not exchanged yet, or are not heeded, None.
        self.habits: list[ExchangeHabit | None] = [None] * int(players)
        self.play_habit = PlayHabit(public.terms.players)
        # Four places a seat: cards it played, and what they were played to.
        self.laid = vec[i64]([0] * players)
        self.laid_card = vec[i64]([0] * (4 * players))
        self.laid_led = vec[i64]([0] * (4 * players))
        self.laid_best = vec[i64]([0] * (4 * players))
        self.laid_last = vec[i64]([0] * (4 * players))
        self.hands = vec[i64]([0] * players)
        self.piles = vec[i64]([0] * players)
        self.shown = vec[i64]([0] * players)
        self.may = vec[i64]([0] * players)
        self.order = vec[i64]()
        self.cards = vec[i64]()
        # Before a deal nobody has cards, and where a new stock was made worlds are as likely as by
        # chance: the view's own sampling does for both.
        self.plain = public.mixed != 0 or public.phase < FIGHTING
        if not self.plain:
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
            if (public.playing >> seat) & 1 == 0:
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
            if model.exchanges and self._has_exchanged(seat):
                self.habits[number] = ExchangeHabit(
                    public.terms.players,
                    public.size,
                    public.leads & 7 == seat,
                    public.pot - later * public.terms.ante,
                    public.terms.ante,
                )
        self.order = vec[i64](tight + loose)
        if model.plays:
            self._replay()

    def _replay(self) -> None:
        """Writes down what each card was played to."""
        public = self.public
        n: i64 = 0
        while n <= public.done:
            cards = public.trick
            size = public.laid
            if n < public.done:
                cards = public.finished(n)
                size = public.size
            seat = (public.leads >> (3 * n)) & 7
            led: i64 = -1
            best: i64 = -1
            at: i64 = 0
            while at < size:
                card = cards & 63
                cards >>= 6
                place = 4 * seat + self.laid[seat]
                self.laid_card[place] = card
                self.laid_led[place] = led
                self.laid_best[place] = best
                self.laid_last[place] = 1 if at + 1 == public.size else 0
                self.laid[seat] += 1
                if led < 0:
                    led = card // 13
                    best = card
                elif card // 13 == led and card > best:
                    best = card
                seat = (public.after >> (4 * seat)) & 15
                at += 1
            n += 1

    def _has_exchanged(self, seat: i64) -> bool:
        """Whether the seat's turn to exchange is over."""
        public = self.public
        if public.phase != EXCHANGING:
            return public.phase > EXCHANGING
        for number in public.in_order():
            if number == public.turn:
                return False
            if number == seat:
                return True
        return False

    def weight(self) -> float:
        return self.drawn_weight

    def draw(self, rng: Rng) -> State:
        view = self.view
        public = self.public
        self.drawn_weight = 1.0
        if self.plain:
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
        heeded = self.public.phase > FIGHTING
        if not heeded:
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
            if heeded:
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
        chances = 1.0
        if self.model.plays and self.laid[seat] > 0:
            chances = self._played_so(seat, held)
        pile = self.piles[seat]
        before = held
        n: i64 = 0
        while n < pile:
            before &= ~_some(rng, before)
            n += 1
        before |= gave
        habit = self.habits[seat]
        if habit is not None:
            chances *= (1.0 - self.blur) * habit.likely(before, gave) + self.blur * 0.1
        if not self.model.fights:
            return chances
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
            pull = self.pull[13 * length + card - 13 * suit]
            mass += pull
            if card == fight:
                mine = pull
        size = float(int(public.terms.hand_size))
        return chances * ((1.0 - self.blur) * mine / mass + self.blur / size)

    def _played_so(self, seat: i64, held: i64) -> float:
        """How likely the seat's plays in the tricks are if it held ``held`` before them."""
        chances = 1.0
        n: i64 = 0
        while n < self.laid[seat]:
            at = 4 * seat + n
            card = self.laid_card[at]
            chances *= self.play_habit.likely(
                held,
                card,
                self.laid_led[at],
                self.laid_best[at],
                self.laid_last[at] != 0,
                self.blur,
            )
            held &= ~bits.bit(card)
            n += 1
        return chances


def _some(rng: Rng, cards: i64) -> i64:
    """The mask of one of ``cards``, each equally likely."""
    return bits.bit(bits.nth(cards, rng.below(bits.count(cards))))
