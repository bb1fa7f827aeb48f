"""Who may choose what in battalion-cover: declarations, attacks on the left neighbour, covers."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engine import bits
from engine.actions import (
    ASSAULT,
    BID,
    COVER,
    LEAVE,
    card_of,
    kind_of,
    number_of,
    size_of,
    target_of,
    with_card,
    with_number,
)
from engine.battalion import hands as held
from engine.battalion.facts import SUIT_MASKS
from engine.battalion.ledger import Ledger
from engine.battalion.public import (
    ATTACKING,
    DEFENDING,
    LOWEST_BID,
    BattalionPublic,
    held_refusal,
    well_formed,
)
from engine.cards import SUITS
from engine.refusals import Refusal, refuse

SUIT_ONLY: Final = 1
ANY_CARD: Final = 2


@mypyc_attr(native_class=True, acyclic=True, free_list_len=1)
class CoverPublic(BattalionPublic):
    """refills: whether both sides draw up to a full hand after a battle (option ``refill``)."""

    def __init__(
        self,
        players: i64,
        dealer: i64,
        hand_size: i64,
        pack: vec[i64],
        rounds: i64,
        attack_limit: i64,
        refills: bool,
    ) -> None:
        super().__init__(players, dealer, hand_size, pack, rounds, attack_limit)
        self.refills = refills

    def clone(self) -> BattalionPublic:
        copy = CoverPublic(
            self.players,
            self.dealer,
            self.hand_size,
            self.pack,
            self.rounds,
            self.attack_limit,
            self.refills,
        )
        self.copy_to(copy)
        return copy

    # Declaring

    def bid_range(self, hands: vec[i64], base: i64) -> tuple[i64, i64]:
        longest = held.longest(hands, base)
        return longest, (longest if longest >= LOWEST_BID else longest - 1)

    def bid_refusal(self, hands: vec[i64], base: i64, action: i64) -> Refusal | None:
        number = number_of(action)
        if kind_of(action) != BID or action != with_number(BID, number):
            return self.not_asked()
        longest = held.longest(hands, base)
        if longest < LOWEST_BID:
            return refuse(
                "too-few-to-declare",
                "cover.declare.minimum",
                longest=int(longest),
                low=LOWEST_BID,
            )
        if number != longest:
            return refuse(
                "not-the-longest", "cover.declare.longest", bid=int(number), longest=int(longest)
            )
        return None

    # Attack

    def can_attack(self, hands: vec[i64], base: i64) -> bool:
        return held.size(hands, base) > 0

    def _attacks_in(self, hands: vec[i64], base: i64, suit: i64, several: bool) -> i64:
        """How many choices of cards of ``suit`` make an attack."""
        length = hands[base + held.LENGTHS + suit]
        if self.demand > 0:
            if length <= self.demand:
                return 1 if length == self.demand else 0
            return held.weighted(hands, base, suit, self.demand, self.demand, False)
        if not several:
            return length
        if length < 2:
            return 0
        kinds = held.kinds(hands, base, suit * 13, suit * 13 + 13)
        return held.subsets(hands, base, suit) - 1 - kinds

    def targets(self) -> i64:
        return 1

    def attacks_by_suit(self, hands: vec[i64], base: i64) -> tuple[i64, i64, i64, i64]:
        several = held.longest(hands, base) > 1
        return (
            self._attacks_in(hands, base, 0, several),
            self._attacks_in(hands, base, 1, several),
            self._attacks_in(hands, base, 2, several),
            self._attacks_in(hands, base, 3, several),
        )

    def attack_of_suit(
        self, seat: i64, target: i64, hands: vec[i64], base: i64, suit: i64, n: i64
    ) -> i64:
        number: i64 = 1
        if self.demand > 0:
            if hands[base + held.LENGTHS + suit] > self.demand:
                return held.weighted_nth(hands, base, suit, self.demand, False, n, ASSAULT)
            number = held.subsets(hands, base, suit) - 1  # all of them
        elif held.longest(hands, base) > 1:
            number = held.several_number(hands, base, suit, n)
        return held.subset_code(hands, base, suit, number, ASSAULT)

    def attack_refusal(self, seat: i64, hands: vec[i64], base: i64, action: i64) -> Refusal | None:
        if kind_of(action) != ASSAULT or target_of(action) != 0 or not well_formed(action):
            return self.not_asked()
        size = size_of(action)
        if size == 0:
            return refuse("no-cards", "cover.attack.one-suit")
        why = held_refusal(hands, base, action)
        if why is not None:
            return why
        if self.demand > 0:
            if size != self.demand:
                return refuse(
                    "not-as-declared",
                    "cover.attack.first",
                    cards=int(size),
                    declared=int(self.demand),
                )
        elif size == 1 and held.longest(hands, base) > 1:
            return refuse(
                "attack-with-one", "cover.attack.single", longest=int(held.longest(hands, base))
            )
        return None

    # Defence

    def answer_count(self, hands: vec[i64], base: i64) -> i64:
        if self.round == SUIT_ONLY:
            low = self.last_suit * 13
            return held.kinds(hands, base, low, low + 13) + 1
        return held.kinds(hands, base, 0, held.CARDS) + 1

    def answer_nth(self, hands: vec[i64], base: i64, n: i64) -> i64:
        cards = hands[base + held.KINDS]
        if self.round == SUIT_ONLY:
            cards &= bits.whole_suit(self.last_suit)
        while n > 0:
            cards &= cards - 1
            n -= 1
        return LEAVE if cards == 0 else with_card(COVER, bits.lowest(cards))

    def answer_refusal(self, hands: vec[i64], base: i64, action: i64) -> Refusal | None:
        if action == LEAVE:
            return None
        if kind_of(action) != COVER or action != with_card(COVER, card_of(action)):
            return self.not_asked()
        why = held_refusal(hands, base, action)
        if why is not None:
            return why
        suit = card_of(action) // 13
        if self.round == SUIT_ONLY and suit != self.last_suit:
            return refuse(
                "wrong-suit",
                "cover.defence.suit-first",
                suit=SUITS[suit],
                asked=SUITS[self.last_suit],
            )
        return None

    # Positions

    def fits(self, seat: i64, hands: vec[i64], base: i64) -> bool:
        if self.bids_hold() and self.bids[seat] > 0:
            return held.longest(hands, base) == self.bids[seat]
        if seat != self.turn:
            return True
        if self.phase == ATTACKING:
            return self.can_attack(hands, base)
        if self.phase == DEFENDING:
            length = hands[base + held.LENGTHS + self.last_suit]
            if self.round == SUIT_ONLY:
                return length > 0
            return length == 0 and held.size(hands, base) > 0
        return True

    def record_bid(self, ledger: Ledger, seat: i64) -> None:
        bid = int(self.bids[seat])
        ledger.longest(int(seat), bid, bid, self.known_cards(seat))

    def record_question(self, ledger: Ledger) -> None:
        if self.phase == DEFENDING:
            suit = SUIT_MASKS[self.last_suit]
            if self.round == SUIT_ONLY:
                ledger.holds(int(self.turn), suit, self.known_cards(self.turn))
            else:
                ledger.lacks(int(self.turn), suit)

    def empty_discard_clause(self) -> str:
        return "cover.acquisition.first-stock"
