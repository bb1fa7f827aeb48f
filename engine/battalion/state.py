"""A position of Battalion: what both rule sets share of the play."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from engine.actions import (
    DRAW_STOCK,
    PASS,
    card_of,
    kind_of,
    number_of,
    size_of,
    suit_of_action,
)
from engine.battalion import hands as held
from engine.battalion import signs as sign
from engine.battalion.drawn import Drawn
from engine.battalion.ledger import Ledger
from engine.battalion.public import (
    ATTACK_LIMIT,
    ATTACKING,
    BIDDING,
    DEFENDING,
    DISCARDING,
    ENDINGS,
    OUT_OF_CHIPS,
    OVER,
    TAKING,
    UNSAID,
    BattalionPublic,
)
from engine.battalion.snapshot import check_position, outcome_of, snapshot_of
from engine.battalion.view import BattalionView, PositionMaker
from engine.chance import Chance
from engine.events import (
    Chose,
    DealBegan,
    Drew,
    Ended,
    Event,
    LeadWon,
    Received,
    Shuffled,
    TookUp,
)
from engine.game import Dump, Game, State, View
from engine.outcome import Outcome, places_by
from engine.refusals import Refusal
from engine.rng import Rng


@mypyc_attr(native_class=True, allow_interpreted_subclasses=True)
class BattalionState(State):
    """public: what everybody knows. hands: all hands (``battalion.hands``). stock: as it was
    shuffled, never changed in place, so that copies share it; ``top`` indexes its top card. drawn:
    what each seat drew, as far as the ledger asks for it; there is one if there is a ledger."""

    def __init__(
        self, game: Game, chance: Chance, public: BattalionPublic, hands: vec[i64], stock: vec[i64]
    ) -> None:
        self.game = game
        self.chance = chance
        self.public = public
        self.hands = hands
        self.stock = stock
        self.top: i64 = 0
        self.drawn: Drawn | None = None

    def actors(self) -> list[int]:
        return self.public.actors()

    def next_actor(self) -> i64:
        public = self.public
        return public.turn if public.phase != OVER else -1

    def missing(self) -> list[int]:
        return []

    def legal_count(self, seat: i64) -> i64:
        return self.public.legal_count(seat, self.hands, seat * held.HAND)

    def legal_nth(self, seat: i64, n: i64) -> i64:
        return self.public.legal_nth(seat, self.hands, seat * held.HAND, n)

    def refusal(self, seat: int, action: int) -> Refusal | None:
        return self.public.refusal(seat, self.hands, seat * held.HAND, action)

    def play(self, seat: i64, action: i64, events: list[Event] | None) -> None:
        if events is not None:
            events.append(Chose(int(seat), int(action)))
        phase = self.public.phase
        if phase == TAKING:
            self._take(seat, kind_of(action) == DRAW_STOCK, events)
        elif phase == DISCARDING:
            self._put_down(seat, card_of(action), events)
        elif phase == BIDDING:
            self._say(seat, 0 if action == PASS else number_of(action), events)
        elif phase == ATTACKING:
            self.attack(seat, action, events)
        else:
            self.answer(seat, action, events)

    def play_random(self, seat: i64, rng: Rng) -> None:
        # The same as in ``State``, without counting attacks twice and asking twice for the phase.
        public = self.public
        base = seat * held.HAND
        if public.phase == ATTACKING:
            self.attack(seat, public.random_attack(seat, self.hands, base, rng), None)
            return
        if public.phase == DEFENDING:
            n = rng.below(public.answer_count(self.hands, base))
            self.answer(seat, public.answer_nth(self.hands, base, n), None)
            return
        n = rng.below(public.legal_count(seat, self.hands, base))
        self.play(seat, public.legal_nth(seat, self.hands, base, n), None)

    # Each rule set's own

    def first_discard(self, events: list[Event] | None) -> None:
        """Starts the discard pile, if a hand begins with one."""
        raise NotImplementedError

    def begin_attack(self, seat: i64, events: list[Event] | None) -> None:
        """Asks ``seat``, or whoever has to attack in its place, for an attack."""
        raise NotImplementedError

    def attack(self, seat: i64, action: i64, events: list[Event] | None) -> None:
        """Lays an attack."""
        raise NotImplementedError

    def answer(self, seat: i64, action: i64, events: list[Event] | None) -> None:
        """Lays an answer to it."""
        raise NotImplementedError

    def maker(self) -> PositionMaker:
        """What makes a position of this rule set from its parts."""
        raise NotImplementedError

    def share_bank(self, events: list[Event] | None) -> None:
        """Gives the bank out, after the places were taken from the chips."""
        raise NotImplementedError

    # A hand begins

    def deal(self, events: list[Event] | None) -> None:
        """Shuffles the whole pack and deals a hand: one card at a time, left of the dealer first
        (rules, Common ground)."""
        public = self.public
        players = public.players
        order = self.chance.shuffle(whole_pack(public.pack))
        dealt = players * public.hand_size
        self.hands = vec[i64]([0] * (players * held.HAND))
        n: i64 = 0
        while n < dealt:
            held.add_card(self.hands, (public.dealer + 1 + n) % players * held.HAND, order[n])
            n += 1
        self.stock = order
        self.top = dealt
        public.stock = i64(len(order)) - dealt
        public.discard = vec[i64]()
        public.known = vec[i64]([0] * (players * held.CARDS))
        seat: i64 = 0
        while seat < players:
            public.sizes[seat] = public.hand_size
            public.bids[seat] = UNSAID
            sign.begin(public.signs, seat, public.hand_size)
            seat += 1
        public.best = 0
        public.bidder = -1
        public.last_suit = -1
        if public.ledger is not None:
            public.ledger.dealt(int(public.hand_size))
        if self.drawn is not None:
            self.drawn.dealt()
        if events is not None:
            seats = tuple(range(int(players)))
            events.append(DealBegan(int(public.deals), int(public.dealer), seats))
            events.append(Shuffled("pack", len(order)))
            for one in seats:
                events.append(Drew(one, int(public.hand_size)))
                mine = tuple(held.cards_in(self.hands, one * held.HAND))
                events.append(Received(one, mine, only=one))
        self.first_discard(events)
        public.turn = public.left_of(public.dealer)
        public.turns_left = public.rounds * players
        public.phase = TAKING if public.rounds > 0 else BIDDING

    # Cards come and go

    def draw(self, seat: i64, wanted: i64, events: list[Event] | None) -> None:
        """``seat`` draws ``wanted`` cards; an empty stock is replaced when a card is due."""
        public = self.public
        while wanted > 0:
            if public.stock == 0:
                if len(public.discard) == 0:
                    return  # not with a pack that can be dealt (``BattalionGame``)
                self.reshuffle(events)
            drawn = min(wanted, public.stock)
            end = self.top + drawn
            while self.top < end:
                held.add_card(self.hands, seat * held.HAND, self.stock[self.top])
                self.top += 1
            public.stock -= drawn
            public.sizes[seat] += drawn
            sign.drew(public.signs, seat, drawn, public.phase == TAKING)
            wanted -= drawn
            ledger = public.ledger
            if ledger is not None:
                self._record_draw(ledger, seat, self.stock[end - drawn : end])
            if events is not None:
                cards = tuple([int(card) for card in self.stock[end - drawn : end]])
                events.append(Drew(int(seat), int(drawn)))
                events.append(Received(int(seat), cards, only=int(seat)))

    def _record_draw(self, ledger: Ledger, seat: i64, cards: vec[i64]) -> None:
        ledger.drew(int(seat), len(cards))
        drawn = self.drawn
        if drawn is not None:
            for card in cards:
                drawn.drew(int(seat), int(card), len(ledger.cuts))

    def reshuffle(self, events: list[Event] | None) -> None:
        """The whole discard pile is shuffled and becomes the stock."""
        public = self.public
        pile = public.discard
        public.discard = vec[i64]()
        public.stock = i64(len(pile))
        ledger = public.ledger
        if ledger is not None:
            dropped = ledger.reshuffled(pile)
            if self.drawn is not None:
                self.drawn.forget(dropped)
        self.stock = self.chance.shuffle(pile)
        self.top = 0
        if events is not None:
            events.append(Shuffled("discard", int(public.stock)))

    def take_up(self, seat: i64, events: list[Event] | None) -> None:
        """``seat`` takes the top of the discard pile into the hand, for all to see."""
        public = self.public
        card = public.pop_discard()
        held.add_card(self.hands, seat * held.HAND, card)
        public.sizes[seat] += 1
        public.known[seat * held.CARDS + card] += 1
        public.signs[seat * sign.SIGNS + sign.TAKEN + card // 13] += 1
        if events is not None:
            events.append(TookUp(int(seat), int(card)))

    def leaves_hand(self, seat: i64, card: i64) -> None:
        """One copy of ``card`` goes from the hand of ``seat`` to where all can see it."""
        public = self.public
        held.remove_card(self.hands, seat * held.HAND, card)
        public.sizes[seat] -= 1
        # Equal cards cannot be told apart: it may have been the one that was taken face up.
        if public.known[seat * held.CARDS + card] > 0:
            public.known[seat * held.CARDS + card] -= 1
            return
        sign.showed(public.signs, seat, card, public.sizes[seat] + 1)
        if public.ledger is not None:
            public.ledger.showed(int(seat), int(card))

    def put(self, card: i64) -> None:
        """``card`` becomes the top of the discard pile."""
        self.public.discard = append(self.public.discard, card)

    def refill(self, seat: i64, events: list[Event] | None) -> None:
        """``seat`` draws up to a full hand."""
        self.draw(seat, self.public.hand_size - self.public.sizes[seat], events)

    # Acquisition and bidding

    def _take(self, seat: i64, from_stock: bool, events: list[Event] | None) -> None:
        if from_stock:
            self.draw(seat, 1, events)
        else:
            self.take_up(seat, events)
        self.public.phase = DISCARDING

    def _put_down(self, seat: i64, card: i64, events: list[Event] | None) -> None:
        public = self.public
        self.leaves_hand(seat, card)
        self.put(card)
        public.signs[seat * sign.SIGNS + sign.THROWN + card // 13] += 1
        public.turns_left -= 1
        public.turn = public.left_of(seat)
        public.phase = TAKING if public.turns_left > 0 else BIDDING

    def _say(self, seat: i64, number: i64, events: list[Event] | None) -> None:
        """``seat`` bids or declares ``number``; 0 is a pass."""
        public = self.public
        public.bids[seat] = number
        if number > public.best:
            public.best = number
            public.bidder = seat
        if number > 0 and public.ledger is not None:
            public.record_bid(public.ledger, seat)
        if seat != public.dealer:
            public.turn = public.left_of(seat)
            return
        first = public.bidder if public.best > 0 else public.left_of(public.dealer)
        public.demand = public.best
        if events is not None:
            code = "highest-bid" if public.best > 0 else "all-passed"
            events.append(LeadWon(int(first), code))
        self.begin_attack(first, events)

    # Battle

    def lay_attack(self, seat: i64, target: i64, action: i64) -> None:
        """Puts the cards of an attack on the table and asks ``target``."""
        public = self.public
        laid = suit_cards(action)
        for card in laid:
            self.leaves_hand(seat, card)
        public.attacker = seat
        public.defender = target
        public.attack = laid
        payer: i64 = 0
        while payer < public.players:
            public.paid[payer] = 0
            payer += 1
        public.last_suit = suit_of_action(action)
        public.demand = 0
        public.attacks += 1
        public.turn = target
        public.phase = DEFENDING

    def take_chips(self, seat: i64, owed: i64) -> i64:
        """Takes what ``seat`` owes, or all it has (rules, Common ground); gives what it paid."""
        public = self.public
        chips = min(owed, public.chips[seat])
        public.chips[seat] -= chips
        public.paid[seat] += chips
        return chips

    # The end

    def end_if_due(self, events: list[Event] | None) -> bool:
        """Ends the game if a battle left somebody without chips or was the last one allowed."""
        public = self.public
        ending: i64 = 0
        for chips in public.chips:
            if chips == 0:
                ending = OUT_OF_CHIPS
        if ending == 0 and public.attacks >= public.attack_limit:
            ending = ATTACK_LIMIT
        if ending == 0:
            return False
        public.phase = OVER
        public.ending = ending
        places = places_by([int(chips) for chips in public.chips])
        public.place = vec[i64](places)
        self.share_bank(events)
        if events is not None:
            events.append(Ended(ENDINGS[ending], tuple(places)))
        return True

    def outcome(self) -> Outcome | None:
        return outcome_of(self.public)

    # Views and snapshots

    def view(self, seat: int) -> View:
        hand = vec[i64]([0] * held.HAND)
        if seat >= 0:
            hand = self.hands[seat * held.HAND : (seat + 1) * held.HAND]
        memory: list[int] = []
        if seat >= 0 and self.drawn is not None:
            memory = self.drawn.cards[seat][:]
        return BattalionView(self.game, seat, self.public.clone_all(), hand, memory, self.maker())

    def check(self) -> None:
        check_position(self.game, self.public, self.hands, self.stock[self.top :], self.drawn)

    def snapshot(self) -> Dump:
        return snapshot_of(self.public, self.hands, self.stock[self.top :], self.drawn)


def whole_pack(pack: vec[i64]) -> vec[i64]:
    """All cards of the game, in card order."""
    size: i64 = 0
    for copies in pack:
        size += copies
    cards = vec[i64]([0] * size)
    n: i64 = 0
    card: i64 = 0
    while card < held.CARDS:
        left = pack[card]
        while left > 0:
            cards[n] = card
            n += 1
            left -= 1
        card += 1
    return cards


def suit_cards(action: i64) -> vec[i64]:
    """The cards of an ATTACK, ASSAULT or DEFEND in the order laid; the same as ``cards_of``."""
    left = size_of(action)
    laid = vec[i64]([0] * left)
    base = suit_of_action(action) * 13
    ranks = action >> 14
    n: i64 = 0
    while n < left:
        laid[n] = base + (ranks & 15)
        ranks >>= 4
        n += 1
    return laid
