"""The cards of a position of Fight for the Lead: shuffling, dealing, drawing, the fight."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from engine import bits
from engine.actions import FIGHT
from engine.chance import Chance
from engine.events import Drew, Event, LeadWon, Received, Revealed, Shuffled, TurnedUp
from engine.fight_for_the_lead.public import SUIT_OF, LeadPublic
from engine.fight_for_the_lead.terms import EXCHANGING, FIGHTING
from engine.game import Game, State


@mypyc_attr(native_class=True)
class Loan:
    """A chance that clones share until one of them, or who lent it, has to shuffle.

    lent: the lender's own object. chance: it, or a copy from before the lender went on with it.
    """

    def __init__(self, chance: Chance) -> None:
        self.lent = chance
        self.chance = chance


@mypyc_attr(native_class=True)
class LeadCards(State):
    """public: what everybody knows.

    dealt: masks, one a seat: the hands, cards played in the tricks still in them, so ``hand(seat)``
    is what a seat holds. fights: fight cards that lie face down, 6 bits a seat, for the seats in
    ``public.committed``. given: masks of the cards each seat exchanged away in this deal. late:
    masks of the cards each seat was dealt from a stock made anew. stock: the stock as it was
    shuffled; ``top`` indexes its top card. The vectors are shared with clones and never written to.
    """

    def __init__(self, game: Game, chance: Chance, public: LeadPublic, dealt: vec[i64]) -> None:
        self.game = game
        self.chance = chance
        self.public = public
        self.dealt = dealt
        self.fights: i64 = 0
        self.given = public.terms.zeros
        self.late = public.terms.zeros
        self.stock = public.terms.empty
        self.top: i64 = 0
        self.loan: Loan | None = None
        self.lender = True

    def hand(self, seat: i64) -> i64:
        """The cards that ``seat`` holds now, as a mask."""
        return self.dealt[seat] & ~self.public.played

    def shuffle(self, pile: vec[i64]) -> vec[i64]:
        loan = self.loan
        if loan is not None:
            if self.chance is loan.lent:
                if self.lender:
                    loan.chance = loan.lent.clone()
                else:
                    self.chance = loan.chance.clone()
            self.loan = None
            self.lender = True
        return self.chance.shuffle(pile)

    # The deal

    def deal(self, events: list[Event] | None) -> None:
        """Shuffles and deals to those who play, one card at a time, left of the dealer first."""
        public = self.public
        terms = public.terms
        order = self.shuffle(terms.cards[:])
        dealt = vec[i64]([0] * terms.players)
        if events is not None:
            events.append(Shuffled("pack", len(order)))
        seat = public.first_from(public.playing)
        total = public.size * terms.hand_size
        n: i64 = 0
        while n < total:
            dealt[seat] |= bits.bit(order[n])
            seat = (public.after >> (seat * 4)) & 15
            n += 1
        self.dealt = dealt
        self.stock = order
        self.top = total
        public.stock = i64(len(order)) - total
        public.phase = FIGHTING
        if events is not None:
            for other in public.in_order():
                if dealt[other] != 0:
                    mine = tuple(bits.cards_of(dealt[other]))
                    events.append(Drew(other, len(mine)))
                    events.append(Received(other, mine, only=other))

    # The fight

    def fight(self, events: list[Event] | None) -> None:
        """Turns cards up until a fight card has their suit, or the stock is out."""
        public = self.public
        public.fights = self.fights
        public.committed = 0
        self.fights = 0
        first = public.first_from(public.playing)
        lead: i64 = -1
        turned = vec[i64]()
        while lead < 0 and public.stock > 0:
            card = self.stock[self.top]
            self.top += 1
            public.stock -= 1
            turned = append(turned, card)
            public.shown |= bits.bit(card)
            lead = self._highest_fight(i64(SUIT_OF[card]))
            if events is not None:
                events.append(TurnedUp(int(card)))
                if len(turned) == 1:
                    self._reveal(events)
        if events is not None:
            if len(turned) == 0:
                self._reveal(events)
            code = "fight" if lead >= 0 else "stock-out"
            events.append(LeadWon(int(lead if lead >= 0 else first), code))
        public.turned = turned
        public.leads = lead if lead >= 0 else first
        self._replace(first, events)

    def _highest_fight(self, suit: i64) -> i64:
        """Whose fight card is the highest of ``suit``; -1 if none is of it."""
        public = self.public
        best: i64 = -1
        owner: i64 = -1
        seat: i64 = 0
        while seat < public.terms.players:
            if (public.playing >> seat) & 1 != 0:
                card = (public.fights >> (6 * seat)) & 63
                if i64(SUIT_OF[card]) == suit and card > best:
                    best = card
                    owner = seat
            seat += 1
        return owner

    def _reveal(self, events: list[Event]) -> None:
        public = self.public
        for seat in public.in_order():
            if (public.playing >> seat) & 1:
                card = (public.fights >> (6 * seat)) & 63
                events.append(Revealed(seat, FIGHT, (int(card),)))

    def _replace(self, first: i64, events: list[Event] | None) -> None:
        """The fight cards go to the discard pile; each player is dealt a card for theirs."""
        public = self.public
        dealt = self.dealt[:]
        seat = first
        n: i64 = 0
        while n < public.size:
            card = (public.fights >> (6 * seat)) & 63
            dealt[seat] &= ~bits.bit(card)
            public.shown |= bits.bit(card)
            seat = (public.after >> (seat * 4)) & 15
            n += 1
        self.dealt = dealt
        n = 0
        while n < public.size:
            self.draw(seat, 1, events)
            if public.mixed != 0:
                public.fresh |= bits.bit(seat)
            seat = (public.after >> (seat * 4)) & 15
            n += 1
        public.phase = EXCHANGING
        public.turn = first

    # The stock

    def draw(self, seat: i64, cards: i64, events: list[Event] | None) -> None:
        """``cards`` cards are due to ``seat``, from a new stock when this one is empty."""
        public = self.public
        drawn: i64 = 0
        late: i64 = 0
        told: i64 = 0
        n: i64 = 0
        while n < cards:
            if public.stock == 0:
                self._tell_drawn(seat, n - told, events)
                told = n
                self._remake_stock(events)
            mask = bits.bit(self.stock[self.top])
            self.top += 1
            public.stock -= 1
            drawn |= mask
            if public.mixed != 0:
                late |= mask
            n += 1
        self._tell_drawn(seat, cards - told, events)
        dealt = self.dealt[:]
        dealt[seat] |= drawn
        self.dealt = dealt
        if late != 0:
            marked = self.late[:]
            marked[seat] |= late
            self.late = marked

    def _tell_drawn(self, seat: i64, cards: i64, events: list[Event] | None) -> None:
        """Tells of the ``cards`` cards that ``seat`` has just drawn."""
        if events is not None and cards > 0:
            drawn = tuple([int(card) for card in self.stock[self.top - cards : self.top]])
            events.append(Drew(int(seat), int(cards)))
            events.append(Received(int(seat), drawn, only=int(seat)))

    def _remake_stock(self, events: list[Event] | None) -> None:
        """Shuffles the discard pile into a new stock (``lead.deal.reshuffle``).

        A pack has at least twice the cards of all hands, so this happens once a deal at most; the
        cards given up in the exchange at hand are not in ``given`` yet.
        """
        public = self.public
        pile = public.shown
        seat: i64 = 0
        while seat < public.terms.players:
            if self.given[seat] != 0:
                pile |= self.given[seat]
                public.back |= bits.bit(seat)
            seat += 1
        public.mixed = public.shown
        cards = vec[i64]()
        while pile != 0:
            cards = append(cards, bits.lowest(pile))
            pile &= pile - 1
        self.stock = self.shuffle(cards)
        self.top = 0
        public.stock = i64(len(self.stock))
        if events is not None:
            events.append(Shuffled("discard", int(public.stock)))
