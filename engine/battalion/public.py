"""What everybody at a Battalion table knows, and the rules of who may choose what.

This is the part that both rule sets share; ``TwinsPublic`` and ``CoverPublic`` add their own.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import pop, vec
from mypy_extensions import i64, mypyc_attr

from engine.actions import (
    BID,
    DISCARD,
    DRAW_DISCARD,
    DRAW_STOCK,
    PASS,
    card_of,
    cards_of,
    kind_of,
    size_of,
    target_of,
    with_card,
    with_number,
    with_suited,
)
from engine.battalion import hands as held
from engine.battalion import signs as sign
from engine.battalion.ledger import Ledger
from engine.cards import CARD_TEXTS
from engine.refusals import Refusal, refuse
from engine.rng import Rng

TAKING: Final = 0
DISCARDING: Final = 1
BIDDING: Final = 2
ATTACKING: Final = 3
DEFENDING: Final = 4
OVER: Final = 5
PHASES: Final = ("take", "discard", "bid", "attack", "defend", "over")

RUNNING: Final = 0
OUT_OF_CHIPS: Final = 1
ATTACK_LIMIT: Final = 2
ENDINGS: Final = ("", "out-of-chips", "attack-limit")

HAND_SIZE: Final = 10
LOWEST_BID: Final = 4
UNSAID: Final = -1
BARE: Final = -1


@mypyc_attr(native_class=True, allow_interpreted_subclasses=True, acyclic=True)
class BattalionPublic:
    """The public part of a position.

    players: how many seats. dealer: of the present hand. hand_size: cards dealt. pack: copies of
    each card 0 to 51 in the game. rounds: of acquisition in a hand. attack_limit: attacks that
    end the game.
    deals: hands dealt so far, 1 or more. phase: TAKING … OVER. turn: the seat that is asked.
    turns_left: turns of acquisition still to be ended. chips: one a seat. bank: chips in it.
    sizes: cards in hand, one a seat. stock: cards left in it. discard: the pile, its top last.
    bids: one a seat, UNSAID, 0 for a pass, or the number bid or declared in this hand.
    best: the highest of them, 0 without one. bidder: who said it first, -1 without one.
    demand: what the bid asks of the attack to come, 0 when it asks nothing (any more).
    attacks: how many were made. last_suit: the suit of the last one, 0 to 3; -1 if there was
    none or the ban of that suit has ended.
    attacker, defender, attack, answers, paid: the battle on the table while phase is DEFENDING,
    afterwards the last one; the seats are -1 and the rest empty before the first of the game.
    attack: cards in the order laid. answers: battalion-twins: the defender's cards in the order
    laid; battalion-cover: for each attack card the one laid on it, or BARE. paid: chips that
    each seat paid for that battle. round: battalion-cover, DEFENDING: 1 while only cards of the
    suit may be laid, 2 while any may; else 0. asked: index of the attack card to be answered.
    known: copies of a card that a seat took face up and certainly still holds, at
    ``seat * 52 + card``. signs: what hints at the rest (``battalion.signs``). place: one a seat, 0
    while the game runs. ending: RUNNING, ….
    ledger: what is certain about unseen cards; None in imagined worlds, where nobody asks for it.
    """

    def __init__(
        self,
        players: i64,
        dealer: i64,
        hand_size: i64,
        pack: vec[i64],
        rounds: i64,
        attack_limit: i64,
    ) -> None:
        self.players = players
        self.dealer = dealer
        self.hand_size = hand_size
        self.pack = pack
        self.rounds = rounds
        self.attack_limit = attack_limit
        self.deals: i64 = 1
        self.phase: i64 = TAKING
        self.turn = (dealer + 1) % players
        self.turns_left: i64 = 0
        self.chips = vec[i64]()
        self.bank: i64 = 0
        self.sizes = vec[i64]()
        self.stock: i64 = 0
        self.discard = vec[i64]()
        self.bids = vec[i64]()
        self.best: i64 = 0
        self.bidder: i64 = -1
        self.demand: i64 = 0
        self.attacks: i64 = 0
        self.last_suit: i64 = -1
        self.attacker: i64 = -1
        self.defender: i64 = -1
        self.attack = vec[i64]()
        self.answers = vec[i64]()
        self.paid = vec[i64]()
        self.round: i64 = 0
        self.asked: i64 = 0
        self.known = vec[i64]()
        self.signs = vec[i64]()
        self.place = vec[i64]()
        self.ending: i64 = RUNNING
        self.ledger: Ledger | None = None

    def begin(self) -> None:
        """Makes what there is one of a seat; ``copy_to`` gives a copy that of the original."""
        self.chips = vec[i64]([0] * self.players)
        self.sizes = vec[i64]([0] * self.players)
        self.bids = vec[i64]([0] * self.players)
        self.paid = vec[i64]([0] * self.players)
        self.known = vec[i64]([0] * (self.players * held.CARDS))
        self.signs = vec[i64]([0] * (self.players * sign.SIGNS))
        self.place = vec[i64]([0] * self.players)

    def clone(self) -> BattalionPublic:
        """An independent copy, but without the ledger."""
        raise NotImplementedError

    def clone_all(self) -> BattalionPublic:
        """An independent copy, the ledger included."""
        copy = self.clone()
        if self.ledger is not None:
            copy.ledger = self.ledger.clone()
        return copy

    def copy_to(self, copy: BattalionPublic) -> None:
        """Gives ``copy``, made with the same arguments, everything that changes."""
        # ``pack`` and ``attack`` are shared: neither is ever changed in place.
        copy.deals = self.deals
        copy.phase = self.phase
        copy.turn = self.turn
        copy.turns_left = self.turns_left
        copy.chips = self.chips[:]
        copy.bank = self.bank
        copy.sizes = self.sizes[:]
        copy.stock = self.stock
        copy.discard = self.discard[:]
        copy.bids = self.bids[:]
        copy.best = self.best
        copy.bidder = self.bidder
        copy.demand = self.demand
        copy.attacks = self.attacks
        copy.last_suit = self.last_suit
        copy.attacker = self.attacker
        copy.defender = self.defender
        copy.attack = self.attack
        copy.answers = self.answers[:]
        copy.paid = self.paid[:]
        copy.round = self.round
        copy.asked = self.asked
        copy.known = self.known[:]
        copy.signs = self.signs[:]
        copy.place = self.place[:]
        copy.ending = self.ending

    def next_actor(self) -> i64:
        """The seat that is asked, -1 when the game is over."""
        return self.turn if self.phase != OVER else -1

    def actors(self) -> list[int]:
        """The seat that is asked, in a list; empty when the game is over."""
        return [int(self.turn)] if self.phase != OVER else []

    def asks(self, seat: i64) -> bool:
        """Whether ``seat`` is asked now."""
        return self.phase != OVER and seat == self.turn

    def left_of(self, seat: i64) -> i64:
        """The next seat clockwise."""
        return seat + 1 if seat + 1 < self.players else 0

    def top_discard(self) -> i64:
        """The card on top of the discard pile, -1 if there is none."""
        size = i64(len(self.discard))
        return self.discard[size - 1] if size > 0 else -1

    def pop_discard(self) -> i64:
        """Takes the top card, which must be there, off the discard pile."""
        self.discard, card = pop(self.discard)
        return card

    # Who may choose what. ``hands`` holds the seat's hand from ``base`` on.

    def legal_count(self, seat: i64, hands: vec[i64], base: i64) -> i64:
        """How many choices ``seat`` has now."""
        if not self.asks(seat):
            return 0
        if self.phase == TAKING:
            return 1 if len(self.discard) == 0 else 2
        if self.phase == DISCARDING:
            return held.kinds(hands, base, 0, held.CARDS)
        if self.phase == BIDDING:
            low, high = self.bid_range(hands, base)
            return high - low + 2
        if self.phase == ATTACKING:
            return self.attack_count(seat, hands, base)
        return self.answer_count(hands, base)

    def legal_nth(self, seat: i64, hands: vec[i64], base: i64, n: i64) -> i64:
        """The ``n``-th choice: stock, discard pile; cards in card order; bids, pass; attacks by
        target, suit and number of the sub-multiset; answers, the one without a card last."""
        if self.phase == TAKING:
            return DRAW_STOCK if n == 0 else DRAW_DISCARD
        if self.phase == DISCARDING:
            return with_card(DISCARD, held.nth_kind(hands, base, 0, n))
        if self.phase == BIDDING:
            low, high = self.bid_range(hands, base)
            return bid_code(low + n) if low + n <= high else PASS
        if self.phase == ATTACKING:
            return self.attack_nth(seat, hands, base, n)
        return self.answer_nth(hands, base, n)

    def bid_range(self, hands: vec[i64], base: i64) -> tuple[i64, i64]:
        """The lowest and the highest number the seat may say; one below the lowest if none."""
        raise NotImplementedError

    def can_attack(self, hands: vec[i64], base: i64) -> bool:
        """Whether the holder of this hand could make the attack to come."""
        raise NotImplementedError

    def attack_count(self, seat: i64, hands: vec[i64], base: i64) -> i64:
        """How many attacks ``seat`` can choose from."""
        spades, hearts, diamonds, clubs = self.attacks_by_suit(hands, base)
        return (spades + hearts + diamonds + clubs) * self.targets()

    def attack_nth(self, seat: i64, hands: vec[i64], base: i64, n: i64) -> i64:
        """The ``n``-th of them."""
        return self._attack_among(self.attacks_by_suit(hands, base), seat, hands, base, n)

    def random_attack(self, seat: i64, hands: vec[i64], base: i64, rng: Rng) -> i64:
        """One of them, each equally likely; the same as ``attack_nth``, counted only once."""
        ways = self.attacks_by_suit(hands, base)
        total = (ways[0] + ways[1] + ways[2] + ways[3]) * self.targets()
        return self._attack_among(ways, seat, hands, base, rng.below(total))

    def _attack_among(
        self, ways: tuple[i64, i64, i64, i64], seat: i64, hands: vec[i64], base: i64, n: i64
    ) -> i64:
        """The ``n``-th attack, ``ways`` being those of each suit: by target, by suit."""
        spades, hearts, diamonds, clubs = ways
        cards = spades + hearts + diamonds + clubs
        target: i64 = 0
        while n >= cards:
            n -= cards
            target += 1
        if n < spades:
            return self.attack_of_suit(seat, target, hands, base, 0, n)
        n -= spades
        if n < hearts:
            return self.attack_of_suit(seat, target, hands, base, 1, n)
        n -= hearts
        if n < diamonds:
            return self.attack_of_suit(seat, target, hands, base, 2, n)
        return self.attack_of_suit(seat, target, hands, base, 3, n - diamonds)

    def targets(self) -> i64:
        """How many seats can be attacked."""
        raise NotImplementedError

    def attacks_by_suit(self, hands: vec[i64], base: i64) -> tuple[i64, i64, i64, i64]:
        """How many choices of cards of each suit make an attack."""
        raise NotImplementedError

    def attack_of_suit(
        self, seat: i64, target: i64, hands: vec[i64], base: i64, suit: i64, n: i64
    ) -> i64:
        """The attack of ``seat`` on its ``target``-th (from 0) target with the ``n``-th choice of
        cards of ``suit``."""
        raise NotImplementedError

    def answer_count(self, hands: vec[i64], base: i64) -> i64:
        """How many answers the defender can choose from."""
        raise NotImplementedError

    def answer_nth(self, hands: vec[i64], base: i64, n: i64) -> i64:
        """The ``n``-th of them."""
        raise NotImplementedError

    def fits(self, seat: i64, hands: vec[i64], base: i64) -> bool:
        """Whether ``seat`` may hold this hand, going by its bid, as long as the hand is the one it
        bid on, and by what it is asked."""
        raise NotImplementedError

    def bids_hold(self) -> bool:
        """Whether all hands are still those of the bidding."""
        return self.phase == BIDDING or self.demand > 0

    # What is certain about hands

    def known_cards(self, seat: i64) -> list[int]:
        """The cards that all know to be in the hand of ``seat``, in card order."""
        base = seat * held.CARDS
        cards: list[int] = []
        card: i64 = 0
        while card < held.CARDS:
            copies = self.known[base + card]
            while copies > 0:
                cards.append(int(card))
                copies -= 1
            card += 1
        return cards

    def hidden(self, seat: i64) -> i64:
        """How many cards of ``seat`` only it knows to be in its hand."""
        cards = self.sizes[seat]
        card = seat * held.CARDS
        end = card + held.CARDS
        while card < end:
            cards -= self.known[card]
            card += 1
        return cards

    def record_bid(self, ledger: Ledger, seat: i64) -> None:
        """Writes down what the bid of ``seat``, just made, says about its hand."""
        raise NotImplementedError

    def record_question(self, ledger: Ledger) -> None:
        """Writes down what being asked as it is says about the hand of the seat that is asked."""
        raise NotImplementedError

    def record_present(self) -> Ledger:
        """A ledger of what can be told from the present position alone."""
        ledger = Ledger(int(self.players))
        seat: i64 = 0
        while seat < self.players:
            ledger.base[seat] = int(self.hidden(seat))
            if self.bids_hold() and self.bids[seat] > 0:
                self.record_bid(ledger, seat)
            seat += 1
        self.record_question(ledger)
        return ledger

    # Refusals

    def refusal(self, seat: i64, hands: vec[i64], base: i64, action: i64) -> Refusal | None:
        """Why ``seat`` may not choose ``action``; None if it may."""
        if self.phase == OVER:
            return refuse("game-over", "common.over")
        if not self.asks(seat):
            return refuse("not-your-turn", "common.turn", seat=int(seat), asked=self.actors())
        if self.phase == TAKING:
            return self._take_refusal(action)
        if self.phase == DISCARDING:
            if kind_of(action) != DISCARD or action != with_card(DISCARD, card_of(action)):
                return self.not_asked()
            return held_refusal(hands, base, action)
        if self.phase == BIDDING:
            if action == PASS:
                return None
            return self.bid_refusal(hands, base, action)
        if self.phase == ATTACKING:
            return self.attack_refusal(seat, hands, base, action)
        return self.answer_refusal(hands, base, action)

    def _take_refusal(self, action: i64) -> Refusal | None:
        if action == DRAW_STOCK:
            return None
        if action != DRAW_DISCARD:
            return self.not_asked()
        if len(self.discard) == 0:
            return refuse("discard-empty", self.empty_discard_clause())
        return None

    def not_asked(self) -> Refusal:
        """The refusal of a choice of another kind than the one that is asked for."""
        return refuse("not-asked", "common.choice", phase=PHASES[self.phase])

    def empty_discard_clause(self) -> str:
        """The clause by which nothing can be taken from an empty discard pile."""
        raise NotImplementedError

    def bid_refusal(self, hands: vec[i64], base: i64, action: i64) -> Refusal | None:
        """Why this bid is not allowed; ``action`` is no pass."""
        raise NotImplementedError

    def attack_refusal(self, seat: i64, hands: vec[i64], base: i64, action: i64) -> Refusal | None:
        """Why this attack is not allowed."""
        raise NotImplementedError

    def answer_refusal(self, hands: vec[i64], base: i64, action: i64) -> Refusal | None:
        """Why this answer is not allowed."""
        raise NotImplementedError


def held_refusal(hands: vec[i64], base: i64, action: i64) -> Refusal | None:
    """The refusal of cards that are not in the hand, or not so often; None if all are."""
    laid = cards_of(action)
    for card in laid:
        if not 0 <= card < held.CARDS:
            return refuse("not-a-card", "common.cards.written")
    for card in laid:
        copies = int(hands[base + card])
        if copies < laid.count(card):
            return refuse(
                "not-held",
                "common.holding",
                card=CARD_TEXTS[card],
                held=copies,
                named=laid.count(card),
            )
    return None


def well_formed(action: i64) -> bool:
    """Whether a code of cards of one suit says nothing besides kind, seat, suit and ranks."""
    size = size_of(action)
    if size > held.MAX_SUBSET:
        return False
    cards = cards_of(action)
    if size == 0:
        return action >> 12 == 0
    base = ((action >> 12) & 3) * 13
    for card in cards:
        if card >= base + 13:
            return False
    return action == with_suited(kind_of(action), target_of(action), cards)


def bid_code(number: i64) -> i64:
    """The code of bidding or declaring ``number``."""
    return with_number(BID, number)
