"""The worlds that agree with what one seat is certain of."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engine import bits
from engine.chance import Chance, FastChance
from engine.fight_for_the_lead.mixed import MixedWorlds
from engine.fight_for_the_lead.public import LeadPublic
from engine.fight_for_the_lead.terms import EXCHANGING, FIGHTING, TRICKS
from engine.game import Game, State
from engine.refusals import BrokenState
from engine.rng import Rng

# A view that somebody made up may fit no world; the true ones need a few tries.
MOST_TRIES: Final = 1000000


@mypyc_attr(native_class=True, allow_interpreted_subclasses=True)
class WorldMaker:
    """Makes a position of its parts; the module of positions has the one there is."""

    def make(
        self,
        game: Game,
        chance: Chance,
        public: LeadPublic,
        dealt: vec[i64],
        fights: i64,
        given: vec[i64],
        late: vec[i64],
        stock: vec[i64],
        top: i64,
    ) -> State:
        """The position with these parts, which become its own."""
        raise NotImplementedError


@mypyc_attr(native_class=True)
class Worlds:
    """All positions that a seat may be in, prepared once and drawn from often.

    unseen: mask of the cards of which the seat does not know where they are; cards: the same as a
    vector. may: for each seat the cards it may hold. tight: seats of others that showed a void
    and still hold cards; loose: the others who hold cards. piles: seats of others whose exchanged
    cards lie in the discard pile.
    """

    def __init__(
        self,
        game: Game,
        public: LeadPublic,
        seat: i64,
        hand: i64,
        fight: i64,
        given: i64,
        late: i64,
        maker: WorldMaker,
    ) -> None:
        self.game = game
        self.public = public
        self.seat = seat
        self.hand = hand
        self.fight = fight
        self.given = given
        self.late = late
        self.maker = maker
        in_deal = public.phase == FIGHTING or public.phase == EXCHANGING or public.phase == TRICKS
        own_back = seat >= 0 and (public.back >> seat) & 1 != 0
        seen = hand | public.played
        if public.mixed == 0:
            seen |= public.shown
        if not own_back:
            seen |= given
        self.unseen = public.terms.pack & ~seen if in_deal else 0
        self.cards = vec[i64](bits.cards_of(self.unseen))
        players = public.terms.players
        self.sizes = vec[i64]([0] * players)
        self.may = vec[i64]([0] * players)
        tight: list[int] = []
        loose: list[int] = []
        piles: list[int] = []
        needed = public.stock
        other: i64 = 0
        while other < players:
            if other != seat and in_deal:
                void = public.void(other)
                size = public.hand_size(other)
                self.sizes[other] = size
                self.may[other] = self.unseen & ~void
                if size > 0 and void != 0:
                    tight.append(int(other))
                elif size > 0:
                    loose.append(int(other))
                needed += size
                gave = (public.gave >> (4 * other)) & 15
                if gave > 0 and (public.back >> other) & 1 == 0:
                    piles.append(int(other))
                    needed += gave
                if bits.count(self.may[other]) < size:
                    raise BrokenState("no-world")
            other += 1
        self.tight = vec[i64](tight)
        self.loose = vec[i64](loose)
        self.piles = vec[i64](piles)
        if in_deal and needed != len(self.cards):
            raise BrokenState("no-world")
        self.mixed: MixedWorlds | None = None
        if in_deal and public.mixed != 0:
            known = public.mixed | given if own_back else public.mixed
            self.mixed = MixedWorlds(public, seat, known, self.unseen, late)

    def world(self, rng: Rng) -> State:
        """One of the worlds, each equally likely."""
        public = self.public.clone()
        players = public.terms.players
        dealt = vec[i64]([0] * players)
        given = public.terms.zeros
        late = public.terms.zeros
        cards = self.cards[:]
        top: i64 = 0
        mixed = self.mixed
        if public.gave != 0 or mixed is not None:
            given = vec[i64]([0] * players)
        if mixed is not None:
            late = vec[i64]([0] * players)
            cards = mixed.fill(rng, dealt, given, late)
        else:
            top = self._fill(rng, cards, dealt, given)
        fights: i64 = 0
        own = self.seat
        if own >= 0:
            dealt[own] = self.hand
            if self.given != 0:
                given[own] = self.given
            if self.late != 0:
                late[own] = self.late
            public.committed &= bits.bit(own)
            if self.fight >= 0:
                fights = self.fight << (6 * own)
        else:
            public.committed = 0
        chance = FastChance(rng.fork())
        return self.maker.make(self.game, chance, public, dealt, fights, given, late, cards, top)

    def _fill(self, rng: Rng, cards: vec[i64], dealt: vec[i64], given: vec[i64]) -> i64:
        """Deals ``cards`` out, and gives the place in it where the stock begins.

        Seats with voids draw first, each from all that it may hold, whatever the others drew; if
        two drew the same card, all of them start over. That leaves every arrangement equally
        likely, and the rest is a plain shuffle.
        """
        total = i64(len(cards))
        top: i64 = 0
        if len(self.tight) > 0:
            taken = self._fill_tight(rng, dealt)
            n: i64 = 0
            while n < total:
                card = cards[n]
                if taken & bits.bit(card) != 0:
                    cards[n] = cards[top]
                    cards[top] = card
                    top += 1
                n += 1
        last = total - 1
        while last > top:
            other = top + rng.below(last - top + 1)
            card = cards[last]
            cards[last] = cards[other]
            cards[other] = card
            last -= 1
        for seat in self.loose:
            size = self.sizes[seat]
            hand: i64 = 0
            while size > 0:
                hand |= bits.bit(cards[top])
                top += 1
                size -= 1
            dealt[seat] = hand
        for seat in self.piles:
            size = (self.public.gave >> (4 * seat)) & 15
            pile: i64 = 0
            while size > 0:
                pile |= bits.bit(cards[top])
                top += 1
                size -= 1
            given[seat] = pile
        return top

    def _fill_tight(self, rng: Rng, dealt: vec[i64]) -> i64:
        """Hands for the seats with voids; gives the mask of the cards they take."""
        cards = self.cards
        total = i64(len(cards))
        tries: i64 = 0
        while tries < MOST_TRIES:
            taken: i64 = 0
            clash = False
            for seat in self.tight:
                may = self.may[seat]
                size = self.sizes[seat]
                hand: i64 = 0
                while size > 0:
                    mask = bits.bit(cards[rng.below(total)])
                    if may & mask != 0:
                        may &= ~mask
                        hand |= mask
                        size -= 1
                if hand & taken != 0:
                    clash = True
                    break
                taken |= hand
                dealt[seat] = hand
            if not clash:
                return taken
            tries += 1
        raise BrokenState("no-world")
