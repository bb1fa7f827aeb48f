"""A position of Fight for the Lead: the deal, the fight, the exchange, the tricks."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engine import bits
from engine.actions import (
    ENTER,
    EXCHANGE,
    FIGHT,
    PLAY,
    SIT,
    STAND,
    card_of,
    kind_of,
    size_of,
    with_card,
)
from engine.chance import Chance
from engine.events import (
    POT,
    BattleEnded,
    Chose,
    ChoseUnseen,
    Event,
    Paid,
)
from engine.fight_for_the_lead.cards import LeadCards, Loan
from engine.fight_for_the_lead.check import check_position
from engine.fight_for_the_lead.match import (
    DEALT,
    SKIPPED,
    ask_next,
    next_deal,
    outcome_of,
    pay_out,
    settle,
)
from engine.fight_for_the_lead.public import SUIT_OF, LeadPublic, whole_suit
from engine.fight_for_the_lead.refusing import refusal_of
from engine.fight_for_the_lead.sampling import WorldMaker
from engine.fight_for_the_lead.snapshot import snapshot_of
from engine.fight_for_the_lead.terms import OVER, TRICKS, Terms
from engine.fight_for_the_lead.view import LeadView
from engine.game import Dump, Game, State, View
from engine.outcome import Outcome
from engine.refusals import IllegalAction, Refusal
from engine.rng import Rng

# The codes of all plays, as objects that lists can share.
_PLAYS: Final[list[object]] = [int(with_card(PLAY, card)) for card in range(52)]


@mypyc_attr(native_class=True, free_list_len=1)
class LeadState(LeadCards):
    """A position; what it holds is told in ``LeadCards``."""

    def clone(self) -> State:
        loan = self.loan
        if loan is None or self.chance is not loan.lent:
            loan = Loan(self.chance)
            self.loan = loan
            self.lender = True
        copy = LeadState(self.game, self.chance, self.public.clone(), self.dealt)
        copy.fights = self.fights
        copy.given = self.given
        copy.late = self.late
        copy.stock = self.stock
        copy.top = self.top
        copy.loan = loan
        copy.lender = False
        return copy

    def actors(self) -> list[int]:
        return self.public.actors()

    def next_actor(self) -> i64:
        public = self.public
        return public.turn if public.phase == TRICKS else public.next_actor()

    def missing(self) -> list[int]:
        return self.public.actors() if self.public.committed != 0 else []

    def is_over(self) -> bool:
        return self.public.phase == OVER

    def legal_count(self, seat: i64) -> i64:
        return self.public.legal_count(seat, self.hand(seat)) if self.public.asks(seat) else 0

    def legal_nth(self, seat: i64, n: i64) -> i64:
        return self.public.legal_nth(seat, self.hand(seat), n)

    def legal_actions(self, seat: int) -> list[int]:
        public = self.public
        asked: i64 = seat
        found: list[int] = []
        if public.phase == TRICKS:
            if asked == public.turn:
                cards = public.playable(self.hand(asked))
                while cards != 0:
                    found.append(_PLAYS[bits.lowest(cards)])  # type: ignore[arg-type]
                    cards &= cards - 1
            return found
        n: i64 = 0
        total = self.legal_count(asked)
        while n < total:
            found.append(int(self.legal_nth(asked, n)))
            n += 1
        return found

    def refusal(self, seat: int, action: int) -> Refusal | None:
        asked: i64 = seat
        hand = self.hand(asked) if self.public.asks(asked) else 0
        return refusal_of(self.public, asked, hand, action)

    def apply(self, seat: int, action: int, events: list[Event] | None = None) -> None:
        public = self.public
        asked: i64 = seat
        code: i64 = action
        if public.phase == TRICKS and asked == public.turn:
            # The same rule as refusal's, without its reasons.
            card = code >> 12
            if (code & 4095) == (PLAY | 256) and card >= 0 and card < 52:
                if public.playable(self.hand(asked)) & bits.bit(card) != 0:
                    self._play_card(asked, card, events)
                    return
        why = self.refusal(seat, action)
        if why is not None:
            raise IllegalAction(why)
        self.play(asked, code, events)

    def play(self, seat: i64, action: i64, events: list[Event] | None) -> None:
        kind = kind_of(action)
        if kind == PLAY:
            self._play_card(seat, card_of(action), events)
        elif kind == FIGHT:
            self._commit(seat, action, events)
        elif kind == EXCHANGE:
            self._exchange(seat, action, events)
        elif kind == STAND:
            if events is not None:
                events.append(Chose(int(seat), int(action)))
            self._next_exchange(seat)
        elif kind == ENTER or kind == SIT:
            self._answer(seat, kind, events)

    def play_random(self, seat: i64, rng: Rng) -> None:
        public = self.public
        if public.phase != TRICKS:
            self.play(seat, self.legal_nth(seat, rng.below(self.legal_count(seat))), None)
            return
        cards = self.dealt[seat] & ~public.played
        if public.laid != 0:
            follow = cards & whole_suit(public.led)
            if follow != 0:
                cards = follow
        rest = cards & (cards - 1)
        if rest != 0:
            n: i64 = 1
            while rest != 0:
                n += 1
                rest &= rest - 1
            n = rng.below(n)
            while n > 0:
                cards &= cards - 1
                n -= 1
        card = bits.lowest(cards)
        if public.lay(seat, card) and public.done == public.terms.hand_size:
            self._end_deal(None)

    # Entering

    def _answer(self, seat: i64, kind: i64, events: list[Event] | None) -> None:
        public = self.public
        if events is not None:
            events.append(Chose(int(seat), int(kind)))
        if kind == SIT:
            public.sat |= bits.bit(seat)
        if ask_next(public):
            return
        came_of_it = settle(public, events)
        if came_of_it == SKIPPED:
            came_of_it = next_deal(public, events)
        if came_of_it == DEALT:
            self.deal(events)

    # The fight

    def _commit(self, seat: i64, action: i64, events: list[Event] | None) -> None:
        public = self.public
        self.fights |= card_of(action) << (6 * seat)
        public.committed |= bits.bit(seat)
        if events is not None:
            events.append(Chose(int(seat), int(action), only=int(seat)))
            events.append(ChoseUnseen(int(seat), FIGHT, 1))
        if public.committed == public.playing:
            self.fight(events)

    # The exchange

    def _exchange(self, seat: i64, action: i64, events: list[Event] | None) -> None:
        """``seat`` pays an ante a card, gives cards up and gets as many (``lead.exchange``)."""
        public = self.public
        size = size_of(action)
        price = size * public.terms.ante
        mask: i64 = 0
        rest = action >> 12
        n: i64 = 0
        while n < size:
            mask |= bits.bit(rest & 63)
            rest >>= 6
            n += 1
        chips = public.chips[:]
        chips[seat] -= price
        public.chips = chips
        public.pot += price
        public.gave |= size << (4 * seat)
        if events is not None:
            events.append(Chose(int(seat), int(action), only=int(seat)))
            events.append(ChoseUnseen(int(seat), EXCHANGE, int(size)))
            events.append(Paid(int(seat), POT, int(price)))
        dealt = self.dealt[:]
        dealt[seat] &= ~mask
        self.dealt = dealt
        early = public.stock if public.mixed == 0 else 0
        self.draw(seat, size, events)
        if public.mixed != 0 and early < size:
            public.late |= (size - early) << (4 * seat)
        given = self.given[:]
        given[seat] = mask
        self.given = given
        self._next_exchange(seat)

    def _next_exchange(self, seat: i64) -> None:
        public = self.public
        follower = (public.after >> (seat * 4)) & 15
        if follower == public.first_from(public.playing):
            public.phase = TRICKS
            public.turn = public.leader()
        else:
            public.turn = follower

    # The tricks

    def _play_card(self, seat: i64, card: i64, events: list[Event] | None) -> None:
        public = self.public
        if events is not None:
            events.append(Chose(int(seat), int(with_card(PLAY, card))))
        if public.lay(seat, card):
            if events is not None:
                events.append(_trick_ended(public))
            if public.done == public.terms.hand_size:
                self._end_deal(events)

    def _end_deal(self, events: list[Event] | None) -> None:
        """Pays out, gathers the cards and goes on to the next deal or the end."""
        public = self.public
        pay_out(public, events)
        terms = public.terms
        self.dealt = terms.zeros
        self.given = terms.zeros
        self.late = terms.zeros
        self.stock = terms.empty
        self.top = 0
        public.stock = 0
        if next_deal(public, events) == DEALT:
            self.deal(events)

    # The whole

    def outcome(self) -> Outcome | None:
        return outcome_of(self.public) if self.public.phase == OVER else None

    def view(self, seat: int) -> View:
        own: i64 = seat
        public = self.public.clone()
        if own < 0:
            return LeadView(self.game, seat, public, 0, -1, 0, 0, _MAKER)
        fight: i64 = -1
        if (public.committed >> own) & 1 != 0:
            fight = (self.fights >> (6 * own)) & 63
        return LeadView(
            self.game,
            seat,
            public,
            self.hand(own),
            fight,
            self.given[own],
            self.late[own],
            _MAKER,
        )

    def check(self) -> None:
        check_position(
            self.game, self.public, self.dealt, self.fights, self.given, self.late, self._stock()
        )

    def snapshot(self) -> Dump:
        return snapshot_of(
            self.public, self.dealt, self.fights, self.given, self.late, self._stock()
        )

    def _stock(self) -> list[int]:
        return [int(card) for card in self.stock[self.top :]]


def _trick_ended(public: LeadPublic) -> BattleEnded:
    """The trick just finished: a card that follows is worth its rank, 2 to 14, others nothing."""
    number = public.done - 1
    cards = public.finished(number)
    seat = (public.leads >> (number * 3)) & 7
    suit = i64(SUIT_OF[cards & 63])
    seats: list[int] = []
    worth: list[int] = []
    n: i64 = 0
    while n < public.size:
        card = cards & 63
        seats.append(int(seat))
        worth.append(int(card % 13 + 2) if i64(SUIT_OF[card]) == suit else 0)
        cards >>= 6
        seat = (public.after >> (seat * 4)) & 15
        n += 1
    return BattleEnded(tuple(seats), tuple(worth), int(public.leader()))


class _Maker(WorldMaker):
    """Makes the positions that views imagine."""

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
        state = LeadState(game, chance, public, dealt)
        state.fights = fights
        state.given = given
        state.late = late
        state.stock = stock
        state.top = top
        return state


_MAKER: Final = _Maker()


def start(
    game: Game, terms: Terms, dealer: int, chance: Chance, events: list[Event] | None
) -> LeadState:
    """The first deal, which everyone plays for the ante (``lead.enter.first-deal``)."""
    public = LeadPublic(terms, dealer)
    state = LeadState(game, chance, public, terms.zeros)
    settle(public, events)
    state.deal(events)
    return state


def load_position(
    game: Game,
    chance: Chance,
    public: LeadPublic,
    hands: vec[i64],
    fights: i64,
    given: vec[i64],
    late: vec[i64],
    stock: vec[i64],
) -> State:
    """A position of its parts, the stock top first; not checked."""
    return _MAKER.make(game, chance, public, hands, fights, given, late, stock, 0)


def load_seen(
    game: Game, seat: int, public: LeadPublic, hand: i64, fight: i64, given: i64, late: i64
) -> View:
    """A view of its parts."""
    return LeadView(game, seat, public, hand, fight, given, late, _MAKER)
