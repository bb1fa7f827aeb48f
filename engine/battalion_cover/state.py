"""A position of battalion-cover: battles card against card, paid to the bank."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engine.actions import LEAVE, card_of, size_of
from engine.battalion import hands as held
from engine.battalion import signs as sign
from engine.battalion.facts import SUIT_MASKS
from engine.battalion.ledger import Ledger
from engine.battalion.public import ATTACKING, BARE, DEFENDING, BattalionPublic
from engine.battalion.snapshot import check_position, require, require_full_hands
from engine.battalion.state import BattalionState
from engine.battalion.view import PositionMaker
from engine.battalion_cover.public import ANY_CARD, SUIT_ONLY, CoverPublic
from engine.chance import Chance
from engine.events import BANK, BattleEnded, Event, Paid
from engine.game import Game, State


@mypyc_attr(native_class=True, free_list_len=1)
class CoverState(BattalionState):
    """A position; its attributes are those of ``BattalionState``."""

    def clone(self) -> State:
        copy = CoverState(
            self.game, self.chance.clone(), self.public.clone_all(), self.hands[:], self.stock
        )
        copy.top = self.top
        if self.drawn is not None:
            copy.drawn = self.drawn.clone()
        return copy

    def maker(self) -> PositionMaker:
        return _MAKER

    def first_discard(self, events: list[Event] | None) -> None:
        """The discard pile starts empty."""

    def begin_attack(self, seat: i64, events: list[Event] | None) -> None:
        self.public.turn = seat
        self.public.phase = ATTACKING

    def attack(self, seat: i64, action: i64, events: list[Event] | None) -> None:
        public = self.public
        target = public.left_of(seat)
        ledger = public.ledger
        if ledger is not None and public.demand == 0 and size_of(action) == 1:
            ledger.longest(int(seat), 0, 1, public.known_cards(seat))
        self.lay_attack(seat, target, action)
        answers = public.attack[:]
        n: i64 = 0
        while n < len(answers):
            answers[n] = BARE
            n += 1
        public.answers = answers
        public.asked = 0
        if self._holds_suit(target):
            public.round = SUIT_ONLY
            if ledger is not None:
                public.record_question(ledger)
        else:
            self._second_round(events)

    def answer(self, seat: i64, action: i64, events: list[Event] | None) -> None:
        public = self.public
        if action != LEAVE:
            card = card_of(action)
            self.leaves_hand(seat, card)
            public.answers[public.asked] = card
        public.asked += 1
        if public.round == SUIT_ONLY:
            if public.asked == len(public.attack) or not self._holds_suit(seat):
                public.asked = 0
                self._second_round(events)
            elif public.ledger is not None:
                public.record_question(public.ledger)
        else:
            self._ask_any(events)

    def _refills(self) -> bool:
        public = self.public
        assert isinstance(public, CoverPublic)
        return public.refills

    def _holds_suit(self, seat: i64) -> bool:
        return self.hands[seat * held.HAND + held.LENGTHS + self.public.last_suit] > 0

    def _second_round(self, events: list[Event] | None) -> None:
        """Any card may be laid now, but only by a defender who is out of the suit."""
        public = self.public
        if public.ledger is not None:
            self._record_round(public.ledger)
        if self._holds_suit(public.defender):
            self._settle(events)
        else:
            sign.answered(public.signs, public.defender, public.last_suit)
            public.round = ANY_CARD
            self._ask_any(events)

    def _record_round(self, ledger: Ledger) -> None:
        """That there is a second round, or none though a card is bare, tells about the suit."""
        public = self.public
        defender = int(public.defender)
        suit = SUIT_MASKS[public.last_suit]
        if BARE in public.answers:
            if self._holds_suit(public.defender):
                ledger.holds(defender, suit, public.known_cards(public.defender))
            else:
                ledger.lacks(defender, suit)

    def _ask_any(self, events: list[Event] | None) -> None:
        """Goes on to the next bare card, if there is one and the defender has a card left."""
        public = self.public
        end = i64(len(public.attack))
        while public.asked < end and public.answers[public.asked] != BARE:
            public.asked += 1
        if public.asked == end or public.sizes[public.defender] == 0:
            self._settle(events)

    def _settle(self, events: list[Event] | None) -> None:
        """The battle is over: payments to the bank, discards, draws, the next attack."""
        public = self.public
        public.round = 0
        public.asked = 0
        owes_attacker: i64 = 0
        owes_defender: i64 = 0
        n: i64 = 0
        while n < len(public.attack):
            card = public.answers[n]
            if card == BARE or card // 13 != public.last_suit:
                owes_defender += 1
            elif card > public.attack[n]:
                owes_attacker += 2
            n += 1
        self._pay(owes_attacker, owes_defender, events)
        n = 0
        while n < len(public.attack):
            self.put(public.attack[n])
            if public.answers[n] != BARE:
                self.put(public.answers[n])
            n += 1
        if self.end_if_due(events):
            return
        if self._refills():
            self.refill(public.defender, events)
            self.refill(public.attacker, events)
        if public.can_attack(self.hands, public.defender * held.HAND):
            self.begin_attack(public.defender, events)
        else:
            public.deals += 1
            public.dealer = public.left_of(public.dealer)
            self.deal(events)

    def _pay(self, owes_attacker: i64, owes_defender: i64, events: list[Event] | None) -> None:
        public = self.public
        from_attacker = self.take_chips(public.attacker, owes_attacker)
        from_defender = self.take_chips(public.defender, owes_defender)
        public.bank += from_attacker + from_defender
        if events is None:
            return
        attacker = int(public.attacker)
        defender = int(public.defender)
        owed = (int(owes_attacker), int(owes_defender))
        # Worth is what each owes the bank: in this game nobody wins a battle.
        events.append(BattleEnded((attacker, defender), owed, -1))
        if from_attacker > 0:
            events.append(Paid(attacker, BANK, int(from_attacker)))
        if from_defender > 0:
            events.append(Paid(defender, BANK, int(from_defender)))

    def share_bank(self, events: list[Event] | None) -> None:
        public = self.public
        winners: i64 = 0
        for place in public.place:
            winners += 1 if place == 1 else 0
        share = public.bank // winners
        odd = public.bank % winners
        seat = public.dealer
        n: i64 = 0
        while n < public.players:
            seat = public.left_of(seat)
            if public.place[seat] == 1:
                chips = share + (1 if odd > 0 else 0)
                odd -= 1
                public.chips[seat] += chips
                if events is not None and chips > 0:
                    events.append(Paid(BANK, int(seat), int(chips)))
            n += 1
        public.bank = 0

    def check(self) -> None:
        public = self.public
        check_position(self.game, public, self.hands, self.stock[self.top :], self.drawn)
        require(public.deals == 1 or not self._refills(), "deals")
        if self._refills():
            require_full_hands(public)
        if public.phase == ATTACKING:
            self._check_attacker()
        if public.attacker >= 0:
            require(public.defender == public.left_of(public.attacker), "target")
        require(len(public.answers) == len(public.attack), "answers")
        if public.phase == DEFENDING:
            self._check_answers()

    def _check_attacker(self) -> None:
        """Who attacks: in a new hand who declared most, later the last defender."""
        public = self.public
        if public.last_suit < 0:
            first = public.bidder if public.best > 0 else public.left_of(public.dealer)
            require(public.turn == first, "turn")
            require(public.demand == public.best, "demand")
        else:
            require(public.last_suit == public.attack[0] // 13, "last-suit")
            require(public.turn == public.defender, "turn")

    def _check_answers(self) -> None:
        public = self.public
        holds = self._holds_suit(public.defender)
        require(holds == (public.round == SUIT_ONLY), "round")
        require(public.sizes[public.defender] > 0, "round")
        suit = public.attack[0] // 13
        require(public.round == SUIT_ONLY or public.round == ANY_CARD, "round")
        require(public.asked < len(public.attack), "answers")
        require(public.answers[public.asked] == BARE, "answers")
        n: i64 = 0
        while n < len(public.attack):
            card = public.answers[n]
            if public.round == SUIT_ONLY:
                require(card == BARE or (n < public.asked and card // 13 == suit), "answers")
            else:
                require(card == BARE or n < public.asked or card // 13 == suit, "answers")
            n += 1


class _Maker(PositionMaker):
    """Makes the positions that views imagine."""

    def make(
        self,
        game: Game,
        chance: Chance,
        public: BattalionPublic,
        hands: vec[i64],
        stock: vec[i64],
    ) -> State:
        return CoverState(game, chance, public, hands, stock)


_MAKER: Final = _Maker()


def make_state(
    game: Game, chance: Chance, public: BattalionPublic, hands: vec[i64], stock: vec[i64]
) -> State:
    """A position from its parts; the stock's top card is the first of ``stock``."""
    return CoverState(game, chance, public, hands, stock)
