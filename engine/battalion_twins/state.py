"""A position of battalion-twins: battles for points, paid from seat to seat."""

from __future__ import annotations

from typing import Final

from librt.vecs import extend, vec
from mypy_extensions import i64, mypyc_attr

from engine.actions import SURRENDER, target_of
from engine.battalion import hands as held
from engine.battalion import signs as sign
from engine.battalion.public import ATTACKING, DEFENDING, BattalionPublic
from engine.battalion.snapshot import check_position, require, require_full_hands
from engine.battalion.state import BattalionState, suit_cards
from engine.battalion.view import PositionMaker
from engine.battalion_twins.public import TwinsPublic
from engine.chance import Chance
from engine.events import BattleEnded, Event, Paid, PassedOver, TurnedUp
from engine.game import Game, State


@mypyc_attr(native_class=True, free_list_len=1)
class TwinsState(BattalionState):
    """A position; its attributes are those of ``BattalionState``."""

    def clone(self) -> State:
        copy = TwinsState(
            self.game, self.chance.clone(), self.public.clone_all(), self.hands[:], self.stock
        )
        copy.top = self.top
        if self.drawn is not None:
            copy.drawn = self.drawn.clone()
        return copy

    def maker(self) -> PositionMaker:
        return _MAKER

    def first_discard(self, events: list[Event] | None) -> None:
        card = self.stock[self.top]
        self.top += 1
        self.public.stock -= 1
        self.put(card)
        if events is not None:
            events.append(TurnedUp(int(card)))

    def begin_attack(self, seat: i64, events: list[Event] | None) -> None:
        public = self.public
        while not public.can_attack(self.hands, seat * held.HAND):
            if events is not None:
                events.append(PassedOver(int(seat), "no-allowed-suit"))
            if public.ledger is not None:
                assert isinstance(public, TwinsPublic)
                public.ledger.lacks(int(seat), public.allowed_suits())
            public.last_suit = -1
            seat = public.left_of(seat)
        public.turn = seat
        public.phase = ATTACKING
        if public.ledger is not None:
            public.record_question(public.ledger)

    def attack(self, seat: i64, action: i64, events: list[Event] | None) -> None:
        self.lay_attack(seat, target_of(action), action)
        sign.attacked(self.public.signs, seat, self.public.last_suit)
        self.public.answers = vec[i64]()

    def answer(self, seat: i64, action: i64, events: list[Event] | None) -> None:
        public = self.public
        if action != SURRENDER:
            laid = suit_cards(action)
            for card in laid:
                self.leaves_hand(seat, card)
            public.answers = laid
        sign.answered(public.signs, seat, public.last_suit)
        self._settle(public.attacker, seat, events)
        public.discard = extend(public.discard, public.attack)
        public.discard = extend(public.discard, public.answers)
        if self.end_if_due(events):
            return
        self.refill(seat, events)
        self.refill(public.attacker, events)
        self.begin_attack(public.left_of(public.attacker), events)

    def _settle(self, attacker: i64, defender: i64, events: list[Event] | None) -> None:
        """The battle is paid for: the difference in points, twice if the attacker has fewer."""
        public = self.public
        attack = held.points_of(public.attack)
        defence = held.points_of(public.answers)
        winner: i64 = -1
        loser: i64 = -1
        chips: i64 = 0
        if attack > defence:
            winner, loser = attacker, defender
            chips = self.take_chips(loser, attack - defence)
        elif attack < defence:
            winner, loser = defender, attacker
            chips = self.take_chips(loser, 2 * (defence - attack))
        if winner >= 0:
            public.chips[winner] += chips
        if events is not None:
            seats = (int(attacker), int(defender))
            events.append(BattleEnded(seats, (int(attack), int(defence)), int(winner)))
            if winner >= 0:
                events.append(Paid(int(loser), int(winner), int(chips)))

    def share_bank(self, events: list[Event] | None) -> None:
        """There is no bank."""

    def check(self) -> None:
        public = self.public
        check_position(self.game, public, self.hands, self.stock[self.top :], self.drawn)
        require(public.bank == 0, "bank")
        require(public.deals == 1, "deals")
        require(public.round == 0 and public.asked == 0, "round")
        require_full_hands(public)
        if public.phase == ATTACKING:
            self._check_attacker()
        require(public.phase != DEFENDING or len(public.answers) == 0, "answers")
        for card in public.answers:
            require(card >= 0 and card // 13 == public.attack[0] // 13, "answer-suit")
        said = 0
        seat = public.dealer
        for _ in range(int(public.players)):
            seat = public.left_of(seat)
            if public.bids[seat] > 0:
                require(public.bids[seat] > said, "bid-order")
                said = int(public.bids[seat])

    def _check_attacker(self) -> None:
        """Who attacks: after the bids who bid most, later the seat left of the last attacker,
        unless it was passed over for having nothing but the suit of that attack."""
        public = self.public
        if public.attacks == 0:
            first = public.bidder if public.best > 0 else public.left_of(public.dealer)
            require(public.turn == first, "turn")
            require(public.demand == public.best, "demand")
            return
        suit = public.attack[0] // 13
        due = public.left_of(public.attacker)
        if public.last_suit < 0:
            mine = self.hands[due * held.HAND + held.LENGTHS + suit]
            require(mine == public.sizes[due], "passed-over")
            due = public.left_of(due)
        else:
            require(public.last_suit == suit, "last-suit")
        require(public.turn == due, "turn")


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
        return TwinsState(game, chance, public, hands, stock)


_MAKER: Final = _Maker()


def make_state(
    game: Game, chance: Chance, public: BattalionPublic, hands: vec[i64], stock: vec[i64]
) -> State:
    """A position from its parts; the stock's top card is the first of ``stock``."""
    return TwinsState(game, chance, public, hands, stock)
