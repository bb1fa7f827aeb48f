"""Who may choose what in battalion-twins: bids, attacks on anybody, answers in the suit."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engine.actions import (
    ATTACK,
    BID,
    DEFEND,
    SURRENDER,
    kind_of,
    number_of,
    size_of,
    suit_of_action,
    target_of,
    with_number,
    with_seat,
)
from engine.battalion import hands as held
from engine.battalion.facts import ALL_SUITS, MOST_CARDS, SUIT_MASKS
from engine.battalion.ledger import Ledger
from engine.battalion.public import (
    ATTACKING,
    LOWEST_BID,
    BattalionPublic,
    held_refusal,
    well_formed,
)
from engine.battalion.state import suit_cards
from engine.cards import SUITS
from engine.refusals import Refusal, refuse


@mypyc_attr(native_class=True, acyclic=True, free_list_len=1)
class TwinsPublic(BattalionPublic):
    """points: whether bids count battle points instead of cards (option ``bid_counts``)."""

    def __init__(
        self,
        players: i64,
        dealer: i64,
        hand_size: i64,
        pack: vec[i64],
        rounds: i64,
        attack_limit: i64,
        points: bool,
    ) -> None:
        super().__init__(players, dealer, hand_size, pack, rounds, attack_limit)
        self.points = points

    def clone(self) -> BattalionPublic:
        copy = TwinsPublic(
            self.players,
            self.dealer,
            self.hand_size,
            self.pack,
            self.rounds,
            self.attack_limit,
            self.points,
        )
        self.copy_to(copy)
        return copy

    # Bidding

    def bid_range(self, hands: vec[i64], base: i64) -> tuple[i64, i64]:
        low: i64 = max(LOWEST_BID, self.best + 1)
        high = self.bid_limit(hands, base)
        return low, (high if high >= low else low - 1)

    def bid_limit(self, hands: vec[i64], base: i64) -> i64:
        """The most that the holder of this hand may bid, whatever was bid before."""
        return held.best_points(hands, base) if self.points else held.longest(hands, base)

    def bid_refusal(self, hands: vec[i64], base: i64, action: i64) -> Refusal | None:
        number = number_of(action)
        if kind_of(action) != BID or action != with_number(BID, number):
            return self.not_asked()
        if number < LOWEST_BID:
            return refuse("bid-too-low", "twins.bid.minimum", bid=int(number), low=LOWEST_BID)
        if number <= self.best:
            return refuse(
                "bid-not-higher", "twins.bid.higher", bid=int(number), highest=int(self.best)
            )
        limit = self.bid_limit(hands, base)
        if number > limit:
            clause = "twins.bid.points" if self.points else "twins.bid.limit"
            return refuse("bid-too-high", clause, bid=int(number), limit=int(limit))
        return None

    # Attack

    def can_attack(self, hands: vec[i64], base: i64) -> bool:
        banned: i64 = 0
        if self.last_suit >= 0:
            banned = hands[base + held.LENGTHS + self.last_suit]
        return held.size(hands, base) > banned

    def _attacks_in(self, hands: vec[i64], base: i64, suit: i64) -> i64:
        """How many choices of cards of ``suit`` make an attack."""
        length = hands[base + held.LENGTHS + suit]
        if suit == self.last_suit or length == 0:
            return 0
        if self.demand == 0:
            return held.subsets(hands, base, suit) - 1
        if (2 * length if self.points else length) < self.demand:
            return 0  # not even pairs alone, worth two points a card, would do
        return held.weighted(hands, base, suit, self.demand, held.MAX_WEIGHT, self.points)

    def targets(self) -> i64:
        return self.players - 1

    def attacks_by_suit(self, hands: vec[i64], base: i64) -> tuple[i64, i64, i64, i64]:
        return (
            self._attacks_in(hands, base, 0),
            self._attacks_in(hands, base, 1),
            self._attacks_in(hands, base, 2),
            self._attacks_in(hands, base, 3),
        )

    def attack_of_suit(
        self, seat: i64, target: i64, hands: vec[i64], base: i64, suit: i64, n: i64
    ) -> i64:
        head = with_seat(ATTACK, target if target < seat else target + 1)
        if self.demand == 0:
            return held.subset_code(hands, base, suit, n + 1, head)
        return held.weighted_nth(hands, base, suit, self.demand, self.points, n, head)

    def attack_refusal(self, seat: i64, hands: vec[i64], base: i64, action: i64) -> Refusal | None:
        if kind_of(action) != ATTACK or not well_formed(action):
            return self.not_asked()
        target = target_of(action)
        if target >= self.players:
            return refuse("no-such-seat", "twins.combat.target", target=int(target))
        if target == seat:
            return refuse("attack-self", "twins.combat.target", target=int(target))
        if size_of(action) == 0:
            return refuse("no-cards", "twins.combat.one-suit")
        suit = suit_of_action(action)
        if suit == self.last_suit:
            return refuse("suit-attacked-last", "twins.combat.ban", suit=SUITS[suit])
        why = held_refusal(hands, base, action)
        if why is not None:
            return why
        if self.demand == 0:
            return None
        if self.points:
            worth = held.points_of(suit_cards(action))
            if worth < self.demand:
                return refuse(
                    "too-few-points",
                    "twins.combat.first-points",
                    points=int(worth),
                    bid=int(self.demand),
                )
        elif size_of(action) < self.demand:
            return refuse(
                "too-few-cards",
                "twins.combat.first",
                cards=int(size_of(action)),
                bid=int(self.demand),
            )
        return None

    # Defence

    def answer_count(self, hands: vec[i64], base: i64) -> i64:
        return held.subsets(hands, base, self.last_suit)

    def answer_nth(self, hands: vec[i64], base: i64, n: i64) -> i64:
        number = n + 1
        if number == held.subsets(hands, base, self.last_suit):
            return SURRENDER
        return held.subset_code(hands, base, self.last_suit, number, DEFEND)

    def answer_refusal(self, hands: vec[i64], base: i64, action: i64) -> Refusal | None:
        if action == SURRENDER:
            return None
        if kind_of(action) != DEFEND or target_of(action) != 0 or not well_formed(action):
            return self.not_asked()
        if size_of(action) == 0:
            return refuse("no-cards", "twins.combat.defend-number")
        suit = suit_of_action(action)
        if suit != self.last_suit:
            return refuse(
                "wrong-suit",
                "twins.combat.defend-suit",
                suit=SUITS[suit],
                asked=SUITS[self.last_suit],
            )
        return held_refusal(hands, base, action)

    # Positions

    def fits(self, seat: i64, hands: vec[i64], base: i64) -> bool:
        if self.bids_hold() and self.bids[seat] > 0:
            return self.bid_limit(hands, base) >= self.bids[seat]
        return self.phase != ATTACKING or seat != self.turn or self.can_attack(hands, base)

    def record_bid(self, ledger: Ledger, seat: i64) -> None:
        bid = int(self.bids[seat])
        if self.points:
            ledger.points(int(seat), bid, self.known_cards(seat))
        else:
            ledger.longest(int(seat), bid, MOST_CARDS, self.known_cards(seat))

    def record_question(self, ledger: Ledger) -> None:
        if self.phase == ATTACKING:
            ledger.holds(int(self.turn), self.allowed_suits(), self.known_cards(self.turn))

    def allowed_suits(self) -> int:
        """The suits that may be used for an attack now, as a mask."""
        return ALL_SUITS - SUIT_MASKS[self.last_suit] if self.last_suit >= 0 else ALL_SUITS

    def empty_discard_clause(self) -> str:
        return "twins.acquisition.take"
